// One message of the bot as page elements: words, picture, buttons, menus, a file. Where it goes is the log's business.

import { address } from "../base/address.js";
import { element, icon, ICONS } from "../base/elements.js";
import { enlarge } from "../base/picture-viewer.js";
import { said } from "../base/timestamps.js";
import { word } from "../base/translations.js";

/** The elements of a message. `press(component, value, control)` is called when a button or a menu is used. */
export function messageParts(message, press) {
  return [
    ...message.blocks.map(block),
    message.picture && picture(message.picture, message.animation),
    message.attachment && attachment(message.attachment),
    message.book && bookLink(message.book),
    message.room && way(message.room),
    (message.rows.length > 0 || message.invite) && controls(message.rows, press, message.invite && inviting()),
  ].filter(Boolean);
}

function block(content) {
  if (content.heading !== undefined) return element("h3", {}, ...said(content.heading));
  if (content.list !== undefined) return element("ul", {}, ...content.list.map((item) => element("li", {}, ...said(item))));
  if (content.channels !== undefined) return element("ul", {}, ...content.channels.map(inChannel));
  if (content.code !== undefined) return code(content.code);
  return element("p", { class: "text" }, ...said(content.text));
}

/** An item about what goes on in a channel, with the way there. */
function inChannel({ text, channel }) {
  if (!channel) return element("li", {}, ...said(text));
  const name = channel.replace(/^web:/, "");
  return element("li", {}, ...said(text), " · ", element("a", { href: address(`/c/${encodeURIComponent(name)}`) }, name));
}

function code(text) {
  const copy = element("button", { type: "button", class: "button quiet copy" }, word("copy"));
  copy.addEventListener("click", async () => {
    if (!(await copied(text))) return;
    copy.textContent = word("copied");
    setTimeout(() => (copy.textContent = word("copy")), 2000);
  });
  // A board keeps its lines; a single long line, such as a fingerprint, is broken where the window ends.
  const kind = text.includes("\n") ? "code" : "code one-line";
  return element("div", { class: kind }, element("pre", { tabindex: "0" }, element("code", {}, text)), copy);
}

/** The clipboard is only there on https and on this machine; elsewhere an invisible field does it. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", { class: "visually-hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

function picture({ src, alt, width, height }, animation) {
  const image = element("img", { class: "board", src, alt, width, height, decoding: "async" });
  const button = element(
    "button",
    { type: "button", class: "icon-button enlarge", "aria-label": word("enlarge") },
    icon(ICONS.enlarge),
  );
  // Only boards can be small beside the board; what is wider than high is something else.
  const frame = element("div", { class: width > height ? "picture wide" : "picture" }, image, button);
  for (const opener of [image, button]) opener.addEventListener("click", () => enlarge(image));
  image.addEventListener("error", () => frame.append(failed(image, src)), { once: true });
  return animation ? element("div", {}, frame, playing(image, src, animation)) : frame;
}

/** Buttons to play the game in the picture's place and to keep it; it moves only when it is asked to. */
function playing(image, still, { name, href }) {
  const label = () => (image.src.endsWith(href) ? word("replay-stop") : word("replay-play"));
  const play = element("button", { type: "button", class: "button primary" }, label());
  play.addEventListener("click", () => {
    image.src = image.src.endsWith(href) ? still : href;
    play.textContent = label();
  });
  return element("div", { class: "row" }, play, attachment({ name, href }));
}

function failed(image, src) {
  const again = element("button", { type: "button", class: "button secondary" }, word("try-again"));
  const note = element("p", { class: "picture-failed" }, word("picture-failed"), " ", again);
  again.addEventListener("click", () => {
    note.remove();
    image.addEventListener("error", () => image.parentElement.append(failed(image, src)), { once: true });
    image.src = "";
    image.src = src;
  });
  return note;
}

function attachment({ name, href }) {
  return element(
    "p",
    {},
    element("a", { class: "button secondary", href, download: name }, icon(ICONS.download), word("download", { name })),
  );
}

/** Where the piece book tells more; it opens beside the chat, which stays as it is. */
function bookLink({ name, href }) {
  return element("p", {}, element("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, name));
}

/** Rows of buttons and menus, and `more` below them; `press(component, value, control)` is called when one is used. */
export function controls(rows, press, more) {
  return element("div", { class: "rows" }, ...rows.map((row) => (row.menu ? menu(row.menu, press) : buttons(row.buttons, press))), more);
}

/** Where a game is played that began in a room of its own. Who leads there hears of it by `data-room`. */
function way({ name, title }) {
  return element("div", {}, element("p", { class: "text" }, word("room-opened", { name: title })), element("p", {}, element("a", { class: "button primary", href: address(`/c/${name}`), data: { room: name } }, word("room-go"))));
}

const inviting = () => element("div", { class: "row" }, element("button", { type: "button", class: "button secondary", data: { invite: "" } }, word("invite-by-link")));

/** The button to go through a game, for which this chat has a page. */
const STEPS = /^after\.([a-z0-9]+)\.steps$/;

function buttons(list, press) {
  return element("div", { class: "row" }, ...list.map((button) => {
    const [, game] = STEPS.exec(button.id) ?? [];
    if (game) return element("a", { class: `button ${button.style}`, href: address(`/game/${game}`) }, button.label);
    const control = element("button", { type: "button", class: `button ${button.style}`, data: { control: button.id } }, button.label);
    control.addEventListener("click", () => press(button.id, null, control));
    return control;
  }));
}

/** A native menu beside a button: arrow keys only look through a menu, taking the choice is a step of its own. */
function menu({ id, label, options }, press) {
  const select = element(
    "select",
    { "aria-label": label, data: { control: id } },
    element("option", { value: "" }, label),
    ...options.map((option) => element("option", { value: option.value }, option.label)),
  );
  const choose = element("button", { type: "button", class: "button primary", "aria-label": word("choose-from", { menu: label }) }, word("choose"));
  const take = () => (select.value === "" ? select.focus() : press(id, select.value, choose));
  choose.addEventListener("click", take);
  select.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || select.value === "") return;
    event.preventDefault();
    take();
  });
  return element("div", { class: "row menu" }, select, choose);
}
