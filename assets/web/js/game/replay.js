// Computes the board of a game after each of its moves from the pieces that every move removes and
// adds, as the server sends them; there are no rules here.

/** @type {Wire.Marks} */
export const NO_MARKS = { last: [], also: [], check: [], checkers: [], touched: [] };

/**
 * The position after `ply` moves of a game, as the board shows it; 0 is the beginning.
 * @param {Wire.RecordedGame} game
 * @param {number} ply
 * @returns {Wire.Position}
 */
export function positionAfter(game, ply) {
  const pieces = new Map(game.start.map((piece) => [piece.at, piece]));
  let { window } = game;
  for (const made of game.plies.slice(0, ply)) {
    for (const square of made.gone) pieces.delete(square);
    for (const piece of made.come) pieces.set(piece.at, piece);
    window = made.window ?? window;
  }
  const { endless, zones, types, look, viewpoint } = game;
  const marks = game.plies[ply - 1]?.marks ?? NO_MARKS;
  return { window, endless, zones, types, look, viewpoint, pieces: [...pieces.values()], marks };
}
