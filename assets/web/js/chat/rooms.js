// Rooms: those of games under the channel they belong to, the way to one's own game when it has begun elsewhere, and who is
// let into a room that is not for everybody. Links that invite are in invite.js.

import { byId, element } from "../base/elements.js";
import { changeMembers, listMembers } from "../base/requests.js";
import { copyFrom } from "./invites.js";
import { controls } from "./message.js";
import { refusal, word } from "../base/translations.js";

/** Rooms of one channel that are listed before the rest is folded away. */
const MOST = 6;

/** What a channel is called on the page. */
export function titleOf(name, rooms) {
  const room = rooms.find((other) => other.name === name);
  // A room of which nothing is known yet has a name that was drawn.
  if (room === undefined) return /^(game|room)-/.test(name) ? word("room-unnamed") : `#${name}`;
  if (room.title !== undefined) return room.title;
  const [white, black] = room.players ?? [];
  if (room.solo) return word("room-solo", { name: white });
  if (white !== undefined && black === undefined) return word("room-waiting", { name: white });
  return white === undefined ? `#${name}` : `${white} – ${black ?? "?"}`;
}

/**
 * The list of channels as elements: each with its rooms below it, the newest first, those of games that are over folded
 * away. `link(name, label)` makes the way to one.
 */
export function channelItems(names, rooms, current, link) {
  const room = (name) => rooms.find((other) => other.name === name);
  const isRoom = (name) => room(name)?.parent !== undefined;
  const under = (parent) => names.filter((name) => room(name)?.parent === parent).map(room);
  const top = names.filter((name) => !isRoom(name));
  // A room whose channel is not listed for this reader stands by itself.
  const alone = names.filter((name) => isRoom(name) && !top.includes(room(name).parent));
  return [...top, ...alone].map((name) => element("li", {}, link(name, room(name)), ...below(under(name), current, link)));
}

function below(rooms, current, link) {
  const counts = ({ over, yours, name }) => (!over && yours) || name === current;
  const first = rooms.filter((room, place) => counts(room) || (!room.over && place < MOST));
  const rest = rooms.filter((room) => !first.includes(room));
  const item = (room) => element("li", {}, link(room.name, room));
  return [
    first.length > 0 && element("ul", { class: "rooms" }, ...first.map(item)),
    rest.length > 0 && element("details", { class: "rooms" }, element("summary", {}, word("rooms-more", { count: rest.length })), element("ul", {}, ...rest.map(item))),
  ];
}

/** Whether a room has all its players: where a friend is invited there is one at first. */
const isBegun = (players, solo) => solo || players.length > 1;

/**
 * Offers the way to games of one's own that others began, or that were begun in another tab; nobody is taken there while
 * they type. Who begins a game is led there at once (`chat.js`).
 */
export class Offers {
  #known = null;
  #visit;

  /** `visit(name)` goes to a channel. */
  constructor(visit) {
    this.#visit = visit;
    byId("offer-close").addEventListener("click", () => this.#close());
  }

  /** The rooms there are now, and the channel the reader is in. */
  note(rooms, current) {
    const own = rooms.filter(({ yours, over }) => yours && !over);
    const known = this.#known;
    this.#known = new Set(own.map(({ name, players }) => `${name} ${players.length}`));
    if (byId("offer").dataset.room === current) this.#close();
    if (known === null) return;
    const fresh = own.find(({ name, players, solo }) => isBegun(players, solo) && name !== current && !known.has(`${name} ${players.length}`));
    if (fresh !== undefined) this.#offer(fresh, rooms);
  }

  /** Shows a challenge that waits in another channel, with its answers; `answer(component)` gives one. */
  challenge(channel, text, rows, answer) {
    const press = (component) => {
      this.#close();
      answer(component);
    };
    this.#show(channel, text, controls(rows, press));
  }

  #offer(room, rooms) {
    this.#show(room.name, word("room-yours", { name: titleOf(room.name, rooms) }));
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
      const away = element("button", { type: "button", class: "button secondary", "aria-label": word("member-remove", { name }) }, word("remove"));
      away.addEventListener("click", () => act({ without: name }));
      return element("li", { class: "member" }, element("span", {}, name, you ? ` (${word("you")})` : ""), made && !you && away);
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
      error.textContent = refusal(refused.reason ?? "internal");
      return false;
    }
  };
  byId("members-relink").onclick = () => act({ relink: true });
  copyFrom(byId("members-copy"), byId("members-address"));
  try {
    show(await listMembers(seat, channel));
  } catch (refused) {
    error.textContent = refusal(refused.reason ?? "internal");
  }
  dialog.showModal();
}
