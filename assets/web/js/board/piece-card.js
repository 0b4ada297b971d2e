// Piece card: a box beside a piece that explains it: its name, what holds it now, how it moves, and
// a link to the piece book. It shows the name at once and loads the rest from the book; without a
// book it shows what it knows.

import { resolvePath } from "../base/address.js";
import { byId, containsTarget, createElement, createIcon, focusedElement, isShown } from "../base/elements.js";
import { currentLanguage, translate } from "../base/translations.js";

/** @import { Gesture } from "./inspect-gesture.js" */

/**
 * @typedef {object} PieceDetails
 * @property {string} name of its type
 * @property {string | null} says the piece and its square
 * @property {string | null} holds what holds it now
 * @property {string} src its picture
 * @property {HTMLElement} cell what the card is shown beside
 * @property {Gesture} gesture how it was asked for
 */

/** @type {Map<string, Promise<Wire.BookEntry | null>>} */
const loadedEntries = new Map();

/**
 * What the piece book says about a type in the page's language; null if it says nothing.
 * @param {string} type
 */
function loadBookEntry(type) {
  const address = resolvePath(`/book/${encodeURIComponent(type)}.json?language=${encodeURIComponent(currentLanguage())}`);
  const entry = loadedEntries.get(address) ?? fetch(address).then((found) => (found.ok ? found.json() : null)).catch(() => null);
  loadedEntries.set(address, entry);
  return entry;
}

export class PieceCard {
  #card = byId("piece-card");
  /** @type {HTMLElement | null} */
  #anchor = null;
  /** @type {Gesture | null} */
  #gesture = null;
  /** @type {HTMLElement | null} */
  #returnFocus = null;

  constructor() {
    this.#card.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.hide();
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.#gesture === "rest" && this.hide(), true);
    addEventListener("pointerdown", (event) => containsTarget(this.#card, event) || this.hide(), true);
    addEventListener("resize", () => this.#anchor?.isConnected && placeCard(this.#card, this.#anchor));
  }

  /** The mouse has gone on: a card that was shown by resting it goes away, unless the mouse went there. */
  hideOnLeave() {
    if (this.#gesture !== "rest") return;
    setTimeout(() => this.#gesture === "rest" && !this.#card.matches(":hover") && this.hide(), 250);
  }

  hide() {
    if (this.#card.hidden) return;
    const hadFocus = this.#card.contains(document.activeElement);
    this.#card.hidden = true;
    this.#anchor = null;
    this.#gesture = null;
    if (hadFocus) this.#returnFocus?.focus({ preventScroll: true });
  }

  /**
   * Shows what a piece is.
   * @param {string} type
   * @param {PieceDetails} details
   */
  async show(type, { name, says, holds, src, cell, gesture }) {
    if (this.#anchor === cell && this.#gesture === gesture) return;
    this.#anchor = cell;
    this.#gesture = gesture;
    this.#returnFocus = focusedElement();
    const close = createElement("button", { type: "button", class: "icon-button", "aria-label": translate("close") }, createIcon("M6 6l12 12M18 6L6 18"));
    close.addEventListener("click", () => this.hide());
    const more = createElement("div", { class: "piece-card-more" });
    const head = createElement(
      "div",
      { class: "piece-card-head" },
      createElement("img", { src, alt: "", width: 44, height: 44 }),
      createElement("div", {}, createElement("h3", { id: "piece-card-name" }, name), says && says !== name && createElement("p", { class: "small muted" }, says)),
      close,
    );
    this.#card.replaceChildren(head, ...(holds ? [createElement("p", { class: "piece-card-holds" }, holds)] : []), more);
    this.#card.hidden = false;
    placeCard(this.#card, cell);
    if (gesture === "press") close.focus({ preventScroll: true });
    const entry = await loadBookEntry(type);
    if (entry === null || this.#anchor !== cell) return;
    more.replaceChildren(...createBookParts(entry));
    placeCard(this.#card, cell);
  }
}

/** @param {Wire.BookEntry} entry */
function createBookParts({ text, diagram, href }) {
  return [
    ...text.slice(0, 3).map((paragraph) => createElement("p", {}, paragraph)),
    diagram && createElement("img", { class: "piece-card-diagram", src: diagram.src, alt: diagram.alt }),
    href && createElement("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, translate("about-book")),
  ].filter(isShown);
}

/**
 * Places the card beside the board, so that no square is covered, or at the foot of the window where there is no room.
 * @param {HTMLElement} card
 * @param {HTMLElement} cell
 */
function placeCard(card, cell) {
  const [size, anchor] = [card.getBoundingClientRect(), cell.getBoundingClientRect()];
  const board = (cell.closest(".board-frame") ?? cell).getBoundingClientRect();
  const isNarrow = innerWidth < 560;
  card.classList.toggle("at-foot", isNarrow);
  if (isNarrow) {
    card.style.removeProperty("left");
    card.style.removeProperty("top");
    return;
  }
  const fitsRight = board.right + 8 + size.width < innerWidth;
  const left = fitsRight ? board.right + 8 : Math.max(8, board.left - size.width - 8);
  card.style.setProperty("left", `${left}px`);
  card.style.setProperty("top", `${Math.max(8, Math.min(anchor.top, innerHeight - size.height - 8))}px`);
}
