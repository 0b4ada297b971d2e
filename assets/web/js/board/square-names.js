// Names of squares and where they lie. Files are numbers, a is 0, and there is no end to either side: z is followed by aa,
// and left of a come -a, -b, … ; ranks are numbers, too. Not here: what stands on a square.

/** The letters of a file. */
export function fileName(file) {
  if (file < 0) return `-${fileName(-file - 1)}`;
  const first = file >= 26 ? fileName(Math.floor(file / 26) - 1) : "";
  return first + String.fromCharCode(97 + (file % 26));
}

/** The name of a square. */
export const squareName = (file, rank) => `${fileName(file)}${rank}`;

/** File and rank of a square's name. */
export function parseSquare(square) {
  const [, sign, letters, rank] = /^(-?)([a-z]+)(-?\d+)$/.exec(square);
  const count = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return { file: sign === "-" ? -count : count - 1, rank: Number(rank) };
}

/** The files and ranks of a window as they lie before whoever sits at `viewpoint`: from the left, and from the top. */
export function visibleLines({ left, right, bottom, top }, viewpoint) {
  const files = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  const ranks = Array.from({ length: top - bottom + 1 }, (_, index) => top - index);
  return viewpoint === "black" ? { files: files.reverse(), ranks: ranks.reverse() } : { files, ranks };
}
