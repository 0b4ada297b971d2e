// Optimistic update: how the board looks while a move is on its way to the server, as far as that can be told without rules.
// The next board puts everything right.

/**
 * @typedef {object} PendingMove
 * @property {Wire.Square[]} squares where it is shown that something is on its way
 * @property {Wire.Square} [from] where the piece stood; a card has no such square
 * @property {Wire.Square} [stands] where the piece will stand; not there if no piece is shown as moved
 * @property {string | null} [type] what the piece becomes
 * @property {{type: string, side: Wire.Side}} [card] the card that is dropped
 * @property {Wire.Square[]} [gone] what it takes
 */

/**
 * A move that is on its way: the piece where it will stand, without what it takes.
 * @param {Wire.Move} move
 * @param {string | null} type what the piece becomes
 * @returns {PendingMove}
 */
export function predictMove({ from, to, stands = to, kind, takes }, type) {
  if (stands === from) return { squares: [from, to] };
  return { from, stands, type, gone: kind === "capture" ? takes : [], squares: [stands] };
}

/**
 * A card that is on its way to the board.
 * @param {string} type
 * @param {Wire.Side} side
 * @param {Wire.Square} square
 * @returns {PendingMove}
 */
export const predictDrop = (type, side, square) => ({ stands: square, card: { type, side }, gone: [], squares: [square] });

/**
 * The pieces as they stand, and as a pending move leaves them: the piece itself, and what it captures.
 * @param {Wire.Position} board
 * @param {PendingMove | null} pending
 * @returns {Wire.Piece[]}
 */
export function predictPieces(board, pending) {
  if (!pending?.stands) return board.pieces;
  const { from, stands, gone = [], type, card } = pending;
  const moving = board.pieces.find(({ at }) => at === from) ?? (card && { ...card, held: null });
  if (!moving) return board.pieces;
  const placed = { ...moving, type: type ?? moving.type, at: stands, says: stands, holds: null };
  const left = new Set([from, ...gone]);
  const others = board.pieces.filter(({ at }) => !left.has(at)).filter(({ at, side }) => at !== stands || side === placed.side);
  return [...others, placed];
}
