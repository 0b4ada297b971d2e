// Note bar: shows a sentence in passing, which disappears by itself.

import { byId } from "../base/elements.js";

const NOTE_MS = 6000;
const LONG_NOTE_MS = 15_000;

export class NoteBar {
  /** @type {number | undefined} */
  #timer;
  /**
   * The channel the note leads to.
   * @type {string | null}
   */
  #channel = null;

  /**
   * Shows a sentence.
   * @param {string} text
   */
  show(text) {
    this.#showFor(text, NOTE_MS, null);
  }

  /**
   * Shows a sentence that takes longer to read; one about a channel goes once the page is there.
   * @param {string} text
   * @param {string | null} [channel]
   */
  showLong(text, channel = null) {
    this.#showFor(text, LONG_NOTE_MS, channel);
  }

  /**
   * The page shows another channel.
   * @param {string} channel
   */
  enterChannel(channel) {
    if (this.#channel === channel) byId("note").hidden = true;
  }

  /**
   * @param {string} text
   * @param {number} millis
   * @param {string | null} channel
   */
  #showFor(text, millis, channel) {
    const note = byId("note");
    this.#channel = channel;
    note.textContent = text;
    note.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (note.hidden = true), millis);
  }
}
