// A message of the bot as page elements: words, picture, buttons, menus, a file. Not here: where it stands (`chat-log.js`).

import { resolvePath } from "../base/address.js";
import { copyText, showCopied } from "../base/clipboard.js";
import { createControls } from "../base/controls.js";
import { createElement, createIcon, ICON_PATHS, isShown } from "../base/elements.js";
import { openPictureViewer } from "../base/picture-viewer.js";
import { createSentence } from "../base/timestamps.js";
import { translate } from "../base/translations.js";

/** @import { OnPress } from "../base/controls.js" */

/**
 * The elements of a message.
 * @param {Wire.Message} message
 * @param {OnPress} onPress
 */
export function createMessageParts(message, onPress) {
  return [
    ...message.blocks.map(createBlock),
    message.picture && createPicture(message.picture, message.animation),
    message.attachment && createDownload(message.attachment),
    message.book && createBookLink(message.book),
    message.room && createRoomLink(message.room),
    (message.rows.length > 0 || message.invite) && createControls(message.rows, onPress, message.invite && createInviteRow()),
  ].filter(isShown);
}

/** @param {Wire.Block} content */
function createBlock(content) {
  if (content.heading !== undefined) return createElement("h3", {}, ...createSentence(content.heading));
  if (content.list !== undefined) return createElement("ul", {}, ...content.list.map((item) => createElement("li", {}, ...createSentence(item))));
  if (content.channels !== undefined) return createElement("ul", {}, ...content.channels.map(createChannelItem));
  if (content.code !== undefined) return createCode(content.code);
  return createElement("p", { class: "text" }, ...createSentence(content.text));
}

/**
 * An item about what goes on in a channel, with the way there.
 * @param {Wire.ChannelItem} item
 */
function createChannelItem({ text, channel }) {
  if (!channel) return createElement("li", {}, ...createSentence(text));
  const name = channel.replace(/^web:/, "");
  return createElement("li", {}, ...createSentence(text), " · ", createElement("a", { href: resolvePath(`/c/${encodeURIComponent(name)}`) }, name));
}

/** @param {string} text */
function createCode(text) {
  const copy = createElement("button", { type: "button", class: "button quiet copy" }, translate("copy"));
  copy.addEventListener("click", async () => {
    if (!(await copyText(text))) return;
    showCopied(copy, "copy");
  });
  // A board keeps its lines; a single long line, such as a fingerprint, is broken where the window ends.
  const kind = text.includes("\n") ? "code" : "code one-line";
  return createElement("div", { class: kind }, createElement("pre", { tabindex: "0" }, createElement("code", {}, text)), copy);
}

/**
 * @param {Wire.Picture} picture
 * @param {Wire.FileLink} [animation]
 */
function createPicture({ src, alt, width, height }, animation) {
  const image = createElement("img", { class: "board", src, alt, width, height, decoding: "async" });
  const button = createElement(
    "button",
    { type: "button", class: "icon-button enlarge", "aria-label": translate("enlarge") },
    createIcon(ICON_PATHS.enlarge),
  );
  // Only boards can be small beside the live board; a picture that is wider than high is none.
  const frame = createElement("div", { class: width > height ? "picture wide" : "picture" }, image, button);
  for (const opener of [image, button]) opener.addEventListener("click", () => openPictureViewer(image));
  image.addEventListener("error", () => frame.append(createRetry(image, src)), { once: true });
  return animation ? createElement("div", {}, frame, createReplayRow(image, src, animation)) : frame;
}

/**
 * Buttons to play the game in the picture's place and to keep it; it moves only when it is asked to.
 * @param {HTMLImageElement} image
 * @param {string} still
 * @param {Wire.FileLink} animation
 */
function createReplayRow(image, still, { name, href }) {
  const label = () => (image.src.endsWith(href) ? translate("replay-stop") : translate("replay-play"));
  const play = createElement("button", { type: "button", class: "button primary" }, label());
  play.addEventListener("click", () => {
    image.src = image.src.endsWith(href) ? still : href;
    play.textContent = label();
  });
  return createElement("div", { class: "row" }, play, createDownload({ name, href }));
}

/**
 * Says that a picture did not load, and loads it again.
 * @param {HTMLImageElement} image
 * @param {string} src
 */
function createRetry(image, src) {
  const again = createElement("button", { type: "button", class: "button secondary" }, translate("try-again"));
  const note = createElement("p", { class: "picture-failed" }, translate("picture-failed"), " ", again);
  again.addEventListener("click", () => {
    note.remove();
    image.addEventListener("error", () => image.parentElement?.append(createRetry(image, src)), { once: true });
    image.src = "";
    image.src = src;
  });
  return note;
}

/** @param {Wire.FileLink} file */
function createDownload({ name, href }) {
  return createElement(
    "p",
    {},
    createElement("a", { class: "button secondary", href, download: name }, createIcon(ICON_PATHS.download), translate("download", { name })),
  );
}

/**
 * Where the piece book tells more; it opens beside the chat, which stays as it is.
 * @param {Wire.FileLink} page
 */
function createBookLink({ name, href }) {
  return createElement("p", {}, createElement("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, name));
}

/**
 * Where a game is played that began in a room of its own. The chat follows it by its `data-room`.
 * @param {{name: string, title: string}} room
 */
function createRoomLink({ name, title }) {
  return createElement("div", {}, createElement("p", { class: "text" }, translate("room-opened", { name: title })), createElement("p", {}, createElement("a", { class: "button primary", href: resolvePath(`/c/${name}`), data: { room: name } }, translate("room-go"))));
}

const createInviteRow = () => createElement("div", { class: "row" }, createElement("button", { type: "button", class: "button secondary", data: { invite: "" } }, translate("invite-by-link")));
