// Rooms: those of games under the channel they belong to, the way to one's own game when it has begun elsewhere, and who is
// let into a room that is not for everybody. Links that invite are in invite.js.

import { byId, createElement } from "../base/elements.js";
import { changeMembers, listMembers } from "../base/requests.js";
import { wireCopyButton } from "./invites.js";
import { createControls } from "./message.js";
import { refusalText, translate } from "../base/translations.js";

/** Rooms of one channel that are listed before the rest is folded away. */
const MAX_LISTED_ROOMS = 6;

/** What a channel is called on the page. */
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
 * away. `link(name, label)` makes the way to one.
 */
export function createChannelItems(names, rooms, current, link) {
  const room = (name) => rooms.find((other) => other.name === name);
  const isRoom = (name) => room(name)?.parent !== undefined;
  const under = (parent) => names.filter((name) => room(name)?.parent === parent).map(room);
  const top = names.filter((name) => !isRoom(name));
  // A room whose channel is not listed for this reader stands by itself.
  const alone = names.filter((name) => isRoom(name) && !top.includes(room(name).parent));
  return [...top, ...alone].map((name) => createElement("li", {}, link(name, room(name)), ...createRoomLists(under(name), current, link)));
}

function createRoomLists(rooms, current, link) {
  const counts = ({ over, yours, name }) => (!over && yours) || name === current;
  const first = rooms.filter((room, place) => counts(room) || (!room.over && place < MAX_LISTED_ROOMS));
  const rest = rooms.filter((room) => !first.includes(room));
  const item = (room) => createElement("li", {}, link(room.name, room));
  return [
    first.length > 0 && createElement("ul", { class: "rooms" }, ...first.map(item)),
    rest.length > 0 && createElement("details", { class: "rooms" }, createElement("summary", {}, translate("rooms-more", { count: rest.length })), createElement("ul", {}, ...rest.map(item))),
  ];
}

/** Whether a room has all its players: where a friend is invited there is one at first. */
const hasAllPlayers = (players, solo) => solo || players.length > 1;

/**
 * Offers the way to games of one's own that others began, or that were begun in another tab; nobody is taken there while
 * they type. Who begins a game is led there at once (`chat.js`).
 */
export class ChannelPrompt {
  #known = null;
  #visit;

  /** `visit(name)` goes to a channel. */
  constructor(visit) {
    this.#visit = visit;
    byId("offer-close").addEventListener("click", () => this.#close());
  }

  /** The rooms there are now, and the channel the reader is in. */
  update(rooms, current) {
    const own = rooms.filter(({ yours, over }) => yours && !over);
    const known = this.#known;
    this.#known = new Set(own.map(({ name, players }) => `${name} ${players.length}`));
    if (byId("offer").dataset.room === current) this.#close();
    if (known === null) return;
    const fresh = own.find(({ name, players, solo }) => hasAllPlayers(players, solo) && name !== current && !known.has(`${name} ${players.length}`));
    if (fresh !== undefined) this.#showRoom(fresh, rooms);
  }

  /** Shows a challenge that waits in another channel, with its answers; `answer(component)` gives one. */
  showChallenge(channel, text, rows, answer) {
    const press = (component) => {
      this.#close();
      answer(component);
    };
    this.#show(channel, text, createControls(rows, press));
  }

  #showRoom(room, rooms) {
    this.#show(room.name, translate("room-yours", { name: channelTitle(room.name, rooms) }));
  }

  #show(room, text, answers = null) {
    const offer = byId("offer");
    offer.dataset.room = room;
    byId("offer-text").textContent = text;
    byId("offer-answers").replaceChildren(...(answers === null ? [] : [answers]));
    byId("offer-go").hidden = answers !== null;
    byId("offer-go").onclick = () => {
      this.#close();
      this.#visit(room);
    };
    offer.hidden = false;
  }

  #close() {
    const offer = byId("offer");
    offer.hidden = true;
    delete offer.dataset.room;
  }
}

/** Opens the list of those who are let into a room; `left` is called when the reader has left it. */
export async function openMembers(seat, channel, left) {
  const dialog = byId("members");
  const error = byId("members-error");
  error.textContent = "";
  const show = ({ members, made, link }) => {
    byId("members-list").replaceChildren(...members.map(({ name, you }) => {
      const away = createElement("button", { type: "button", class: "button secondary", "aria-label": translate("member-remove", { name }) }, translate("remove"));
      away.addEventListener("click", () => act({ without: name }));
      return createElement("li", { class: "member" }, createElement("span", {}, name, you ? ` (${translate("you")})` : ""), made && !you && away);
    }));
    byId("members-link").hidden = link === undefined;
    byId("members-address").value = link === undefined ? "" : location.origin + link;
    byId("members-leave").hidden = made;
    byId("members-leave").onclick = async () => {
      const me = members.find(({ you }) => you);
      if (me !== undefined && (await act({ without: me.name }))) {
        dialog.close();
        left();
      }
    };
  };
  const act = async (change) => {
    error.textContent = "";
    try {
      show(await changeMembers(seat, channel, change));
      return true;
    } catch (refused) {
      error.textContent = refusalText(refused.reason ?? "internal");
      return false;
    }
  };
  byId("members-relink").onclick = () => act({ relink: true });
  wireCopyButton(byId("members-copy"), byId("members-address"));
  try {
    show(await listMembers(seat, channel));
  } catch (refused) {
    error.textContent = refusalText(refused.reason ?? "internal");
  }
  dialog.showModal();
}
