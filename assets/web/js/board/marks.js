// Marks on squares as drawings, each of a shape of its own, so that no colour is needed to tell them apart. Every shape is
// drawn twice, a wide light edge below and the mark itself above, and stands out from any square and any piece. Not here:
// which square has which mark (`square-looks.js`), and the thinner shapes in pictures (`crates/render/src/mark_art.rs`).

import { createSvg } from "../base/elements.js";

/**
 * @typedef {"move" | "capture" | "convert" | "castle" | "takes" | "movable" | "drop" | "check" | "checker" | "touched" | "locked"
 *   | "frozen" | "copies" | "last"} MarkKind
 */

/**
 * What is drawn in a square of 100 by 100: lines, or areas.
 * @type {Record<MarkKind, {area?: string, line?: string, isSmall?: boolean}>}
 */
const SHAPES = {
  // Where a piece may go; what it captures; what changes sides; with whom the King castles; what a move takes besides.
  move: { area: "M50 35a15 15 0 1 1 0 30a15 15 0 1 1 0-30Z" },
  capture: { line: "M50 8a42 42 0 1 1 0 84a42 42 0 1 1 0-84Z" },
  convert: { line: "M9 9H91V91H9Z" },
  castle: { area: "M28 72V64L34 60V48L28 44V30H38V37H45V30H55V37H62V30H72V44L66 48V60L72 64V72Z" },
  takes: { line: "M16 16L84 84M84 16L16 84" },
  // A piece that may move, for those who want to see that.
  movable: { line: "M16 92H84" },
  // A card may be put here.
  drop: { area: "M42 26H58V42H74V58H58V74H42V58H26V42H42Z" },
  // The King in check, and the piece that gives it.
  check: { line: "M50 10a40 40 0 1 1 0 80a40 40 0 1 1 0-80ZM3 3L15 15M97 3L85 15M3 97L15 85M97 97L85 85" },
  checker: { line: "M6 28V6H28M94 28V6H72M6 72V94H28M94 72V94H72" },
  // Touched, and so bound; locked for now; frozen by another piece; a copy of one.
  touched: { area: "M6 62V52a5 5 0 0 1 9 0V38a5 5 0 0 1 9 0V34a5 5 0 0 1 9 0V38a5 5 0 0 1 9 0V72a18 18 0 0 1-30 10Z", isSmall: true },
  locked: { area: "M70 16V12a10 10 0 0 1 20 0V16H94V36H66V16ZM75 16H85V12a5 5 0 0 0-10 0Z", isSmall: true },
  frozen: { line: "M80 5V39M65.3 13.5L94.7 30.5M94.7 13.5L65.3 30.5", isSmall: true },
  copies: { line: "M68 12V6H92V30H86M62 14H84V36H62Z", isSmall: true },
  // A corner of the squares of the last move.
  last: { line: "M5 22V5H22M95 78V95H78" },
};

/**
 * A drawing of this mark.
 * @param {MarkKind} kind
 */
export function createMark(kind) {
  const { area, line, isSmall } = SHAPES[kind];
  const layer = (/** @type {string} */ name) => createSvg("path", { class: name, d: area ?? line ?? "", "fill-rule": "evenodd" });
  const classes = `mark mark-${kind} ${area ? "mark-area" : "mark-line"} ${isSmall ? "mark-small" : ""}`;
  return createSvg("svg", { viewBox: "0 0 100 100", class: classes, "aria-hidden": "true" }, layer("edge"), layer("ink"));
}

/** @typedef {{x: number, y: number}} CellPosition In squares counted from the left and the top. */

/**
 * An arrow from the middle of one square to another, on a board of so many files and ranks.
 * @param {CellPosition} from
 * @param {CellPosition} to
 * @param {number} files
 * @param {number} ranks
 */
export function createArrow(from, to, files, ranks) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [along, across] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (/** @type {number} */ forward, /** @type {number} */ side) =>
    `${(to.x + 0.5 + along * forward - across * side).toFixed(3)} ${(to.y + 0.5 + across * forward + along * side).toFixed(3)}`;
  const path = `M${from.x + 0.5} ${from.y + 0.5}L${at(-0.3, 0)}M${at(-0.42, 0.18)}L${at(-0.12, 0)}L${at(-0.42, -0.18)}Z`;
  return createSvg("svg", { class: "premove-arrow", "aria-hidden": "true", viewBox: `0 0 ${files} ${ranks}` }, createSvg("path", { d: path }));
}
