// What is this piece? A small card beside it: its name, what holds it now, how it moves, and the way to the piece book. It
// knows the name at once and asks the book for the rest; without a book it says what it knows.

import { resolvePath } from "../base/address.js";
import { byId, createElement, createIcon } from "../base/elements.js";
import { currentLanguage, translate } from "../base/translations.js";

const loadedEntries = new Map();

/** What the piece book says about a type in the page's language; null if it says nothing. */
function loadBookEntry(type) {
  const entry = resolvePath(`/book/${encodeURIComponent(type)}.json?language=${encodeURIComponent(currentLanguage())}`);
  if (!loadedEntries.has(entry)) {
    const answer = fetch(entry).then((found) => (found.ok ? found.json() : null)).catch(() => null);
    loadedEntries.set(entry, answer);
  }
  return loadedEntries.get(entry);
}

export class PieceCard {
  #card = byId("about-piece");
  #anchor = null;
  #gesture = "";
  #returnFocus = null;

  constructor() {
    this.#card.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.hide();
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.#gesture === "rest" && this.hide(), true);
    addEventListener("pointerdown", ({ target }) => this.#card.contains(target) || this.hide(), true);
    addEventListener("resize", () => this.#anchor?.isConnected && placeCard(this.#card, this.#anchor));
  }

  /** The mouse has gone on: what it was shown without asking goes away, unless it went there. */
  hideOnLeave() {
    if (this.#gesture !== "rest") return;
    setTimeout(() => this.#gesture === "rest" && !this.#card.matches(":hover") && this.hide(), 250);
  }

  hide() {
    if (this.#card.hidden) return;
    const focused = this.#card.contains(document.activeElement);
    this.#card.hidden = true;
    this.#anchor = null;
    this.#gesture = "";
    if (focused) this.#returnFocus?.focus({ preventScroll: true });
  }

  /** Shows what a piece is, beside the element it is about. */
  async show(type, { name, says, holds, src, cell, how }) {
    if (this.#anchor === cell && this.#gesture === how) return;
    this.#anchor = cell;
    this.#gesture = how;
    this.#returnFocus = document.activeElement;
    const close = createElement("button", { type: "button", class: "icon-button", "aria-label": translate("close") }, createIcon("M6 6l12 12M18 6L6 18"));
    close.addEventListener("click", () => this.hide());
    const more = createElement("div", { class: "about-more" });
    const head = createElement(
      "div",
      { class: "about-head" },
      createElement("img", { src, alt: "", width: 44, height: 44 }),
      createElement("div", {}, createElement("h3", { id: "about-piece-name" }, name), says && says !== name && createElement("p", { class: "small muted" }, says)),
      close,
    );
    this.#card.replaceChildren(head, ...(holds ? [createElement("p", { class: "about-holds" }, holds)] : []), more);
    this.#card.hidden = false;
    placeCard(this.#card, cell);
    if (how === "press") close.focus({ preventScroll: true });
    const book = await loadBookEntry(type);
    if (book === null || this.#anchor !== cell) return;
    more.replaceChildren(...createBookParts(book));
    placeCard(this.#card, cell);
  }
}

function createBookParts({ text, diagram, href }) {
  return [
    ...text.slice(0, 3).map((paragraph) => createElement("p", {}, paragraph)),
    diagram && createElement("img", { class: "about-diagram", src: diagram.src, alt: diagram.alt }),
    href && createElement("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, translate("about-book")),
  ].filter(Boolean);
}

/** Beside the board, so that no square is covered, or at the foot of the window where there is no room. */
function placeCard(card, cell) {
  const [room, about] = [card.getBoundingClientRect(), cell.getBoundingClientRect()];
  const board = (cell.closest(".board-frame") ?? cell).getBoundingClientRect();
  const narrow = innerWidth < 560;
  card.classList.toggle("at-foot", narrow);
  if (narrow) {
    card.style.removeProperty("left");
    card.style.removeProperty("top");
    return;
  }
  const right = board.right + 8 + room.width < innerWidth;
  const left = right ? board.right + 8 : Math.max(8, board.left - room.width - 8);
  card.style.setProperty("left", `${left}px`);
  card.style.setProperty("top", `${Math.max(8, Math.min(about.top, innerHeight - room.height - 8))}px`);
}
