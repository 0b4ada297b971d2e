// Animation of pieces: a moved piece glides to its new square, a dragged one that was refused glides back. Only for the eye,
// and not for readers who want less motion.

/** @import { SquareLook } from "./square-looks.js" */

const GLIDE_MS = 160;
const RETURN_MS = 140;

const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Which pieces have come to another square since the squares looked as before.
 * @param {Map<Wire.Square, {look: SquareLook}>} before of every square that is shown
 * @param {Map<Wire.Square, SquareLook>} looks of those that are not just empty
 */
export function findMovedPieces(before, looks) {
  const source = (/** @type {Wire.Square} */ square) => before.get(square)?.look.piece?.src;
  const gone = [...before.keys()].filter((square) => source(square) !== undefined && looks.get(square)?.piece?.src !== source(square));
  const come = [...looks].filter(([square, { piece }]) => piece && !piece.faded && before.has(square) && source(square) !== piece.src);
  return come.flatMap(([to, { piece }]) => {
    const from = gone.find((square) => source(square) === piece?.src);
    if (from === undefined) return [];
    gone.splice(gone.indexOf(from), 1);
    return [{ from, to }];
  });
}

/**
 * Glides the piece that stands in a cell there from another one.
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
export function glidePiece(from, to) {
  if (isMotionReduced()) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const shift = `translate(${start.left - end.left}px, ${start.top - end.top}px)`;
  to.querySelector(".piece")?.animate([{ transform: shift }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
}

/**
 * Glides what was dragged back to where it was picked up, and removes it.
 * @param {HTMLElement} ghost
 * @param {HTMLElement} source
 */
export function returnGhost(ghost, source) {
  if (isMotionReduced() || !source.isConnected) {
    ghost.remove();
    return;
  }
  const { left, top, width, height } = source.getBoundingClientRect();
  const from = { left: ghost.style.left, top: ghost.style.top };
  const to = { left: `${left + width / 2}px`, top: `${top + height / 2}px` };
  ghost.animate([from, to], { duration: RETURN_MS, easing: "ease-in" }).addEventListener("finish", () => ghost.remove());
}
