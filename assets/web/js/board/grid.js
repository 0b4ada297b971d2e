// Grid of squares as page elements: rows of cells with their pieces and marks, which screen readers know as a grid. It is
// told how each square looks (`paint`) and changes only what is different. Not here: why a square looks so (`square-looks.js`).

import { createElement, findElement, focusedElement } from "../base/elements.js";
import { createMarks } from "./marks.js";
import { findMovedPieces, glidePiece } from "./piece-animation.js";
import { createArrow } from "./premove-arrow.js";
import { emptyLook } from "./square-looks.js";
import { fileName, parseSquare, squareName, visibleLines } from "./square-names.js";

/** @import { SquarePath } from "./board-state.js" */
/** @import { Lines } from "./square-names.js" */
/** @import { SquareLook } from "./square-looks.js" */

/** The least side of a square on a grid without edges. */
const MIN_SQUARE_PX = { finger: 40, mouse: 26 };
const ZOOM_STEPS = [0.7, 0.85, 1, 1.25, 1.6, 2];

export class SquareGrid {
  #root;
  #frame;
  #scroll;
  #squares = createElement("div", { class: "squares", role: "grid" });
  #rankNames = createElement("div", { class: "rank-names", "aria-hidden": "true" });
  #fileNames = createElement("div", { class: "file-names", "aria-hidden": "true" });
  /** @type {Map<Wire.Square, HTMLElement>} */
  #cells = new Map();
  /** @type {Map<Wire.Square, {key: string, look: SquareLook}>} */
  #painted = new Map();
  #layout = "";
  /** @type {Lines} */
  #lines = { files: [], ranks: [] };
  #cursor = "";
  /** @type {SVGElement | null} */
  #arrow = null;
  #endless = false;
  #zoom = ZOOM_STEPS.indexOf(1);
  #scrolled = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#scroll = createElement("div", { class: "board-scroll" }, createElement("div", { class: "board-plane" }, this.#rankNames, this.#squares, this.#fileNames));
    this.#frame = createElement("div", { class: "board-frame" }, this.#scroll);
    root.append(this.#frame);
    this.#squares.addEventListener("focusin", ({ target }) => target instanceof HTMLElement && this.#moveCursor(target.dataset.square));
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

  /**
   * The cell of a square, if it is in the window.
   * @param {Wire.Square} square
   */
  cell(square) {
    return this.#cells.get(square);
  }

  /**
   * The square under a point of the window, or null.
   * @param {number} x
   * @param {number} y
   */
  squareAt(x, y) {
    for (const found of document.elementsFromPoint(x, y)) {
      if (found instanceof HTMLElement && found.dataset.square !== undefined && this.#squares.contains(found)) return found.dataset.square;
    }
    return null;
  }

  /**
   * Lays the squares of a window out; nothing happens when they lie there already.
   * @param {{window: Wire.BoardWindow, endless: boolean, zones: number[], viewpoint: Wire.Side, name: string}} layout
   */
  layOut({ window, endless, zones, viewpoint, name }) {
    this.#squares.setAttribute("aria-label", name);
    const layout = JSON.stringify([window, endless, zones, viewpoint]);
    if (layout === this.#layout) return;
    const focused = this.#squares.contains(document.activeElement) ? focusedElement()?.dataset.square : undefined;
    const before = this.#lines;
    const first = this.#layout === "";
    this.#layout = layout;
    this.#endless = endless;
    this.#lines = visibleLines(window, viewpoint);
    this.#painted.clear();
    this.#cells.clear();
    const { files, ranks } = this.#lines;
    this.#root.classList.toggle("endless", endless);
    this.#root.style.setProperty("--files", String(files.length));
    this.#root.style.setProperty("--ranks", String(ranks.length));
    this.#squares.setAttribute("aria-rowcount", String(ranks.length));
    this.#squares.setAttribute("aria-colcount", String(files.length));
    this.#squares.replaceChildren(...ranks.map((rank) => this.#createRow(rank, files)));
    this.#rankNames.replaceChildren(...ranks.map((rank) => createElement("span", { class: zones.includes(rank) && "zone" }, createElement("b", {}, String(rank)))));
    this.#fileNames.replaceChildren(...files.map((file) => createElement("span", {}, createElement("b", {}, fileName(file)))));
    if (!this.#cells.has(this.#cursor)) this.#cursor = squareName(files[0] ?? 0, ranks.at(-1) ?? 0);
    this.#setTabStop(this.#cursor, 0);
    if (focused !== undefined) (this.cell(focused) ?? this.cell(this.#cursor))?.focus({ preventScroll: true });
    if (!first && endless) this.#keepScroll(before);
    this.#fitSquares();
  }

  /**
   * @param {number} rank
   * @param {number[]} files
   */
  #createRow(rank, files) {
    return createElement("div", { class: "squares-row", role: "row" }, ...files.map((file) => {
      const square = squareName(file, rank);
      const dark = (((file + rank) % 2) + 2) % 2 === 1;
      const cell = createElement("div", { class: "square", role: "gridcell", tabindex: "-1", data: { square, tone: dark ? "dark" : "light" } });
      this.#cells.set(square, cell);
      return cell;
    }));
  }

  /**
   * Shows these squares.
   * @param {Map<Wire.Square, SquareLook>} looks of each square that is not just empty
   * @param {boolean} isGliding whether pieces glide to where they have come
   */
  paint(looks, isGliding) {
    const moved = isGliding ? findMovedPieces(this.#painted, looks) : [];
    for (const [square, cell] of this.#cells) {
      const look = looks.get(square) ?? emptyLook(square);
      const key = JSON.stringify(look);
      if (this.#painted.get(square)?.key === key) continue;
      this.#painted.set(square, { key, look });
      paintCell(cell, look);
    }
    for (const { from, to } of moved) {
      const [start, end] = [this.cell(from), this.cell(to)];
      if (start !== undefined && end !== undefined) glidePiece(start, end);
    }
  }

  /**
   * Draws an arrow, or takes it away.
   * @param {SquarePath | null} step
   */
  drawArrow(step) {
    this.#arrow?.remove();
    this.#arrow = null;
    if (step === null || !this.#cells.has(step.from) || !this.#cells.has(step.to)) return;
    this.#arrow = createArrow(this.#cellPosition(step.from), this.#cellPosition(step.to), this.#lines.files.length, this.#lines.ranks.length);
    this.#squares.after(this.#arrow);
  }

  /** @param {Wire.Square} square */
  #cellPosition(square) {
    const { file, rank } = parseSquare(square);
    return { x: this.#lines.files.indexOf(file), y: this.#lines.ranks.indexOf(rank) };
  }

  /** The one tab stop of the board. */
  get cursor() {
    return this.#cursor;
  }

  /**
   * Brings the keyboard to a square.
   * @param {Wire.Square} square
   */
  focus(square) {
    this.cell(square)?.focus();
  }

  /**
   * Brings the keyboard so many squares to the right and down, as far as there are squares.
   * @param {number} right
   * @param {number} down
   */
  moveCursorBy(right, down) {
    const { x, y } = this.#cellPosition(this.#cursor);
    const { files, ranks } = this.#lines;
    const clamp = (/** @type {number[]} */ lines, /** @type {number} */ index) => lines[Math.max(0, Math.min(lines.length - 1, index))] ?? 0;
    this.focus(squareName(clamp(files, x + right), clamp(ranks, y + down)));
  }

  /** @param {Wire.Square | undefined} square */
  #moveCursor(square) {
    if (square === undefined || square === this.#cursor) return;
    this.#setTabStop(this.#cursor, -1);
    this.#cursor = square;
    this.#setTabStop(square, 0);
  }

  /**
   * @param {Wire.Square} square
   * @param {0 | -1} tabIndex
   */
  #setTabStop(square, tabIndex) {
    const cell = this.cell(square);
    if (cell !== undefined) cell.tabIndex = tabIndex;
  }

  /**
   * Makes the squares of a grid without edges larger or smaller.
   * @param {number} by steps
   */
  zoom(by) {
    this.#zoom = Math.max(0, Math.min(ZOOM_STEPS.length - 1, this.#zoom + by));
    this.#fitSquares();
  }

  /** Squares without edges are as large as the frame allows, but never too small for a finger. */
  #fitSquares() {
    if (!this.#endless) return;
    const { files, ranks } = this.#lines;
    const style = getComputedStyle(this.#frame);
    const [width, height] = [this.#root.clientWidth - 32, (Number.parseFloat(style.maxHeight) || Infinity) - 22];
    const least = matchMedia("(pointer: coarse), (max-width: 860px)").matches ? MIN_SQUARE_PX.finger : MIN_SQUARE_PX.mouse;
    const size = Math.max(least, Math.min(72, width / files.length, height / ranks.length) * (ZOOM_STEPS[this.#zoom] ?? 1));
    this.#frame.style.setProperty("--square", `${Math.floor(size)}px`);
    if (!this.#scrolled) this.#scrollToMiddle();
  }

  #scrollToMiddle() {
    const scroll = this.#scroll;
    scroll.scrollTo((scroll.scrollWidth - scroll.clientWidth) / 2, (scroll.scrollHeight - scroll.clientHeight) / 2);
  }

  /**
   * When a grid without edges has grown, what the reader looked at stays where it was.
   * @param {Lines} before
   */
  #keepScroll(before) {
    this.#scrolled = true;
    const size = this.cell(this.#cursor)?.offsetWidth ?? 0;
    this.#scroll.scrollBy(this.#lines.files.indexOf(before.files[0] ?? 0) * size, this.#lines.ranks.indexOf(before.ranks[0] ?? 0) * size);
  }

  /**
   * Scrolls a grid without edges until a square is seen.
   * @param {Wire.Square} square
   */
  reveal(square) {
    if (this.#endless) this.cell(square)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/**
 * @param {HTMLElement} cell
 * @param {SquareLook} look
 */
function paintCell(cell, { piece, marks, classes, label, selected }) {
  cell.className = ["square", ...classes].join(" ");
  cell.setAttribute("aria-label", label);
  cell.setAttribute("aria-selected", selected ? "true" : "false");
  cell.replaceChildren(...createMarks(marks, "below"), ...(piece ? [createPiece(cell, piece)] : []), ...createMarks(marks, "above"));
}

/**
 * The picture of a piece; the very same picture stays, so that nothing flickers.
 * @param {HTMLElement} cell
 * @param {{src: string, faded: boolean}} piece
 */
function createPiece(cell, { src, faded }) {
  const classes = `piece ${faded ? "faded" : ""}`;
  const old = findElement(cell, ".piece");
  if (old?.getAttribute("src") !== src) return createElement("img", { class: classes, src, alt: "", draggable: "false" });
  old.className = classes;
  return old;
}
