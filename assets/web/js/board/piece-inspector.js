// Answers "what is this?" about a square of the board: collects what is known of its piece and
// shows it in a card (`piece-card.js`).

import { findPiece, pieceImage } from "./live-board.js";

/** @import { BoardState } from "./board-state.js" */
/** @import { SquareGrid } from "./grid.js" */
/** @import { Gesture } from "./inspect-gesture.js" */
/** @import { PieceCard } from "./piece-card.js" */

export class PieceInspector {
  #state;
  #grid;
  #pieceCard;

  /**
   * @param {BoardState} state
   * @param {SquareGrid} grid
   * @param {PieceCard} pieceCard
   */
  constructor(state, grid, pieceCard) {
    this.#state = state;
    this.#grid = grid;
    this.#pieceCard = pieceCard;
  }

  /**
   * Shows what the piece on a square is; says whether there is one that can be asked about.
   * @param {Wire.Square} square
   * @param {Gesture} gesture
   */
  inspect(square, gesture) {
    const { shown, selection } = this.#state;
    const piece = shown === null ? undefined : findPiece(shown, square);
    const cell = this.#grid.cell(square);
    if (shown === null || piece === undefined || cell === undefined || selection.dragged !== null) return false;
    const name = shown.types[piece.type]?.name ?? piece.says ?? "";
    this.#pieceCard.show(piece.type, { name, says: piece.says, holds: piece.holds, src: pieceImage(shown, piece), cell, gesture });
    return true;
  }

  /** What was shown by resting the mouse goes away. */
  leave() {
    this.#pieceCard.hideOnLeave();
  }
}
