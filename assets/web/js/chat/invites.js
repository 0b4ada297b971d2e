// Invite links: shows the link to a seat or a room to the person who invites, to be copied or
// shared, and accepts a link that was opened.

import { currentPath, resolvePath } from "../base/address.js";
import { wireCopyButton } from "../base/clipboard.js";
import { byId } from "../base/elements.js";
import { acceptInvite, asRequestError, createInvite, errorText, RequestError } from "../base/requests.js";
import { refusalText, translate } from "../base/translations.js";

/**
 * The reader's running games, by their ids: one more means that the invited person has come.
 * @type {Set<string>}
 */
let runningGames = new Set();

/**
 * Shows a link to the other seat of a game.
 * @param {string} link
 */
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

/**
 * Hears of the reader's running games, and hides the link when one begins, as nobody is waited for any more.
 * @param {Wire.MyGame[]} games
 */
export function closeInviteOnStart(games) {
  const known = runningGames;
  runningGames = new Set(games.map(({ game }) => game));
  if (byId("invite").open && games.some(({ game }) => !known.has(game))) byId("invite").close();
}

/**
 * Asks for the link to the seat that one's own challenge leaves, and shows it.
 * @param {number} seat
 * @param {string} channel
 * @param {(text: string) => void} showNote gets what is wrong
 */
export async function openInviteLink(seat, channel, showNote) {
  try {
    showInviteLink((await createInvite(seat, channel)).href);
  } catch (error) {
    showNote(errorText(error));
  }
}

/** The secret in the address of an invitation. */
const inviteSecret = () => /^\/invite\/([0-9a-f]{32})$/.exec(currentPath())?.[1] ?? null;

/**
 * Opens the invitation of this address, if it is one: takes the seat and goes there, or says why not and offers to start a
 * game.
 * @param {number} seat
 * @param {(channel: string) => void} openChannel
 * @param {() => void} startGame
 */
export async function acceptInviteFromPath(seat, openChannel, startGame) {
  if (!currentPath().startsWith("/invite/")) return;
  const secret = inviteSecret();
  history.replaceState(null, "", resolvePath("/"));
  try {
    if (secret === null) throw new RequestError("invite-unknown");
    const { channel } = await acceptInvite(seat, secret);
    openChannel(channel);
  } catch (error) {
    const { reason, details } = asRequestError(error);
    const dialog = byId("invited");
    const isOwn = reason === "invite-own";
    byId("invited-text").textContent = details.text ?? refusalText(reason);
    byId("invited-next").textContent = details.text === undefined ? "" : translate("invited-next");
    byId("invited-own").hidden = !isOwn;
    if (isOwn) {
      byId("invited-address").value = location.origin + resolvePath(`/invite/${secret}`);
      wireCopyButton(byId("invited-copy"), byId("invited-address"));
    }
    byId("invited-start").hidden = isOwn;
    byId("invited-start").onclick = () => {
      dialog.close();
      startGame();
    };
    dialog.showModal();
  }
}
