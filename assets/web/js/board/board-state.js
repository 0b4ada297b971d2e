// State of a board on the page: the game as the server sent it, a position of a replay that is shown instead, and what the
// player has selected. What may be picked now is derived from it. Not here: what a click does (`turn-actions.js`).

import { findPiece, movesFrom, otherSide } from "./live-board.js";

/** @import { PendingMove } from "./optimistic-move.js" */

/**
 * @typedef {object} Selection
 * @property {Wire.Square | null} picked the piece that is moved next
 * @property {string | null} card the type of the card that is dropped next
 * @property {PendingMove & {id: Wire.EventId} | null} pending what is on its way to the server
 * @property {SquarePath | null} premove the move that is made when it is the player's turn
 * @property {Wire.Square | null} dragged where the piece stands that is dragged
 */

/** @typedef {{from: Wire.Square, to: Wire.Square}} SquarePath */

/** @type {Selection} */
const NOTHING = { picked: null, card: null, pending: null, premove: null, dragged: null };

export class BoardState {
  /** @type {Wire.Board | null} */
  live = null;
  /** @type {Wire.Position | null} */
  replayed = null;
  /** @type {Selection} */
  selection = { ...NOTHING };
  /**
   * A move of a piece whose touch is on its way: made when the touch is confirmed.
   * @type {SquarePath | null}
   */
  queuedMove = null;
  /**
   * The event of a touch that is on its way.
   * @type {Wire.EventId | null}
   */
  touchEvent = null;
  #isFlipped = false;

  /** What is shown: a position of a replay, or the game. */
  get shown() {
    return this.replayed ?? this.live;
  }

  /** What is selected in that. */
  get shownSelection() {
    return this.replayed === null ? this.selection : NOTHING;
  }

  /** The game in which the player acts; null while there is none, and in a replay. */
  get running() {
    return this.replayed === null && this.live?.running ? this.live : null;
  }

  get inTurn() {
    return this.running !== null && this.running.your_turn && this.selection.pending === null;
  }

  /** One move may be kept for the answer, but not where touching a piece binds. */
  get mayPremove() {
    const live = this.running;
    return live !== null && live.seat !== null && !live.your_turn && live.touch === null && this.selection.pending === null;
  }

  /**
   * From which side the board is seen.
   * @returns {Wire.Side}
   */
  get viewpoint() {
    const viewpoint = this.shown?.viewpoint ?? "white";
    return this.#isFlipped ? otherSide(viewpoint) : viewpoint;
  }

  flip() {
    this.#isFlipped = !this.#isFlipped;
  }

  /**
   * What is pressed to touch this piece, if picking it is a touch that binds and has not been made.
   * @param {Wire.Square} square
   */
  touchComponent(square) {
    const touch = this.inTurn ? this.live?.touch : null;
    return touch?.act && !touch.bound.includes(square) ? touch.act : null;
  }

  /**
   * Whether the player may pick the piece on this square.
   * @param {Wire.Square} square
   */
  mayPick(square) {
    const piece = this.live === null ? undefined : findPiece(this.live, square);
    if (this.live === null || piece === undefined || piece.side !== this.live.seat) return false;
    return this.inTurn ? movesFrom(this.live, square).length > 0 : this.mayPremove;
  }

  /**
   * Changes a part of the selection.
   * @param {Partial<Selection>} change
   */
  select(change) {
    this.selection = { ...this.selection, ...change };
  }

  /**
   * Selects nothing, while something is on its way.
   * @param {Selection["pending"]} pending
   */
  showPending(pending) {
    this.selection = { ...NOTHING, pending };
  }

  /** Forgets everything about the game before. */
  reset() {
    this.replayed = null;
    this.selection = { ...NOTHING };
    this.queuedMove = null;
    this.touchEvent = null;
  }
}
