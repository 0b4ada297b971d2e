// Links that invite: shown to whoever invites, to be copied or shared, and opened by whoever is invited.

import { resolvePath, currentPath } from "../base/address.js";
import { byId } from "../base/elements.js";
import { acceptInvite, createInvite } from "../base/requests.js";
import { refusalText, translate } from "../base/translations.js";

const COPIED_MS = 2000;

/** The reader's running games, by their ids: one more means that whoever was waited for has come. */
let runningGames = new Set();

/** Shows a link to the other seat of a game. */
export function showInviteLink(link) {
  const field = byId("invite-address");
  field.value = location.origin + link;
  wireCopyButton(byId("invite-copy"), field);
  const share = byId("invite-share");
  // Only where the device has something to share with.
  share.hidden = navigator.share === undefined;
  share.onclick = () => navigator.share({ title: document.title, url: field.value }).catch(() => {});
  byId("invite").showModal();
  byId("invite-copy").focus();
}

/** Hears of the reader's running games. When one begins nobody is waited for any more. */
export function closeInviteOnStart(games) {
  const known = runningGames;
  runningGames = new Set(games.map(({ game }) => game));
  if (byId("invite").open && games.some(({ game }) => !known.has(game))) byId("invite").close();
}

/** Asks for the link to the seat that one's own challenge leaves, and shows it; `told` gets what is wrong. */
export async function openInviteLink(seat, channel, told) {
  try {
    showInviteLink((await createInvite(seat, channel)).href);
  } catch (refused) {
    told(refusalText(refused.reason ?? "internal"));
  }
}

/** Lets a button copy what stands in a field. */
export function wireCopyButton(button, field) {
  button.textContent = translate("copy-link");
  button.onclick = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // The clipboard is only there on https and on this machine.
      document.execCommand("copy");
    }
    button.textContent = translate("copied");
    setTimeout(() => (button.textContent = translate("copy-link")), COPIED_MS);
  };
}

/** The secret in the address of an invitation. */
export const inviteSecret = () => /^\/invite\/([0-9a-f]{32})$/.exec(currentPath())?.[1] ?? null;

/**
 * Opens the invitation of this address, if it is one: takes the seat and goes there by `visit(channel)`, or says why not
 * and offers to start a game by `start()`.
 */
export async function acceptInviteFromPath(seat, visit, start) {
  if (!currentPath().startsWith("/invite/")) return;
  const secret = inviteSecret() ?? "";
  history.replaceState(null, "", resolvePath("/"));
  try {
    if (secret === "") throw { reason: "invite-unknown" };
    const { channel } = await acceptInvite(seat, secret);
    visit(channel);
  } catch (refused) {
    const dialog = byId("invited");
    const own = refused.reason === "invite-own";
    byId("invited-text").textContent = refused.details?.text ?? refusalText(refused.reason ?? "internal");
    byId("invited-next").textContent = refused.details?.text === undefined ? "" : translate("invited-next");
    byId("invited-own").hidden = !own;
    if (own) {
      byId("invited-address").value = location.origin + resolvePath(`/invite/${secret}`);
      wireCopyButton(byId("invited-copy"), byId("invited-address"));
    }
    byId("invited-start").hidden = own;
    byId("invited-start").onclick = () => {
      dialog.close();
      start();
    };
    dialog.showModal();
  }
}
