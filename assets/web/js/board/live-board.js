// Look-ups in the data of a live board as the server sends it: which piece stands where, which
// moves it allows, and the other side. There are no rules here: a move that did not come with the board is no move.

/**
 * The opponent's side.
 * @param {Wire.Side} side
 * @returns {Wire.Side}
 */
export const otherSide = (side) => (side === "white" ? "black" : "white");

/**
 * What stands on this square.
 * @param {Wire.Position} board
 * @param {Wire.Square} square
 */
export const findPiece = (board, square) => board.pieces.find(({ at }) => at === square);

/**
 * The picture of a piece.
 * @param {Wire.Position} board
 * @param {{type: string, side: Wire.Side}} piece
 */
export const pieceImage = (board, { type, side }) => board.types[type]?.[side] ?? "";

/**
 * The legal moves of the piece on this square.
 * @param {Wire.Board} board
 * @param {Wire.Square} square
 */
export const movesFrom = (board, square) => board.moves.filter(({ from }) => from === square);

/**
 * The legal move from one square to another; a King may also be let go where castling leads, or on its Rook.
 * @param {Wire.Board} board
 * @param {Wire.Square} from
 * @param {Wire.Square} square
 */
export const findMove = (board, from, square) =>
  movesFrom(board, from).find(({ to }) => to === square) ?? movesFrom(board, from).find(({ also_to: also }) => also?.includes(square));

/**
 * The viewer's own cards of this type.
 * @param {Wire.Board} board
 * @param {string} type
 */
export const findCard = (board, type) => board.hand?.cards.find((card) => card.type === type);

/**
 * The part of a board that its reader's selection depends on: where it stands and what may be moved. Other news of a game,
 * such as an offer, leaves the selection alone.
 * @param {Wire.Board} board
 */
export function positionKey({ plies, running, your_turn: turn, pieces, moves, touch, hand }) {
  const standing = pieces.map(({ at, type, side }) => [at, type, side]);
  return JSON.stringify([plies, running, turn, standing, moves, touch?.bound, touch?.promoting, hand?.begun]);
}
