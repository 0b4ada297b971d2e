// Pointer input on a board: clicks and taps, drags of pieces and cards, the inspect gesture.

import { closestElement, containsTarget } from "../base/elements.js";
import { trackDrag } from "./drag-gesture.js";
import { watchInspectGestures } from "./inspect-gesture.js";

/** @import { BoardState } from "./board-state.js" */
/** @import { SquareGrid } from "./grid.js" */
/** @import { Gesture } from "./inspect-gesture.js" */
/** @import { PieceInspector } from "./piece-inspector.js" */
/** @import { TurnActions } from "./turn-actions.js" */

export class PointerInput {
  #state;
  #grid;
  #actions;
  #inspector;
  /** Whether the press that goes on has asked about a piece: then it is no click and no drag. */
  #isHeld = false;
  /**
   * The square under what is dragged.
   * @type {Wire.Square | null}
   */
  #over = null;

  /**
   * @param {BoardState} state
   * @param {SquareGrid} grid
   * @param {TurnActions} actions
   * @param {PieceInspector} inspector
   */
  constructor(state, grid, actions, inspector) {
    this.#state = state;
    this.#grid = grid;
    this.#actions = actions;
    this.#inspector = inspector;
    const { squares } = grid;
    squares.addEventListener("click", (event) => this.#click(event));
    squares.addEventListener("pointerdown", (event) => this.#press(event));
    watchInspectGestures(squares, (square, gesture) => this.#inspect(square, gesture), () => inspector.leave());
  }

  /**
   * Lets go of what is picked when the page is pressed anywhere else.
   * @param {HTMLElement[]} parts what belongs to the board
   */
  unpickOutside(parts) {
    addEventListener("pointerdown", (event) => {
      if (this.#state.live !== null && !parts.some((part) => containsTarget(part, event))) this.#actions.unpick();
    }, true);
  }

  /**
   * Drags a card from the hand.
   * @param {PointerEvent} press
   * @param {Wire.Card} card
   * @param {HTMLElement} source
   */
  dragCard(press, card, source) {
    const { live } = this.#state;
    if (!live?.hand?.drop || card.drops.length === 0) return;
    trackDrag(press, source, {
      start: () => {
        if (this.#state.live?.game !== live.game) return false;
        if (this.#state.selection.card !== card.type) this.#actions.takeCard(card, false);
        return this.#state.selection.card === card.type;
      },
      over: (x, y) => this.#hover(this.#grid.squareAt(x, y)),
      drop: (x, y) => this.#state.live?.game === live.game && this.#actions.dropCard(card.type, this.#grid.squareAt(x, y)),
      gone: () => this.#endDrag(),
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const square = closestElement(event, "[data-square]")?.dataset.square;
    if (square === undefined || this.#isHeld) return;
    this.#inspector.leave();
    this.#actions.tap(square);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#isHeld = false;
    const { live, replayed } = this.#state;
    const cell = closestElement(event, "[data-square]");
    const from = cell?.dataset.square;
    if (cell === null || from === undefined || event.button !== 0 || !event.isPrimary || live === null || replayed !== null) return;
    if (!this.#state.mayPick(from)) return;
    trackDrag(event, cell, {
      start: () => this.#state.live?.game === live.game && !this.#isHeld && this.#actions.beginDrag(from),
      over: (x, y) => this.#hover(this.#grid.squareAt(x, y)),
      drop: (x, y) => this.#state.live?.game === live.game && this.#actions.dropPiece(from, this.#grid.squareAt(x, y)),
      gone: () => this.#endDrag(),
    });
  }

  /** @param {Wire.Square | null} square */
  #hover(square) {
    if (square === this.#over) return;
    if (this.#over !== null) this.#grid.cell(this.#over)?.classList.remove("under-drag");
    this.#over = square;
    if (square !== null) this.#grid.cell(square)?.classList.add("under-drag");
  }

  #endDrag() {
    this.#hover(null);
    this.#actions.endDrag();
  }

  /**
   * @param {Wire.Square} square
   * @param {Gesture} gesture
   */
  #inspect(square, gesture) {
    if (this.#inspector.inspect(square, gesture) && gesture === "hold") this.#isHeld = true;
  }
}
