// Channel prompt: a bar that offers the way to another channel: to a game of the reader's that began there, or to a challenge
// that waits there. A game that the reader's own event begins needs none, as the page goes there at once (`chat.js`).

import { createControls } from "../base/controls.js";
import { byId } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { channelTitle } from "./rooms.js";

/**
 * A running game of the reader's and who plays there.
 * @param {Wire.Room} room
 */
const gameKey = ({ name, players = [] }) => `${name} ${players.length}`;

/**
 * Whether a room has all its players: where a friend is invited there is one at first.
 * @param {Wire.Room} room
 */
const hasAllPlayers = ({ solo, players = [] }) => solo || players.length > 1;

export class ChannelPrompt {
  #openChannel;
  /**
   * The reader's running games of which the page has heard; null: it has heard of none yet.
   * @type {Set<string> | null}
   */
  #knownGames = null;

  /** @param {(name: string) => void} openChannel goes to a channel */
  constructor(openChannel) {
    this.#openChannel = openChannel;
    byId("channel-prompt-close").addEventListener("click", () => this.#close());
  }

  /**
   * The rooms there are now, and the channel the reader is in. A new game of the reader's that others began, or that was
   * begun in another tab, is offered; nobody is taken there while they type.
   * @param {Wire.Room[]} rooms
   * @param {string} current
   */
  update(rooms, current) {
    const own = rooms.filter(({ yours, over }) => yours && !over);
    const known = this.#knownGames;
    this.#knownGames = new Set(own.map(gameKey));
    if (byId("channel-prompt").dataset.room === current) this.#close();
    if (known === null) return;
    const fresh = own.find((room) => hasAllPlayers(room) && room.name !== current && !known.has(gameKey(room)));
    if (fresh !== undefined) this.#show(fresh.name, translate("room-yours", { name: channelTitle(fresh.name, rooms) }), null);
  }

  /**
   * Shows a challenge that waits in another channel, with its answers.
   * @param {string} channel
   * @param {string} text
   * @param {Wire.ControlRow[]} rows
   * @param {(component: string) => void} onAnswer
   */
  showChallenge(channel, text, rows, onAnswer) {
    const press = (/** @type {string} */ component) => {
      this.#close();
      onAnswer(component);
    };
    this.#show(channel, text, createControls(rows, press));
  }

  /**
   * @param {string} room
   * @param {string} text
   * @param {HTMLElement | null} answers
   */
  #show(room, text, answers) {
    const bar = byId("channel-prompt");
    bar.dataset.room = room;
    byId("channel-prompt-text").textContent = text;
    byId("channel-prompt-answers").replaceChildren(...(answers === null ? [] : [answers]));
    byId("channel-prompt-go").hidden = answers !== null;
    byId("channel-prompt-go").onclick = () => {
      this.#close();
      this.#openChannel(room);
    };
    bar.hidden = false;
  }

  #close() {
    const bar = byId("channel-prompt");
    bar.hidden = true;
    delete bar.dataset.room;
  }
}
