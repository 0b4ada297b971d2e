// Keyboard input on a board: arrow keys go from square to square, Enter and the space bar pick and move, "?" and "i" tell what
// a piece is, Escape lets go.

import { findPiece } from "./live-board.js";

/** @import { BoardState } from "./board-state.js" */
/** @import { SquareGrid } from "./grid.js" */
/** @import { HandView } from "./hand.js" */
/** @import { PieceInspector } from "./piece-inspector.js" */
/** @import { TurnActions } from "./turn-actions.js" */

/** More squares than any board has: to its edge. */
const FAR = 999;

/**
 * Where keys lead: squares to the right, squares down.
 * @type {Record<string, [number, number]>}
 */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-FAR, 0],
  End: [FAR, 0],
  PageUp: [0, -FAR],
  PageDown: [0, FAR],
};

export class KeyboardInput {
  #state;
  #grid;
  #hand;
  #actions;
  #inspector;

  /**
   * @param {BoardState} state
   * @param {SquareGrid} grid
   * @param {HandView} hand
   * @param {TurnActions} actions
   * @param {PieceInspector} inspector
   */
  constructor(state, grid, hand, actions, inspector) {
    this.#state = state;
    this.#grid = grid;
    this.#hand = hand;
    this.#actions = actions;
    this.#inspector = inspector;
    grid.squares.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    const square = this.#grid.cursor;
    if (step) this.#grid.moveCursorBy(...step);
    else if (event.key === "Enter" || event.key === " ") this.#enter(square);
    else if (event.key === "?" || event.key === "i") this.#inspector.inspect(square, "press");
    else if (event.key === "Escape") return this.#escape(event);
    else return;
    event.preventDefault();
  }

  /** @param {Wire.Square} square */
  #enter(square) {
    const { shown, live, replayed, selection } = this.#state;
    const piece = shown === null ? undefined : findPiece(shown, square);
    const isIdle = selection.picked === null && selection.card === null;
    const isOwn = replayed === null && piece?.side === live?.seat;
    if (piece && isIdle && !isOwn) this.#inspector.inspect(square, "press");
    else this.#actions.tap(square);
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    const { card, picked, premove } = this.#state.selection;
    if (card === null && picked === null && premove === null) return;
    event.stopPropagation();
    if (premove !== null) this.#actions.dropPremove("board-premove-off");
    this.#actions.unpick();
    if (card !== null) this.#hand.focus(card);
  }
}
