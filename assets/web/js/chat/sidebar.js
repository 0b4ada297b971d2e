// Channels and people: in the column beside the chat where there is room, in a drawer where there is not.

import { resolvePath } from "../base/address.js";
import { byId, createElement, createIcon, ICON_PATHS } from "../base/elements.js";
import { paintAvatar } from "../base/avatars.js";
import { createChannelItems, channelTitle } from "./rooms.js";
import { translate } from "../base/translations.js";

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

/** Lists the channels and their rooms; `follow` is called with the one that is chosen. */
export function showChannels(names, rooms, current, follow) {
  const link = (name, room) => {
    const made = createElement(
      "a",
      { href: resolvePath(`/c/${name}`), "aria-current": name === current && "page" },
      room?.private ? createIcon(ICON_PATHS.lock) : room === undefined && createElement("span", { class: "hash", "aria-hidden": "true" }, "#"),
      createElement("span", { class: "room-name" }, room === undefined ? name : channelTitle(name, rooms)),
      room?.private && createElement("span", { class: "visually-hidden" }, translate("room-private")),
      room?.over && createElement("span", { class: "room-mark" }, translate("room-over")),
    );
    made.addEventListener("click", (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      follow(name);
    });
    return made;
  };
  const list = byId("channels");
  const open = list.querySelector("details[open]") !== null;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  list.replaceChildren(...createChannelItems(names, rooms, current, link));
  for (const folded of list.querySelectorAll("details")) folded.open = open;
  if (focused !== null) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

/** Lists who is here and how many more; `challenge` is called with the name of the person that is chosen. */
export function showPeople(people, more, challenge) {
  const list = byId("people");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
  list.replaceChildren(...people.map(({ name, you }) => createElement("li", {}, you ? createOwnEntry(name) : createPersonButton(name, challenge))));
  const alone = more === 0 && people.every(({ you }) => you);
  if (more > 0) list.append(createElement("li", { class: "small muted" }, translate("people-more", { count: more })));
  byId("people-hint").hidden = alone;
  if (alone) list.append(createElement("li", { class: "small muted" }, translate("nobody-yet")));
  if (focused !== undefined) list.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
}

function createOwnEntry(name) {
  return createElement("span", { class: "person" }, createAvatar(name), createElement("span", { class: "person-name" }, name), createElement("span", { class: "muted small" }, translate("you")));
}

function createPersonButton(name, challenge) {
  const button = createElement(
    "button",
    { type: "button", class: "person", data: { name } },
    createAvatar(name),
    createElement("span", { class: "person-name" }, name),
    " ",
    createElement("span", { class: "challenge" }, translate("challenge")),
  );
  button.addEventListener("click", () => challenge(name));
  return button;
}

const createAvatar = (name) => paintAvatar(createElement("span", { "aria-hidden": "true" }), name);
