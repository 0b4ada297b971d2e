// Links that invite: shown to whoever invites, to be copied or shared, and opened by whoever is invited.

import { address, currentPath } from "../base/address.js";
import { byId } from "../base/elements.js";
import { acceptInvite, askInvite } from "../base/requests.js";
import { refusal, word } from "../base/translations.js";

const COPIED_MS = 2000;

/** The reader's running games, by their ids: one more means that whoever was waited for has come. */
let running = new Set();

/** Shows a link to the other seat of a game. */
export function showInvite(link) {
  const field = byId("invite-address");
  field.value = location.origin + link;
  copyFrom(byId("invite-copy"), field);
  const share = byId("invite-share");
  // Only where the device has something to share with.
  share.hidden = navigator.share === undefined;
  share.onclick = () => navigator.share({ title: document.title, url: field.value }).catch(() => {});
  byId("invite").showModal();
  byId("invite-copy").focus();
}

/** Hears of the reader's running games. When one begins nobody is waited for any more. */
export function closeInviteTo(games) {
  const known = running;
  running = new Set(games.map(({ game }) => game));
  if (byId("invite").open && games.some(({ game }) => !known.has(game))) byId("invite").close();
}

/** Asks for the link to the seat that one's own challenge leaves, and shows it; `told` gets what is wrong. */
export async function inviteTo(seat, channel, told) {
  try {
    showInvite((await askInvite(seat, channel)).href);
  } catch (refused) {
    told(refusal(refused.reason ?? "internal"));
  }
}

/** Lets a button copy what stands in a field. */
export function copyFrom(button, field) {
  button.textContent = word("copy-link");
  button.onclick = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // The clipboard is only there on https and on this machine.
      document.execCommand("copy");
    }
    button.textContent = word("copied");
    setTimeout(() => (button.textContent = word("copy-link")), COPIED_MS);
  };
}

/** The secret in the address of an invitation. */
export const secretOfPath = () => /^\/invite\/([0-9a-f]{32})$/.exec(currentPath())?.[1] ?? null;

/**
 * Opens the invitation of this address, if it is one: takes the seat and goes there by `visit(channel)`, or says why not
 * and offers to start a game by `start()`.
 */
export async function openInvitation(seat, visit, start) {
  if (!currentPath().startsWith("/invite/")) return;
  const secret = secretOfPath() ?? "";
  history.replaceState(null, "", address("/"));
  try {
    if (secret === "") throw { reason: "invite-unknown" };
    const { channel } = await acceptInvite(seat, secret);
    visit(channel);
  } catch (refused) {
    const dialog = byId("invited");
    const own = refused.reason === "invite-own";
    byId("invited-text").textContent = refused.about?.text ?? refusal(refused.reason ?? "internal");
    byId("invited-next").textContent = refused.about?.text === undefined ? "" : word("invited-next");
    byId("invited-own").hidden = !own;
    if (own) {
      byId("invited-address").value = location.origin + address(`/invite/${secret}`);
      copyFrom(byId("invited-copy"), byId("invited-address"));
    }
    byId("invited-start").hidden = own;
    byId("invited-start").onclick = () => {
      dialog.close();
      start();
    };
    dialog.showModal();
  }
}
