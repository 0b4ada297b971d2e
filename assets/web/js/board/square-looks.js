// How every square looks and what screen readers call it, from what the server said and what the player has selected. It knows
// no rules: where a piece may go, what it takes and what holds it came with the board. Not here: page elements (`grid.js`).

import { translate } from "../base/translations.js";
import { findCard, movesFrom, pieceImage } from "./live-board.js";
import { predictPieces } from "./optimistic-move.js";

/** @import { Selection } from "./board-state.js" */
/** @import { MarkKind } from "./marks.js" */

/**
 * @typedef {object} SquareLook
 * @property {{src: string, faded: boolean} | null} piece
 * @property {MarkKind[]} marks
 * @property {string[]} classes
 * @property {string[]} words what is said besides the label
 * @property {string} label what the square is called
 * @property {boolean} selected
 */

/**
 * The mark of a target, by what a move there does.
 * @type {Record<Wire.Move["kind"], MarkKind>}
 */
const TARGET_MARKS = { move: "target", capture: "capture-target", convert: "conversion-target", castle: "castling-target" };

/**
 * The mark of a piece's state.
 * @type {Record<NonNullable<Wire.Piece["held"]>, MarkKind>}
 */
const STATE_MARKS = { locked: "locked", frozen: "frozen", copies: "copying" };

/**
 * A square with nothing on it.
 * @param {Wire.Square} square
 * @returns {SquareLook}
 */
export const emptyLook = (square) => ({ piece: null, marks: [], classes: [], words: [], label: square, selected: false });

/**
 * The looks of all squares that are not just empty.
 * @param {Wire.Position | Wire.Board} board
 * @param {Selection} selection
 * @returns {Map<Wire.Square, SquareLook>}
 */
export function computeSquareLooks(board, selection) {
  const looks = new SquareLooks();
  for (const piece of predictPieces(board, selection.pending)) {
    const look = looks.at(piece.at);
    look.piece = { src: pieceImage(board, piece), faded: selection.dragged === piece.at };
    look.label = piece.says ?? piece.at;
    if (piece.holds) look.words.push(piece.holds);
    if (piece.held) look.marks.push(STATE_MARKS[piece.held]);
  }
  looks.markLastMove(board.marks);
  if ("moves" in board) looks.markGame(board, selection);
  else for (const square of board.marks.touched) looks.markTouched(square);
  if (selection.premove !== null) {
    for (const square of [selection.premove.from, selection.premove.to]) looks.at(square).classes.push("premove");
  }
  for (const square of selection.pending?.squares ?? []) looks.at(square).classes.push("pending");
  return looks.finish();
}

class SquareLooks {
  /** @type {Map<Wire.Square, SquareLook>} */
  #looks = new Map();

  /** @param {Wire.Square} square */
  at(square) {
    const look = this.#looks.get(square) ?? emptyLook(square);
    this.#looks.set(square, look);
    return look;
  }

  /** The looks, with all words in the labels. */
  finish() {
    for (const look of this.#looks.values()) look.label = [look.label, ...look.words].join(", ");
    return this.#looks;
  }

  /** @param {Wire.Marks} marks */
  markLastMove({ last, also, check, checkers }) {
    for (const square of last) {
      this.at(square).classes.push("last");
      this.at(square).marks.push("last-move");
    }
    for (const square of also) this.at(square).classes.push("last");
    for (const square of check) {
      this.at(square).marks.push("check");
      this.at(square).words.push(translate("board-in-check"));
    }
    for (const square of checkers) this.at(square).marks.push("checking");
  }

  /**
   * What may be moved, what is touched, and what is selected.
   * @param {Wire.Board} board
   * @param {Selection} selection
   */
  markGame(board, { picked, card }) {
    for (const square of new Set(board.moves.map(({ from }) => from))) {
      this.at(square).classes.push("can-move");
      if (board.hints && picked === null) this.at(square).marks.push("movable");
      this.at(square).words.push(translate("board-can-move"));
    }
    for (const square of new Set([...(board.touch?.bound ?? []), ...board.marks.touched])) this.markTouched(square);
    if (picked !== null) this.#markPicked(board, picked);
    if (card !== null) this.#markDrops(board, card);
  }

  /** @param {Wire.Square} square */
  markTouched(square) {
    this.at(square).marks.push("touched");
    this.at(square).words.push(translate("board-touched"));
  }

  /**
   * @param {Wire.Board} board
   * @param {Wire.Square} picked
   */
  #markPicked(board, picked) {
    const look = this.at(picked);
    look.classes.push("picked");
    look.marks.push("picked");
    look.selected = true;
    look.words = look.words.filter((said) => said !== translate("board-can-move"));
    look.words.unshift(translate("board-picked"));
    for (const { to, kind, takes, says } of movesFrom(board, picked)) {
      const target = this.at(to);
      target.classes.push("target");
      target.marks.push(TARGET_MARKS[kind]);
      // What stands there is said by the square itself, what happens there by the move.
      target.words.unshift(says && says !== to ? says : translate("board-target"));
      for (const other of takes) {
        if (other === to) continue;
        this.at(other).marks.push("also-captured");
        this.at(other).words.push(translate("board-taken-too"));
      }
    }
  }

  /**
   * @param {Wire.Board} board
   * @param {string} card
   */
  #markDrops(board, card) {
    for (const square of findCard(board, card)?.drops ?? []) {
      this.at(square).classes.push("target");
      this.at(square).marks.push("drop");
      this.at(square).words.push(translate("board-drop"));
    }
  }
}
