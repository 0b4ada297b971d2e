// How every square looks and what it is called, from what the server said and what the player is doing with it. It knows
// no rules: where a piece may go, what it takes and what holds it is in the board that came. Not here: page elements.

import { translate } from "../base/translations.js";

/** Everything shown, by square; `doing` has picked, card, pending, premove and dragged. */
export function computeSquareLooks(board, doing) {
  const looks = new Map();
  const at = (square) => {
    if (!looks.has(square)) looks.set(square, { piece: null, marks: [], classes: [], words: [], label: square, selected: false });
    return looks.get(square);
  };
  for (const piece of predictPieces(board, doing.pending)) {
    const look = at(piece.at);
    look.piece = { src: pieceImage(board, piece), faded: doing.dragged === piece.at };
    look.label = piece.says ?? piece.at;
    if (piece.holds) look.words.push(piece.holds);
    if (piece.held) look.marks.push(piece.held);
  }
  markLastMove(board, at);
  const mine = new Set(board.moves?.map(({ from }) => from));
  for (const square of mine) {
    at(square).classes.push("can-move");
    if (board.hints && doing.picked === null) at(square).marks.push("movable");
    at(square).words.push(translate("board-can-move"));
  }
  if (board.touch) for (const square of board.touch.bound) markTouched(at(square));
  for (const square of board.marks?.touched ?? []) if (!board.touch?.bound.includes(square)) markTouched(at(square));
  if (doing.picked !== null) markPicked(board, doing.picked, at);
  if (doing.card !== null) markDrops(board, doing.card, at);
  if (doing.premove !== null) {
    for (const square of [doing.premove.from, doing.premove.to]) at(square).classes.push("premove");
  }
  for (const square of doing.pending?.squares ?? []) at(square).classes.push("pending");
  for (const look of looks.values()) look.label = [look.label, ...look.words].join(", ");
  return looks;
}

function markTouched(look) {
  look.marks.push("touched");
  look.words.push(translate("board-touched"));
}

function markLastMove(board, at) {
  const marks = board.marks ?? {};
  for (const square of marks.last ?? []) {
    at(square).classes.push("last");
    at(square).marks.push("last");
  }
  for (const square of marks.also ?? []) at(square).classes.push("last");
  for (const square of marks.check ?? []) {
    at(square).marks.push("check");
    at(square).words.push(translate("board-in-check"));
  }
  for (const square of marks.checkers ?? []) at(square).marks.push("checker");
}

function markPicked(board, picked, at) {
  const look = at(picked);
  look.classes.push("picked");
  look.selected = true;
  look.words = look.words.filter((said) => said !== translate("board-can-move"));
  look.words.unshift(translate("board-picked"));
  for (const { to, kind, takes, says } of movesFrom(board, picked)) {
    const target = at(to);
    target.classes.push("target");
    target.marks.push(kind);
    // What stands there is said by the square itself, what happens there by the move.
    target.words.unshift(says && says !== to ? says : translate("board-target"));
    for (const other of takes) {
      if (other === to) continue;
      at(other).marks.push("takes");
      at(other).words.push(translate("board-taken-too"));
    }
  }
}

function markDrops(board, card, at) {
  for (const square of findCard(board, card)?.drops ?? []) {
    at(square).classes.push("target");
    at(square).marks.push("drop");
    at(square).words.push(translate("board-drop"));
  }
}

/** The picture of a piece. */
export const pieceImage = (board, { type, side }) => board.types[type]?.[side] ?? "";

/** The legal moves of the piece on this square. */
export const movesFrom = (board, square) => board.moves?.filter(({ from }) => from === square) ?? [];

/** The legal move from one square to another; a King may also be let go where castling leads, or on its Rook. */
export const findMove = (board, from, square) =>
  movesFrom(board, from).find(({ to }) => to === square) ?? movesFrom(board, from).find(({ also_to: also }) => also?.includes(square));

/** How a move is shown that is on its way: the piece where it will stand, without what it takes. */
export function predictMove({ from, to, stands = to, kind, takes }, type) {
  if (stands === from) return { squares: [from, to] };
  return { from, stands, type, gone: kind === "capture" ? takes : [], squares: [stands] };
}

/**
 * What everything that is done on a board hangs on: where it stands and what may be moved. Other news of a game, such as an
 * offer, leaves alone what the player is doing.
 */
export function positionKey({ plies, running, your_turn: turn, pieces, moves, touch, hand }) {
  const standing = pieces.map(({ at, type, side }) => [at, type, side]);
  return JSON.stringify([plies, running, turn, standing, moves, touch?.bound, touch?.promoting, hand?.begun]);
}

/** The viewer's own cards of this type. */
export const findCard = (board, type) => board.hand?.cards.find((card) => card.type === type);

/** What stands on this square. */
export const findPiece = (board, square) => board.pieces.find(({ at }) => at === square);

/**
 * The pieces as they stand, and as a move that is on its way leaves them as far as that can be told without rules: the
 * piece itself, and what it captures. The next board puts everything right.
 */
function predictPieces(board, pending) {
  if (!pending?.stands) return board.pieces;
  const { from, stands, gone, type } = pending;
  const moving = board.pieces.find(({ at }) => at === from) ?? pending.put;
  const put = { ...moving, type: type ?? moving.type, at: stands, says: stands, holds: null };
  const left = new Set([from, ...gone]);
  const others = board.pieces.filter(({ at }) => !left.has(at)).filter(({ at, side }) => at !== stands || side === put.side);
  return [...others, put];
}
