// The viewer's own cards in a game that has them: pressed or dragged onto the board, and the button to put none. Not
// here: where a card may go (`board.js`); nobody else's cards ever reach the page.

import { createElement } from "../base/elements.js";
import { translate } from "../base/translations.js";

export class HandView {
  #root;
  #take;
  #drag;
  #press;
  #shown = "";

  /** `take(card, byKeyboard)`, `drag(press, card, element)`; `press(component)` is for passing. */
  constructor(root, take, drag, press) {
    this.#root = root;
    this.#take = take;
    this.#drag = drag;
    this.#press = press;
  }

  /** Shows the cards of a board; `picked` is the type of the one that is held, `busy` while something is on its way. */
  show({ hand, types, seat }, picked, busy) {
    this.#root.hidden = hand === null || hand === undefined;
    if (this.#root.hidden) return;
    // A card that is being dragged stays the same element.
    const shown = JSON.stringify([hand, seat, busy]);
    if (shown === this.#shown) return this.#markPicked(picked);
    this.#shown = shown;
    const focused = this.#root.contains(document.activeElement) ? document.activeElement.dataset.card : undefined;
    const cards = hand.cards.map((card) => this.#createCard(card, types[card.type]?.[seat] ?? "", hand.drop !== null && !busy));
    const further = [["pass", "primary", translate("hand-pass")], ["undo", "secondary", translate("hand-undo")]];
    const buttons = further.filter(([name]) => hand[name] && !busy).map(([name, style, label]) => this.#createButton(name, style, label, hand[name]));
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

  #markPicked(picked) {
    for (const card of this.#root.querySelectorAll(".card")) card.setAttribute("aria-pressed", card.dataset.card === picked ? "true" : "false");
  }

  /** Brings the keyboard back to a card, or to whatever there is. */
  focus(type) {
    const wanted = this.#root.querySelector(`[data-card="${CSS.escape(type)}"]`) ?? this.#root.querySelector("button");
    wanted?.focus();
  }

  #createButton(name, style, label, component) {
    const made = createElement("button", { type: "button", class: `button ${style} hand-button`, data: { card: name } }, label);
    made.addEventListener("click", () => this.#press(component));
    return made;
  }

  #createCard(card, src, usable) {
    const made = createElement(
      "button",
      { type: "button", class: `card ${usable && card.drops.length > 0 ? "usable" : ""}`, data: { card: card.type } },
      createElement("img", { class: "card-art", src, alt: "", draggable: "false" }),
      createElement("span", { class: "card-name" }, card.count > 1 ? `${card.name} (${card.count})` : card.name),
    );
    made.addEventListener("click", (event) => this.#take(card, event.detail === 0));
    made.addEventListener("pointerdown", (event) => event.button === 0 && event.isPrimary && this.#drag(event, card, made));
    return made;
  }
}
