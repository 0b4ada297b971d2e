// What is this piece? A small card beside it: its name, what holds it now, how it moves, and the way to the piece book. It
// knows the name at once and asks the book for the rest; without a book it says what it knows.

import { address } from "../base/address.js";
import { byId, element, icon } from "../base/elements.js";
import { currentLanguage, word } from "../base/translations.js";

const read = new Map();

/** What the piece book says about a type in the page's language; null if it says nothing. */
function bookOn(type) {
  const entry = address(`/book/${encodeURIComponent(type)}.json?language=${encodeURIComponent(currentLanguage())}`);
  if (!read.has(entry)) {
    const answer = fetch(entry).then((found) => (found.ok ? found.json() : null)).catch(() => null);
    read.set(entry, answer);
  }
  return read.get(entry);
}

export class About {
  #card = byId("about-piece");
  #asked = null;
  #how = "";
  #back = null;

  constructor() {
    this.#card.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.hide();
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.#how === "rest" && this.hide(), true);
    addEventListener("pointerdown", ({ target }) => this.#card.contains(target) || this.hide(), true);
    addEventListener("resize", () => this.#asked?.isConnected && place(this.#card, this.#asked));
  }

  /** The mouse has gone on: what it was shown without asking goes away, unless it went there. */
  leave() {
    if (this.#how !== "rest") return;
    setTimeout(() => this.#how === "rest" && !this.#card.matches(":hover") && this.hide(), 250);
  }

  hide() {
    if (this.#card.hidden) return;
    const focused = this.#card.contains(document.activeElement);
    this.#card.hidden = true;
    this.#asked = null;
    this.#how = "";
    if (focused) this.#back?.focus({ preventScroll: true });
  }

  /** Shows what a piece is, beside the element it is about. */
  async show(type, { name, says, holds, src, cell, how }) {
    if (this.#asked === cell && this.#how === how) return;
    this.#asked = cell;
    this.#how = how;
    this.#back = document.activeElement;
    const close = element("button", { type: "button", class: "icon-button", "aria-label": word("close") }, icon("M6 6l12 12M18 6L6 18"));
    close.addEventListener("click", () => this.hide());
    const more = element("div", { class: "about-more" });
    const head = element(
      "div",
      { class: "about-head" },
      element("img", { src, alt: "", width: 44, height: 44 }),
      element("div", {}, element("h3", { id: "about-piece-name" }, name), says && says !== name && element("p", { class: "small muted" }, says)),
      close,
    );
    this.#card.replaceChildren(head, ...(holds ? [element("p", { class: "about-holds" }, holds)] : []), more);
    this.#card.hidden = false;
    place(this.#card, cell);
    if (how === "press") close.focus({ preventScroll: true });
    const book = await bookOn(type);
    if (book === null || this.#asked !== cell) return;
    more.replaceChildren(...pages(book));
    place(this.#card, cell);
  }
}

function pages({ text, diagram, href }) {
  return [
    ...text.slice(0, 3).map((paragraph) => element("p", {}, paragraph)),
    diagram && element("img", { class: "about-diagram", src: diagram.src, alt: diagram.alt }),
    href && element("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, word("about-book")),
  ].filter(Boolean);
}

/** Beside the board, so that no square is covered, or at the foot of the window where there is no room. */
function place(card, cell) {
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
