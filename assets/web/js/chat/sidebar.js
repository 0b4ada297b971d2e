// Channels and people: in the column beside the chat where there is room, in a drawer where there is not.

import { address } from "../base/address.js";
import { byId, element, icon, ICONS } from "../base/elements.js";
import { avatar } from "../base/avatars.js";
import { channelItems, titleOf } from "./rooms.js";
import { word } from "../base/translations.js";

/** Wires the drawer; on a narrow page the very same lists move into it while it is open. */
export function prepareSidebar() {
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
    const made = element(
      "a",
      { href: address(`/c/${name}`), "aria-current": name === current && "page" },
      room?.private ? icon(ICONS.lock) : room === undefined && element("span", { class: "hash", "aria-hidden": "true" }, "#"),
      element("span", { class: "room-name" }, room === undefined ? name : titleOf(name, rooms)),
      room?.private && element("span", { class: "visually-hidden" }, word("room-private")),
      room?.over && element("span", { class: "room-mark" }, word("room-over")),
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
  list.replaceChildren(...channelItems(names, rooms, current, link));
  for (const folded of list.querySelectorAll("details")) folded.open = open;
  if (focused !== null) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

/** Lists who is here and how many more; `challenge` is called with the name of the person that is chosen. */
export function showPeople(people, more, challenge) {
  const list = byId("people");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
  list.replaceChildren(...people.map(({ name, you }) => element("li", {}, you ? me(name) : other(name, challenge))));
  const alone = more === 0 && people.every(({ you }) => you);
  if (more > 0) list.append(element("li", { class: "small muted" }, word("people-more", { count: more })));
  byId("people-hint").hidden = alone;
  if (alone) list.append(element("li", { class: "small muted" }, word("nobody-yet")));
  if (focused !== undefined) list.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
}

function me(name) {
  return element("span", { class: "person" }, face(name), element("span", { class: "person-name" }, name), element("span", { class: "muted small" }, word("you")));
}

function other(name, challenge) {
  const button = element(
    "button",
    { type: "button", class: "person", data: { name } },
    face(name),
    element("span", { class: "person-name" }, name),
    " ",
    element("span", { class: "challenge" }, word("challenge")),
  );
  button.addEventListener("click", () => challenge(name));
  return button;
}

const face = (name) => avatar(element("span", { "aria-hidden": "true" }), name);
