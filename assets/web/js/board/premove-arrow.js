// Draws the arrow of a premove (a move planned for the reader's next turn), from the square of the piece to where it shall go.
// Not here: marks of single squares (`marks.js`).

import { createSvg } from "../base/elements.js";

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
