// Live board: shows what the server tells of a game, and turns clicks, drags and keys into moves it allows. Here its parts are
// put together and hear of new positions.
// No library: chessground is under the GPL, and those under freer licences (cm-chessboard, chessboardjs) know eight by
// eight squares and twelve pieces, while this needs any size, grids that grow, any piece, cards, and names to be read aloud.

import { createElement } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { BoardPainter } from "./board-painter.js";
import { BoardState } from "./board-state.js";
import { SquareGrid } from "./grid.js";
import { HandView } from "./hand.js";
import { KeyboardInput } from "./keyboard-input.js";
import { findCard, positionKey } from "./live-board.js";
import { PieceInspector } from "./piece-inspector.js";
import { PointerInput } from "./pointer-input.js";
import { StatusLine } from "./status-line.js";
import { TurnActions } from "./turn-actions.js";

/** @import { PieceCard } from "./piece-card.js" */

/**
 * What a board needs of its surroundings.
 * @typedef {object} BoardHooks
 * @property {(component: string, value: string | null) => Wire.EventId | null} act sends what was done; null: it cannot be sent
 * @property {PieceCard} pieceCard shows what a piece is
 * @property {(name: string) => Promise<boolean>} askTouch resolves with whether to touch a piece where that binds
 * @property {() => boolean} hasTouchConsent whether it would do so without asking
 * @property {HTMLElement} hand where the viewer's own cards lie
 */

export class Board {
  #state = new BoardState();
  #painter;
  #status;
  #actions;

  /**
   * @param {HTMLElement} root
   * @param {BoardHooks} hooks
   */
  constructor(root, hooks) {
    root.classList.add("live-board");
    const state = this.#state;
    const grid = new SquareGrid(root);
    const inspector = new PieceInspector(state, grid, hooks.pieceCard);
    this.#status = new StatusLine((square) => inspector.inspect(square, "press"));
    root.append(createElement("div", { class: "board-words" }, ...this.#status.elements, createZoom(grid)));
    const hand = new HandView(hooks.hand, {
      take: (card, byKeyboard) => actions.takeCard(card, byKeyboard),
      drag: (press, card, source) => pointer.dragCard(press, card, source),
      press: (component) => actions.press(component),
    });
    this.#painter = new BoardPainter(root, state, grid, hand);
    const actions = new TurnActions(state, grid, this.#painter, this.#status, hooks);
    this.#actions = actions;
    const pointer = new PointerInput(state, grid, actions, inspector);
    pointer.unpickOutside([root, hooks.hand]);
    new KeyboardInput(state, grid, hand, actions, inspector);
  }

  /**
   * Shows a game as it stands now.
   * @param {Wire.Board | null} live null: there is none
   */
  show(live) {
    const state = this.#state;
    const before = state.live;
    state.live = live;
    if (live === null || before?.game !== live.game) {
      this.#actions.closeChoice();
      state.reset();
      this.#status.say("");
      if (live === null) return;
    } else if (positionKey(before) !== positionKey(live)) {
      this.#actions.closeChoice();
      state.selection.pending = null;
    }
    const { picked, card } = state.selection;
    if (picked !== null && !state.mayPick(picked)) state.selection.picked = null;
    if (card !== null && !findCard(live, card)?.drops.length) state.selection.card = null;
    if (before !== null && before.game === live.game) this.#announceChange(before, live);
    this.#painter.paint(true);
    this.#actions.resume();
  }

  /**
   * Shows a position to look at, in which nothing can be moved.
   * @param {Wire.Position | null} position null leads back to the game
   */
  showReplay(position) {
    const state = this.#state;
    state.replayed = position;
    this.#actions.closeChoice();
    state.select({ picked: null, card: null, dragged: null });
    if (position !== null) {
      // A reader who looks back shall not find a move made, by surprise, that was asked for before.
      state.queuedMove = null;
      this.#actions.dropPremove("board-premove-off");
    }
    this.#painter.paint(true);
  }

  /** Turns the board round. */
  flip() {
    this.#state.flip();
    this.#painter.paint(false);
  }

  /** From which side the board is seen. */
  get viewpoint() {
    return this.#state.viewpoint;
  }

  /**
   * The server is done with an event, or has refused it. The board it led to comes before that, so a piece that still
   * stands where it was put was not moved, and goes back.
   * @param {Wire.EventId} id
   */
  finishEvent(id) {
    const state = this.#state;
    if (state.touchEvent === id) state.touchEvent = null;
    if (state.selection.pending?.id !== id) return;
    state.queuedMove = null;
    state.selection.pending = null;
    this.#painter.paint(true);
  }

  /**
   * Says what is new: a move, or how it stands now, as after a takeback or an end without a move.
   * @param {Wire.Board} before
   * @param {Wire.Board} live
   */
  #announceChange(before, live) {
    if (live.plies > before.plies && live.last !== null) {
      this.#status.say(`${live.last.says} ${live.status}`);
      return;
    }
    // What the reader has just touched is told by picking it.
    const isOwn = this.#state.selection.picked !== null || this.#state.queuedMove !== null;
    if (live.plies < before.plies || before.running !== live.running || (before.status !== live.status && !isOwn)) this.#status.say(live.status);
  }
}

/**
 * Buttons that make the squares of a grid without edges larger and smaller.
 * @param {SquareGrid} grid
 */
function createZoom(grid) {
  const createButton = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) => {
    const button = createElement("button", { type: "button", class: "icon-button", data: { wordsLabel: label }, "aria-label": translate(label) }, createElement("span", { "aria-hidden": "true" }, sign));
    button.addEventListener("click", () => grid.zoom(by));
    return button;
  };
  return createElement("div", { class: "board-zoom" }, createButton(1, "+", "board-larger"), createButton(-1, "−", "board-smaller"));
}
