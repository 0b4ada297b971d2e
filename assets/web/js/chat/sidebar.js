// Sidebar: lists channels and people, in the column beside the chat where there is room, in a
// drawer where there is not.

import { resolvePath } from "../base/address.js";
import { paintAvatar } from "../base/avatars.js";
import { byId, createElement, createIcon, findElement, findElements, focusedElement, ICON_PATHS, opensElsewhere } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { channelTitle, createChannelItems } from "./rooms.js";

/** Wires the drawer; on a narrow page the very same lists move into it while it is open. */
export function wireSidebar() {
  const [drawer, sidebar, content] = [byId("drawer"), byId("sidebar"), byId("drawer-content")];
  byId("open-sidebar").addEventListener("click", () => {
    content.append(...sidebar.children);
    drawer.showModal();
  });
  drawer.addEventListener("close", () => sidebar.append(...content.children));
  drawer.addEventListener("click", (event) => event.target === drawer && drawer.close());
}

/** Closes the drawer after something in it was chosen. */
export const closeSidebar = () => byId("drawer").close();

/**
 * Lists the channels and their rooms.
 * @param {string[]} names
 * @param {Wire.Room[]} rooms
 * @param {string} current
 * @param {(name: string) => void} openChannel called with the one that is chosen
 */
export function showChannels(names, rooms, current, openChannel) {
  const createLink = (/** @type {string} */ name, /** @type {Wire.Room | undefined} */ room) => {
    const link = createElement(
      "a",
      { href: resolvePath(`/c/${name}`), "aria-current": name === current && "page" },
      room?.private ? createIcon(ICON_PATHS.lock) : room === undefined && createElement("span", { class: "hash", "aria-hidden": "true" }, "#"),
      createElement("span", { class: "room-name" }, room === undefined ? name : channelTitle(name, rooms)),
      room?.private && createElement("span", { class: "visually-hidden" }, translate("room-private")),
      room?.over && createElement("span", { class: "room-mark" }, translate("room-over")),
    );
    link.addEventListener("click", (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      openChannel(name);
    });
    return link;
  };
  const list = byId("channels");
  const isOpen = list.querySelector("details[open]") !== null;
  const focused = list.contains(document.activeElement) ? focusedElement()?.getAttribute("href") : null;
  list.replaceChildren(...createChannelItems(names, rooms, current, createLink));
  for (const folded of list.querySelectorAll("details")) folded.open = isOpen;
  if (focused) findElement(list, `a[href="${CSS.escape(focused)}"]`)?.focus();
}

/**
 * Lists who is here and how many more.
 * @param {Wire.Speaker[]} people
 * @param {number} more
 * @param {(name: string) => void} onChallenge called with the name of the person that is chosen
 */
export function showPeople(people, more, onChallenge) {
  const list = byId("people");
  const focused = list.contains(document.activeElement) ? focusedElement()?.dataset.name : undefined;
  list.replaceChildren(...people.map(({ name, you }) => createElement("li", {}, you ? createOwnEntry(name) : createPersonButton(name, onChallenge))));
  const isAlone = more === 0 && people.every(({ you }) => you);
  if (more > 0) list.append(createElement("li", { class: "small muted" }, translate("people-more", { count: more })));
  byId("people-hint").hidden = isAlone;
  if (isAlone) list.append(createElement("li", { class: "small muted" }, translate("nobody-yet")));
  if (focused !== undefined) findElements(list, "[data-name]").find(({ dataset }) => dataset.name === focused)?.focus();
}

/** @param {string} name */
function createOwnEntry(name) {
  return createElement("span", { class: "person" }, createAvatar(name), createElement("span", { class: "person-name" }, name), createElement("span", { class: "muted small" }, translate("you")));
}

/**
 * @param {string} name
 * @param {(name: string) => void} onChallenge
 */
function createPersonButton(name, onChallenge) {
  const button = createElement(
    "button",
    { type: "button", class: "person", data: { name } },
    createAvatar(name),
    createElement("span", { class: "person-name" }, name),
    " ",
    createElement("span", { class: "challenge" }, translate("challenge")),
  );
  button.addEventListener("click", () => onChallenge(name));
  return button;
}

const createAvatar = (/** @type {string} */ name) => paintAvatar(createElement("span", { "aria-hidden": "true" }), name);
