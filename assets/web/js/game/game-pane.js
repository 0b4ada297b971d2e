// Game pane: the game of the channel, beside its log or above it: the board, who plays, how it stands, buttons, the pieces of
// the game. It stays in place when messages come. Not here: the list of moves in it (`move-list.js`).

import { createControls } from "../base/controls.js";
import { byId, createElement, findElements, focusedElement } from "../base/elements.js";
import { guardPresses } from "../base/press-guard.js";
import { translate } from "../base/translations.js";
import { Board } from "../board/board.js";
import { PieceCard } from "../board/piece-card.js";
import { askTouchConsent, hasTouchConsent } from "../board/touch-consent.js";
import { showPlayerBars } from "./player-bars.js";

/** @import { OnPress } from "../base/controls.js" */

/** Buttons of a message with a picture for which the live board has its own ways. */
const REPLACED_BUTTONS = /^turn\.[^.]+\.\d+\.(move|hints|flip|hand|legend)$/;
const FOLDED_KEY = "adoube-board-folded";
const WIDE = matchMedia("(min-width: 861px)");

export class GamePane {
  #pane = byId("game");
  #act;
  #board;
  #pieceCard = new PieceCard();
  /** @type {Wire.Board | null} */
  #game = null;
  /** @type {((board: Wire.Board | null) => void)[]} */
  #listeners = [];
  /**
   * The rows that stand somewhere, as JSON.
   * @type {Map<HTMLElement, string>}
   */
  #shownRows = new Map();
  /**
   * Controls that were pressed, by their events.
   * @type {Map<Wire.EventId, HTMLElement>}
   */
  #busyControls = new Map();
  #legendKey = "";
  /**
   * What is asked before an event that was sent from here is done, and the ply it belongs to.
   * @type {Wire.Question & {game: string, plies: number} | null}
   */
  #question = null;
  /**
   * What had the focus when it was asked.
   * @type {HTMLElement | null}
   */
  #returnFocus = null;

  /**
   * @param {(component: string, value: string | null) => Wire.EventId | null} act sends what is done on the board
   * @param {number} seat this tab's
   */
  constructor(act, seat) {
    this.#act = act;
    this.#board = new Board(byId("game-board"), {
      act,
      pieceCard: this.#pieceCard,
      askTouch: (name) => askTouchConsent(seat, name),
      hasTouchConsent: () => hasTouchConsent(seat),
      hand: byId("game-hand"),
    });
    byId("game-flip").addEventListener("click", () => {
      this.#board.flip();
      this.#showPlayers();
    });
    byId("game-fold").addEventListener("click", () => this.#setFolded(!this.#isFolded));
    guardPresses(this.#pane, byId("game-rows"));
    const open = () => (byId("game-more").open = WIDE.matches);
    WIDE.addEventListener("change", open);
    open();
  }

  /**
   * Calls `listener` with every board that is shown from now on, and with null when there is none.
   * @param {(board: Wire.Board | null) => void} listener
   */
  onBoard(listener) {
    this.#listeners.push(listener);
  }

  /**
   * Shows the newest game of the channel.
   * @param {Wire.Board | null} board null: there never was one
   */
  show(board) {
    if (board === null || board.game !== this.#game?.game) this.#markReplaying(false);
    this.#game = board;
    this.#pane.hidden = board === null;
    document.body.classList.toggle("has-game", board !== null);
    this.#board.show(board);
    if (board !== null) this.#fill(board);
    for (const listener of this.#listeners) listener(board);
  }

  /**
   * Shows a position instead of the game as it stands, as for stepping through it; null leads back.
   * @param {Wire.Position | null} position
   */
  showPosition(position) {
    this.#markReplaying(position !== null);
    this.#board.showReplay(position);
  }

  /** @param {boolean} isReplaying */
  #markReplaying(isReplaying) {
    this.#pane.classList.toggle("replaying", isReplaying);
  }

  /**
   * Asks at the board until it is answered or the game has gone on; the focus is on the harmless answer.
   * @param {Wire.Question} question
   */
  askQuestion({ text, rows }) {
    if (this.#game === null || !this.#game.running) return;
    this.#returnFocus = focusedElement();
    this.#question = { text, rows, game: this.#game.game, plies: this.#game.plies };
    this.#showOffer();
    findElements(byId("game-offer"), "button").at(-1)?.focus();
  }

  /** Shows what is to be answered: a question about one's own event goes before an offer. */
  #showOffer() {
    if (this.#game === null) return undefined;
    const { game, plies, running, offer } = this.#game;
    const asked = this.#question;
    if (asked !== null && (asked.game !== game || asked.plies !== plies || !running)) return this.#dropQuestion();
    const shown = asked ?? offer;
    this.#showRows(byId("game-offer"), shown?.rows ?? [], shown?.text);
    return undefined;
  }

  #dropQuestion() {
    const had = byId("game-offer").contains(document.activeElement);
    this.#question = null;
    this.#showOffer();
    if (had && this.#returnFocus?.isConnected) this.#returnFocus.focus();
  }

  /**
   * The server is done with an event, or has refused it.
   * @param {Wire.EventId} id
   */
  finishEvent(id) {
    this.#board.finishEvent(id);
    this.#busyControls.get(id)?.removeAttribute("aria-disabled");
    this.#busyControls.delete(id);
  }

  /** @param {Wire.Board} board */
  #fill(board) {
    byId("game-status").textContent = board.status;
    byId("game-title").textContent = board.variant_name;
    byId("game-terms").textContent = board.terms;
    this.#pane.classList.toggle("my-turn", board.your_turn);
    this.#pane.classList.toggle("over", !board.running);
    this.#showPlayers();
    this.#showOffer();
    this.#showRows(byId("game-plans"), board.plans?.rows ?? [], board.plans?.text);
    this.#showRows(byId("game-rows"), withoutReplacedButtons(board.rows ?? []));
    this.#showLegend(board);
    this.#showFolded();
  }

  #showPlayers() {
    if (this.#game !== null) showPlayerBars(this.#game, this.#board.viewpoint, byId("game-seat-top"), byId("game-seat-bottom"));
  }

  /**
   * Buttons that stay the same stay where they are, with the keyboard on them.
   * @param {HTMLElement} place
   * @param {Wire.ControlRow[]} rows
   * @param {string} [text]
   */
  #showRows(place, rows, text) {
    const key = JSON.stringify([rows, text]);
    if (this.#shownRows.get(place) === key) return;
    this.#shownRows.set(place, key);
    /** @type {OnPress} */
    const press = (component, value, control) => this.#pressControl(component, value, control);
    place.replaceChildren(...(text ? [createElement("p", {}, text)] : []), ...(rows.length > 0 ? [createControls(rows, press)] : []));
    place.hidden = rows.length === 0 && !text;
  }

  /** @type {OnPress} */
  #pressControl(component, value, control) {
    if (control.getAttribute("aria-disabled") === "true") return;
    const id = this.#act(component, value);
    if (id === null) return;
    if (this.#question?.rows.some(({ buttons = [] }) => buttons.some((button) => button.id === component))) {
      this.#dropQuestion();
      return;
    }
    control.setAttribute("aria-disabled", "true");
    this.#busyControls.set(id, control);
  }

  /** @param {Wire.Board} board */
  #showLegend({ types, seat }) {
    const key = JSON.stringify([types, seat]);
    if (key === this.#legendKey) return;
    this.#legendKey = key;
    const side = seat ?? "white";
    byId("game-legend").replaceChildren(...Object.entries(types).map(([type, { name, letter, [side]: src }]) => {
      const button = createElement(
        "button",
        { type: "button", class: "legend-piece" },
        createElement("img", { src, alt: "", width: 30, height: 30, loading: "lazy" }),
        createElement("span", {}, name),
        letter && createElement("span", { class: "muted small", "aria-hidden": "true" }, letter),
      );
      button.addEventListener("click", () => this.#pieceCard.show(type, { name, says: null, holds: null, src: src ?? "", cell: button, gesture: "press" }));
      return createElement("li", {}, button);
    }));
  }

  get #isFolded() {
    return localStorage.getItem(FOLDED_KEY) === "yes";
  }

  /** @param {boolean} folded */
  #setFolded(folded) {
    localStorage.setItem(FOLDED_KEY, folded ? "yes" : "no");
    this.#showFolded();
  }

  #showFolded() {
    const folded = this.#isFolded;
    const button = byId("game-fold");
    this.#pane.classList.toggle("folded", folded);
    byId("game-body").hidden = folded;
    button.setAttribute("aria-expanded", folded ? "false" : "true");
    button.setAttribute("aria-label", translate(folded ? "game-unfold" : "game-fold"));
  }
}

/** @param {Wire.ControlRow[]} rows */
function withoutReplacedButtons(rows) {
  const kept = rows.map((row) => (row.buttons ? { ...row, buttons: row.buttons.filter(({ id }) => !REPLACED_BUTTONS.test(id)) } : row));
  return kept.filter((row) => !row.buttons || row.buttons.length > 0);
}
