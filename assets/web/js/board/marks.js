// Marks on squares, drawn with the symbols that the server put into the page: the same as in pictures
// (`crates/render/src/mark_art.rs`), each of a shape of its own, so that no colour is needed to tell them apart. Not here: which
// square has which mark (`square-looks.js`), and their colours (`board.css`).

import { createSvg, findElements } from "../base/elements.js";

/**
 * @typedef {"also-captured" | "capture-target" | "castling-target" | "check" | "checking" | "conversion-target" | "copying" | "drop"
 *   | "en-passant" | "frozen" | "last-move" | "locked" | "movable" | "picked" | "target" | "touched"} MarkKind
 */

/** The symbols, lowest layer first. */
const SYMBOLS = findElements(document, "symbol[data-mark]").map(({ id, dataset }) => ({ id, kind: dataset.mark, depth: dataset.depth }));

/**
 * The drawings of these marks below the piece, or above it.
 * @param {MarkKind[]} kinds
 * @param {"below" | "above"} depth
 */
export const createMarks = (kinds, depth) =>
  SYMBOLS.filter((symbol) => symbol.depth === depth && kinds.some((kind) => kind === symbol.kind)).map(({ id, kind }) =>
    createSvg("svg", { class: `mark mark-${kind} ${depth}`, "aria-hidden": "true" }, createSvg("use", { href: `#${id}` })));
