// Status line below a board: shows one sentence, which screen readers read out, and a button that
// tells more about the piece that the sentence is about.

import { createElement } from "../base/elements.js";
import { translate } from "../base/translations.js";

export class StatusLine {
  #text = createElement("p", { class: "board-status", role: "status" });
  #button = createElement("button", { type: "button", class: "icon-button board-inspect", hidden: true }, createElement("span", { "aria-hidden": "true" }, "i"));
  /** @type {Wire.Square | null} */
  #square = null;

  /** @param {(square: Wire.Square) => void} explain tells more about the piece on a square */
  constructor(explain) {
    this.#button.addEventListener("click", () => this.#square !== null && explain(this.#square));
  }

  get elements() {
    return [this.#text, this.#button];
  }

  /**
   * Says a sentence, about the piece on a square if there is one. The same sentence is read out again.
   * @param {string} text
   * @param {Wire.Square | null} [square]
   */
  say(text, square = null) {
    if (this.#text.textContent === text) this.#text.textContent = "";
    this.#text.textContent = text;
    this.#square = square;
    this.#button.hidden = square === null;
    this.#button.setAttribute("aria-label", translate("board-about"));
  }
}
