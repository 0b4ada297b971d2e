// What a player does on a board: picks pieces, moves them, keeps a premove, touches, drops cards. It sends only what the live
// board allows. Not here: which click, drag or key does it (`pointer-input.js`, `keyboard-input.js`).

import { translate } from "../base/translations.js";
import { openChoice } from "./choice-popup.js";
import { findCard, findMove, findPiece, movesFrom, pieceImage } from "./live-board.js";
import { predictDrop, predictMove } from "./optimistic-move.js";

/** @import { BoardHooks } from "./board.js" */
/** @import { BoardPainter } from "./board-painter.js" */
/** @import { BoardState, SquarePath } from "./board-state.js" */
/** @import { SquareGrid } from "./grid.js" */
/** @import { PendingMove } from "./optimistic-move.js" */
/** @import { StatusLine } from "./status-line.js" */

export class TurnActions {
  #state;
  #grid;
  #painter;
  #status;
  #hooks;
  /** @type {(() => void) | null} */
  #closePopup = null;

  /**
   * @param {BoardState} state
   * @param {SquareGrid} grid
   * @param {BoardPainter} painter
   * @param {StatusLine} status
   * @param {BoardHooks} hooks
   */
  constructor(state, grid, painter, status, hooks) {
    this.#state = state;
    this.#grid = grid;
    this.#painter = painter;
    this.#status = status;
    this.#hooks = hooks;
  }

  /**
   * A square was clicked, or entered by the keyboard.
   * @param {Wire.Square} square
   */
  tap(square) {
    const { picked, card, pending, premove } = this.#state.selection;
    if (this.#state.running === null) return this.#announcePiece(square);
    if (pending !== null) return undefined;
    if (card !== null) {
      if (!this.dropCard(card, square)) this.unpick();
      return undefined;
    }
    if (picked === square) return this.unpick();
    if (picked !== null && this.#moveTo(picked, square)) return undefined;
    if (this.#state.mayPick(square)) {
      this.#pick(square);
      return undefined;
    }
    if (premove !== null) return this.dropPremove("board-premove-off");
    this.unpick();
    return this.#announcePiece(square);
  }

  /** Says what stands on a square, and why it cannot be moved. */
  #announcePiece(/** @type {Wire.Square} */ square) {
    const { shown, inTurn, live } = this.#state;
    const piece = shown === null ? undefined : findPiece(shown, square);
    if (shown === null || piece === undefined) return;
    const name = piece.says ?? shown.types[piece.type]?.name ?? "";
    const isStuck = inTurn && piece.side === live?.seat;
    const text = piece.holds ? `${name}: ${piece.holds}` : isStuck ? `${name}. ${translate("board-stuck")}` : name;
    this.#status.say(text, piece.at);
  }

  /** Lets go of what is picked. */
  unpick() {
    this.closeChoice();
    const { picked, card } = this.#state.selection;
    if (picked === null && card === null) return;
    this.#state.select({ picked: null, card: null });
    this.#status.say("");
    this.#painter.paint(false);
  }

  /** Closes the question what a piece becomes. */
  closeChoice() {
    this.#closePopup?.();
    this.#closePopup = null;
  }

  /** @param {Wire.Square} square */
  async #pick(square) {
    const { live } = this.#state;
    const piece = live === null ? undefined : findPiece(live, square);
    if (live === null || piece === undefined) return;
    if (this.#state.touchComponent(square) !== null) {
      const hasAgreed = await this.#hooks.askTouch(piece.says ?? "");
      if (this.#state.live?.game !== live.game) return;
      if (!hasAgreed) {
        this.#grid.focus(square);
        return;
      }
      if (!this.#state.inTurn || !this.#state.mayPick(square)) return;
      this.#touch(square);
    }
    this.#pickUp(square);
  }

  /**
   * Touches a piece where that binds and has not been done.
   * @param {Wire.Square} square
   */
  #touch(square) {
    const component = this.#state.touchComponent(square);
    if (component !== null) this.#state.touchEvent = this.#hooks.act(component, square);
  }

  /** @param {Wire.Square} square */
  #pickUp(square) {
    const { live, inTurn } = this.#state;
    if (live === null) return;
    this.#state.select({ picked: square, card: null });
    const name = findPiece(live, square)?.says;
    const count = movesFrom(live, square).length;
    this.#status.say(inTurn ? translate("board-picked-told", { name, count }) : translate("board-premove-where", { name }), square);
    this.#painter.paint(false);
  }

  /**
   * Moves, if that is possible, or keeps the move for the answer; says whether it did.
   * @param {Wire.Square} from
   * @param {Wire.Square} to
   */
  #moveTo(from, to) {
    const { live } = this.#state;
    if (live === null) return false;
    if (this.#state.mayPremove) {
      if (findPiece(live, to)?.side === live.seat) return false;
      this.#keepPremove(live, { from, to });
      return true;
    }
    const move = findMove(live, from, to);
    if (move === undefined) return false;
    const touch = this.#state.touchComponent(from);
    if (touch === null) this.#play(live, move);
    else this.#moveAfterTouch(move, touch);
    return true;
  }

  /**
   * @param {Wire.Board} live
   * @param {Wire.Move} move
   */
  #play(live, move) {
    if (move.value === null) this.#askChoice(live, move);
    else this.#sendMove(move, move.value, null);
  }

  /**
   * Asks what a piece becomes, or whatever else a move leaves open.
   * @param {Wire.Board} live
   * @param {Wire.Move} move
   */
  #askChoice(live, move) {
    const { from, to } = move;
    const [piece, cell] = [findPiece(live, from), this.#grid.cell(to)];
    if (piece === undefined || cell === undefined) return;
    this.#state.select({ picked: from });
    this.#painter.paint(false);
    const options = move.choices.map((choice) => ({ ...choice, src: pieceImage(live, { type: choice.type ?? piece.type, side: piece.side }) }));
    this.#grid.reveal(to);
    this.closeChoice();
    this.#closePopup = openChoice(this.#grid.frame, cell, move.asks ?? translate("board-choose"), options, (choice) => {
      this.#closePopup = null;
      this.#grid.focus(to);
      this.#sendMove(move, choice.value, choice.type);
    }, () => {
      this.#closePopup = null;
      this.#grid.focus(from);
      this.unpick();
    });
  }

  /**
   * @param {Wire.Move} move
   * @param {string} value
   * @param {string | null} type what the piece becomes
   */
  #sendMove(move, value, type) {
    // The board may have come anew, with the same moves, while a choice was open.
    this.#send(this.#state.live?.act ?? null, value, predictMove(move, type));
  }

  /**
   * Touches the piece first; the move follows when the touch has bound.
   * @param {Wire.Move} move
   * @param {string} touch
   */
  #moveAfterTouch(move, touch) {
    // It has been refused if the server is done with it and the piece is not touched.
    const id = (this.#state.touchEvent ??= this.#hooks.act(touch, move.from));
    if (id === null) {
      this.#status.say(translate("error-internal"));
      return;
    }
    this.#state.queuedMove = { from: move.from, to: move.to };
    this.#state.showPending({ ...predictMove(move, null), id });
    this.#painter.paint(false);
  }

  /**
   * @param {string | null} component
   * @param {string | null} value
   * @param {PendingMove} pending how the board looks until the answer comes
   */
  #send(component, value, pending) {
    const id = component === null ? null : this.#hooks.act(component, value);
    this.#state.showPending(id === null ? null : { ...pending, id });
    this.#state.queuedMove = null;
    if (id === null) this.#status.say(translate("error-internal"));
    this.#painter.paint(false);
  }

  /**
   * Presses a button of the hand.
   * @param {string} component
   */
  press(component) {
    if (this.#state.selection.pending === null) this.#send(component, null, { squares: [] });
  }

  /**
   * Begins to drag a piece; says whether that is possible now.
   * @param {Wire.Square} from
   */
  beginDrag(from) {
    if (!this.#state.mayPick(from)) return false;
    if (this.#state.touchComponent(from) !== null) {
      if (!this.#hooks.hasTouchConsent()) {
        this.#pick(from);
        return false;
      }
      this.#touch(from);
    }
    this.#state.selection.dragged = from;
    this.#pickUp(from);
    return true;
  }

  /**
   * Lets a dragged piece go on a square; says whether that was a move.
   * @param {Wire.Square} from
   * @param {Wire.Square | null} to
   */
  dropPiece(from, to) {
    this.#state.selection.dragged = null;
    return to !== null && to !== from && this.#state.mayPick(from) && this.#moveTo(from, to);
  }

  endDrag() {
    this.#state.selection.dragged = null;
    if (this.#state.live !== null) this.#painter.paint(false);
  }

  /** Does what waited for this board: a move whose touch has arrived, a move kept for the answer. */
  resume() {
    const { queuedMove, selection: { premove } } = this.#state;
    if (queuedMove !== null && this.#state.inTurn && this.#state.touchComponent(queuedMove.from) === null) {
      this.#state.queuedMove = null;
      this.#moveTo(queuedMove.from, queuedMove.to);
    }
    const { live, inTurn } = this.#state;
    if (premove === null || live === null) return;
    if (!inTurn) {
      if (findPiece(live, premove.from)?.side !== live.seat) this.dropPremove("board-premove-gone");
      return;
    }
    this.#state.selection.premove = null;
    if (!this.#moveTo(premove.from, premove.to)) this.#announceLostPremove("board-premove-gone", premove);
  }

  /**
   * @param {Wire.Board} live
   * @param {SquarePath} step
   */
  #keepPremove(live, { from, to }) {
    this.#state.select({ picked: null, premove: { from, to } });
    this.#status.say(translate("board-premove", { name: findPiece(live, from)?.says, square: to }), from);
    this.#painter.paint(false);
  }

  /**
   * Forgets the premove, and says why.
   * @param {string} reason the key of a sentence
   */
  dropPremove(reason) {
    const { premove } = this.#state.selection;
    if (premove !== null) this.#announceLostPremove(reason, premove);
  }

  /**
   * @param {string} reason
   * @param {SquarePath} step
   */
  #announceLostPremove(reason, { to }) {
    const { live } = this.#state;
    this.#state.selection.premove = null;
    this.#status.say(`${live?.your_turn && live.last ? `${live.last.says} ` : ""}${translate(reason, { square: to })}`);
    this.#painter.paint(false);
  }

  /**
   * Takes a card of the hand, or puts it back.
   * @param {Wire.Card} card
   * @param {boolean} byKeyboard
   */
  takeCard(card, byKeyboard) {
    const { live, replayed, selection } = this.#state;
    const [first] = card.drops;
    if (replayed !== null || live === null || selection.pending !== null) return undefined;
    if (selection.card === card.type) return this.unpick();
    if (!live.hand?.drop || first === undefined) {
      const reason = live.hand?.drop ? "hand-nowhere" : "hand-move-first";
      return this.#status.say(`${card.name}. ${translate(reason)}`);
    }
    this.#state.select({ picked: null, card: card.type });
    this.#status.say(translate("hand-picked", { name: card.name, count: card.drops.length }));
    this.#painter.paint(false);
    this.#grid.reveal(first);
    if (byKeyboard) this.#grid.focus(first);
    return undefined;
  }

  /**
   * Drops a card on a square; says whether that is possible.
   * @param {string} type
   * @param {Wire.Square | null} square
   */
  dropCard(type, square) {
    const { live } = this.#state;
    if (live === null || live.seat === null || square === null || !findCard(live, type)?.drops.includes(square)) return false;
    this.#send(live.hand?.drop ?? null, `${type}@${square}`, predictDrop(type, live.seat, square));
    return true;
  }
}
