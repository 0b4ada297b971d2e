// Rooms: what a channel is called, and the list of channels with the rooms of games below the channel they belong to. Not here:
// who is let into a room (`members.js`).

import { createElement } from "../base/elements.js";
import { translate } from "../base/translations.js";

/** @typedef {(name: string, room: Wire.Room | undefined) => HTMLElement} CreateLink Makes the link to a channel. */

/** Rooms of one channel that are listed before the rest is folded away. */
const MAX_LISTED_ROOMS = 6;

/**
 * What a channel is called on the page.
 * @param {string} name
 * @param {Wire.Room[]} rooms
 */
export function channelTitle(name, rooms) {
  const room = rooms.find((other) => other.name === name);
  // A room of which nothing is known yet has a name that was drawn.
  if (room === undefined) return /^(game|room)-/.test(name) ? translate("room-unnamed") : `#${name}`;
  if (room.title !== undefined) return room.title;
  const [white, black] = room.players ?? [];
  if (room.solo) return translate("room-solo", { name: white });
  if (white !== undefined && black === undefined) return translate("room-waiting", { name: white });
  return white === undefined ? `#${name}` : `${white} – ${black ?? "?"}`;
}

/**
 * The list of channels as elements: each with its rooms below it, the newest first, those of games that are over folded
 * away.
 * @param {string[]} names
 * @param {Wire.Room[]} rooms
 * @param {string} current
 * @param {CreateLink} createLink
 */
export function createChannelItems(names, rooms, current, createLink) {
  const findRoom = (/** @type {string} */ name) => rooms.find((other) => other.name === name);
  const parentOf = (/** @type {string} */ name) => findRoom(name)?.parent;
  const roomsUnder = (/** @type {string} */ parent) => names.map(findRoom).filter((room) => room !== undefined).filter((room) => room.parent === parent);
  const top = names.filter((name) => parentOf(name) === undefined);
  // A room whose channel is not listed for this reader stands by itself.
  const alone = names.filter((name) => parentOf(name) !== undefined && !top.includes(parentOf(name) ?? ""));
  return [...top, ...alone].map((name) => createElement("li", {}, createLink(name, findRoom(name)), ...createRoomLists(roomsUnder(name), current, createLink)));
}

/**
 * @param {Wire.Room[]} rooms
 * @param {string} current
 * @param {CreateLink} createLink
 */
function createRoomLists(rooms, current, createLink) {
  const counts = (/** @type {Wire.Room} */ { over, yours, name }) => (!over && yours) || name === current;
  const first = rooms.filter((room, place) => counts(room) || (!room.over && place < MAX_LISTED_ROOMS));
  const rest = rooms.filter((room) => !first.includes(room));
  const createItem = (/** @type {Wire.Room} */ room) => createElement("li", {}, createLink(room.name, room));
  return [
    first.length > 0 && createElement("ul", { class: "rooms" }, ...first.map(createItem)),
    rest.length > 0 && createElement("details", { class: "rooms" }, createElement("summary", {}, translate("rooms-more", { count: rest.length })), createElement("ul", {}, ...rest.map(createItem))),
  ];
}
