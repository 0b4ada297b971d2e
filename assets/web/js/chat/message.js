// One message of the bot as page elements: words, picture, buttons, menus, a file. Where it goes is the log's business.

import { resolvePath } from "../base/address.js";
import { createElement, createIcon, ICON_PATHS } from "../base/elements.js";
import { openPictureViewer } from "../base/picture-viewer.js";
import { createSentence } from "../base/timestamps.js";
import { translate } from "../base/translations.js";

/** The elements of a message. `press(component, value, control)` is called when a button or a menu is used. */
export function createMessageParts(message, press) {
  return [
    ...message.blocks.map(createBlock),
    message.picture && createPicture(message.picture, message.animation),
    message.attachment && createDownload(message.attachment),
    message.book && createBookLink(message.book),
    message.room && createRoomLink(message.room),
    (message.rows.length > 0 || message.invite) && createControls(message.rows, press, message.invite && createInviteRow()),
  ].filter(Boolean);
}

function createBlock(content) {
  if (content.heading !== undefined) return createElement("h3", {}, ...createSentence(content.heading));
  if (content.list !== undefined) return createElement("ul", {}, ...content.list.map((item) => createElement("li", {}, ...createSentence(item))));
  if (content.channels !== undefined) return createElement("ul", {}, ...content.channels.map(createChannelItem));
  if (content.code !== undefined) return createCode(content.code);
  return createElement("p", { class: "text" }, ...createSentence(content.text));
}

/** An item about what goes on in a channel, with the way there. */
function createChannelItem({ text, channel }) {
  if (!channel) return createElement("li", {}, ...createSentence(text));
  const name = channel.replace(/^web:/, "");
  return createElement("li", {}, ...createSentence(text), " · ", createElement("a", { href: resolvePath(`/c/${encodeURIComponent(name)}`) }, name));
}

function createCode(text) {
  const copy = createElement("button", { type: "button", class: "button quiet copy" }, translate("copy"));
  copy.addEventListener("click", async () => {
    if (!(await copyText(text))) return;
    copy.textContent = translate("copied");
    setTimeout(() => (copy.textContent = translate("copy")), 2000);
  });
  // A board keeps its lines; a single long line, such as a fingerprint, is broken where the window ends.
  const kind = text.includes("\n") ? "code" : "code one-line";
  return createElement("div", { class: kind }, createElement("pre", { tabindex: "0" }, createElement("code", {}, text)), copy);
}

/** The clipboard is only there on https and on this machine; elsewhere an invisible field does it. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = createElement("textarea", { class: "visually-hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

function createPicture({ src, alt, width, height }, animation) {
  const image = createElement("img", { class: "board", src, alt, width, height, decoding: "async" });
  const button = createElement(
    "button",
    { type: "button", class: "icon-button enlarge", "aria-label": translate("enlarge") },
    createIcon(ICON_PATHS.enlarge),
  );
  // Only boards can be small beside the board; what is wider than high is something else.
  const frame = createElement("div", { class: width > height ? "picture wide" : "picture" }, image, button);
  for (const opener of [image, button]) opener.addEventListener("click", () => openPictureViewer(image));
  image.addEventListener("error", () => frame.append(createRetry(image, src)), { once: true });
  return animation ? createElement("div", {}, frame, createReplayRow(image, src, animation)) : frame;
}

/** Buttons to play the game in the picture's place and to keep it; it moves only when it is asked to. */
function createReplayRow(image, still, { name, href }) {
  const label = () => (image.src.endsWith(href) ? translate("replay-stop") : translate("replay-play"));
  const play = createElement("button", { type: "button", class: "button primary" }, label());
  play.addEventListener("click", () => {
    image.src = image.src.endsWith(href) ? still : href;
    play.textContent = label();
  });
  return createElement("div", { class: "row" }, play, createDownload({ name, href }));
}

function createRetry(image, src) {
  const again = createElement("button", { type: "button", class: "button secondary" }, translate("try-again"));
  const note = createElement("p", { class: "picture-failed" }, translate("picture-failed"), " ", again);
  again.addEventListener("click", () => {
    note.remove();
    image.addEventListener("error", () => image.parentElement.append(createRetry(image, src)), { once: true });
    image.src = "";
    image.src = src;
  });
  return note;
}

function createDownload({ name, href }) {
  return createElement(
    "p",
    {},
    createElement("a", { class: "button secondary", href, download: name }, createIcon(ICON_PATHS.download), translate("download", { name })),
  );
}

/** Where the piece book tells more; it opens beside the chat, which stays as it is. */
function createBookLink({ name, href }) {
  return createElement("p", {}, createElement("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, name));
}

/** Rows of buttons and menus, and `more` below them; `press(component, value, control)` is called when one is used. */
export function createControls(rows, press, more) {
  return createElement("div", { class: "rows" }, ...rows.map((row) => (row.menu ? createMenu(row.menu, press) : createButtons(row.buttons, press))), more);
}

/** Where a game is played that began in a room of its own. Who leads there hears of it by `data-room`. */
function createRoomLink({ name, title }) {
  return createElement("div", {}, createElement("p", { class: "text" }, translate("room-opened", { name: title })), createElement("p", {}, createElement("a", { class: "button primary", href: resolvePath(`/c/${name}`), data: { room: name } }, translate("room-go"))));
}

const createInviteRow = () => createElement("div", { class: "row" }, createElement("button", { type: "button", class: "button secondary", data: { invite: "" } }, translate("invite-by-link")));

/** The button to go through a game, for which this chat has a page. */
const STEPS = /^after\.([a-z0-9]+)\.steps$/;

function createButtons(list, press) {
  return createElement("div", { class: "row" }, ...list.map((button) => {
    const [, game] = STEPS.exec(button.id) ?? [];
    if (game) return createElement("a", { class: `button ${button.style}`, href: resolvePath(`/game/${game}`) }, button.label);
    const control = createElement("button", { type: "button", class: `button ${button.style}`, data: { control: button.id } }, button.label);
    control.addEventListener("click", () => press(button.id, null, control));
    return control;
  }));
}

/** A native menu beside a button: arrow keys only look through a menu, taking the choice is a step of its own. */
function createMenu({ id, label, options }, press) {
  const select = createElement(
    "select",
    { "aria-label": label, data: { control: id } },
    createElement("option", { value: "" }, label),
    ...options.map((option) => createElement("option", { value: option.value }, option.label)),
  );
  const choose = createElement("button", { type: "button", class: "button primary", "aria-label": translate("choose-from", { menu: label }) }, translate("choose"));
  const take = () => (select.value === "" ? select.focus() : press(id, select.value, choose));
  choose.addEventListener("click", take);
  select.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || select.value === "") return;
    event.preventDefault();
    take();
  });
  return createElement("div", { class: "row menu" }, select, choose);
}
