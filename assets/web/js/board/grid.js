// The squares as page elements: rows of cells with their pieces and marks, as a grid that screen readers know. It is
// told how each square looks (`paint`) and changes only what is different. Not here: why a square looks so (`view.js`).

import { createElement } from "../base/elements.js";
import { createArrow, createMark } from "./marks.js";
import { fileName, visibleLines, parseSquare, squareName } from "./square-names.js";

const GLIDE_MS = 160;
const MIN_SQUARE_PX = { finger: 40, mouse: 26 };
const ZOOM_STEPS = [0.7, 0.85, 1, 1.25, 1.6, 2];

export class SquareGrid {
  #frame;
  #scroll;
  #plane;
  #squares;
  #cells = new Map();
  #painted = new Map();
  #layout = "";
  #lines = { files: [], ranks: [] };
  #cursor = null;
  #arrow = null;
  #endless = false;
  #zoom = ZOOM_STEPS.indexOf(1);
  #scrolled = false;

  constructor(root) {
    this.#squares = createElement("div", { class: "squares", role: "grid" });
    this.#plane = createElement(
      "div",
      { class: "board-plane" },
      createElement("div", { class: "rank-names", "aria-hidden": "true" }),
      this.#squares,
      createElement("div", { class: "file-names", "aria-hidden": "true" }),
    );
    this.#scroll = createElement("div", { class: "board-scroll" }, this.#plane);
    this.#frame = createElement("div", { class: "board-frame" }, this.#scroll);
    root.append(this.#frame);
    this.#squares.addEventListener("focusin", ({ target }) => this.#moveCursor(target.dataset.square));
    for (const name of ["wheel", "touchmove", "keydown"]) this.#scroll.addEventListener(name, () => (this.#scrolled = true), { passive: true });
    new ResizeObserver(() => this.#fitSquares()).observe(root);
  }

  /** What everything on the board is laid over. */
  get frame() {
    return this.#frame;
  }

  /** The element with the cells. */
  get squares() {
    return this.#squares;
  }

  /** The cell of a square, if it is in the window. */
  cell(square) {
    return this.#cells.get(square);
  }

  /** The square under a point of the window, or null. */
  squareAt(x, y) {
    for (const found of document.elementsFromPoint(x, y)) {
      if (found.dataset?.square !== undefined && this.#squares.contains(found)) return found.dataset.square;
    }
    return null;
  }

  /** Lays the squares of a window out; nothing happens when they lie there already. */
  layOut({ window, endless, zones, viewpoint, name }) {
    this.#squares.setAttribute("aria-label", name);
    const layout = JSON.stringify([window, endless, zones, viewpoint]);
    if (layout === this.#layout) return;
    const focused = this.#squares.contains(document.activeElement) ? document.activeElement.dataset.square : null;
    const before = this.#lines;
    const first = this.#layout === "";
    this.#layout = layout;
    this.#endless = endless;
    this.#lines = visibleLines(window, viewpoint);
    this.#painted.clear();
    this.#cells.clear();
    const { files, ranks } = this.#lines;
    this.#frame.parentElement.classList.toggle("endless", endless);
    this.#frame.parentElement.style.setProperty("--files", files.length);
    this.#frame.parentElement.style.setProperty("--ranks", ranks.length);
    this.#squares.setAttribute("aria-rowcount", ranks.length);
    this.#squares.setAttribute("aria-colcount", files.length);
    this.#squares.replaceChildren(...ranks.map((rank) => this.#createRow(rank, files)));
    const [rankNames, , fileNames] = this.#plane.children;
    rankNames.replaceChildren(...ranks.map((rank) => createElement("span", { class: zones.includes(rank) && "zone" }, createElement("b", {}, String(rank)))));
    fileNames.replaceChildren(...files.map((file) => createElement("span", {}, createElement("b", {}, fileName(file)))));
    if (!this.#cells.has(this.#cursor)) this.#cursor = squareName(files[0], ranks.at(-1));
    this.cell(this.#cursor).tabIndex = 0;
    if (focused !== null) (this.cell(focused) ?? this.cell(this.#cursor)).focus({ preventScroll: true });
    if (!first && endless) this.#keepScroll(before);
    this.#fitSquares();
  }

  #createRow(rank, files) {
    return createElement("div", { class: "squares-row", role: "row" }, ...files.map((file) => {
      const square = squareName(file, rank);
      const dark = (((file + rank) % 2) + 2) % 2 === 1;
      const cell = createElement("div", { class: "square", role: "gridcell", tabindex: "-1", data: { square, tone: dark ? "dark" : "light" } });
      this.#cells.set(square, cell);
      return cell;
    }));
  }

  /** Shows these squares; `looks` has {piece, marks, classes, label} of each square that is not just empty. */
  paint(looks, glide) {
    const moved = glide ? this.#findMovedPieces(looks) : [];
    for (const [square, cell] of this.#cells) {
      const look = looks.get(square) ?? { piece: null, marks: [], classes: [], label: square };
      const key = JSON.stringify(look);
      if (this.#painted.get(square)?.key === key) continue;
      this.#painted.set(square, { key, look });
      paintCell(cell, look);
    }
    for (const { from, to } of moved) this.#glide(from, to);
  }

  /** Which pieces have come to another square since the last painting: for the eye alone. */
  #findMovedPieces(looks) {
    const was = (square) => this.#painted.get(square)?.look.piece ?? null;
    const gone = [...this.#cells.keys()].filter((square) => was(square) !== null && looks.get(square)?.piece?.src !== was(square).src);
    const come = [...looks].filter(([square, { piece }]) => piece && !piece.faded && this.#cells.has(square) && was(square)?.src !== piece.src);
    return come.flatMap(([to, { piece }]) => {
      const from = gone.find((square) => was(square).src === piece.src);
      return from === undefined ? [] : [{ from: gone.splice(gone.indexOf(from), 1)[0], to }];
    });
  }

  #glide(from, to) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [start, end] = [this.cell(from).getBoundingClientRect(), this.cell(to).getBoundingClientRect()];
    const shift = `translate(${start.left - end.left}px, ${start.top - end.top}px)`;
    this.cell(to).querySelector(".piece")?.animate([{ transform: shift }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
  }

  /** Draws an arrow, or takes it away. */
  drawArrow(from, to) {
    this.#arrow?.remove();
    this.#arrow = null;
    if (from === null || !this.#cells.has(from) || !this.#cells.has(to)) return;
    this.#arrow = createArrow(this.#cellPosition(from), this.#cellPosition(to));
    this.#arrow.setAttribute("viewBox", `0 0 ${this.#lines.files.length} ${this.#lines.ranks.length}`);
    this.#squares.after(this.#arrow);
  }

  #cellPosition(square) {
    const { file, rank } = parseSquare(square);
    return { x: this.#lines.files.indexOf(file), y: this.#lines.ranks.indexOf(rank) };
  }

  /** The one tab stop of the board. */
  get cursor() {
    return this.#cursor;
  }

  /** Brings the keyboard to a square. */
  focus(square) {
    this.cell(square)?.focus();
  }

  /** Brings the keyboard so many squares to the right and down, as far as there are squares. */
  moveCursorBy(right, down) {
    const { x, y } = this.#cellPosition(this.#cursor);
    const { files, ranks } = this.#lines;
    const inside = (value, count) => Math.max(0, Math.min(count - 1, value));
    this.focus(squareName(files[inside(x + right, files.length)], ranks[inside(y + down, ranks.length)]));
  }

  #moveCursor(square) {
    if (square === undefined || square === this.#cursor) return;
    const before = this.cell(this.#cursor);
    if (before) before.tabIndex = -1;
    this.#cursor = square;
    this.cell(square).tabIndex = 0;
  }

  /** Makes the squares of a grid without edges larger or smaller. */
  zoom(by) {
    this.#zoom = Math.max(0, Math.min(ZOOM_STEPS.length - 1, this.#zoom + by));
    this.#fitSquares();
  }

  /** Squares without edges are as large as the frame allows, but never too small for a finger. */
  #fitSquares() {
    if (!this.#endless) return;
    const { files, ranks } = this.#lines;
    const style = getComputedStyle(this.#frame);
    const [width, height] = [this.#frame.parentElement.clientWidth - 32, (Number.parseFloat(style.maxHeight) || Infinity) - 22];
    const least = matchMedia("(pointer: coarse), (max-width: 860px)").matches ? MIN_SQUARE_PX.finger : MIN_SQUARE_PX.mouse;
    const size = Math.max(least, Math.min(72, width / files.length, height / ranks.length) * ZOOM_STEPS[this.#zoom]);
    this.#frame.style.setProperty("--square", `${Math.floor(size)}px`);
    if (!this.#scrolled) this.#scrollToMiddle();
  }

  #scrollToMiddle() {
    const scroll = this.#scroll;
    scroll.scrollTo((scroll.scrollWidth - scroll.clientWidth) / 2, (scroll.scrollHeight - scroll.clientHeight) / 2);
  }

  /** When a grid without edges has grown, what the reader looked at stays where it was. */
  #keepScroll(before) {
    this.#scrolled = true;
    const size = this.#squares.firstElementChild?.firstElementChild?.offsetWidth ?? 0;
    this.#scroll.scrollBy(this.#lines.files.indexOf(before.files[0]) * size, this.#lines.ranks.indexOf(before.ranks[0]) * size);
  }

  /** Scrolls a grid without edges until a square is seen. */
  reveal(square) {
    if (this.#endless) this.cell(square)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function paintCell(cell, { piece, marks, classes, label, selected }) {
  cell.className = ["square", ...classes].join(" ");
  cell.setAttribute("aria-label", label);
  cell.setAttribute("aria-selected", selected ? "true" : "false");
  const shown = piece && createElement("img", { class: `piece ${piece.faded ? "faded" : ""}`, src: piece.src, alt: "", draggable: "false" });
  const below = marks.filter((kind) => kind === "last" || kind === "check").map(createMark);
  const above = marks.filter((kind) => kind !== "last" && kind !== "check").map(createMark);
  // The very same picture stays, so that nothing flickers.
  const old = cell.querySelector(".piece");
  if (shown && old?.getAttribute("src") === piece.src) old.className = shown.className;
  const kept = shown && old?.getAttribute("src") === piece.src ? old : shown;
  cell.replaceChildren(...below, ...(kept ? [kept] : []), ...above);
}
