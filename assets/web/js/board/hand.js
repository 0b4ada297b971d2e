// The viewer's own cards in a game that has them: pressed or dragged onto the board, and the button to drop none. Not here:
// where a card may go (`turn-actions.js`); nobody else's cards ever reach the page.

import { createElement, findElement, findElements, focusedElement, isShown } from "../base/elements.js";
import { translate } from "../base/translations.js";

/**
 * @typedef {object} HandHandlers
 * @property {(card: Wire.Card, byKeyboard: boolean) => void} take
 * @property {(press: PointerEvent, card: Wire.Card, element: HTMLElement) => void} drag
 * @property {(component: string) => void} press for dropping no card, and taking the move back
 */

export class HandView {
  #root;
  #handlers;
  #shownKey = "";

  /**
   * @param {HTMLElement} root
   * @param {HandHandlers} handlers
   */
  constructor(root, handlers) {
    this.#root = root;
    this.#handlers = handlers;
  }

  /**
   * Shows the cards of a board.
   * @param {Wire.Board | null} board null: there are no cards to show
   * @param {string | null} picked the type of the card that is held
   * @param {boolean} isBusy while something is on its way
   */
  show(board, picked, isBusy) {
    const hand = board?.hand ?? null;
    this.#root.hidden = hand === null;
    if (board === null || hand === null) return;
    const { types, seat } = board;
    // A card that is being dragged stays the same element.
    const key = JSON.stringify([hand, seat, isBusy]);
    if (key === this.#shownKey) return this.#markPicked(picked);
    this.#shownKey = key;
    const focused = this.#root.contains(document.activeElement) ? focusedElement()?.dataset.card : undefined;
    const cards = hand.cards.map((card) => this.#createCard(card, (seat && types[card.type]?.[seat]) ?? "", hand.drop !== null && !isBusy));
    const buttons = isBusy ? [] : [
      hand.pass !== null && this.#createButton("pass", "primary", translate("hand-pass"), hand.pass),
      hand.undo !== null && this.#createButton("undo", "secondary", translate("hand-undo"), hand.undo),
    ].filter(isShown);
    this.#root.replaceChildren(
      createElement(
        "div",
        { class: "hand-words" },
        createElement("h3", { class: "hand-title", id: "game-hand-title" }, translate("hand-title")),
        createElement("p", { class: "hand-text small" }, hand.begun ? hand.begun.says : translate(cards.length === 0 ? "hand-empty" : "hand-move-first")),
      ),
      createElement(
        "ul",
        { class: "hand-cards", "aria-labelledby": "game-hand-title" },
        ...[...cards, ...buttons].map((control) => createElement("li", {}, control)),
      ),
    );
    this.#markPicked(picked);
    if (focused !== undefined) this.focus(focused);
  }

  /** @param {string | null} picked */
  #markPicked(picked) {
    for (const card of findElements(this.#root, ".card")) card.setAttribute("aria-pressed", card.dataset.card === picked ? "true" : "false");
  }

  /**
   * Brings the keyboard back to a card, or to the first control there is.
   * @param {string} type
   */
  focus(type) {
    const wanted = findElement(this.#root, `[data-card="${CSS.escape(type)}"]`) ?? findElement(this.#root, "button");
    wanted?.focus();
  }

  /**
   * @param {string} name
   * @param {string} style
   * @param {string} label
   * @param {string} component
   */
  #createButton(name, style, label, component) {
    const button = createElement("button", { type: "button", class: `button ${style} hand-button`, data: { card: name } }, label);
    button.addEventListener("click", () => this.#handlers.press(component));
    return button;
  }

  /**
   * @param {Wire.Card} card
   * @param {string} src
   * @param {boolean} isUsable
   */
  #createCard(card, src, isUsable) {
    const button = createElement(
      "button",
      { type: "button", class: `card ${isUsable && card.drops.length > 0 ? "usable" : ""}`, data: { card: card.type } },
      createElement("img", { class: "card-art", src, alt: "", draggable: "false" }),
      createElement("span", { class: "card-name" }, card.count > 1 ? `${card.name} (${card.count})` : card.name),
    );
    button.addEventListener("click", (event) => this.#handlers.take(card, event.detail === 0));
    button.addEventListener("pointerdown", (event) => event.button === 0 && event.isPrimary && this.#handlers.drag(event, card, button));
    return button;
  }
}
