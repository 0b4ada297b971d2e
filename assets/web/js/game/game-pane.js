// The game of the channel, beside its log or above it: the board, who plays, how it stands, buttons, the pieces of the
// game. It stays where it is whatever is said. The list of moves in it is filled by others (`onBoard`, `lookAt`).

import { byId, createElement } from "../base/elements.js";
import { createControls } from "../chat/message.js";
import { guardPresses } from "../base/press-guard.js";
import { translate } from "../base/translations.js";
import { PieceCard } from "../board/piece-card.js";
import { Board } from "../board/board.js";
import { showPlayerBars } from "./player-bars.js";
import { askTouchConsent, hasTouchConsent } from "../board/touch-consent.js";

/** Buttons of a message with a picture that a board one can touch makes needless. */
const REPLACED_BUTTONS = /^turn\.[^.]+\.\d+\.(move|hints|flip|hand|legend)$/;
const FOLDED_KEY = "adoube-board-folded";
const WIDE = matchMedia("(min-width: 861px)");

export class GamePane {
  #pane = byId("game");
  #act;
  #game = null;
  #listeners = [];
  #shownRows = new Map();
  #busyControls = new Map();
  #legendKey = "";
  /** What is asked before something is done that was pressed here, with the ply it belongs to; null: nothing. */
  #question = null;
  /** What had the focus when it was asked. */
  #returnFocus = null;

  /** `act(component, value)` sends what is done on the board and gives its id, or null; `seat` is this tab's. */
  constructor(act, seat) {
    this.#act = act;
    const pieceCard = new PieceCard();
    this.pieceCard = pieceCard;
    this.board = new Board(byId("game-board"), {
      act,
      about: (type, square, piece) => (piece === null ? pieceCard.hideOnLeave() : pieceCard.show(type, piece)),
      mayTouch: (name) => askTouchConsent(seat, name),
      touchAgreed: () => hasTouchConsent(seat),
      hand: byId("game-hand"),
    });
    this.moves = byId("game-moves");
    byId("game-flip").addEventListener("click", () => {
      this.board.flip();
      this.#showPlayers();
    });
    byId("game-fold").addEventListener("click", () => this.#setFolded(!this.#isFolded));
    guardPresses(this.#pane, byId("game-rows"));
    const open = () => (byId("game-more").open = WIDE.matches);
    WIDE.addEventListener("change", open);
    open();
  }

  /** Calls `listener` with every board that is shown from now on, and with null when there is none. */
  onBoard(listener) {
    this.#listeners.push(listener);
  }

  /** Shows the newest game of the channel; null: there never was one. */
  show(board) {
    if (board === null || board.game !== this.#game?.game) this.#markReplaying(false);
    this.#game = board;
    this.#pane.hidden = board === null;
    document.body.classList.toggle("has-game", board !== null);
    this.board.show(board);
    if (board !== null) this.#fill(board);
    for (const listener of this.#listeners) listener(board);
  }

  /** Shows a position instead of the game as it stands, as for stepping through it; null leads back. */
  showPosition(position) {
    this.#markReplaying(position !== null);
    this.board.still(position);
  }

  #markReplaying(looks) {
    this.#pane.classList.toggle("looking-back", looks);
  }

  /** Asks at the board, {text, rows}, until it is answered or the game has gone on; the focus is on the harmless answer. */
  askQuestion({ text, rows }) {
    if (this.#game === null || !this.#game.running) return;
    this.#returnFocus = document.activeElement;
    this.#question = { text, rows, game: this.#game.game, plies: this.#game.plies };
    this.#showOffer();
    [...byId("game-offer").querySelectorAll("button")].at(-1)?.focus();
  }

  /** Shows what is to be answered: a question of one's own goes before an offer. */
  #showOffer() {
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

  /** The server is done with an event, or has refused it. */
  finishEvent(id) {
    this.board.settled(id);
    this.#busyControls.get(id)?.removeAttribute("aria-disabled");
    this.#busyControls.delete(id);
  }

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
    if (this.#game !== null) showPlayerBars(this.#game, this.board.viewpoint, byId("game-seat-top"), byId("game-seat-bottom"));
  }

  /** Buttons that stay the same stay where they are, with the keyboard on them. */
  #showRows(place, rows, text) {
    const key = JSON.stringify([rows, text]);
    if (this.#shownRows.get(place) === key) return;
    this.#shownRows.set(place, key);
    const press = (component, value, control) => this.#pressControl(component, value, control);
    place.replaceChildren(...(text ? [createElement("p", {}, text)] : []), ...(rows.length > 0 ? [createControls(rows, press)] : []));
    place.hidden = rows.length === 0 && !text;
  }

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
      button.addEventListener("click", () => this.pieceCard.show(type, { name, says: null, holds: null, src, cell: button, how: "press" }));
      return createElement("li", {}, button);
    }));
  }

  get #isFolded() {
    return localStorage.getItem(FOLDED_KEY) === "yes";
  }

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

function withoutReplacedButtons(rows) {
  const kept = rows.map((row) => (row.buttons ? { ...row, buttons: row.buttons.filter(({ id }) => !REPLACED_BUTTONS.test(id)) } : row));
  return kept.filter((row) => !row.buttons || row.buttons.length > 0);
}
