// Square names: converts between names and numbers of squares, and lists the files and ranks that
// are shown. Files are numbers, a is 0, and there is no end to either side: z is followed by aa,
// and left of a come -a, -b, … ; ranks are numbers, too. Not here: what stands on a square
// (`live-board.js`).

/** @typedef {{files: number[], ranks: number[]}} Lines Files from the left, and ranks from the top. */

/**
 * The letters of a file.
 * @param {number} file
 * @returns {string}
 */
export function fileName(file) {
  if (file < 0) return `-${fileName(-file - 1)}`;
  const first = file >= 26 ? fileName(Math.floor(file / 26) - 1) : "";
  return first + String.fromCharCode(97 + (file % 26));
}

/**
 * The name of a square.
 * @param {number} file
 * @param {number} rank
 */
export const squareName = (file, rank) => `${fileName(file)}${rank}`;

/**
 * File and rank of a square's name.
 * @param {Wire.Square} square
 */
export function parseSquare(square) {
  const [, sign, letters = "", rank] = /^(-?)([a-z]+)(-?\d+)$/.exec(square) ?? [];
  const count = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return { file: sign === "-" ? -count : count - 1, rank: Number(rank) };
}

/**
 * The files and ranks of a window as they lie before a viewer at `viewpoint`.
 * @param {Wire.BoardWindow} window
 * @param {Wire.Side} viewpoint
 * @returns {Lines}
 */
export function visibleLines({ left, right, bottom, top }, viewpoint) {
  const files = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  const ranks = Array.from({ length: top - bottom + 1 }, (_, index) => top - index);
  return viewpoint === "black" ? { files: files.reverse(), ranks: ranks.reverse() } : { files, ranks };
}
