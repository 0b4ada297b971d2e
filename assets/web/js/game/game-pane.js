// The game of the channel, beside its log or above it: the board, who plays, how it stands, buttons, the pieces of the
// game. It stays where it is whatever is said. The list of moves in it is filled by others (`onBoard`, `lookAt`).

import { byId, element } from "../base/elements.js";
import { controls } from "../chat/message.js";
import { guardPresses } from "../base/press-guard.js";
import { word } from "../base/translations.js";
import { About } from "../board/piece-card.js";
import { Board } from "../board/board.js";
import { showSeats } from "./player-bars.js";
import { agree, hasAgreed } from "../board/touch-consent.js";

/** Buttons of a message with a picture that a board one can touch makes needless. */
const NEEDLESS = /^turn\.[^.]+\.\d+\.(move|hints|flip|hand|legend)$/;
const FOLDED = "adoube-board-folded";
const WIDE = matchMedia("(min-width: 861px)");

export class GamePane {
  #pane = byId("game");
  #act;
  #game = null;
  #listeners = [];
  #rows = new Map();
  #busy = new Map();
  #legend = "";
  /** What is asked before something is done that was pressed here, with the ply it belongs to; null: nothing. */
  #question = null;
  /** What had the focus when it was asked. */
  #asker = null;

  /** `act(component, value)` sends what is done on the board and gives its id, or null; `seat` is this tab's. */
  constructor(act, seat) {
    this.#act = act;
    const about = new About();
    this.about = about;
    this.board = new Board(byId("game-board"), {
      act,
      about: (type, square, piece) => (piece === null ? about.leave() : about.show(type, piece)),
      mayTouch: (name) => agree(seat, name),
      touchAgreed: () => hasAgreed(seat),
      hand: byId("game-hand"),
    });
    this.moves = byId("game-moves");
    byId("game-flip").addEventListener("click", () => {
      this.board.flip();
      this.#seats();
    });
    byId("game-fold").addEventListener("click", () => this.#fold(!this.#folded));
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
    if (board === null || board.game !== this.#game?.game) this.#looksBack(false);
    this.#game = board;
    this.#pane.hidden = board === null;
    document.body.classList.toggle("has-game", board !== null);
    this.board.show(board);
    if (board !== null) this.#fill(board);
    for (const listener of this.#listeners) listener(board);
  }

  /** Shows a position instead of the game as it stands, as for stepping through it; null leads back. */
  lookAt(position) {
    this.#looksBack(position !== null);
    this.board.still(position);
  }

  #looksBack(looks) {
    this.#pane.classList.toggle("looking-back", looks);
  }

  /** Asks at the board, {text, rows}, until it is answered or the game has gone on; the focus is on the harmless answer. */
  ask({ text, rows }) {
    if (this.#game === null || !this.#game.running) return;
    this.#asker = document.activeElement;
    this.#question = { text, rows, game: this.#game.game, plies: this.#game.plies };
    this.#showOffer();
    [...byId("game-offer").querySelectorAll("button")].at(-1)?.focus();
  }

  /** Shows what is to be answered: a question of one's own goes before an offer. */
  #showOffer() {
    const { game, plies, running, offer } = this.#game;
    const asked = this.#question;
    if (asked !== null && (asked.game !== game || asked.plies !== plies || !running)) return this.#unask();
    const shown = asked ?? offer;
    this.#showRows(byId("game-offer"), shown?.rows ?? [], shown?.text);
    return undefined;
  }

  #unask() {
    const had = byId("game-offer").contains(document.activeElement);
    this.#question = null;
    this.#showOffer();
    if (had && this.#asker?.isConnected) this.#asker.focus();
  }

  /** The server is done with an event, or has refused it. */
  settled(id) {
    this.board.settled(id);
    this.#busy.get(id)?.removeAttribute("aria-disabled");
    this.#busy.delete(id);
  }

  #fill(board) {
    byId("game-status").textContent = board.status;
    byId("game-title").textContent = board.variant_name;
    byId("game-terms").textContent = board.terms;
    this.#pane.classList.toggle("my-turn", board.your_turn);
    this.#pane.classList.toggle("over", !board.running);
    this.#seats();
    this.#showOffer();
    this.#showRows(byId("game-plans"), board.plans?.rows ?? [], board.plans?.text);
    this.#showRows(byId("game-rows"), withoutNeedless(board.rows ?? []));
    this.#showLegend(board);
    this.#showFolded();
  }

  #seats() {
    if (this.#game !== null) showSeats(this.#game, this.board.viewpoint, byId("game-seat-top"), byId("game-seat-bottom"));
  }

  /** Buttons that stay the same stay where they are, with the keyboard on them. */
  #showRows(place, rows, text) {
    const key = JSON.stringify([rows, text]);
    if (this.#rows.get(place) === key) return;
    this.#rows.set(place, key);
    const press = (component, value, control) => this.#use(component, value, control);
    place.replaceChildren(...(text ? [element("p", {}, text)] : []), ...(rows.length > 0 ? [controls(rows, press)] : []));
    place.hidden = rows.length === 0 && !text;
  }

  #use(component, value, control) {
    if (control.getAttribute("aria-disabled") === "true") return;
    const id = this.#act(component, value);
    if (id === null) return;
    if (this.#question?.rows.some(({ buttons = [] }) => buttons.some((button) => button.id === component))) {
      this.#unask();
      return;
    }
    control.setAttribute("aria-disabled", "true");
    this.#busy.set(id, control);
  }

  #showLegend({ types, seat }) {
    const key = JSON.stringify([types, seat]);
    if (key === this.#legend) return;
    this.#legend = key;
    const side = seat ?? "white";
    byId("game-legend").replaceChildren(...Object.entries(types).map(([type, { name, letter, [side]: src }]) => {
      const button = element(
        "button",
        { type: "button", class: "legend-piece" },
        element("img", { src, alt: "", width: 30, height: 30, loading: "lazy" }),
        element("span", {}, name),
        letter && element("span", { class: "muted small", "aria-hidden": "true" }, letter),
      );
      button.addEventListener("click", () => this.about.show(type, { name, says: null, holds: null, src, cell: button, how: "press" }));
      return element("li", {}, button);
    }));
  }

  get #folded() {
    return localStorage.getItem(FOLDED) === "yes";
  }

  #fold(folded) {
    localStorage.setItem(FOLDED, folded ? "yes" : "no");
    this.#showFolded();
  }

  #showFolded() {
    const folded = this.#folded;
    const button = byId("game-fold");
    this.#pane.classList.toggle("folded", folded);
    byId("game-body").hidden = folded;
    button.setAttribute("aria-expanded", folded ? "false" : "true");
    button.setAttribute("aria-label", word(folded ? "game-unfold" : "game-fold"));
  }
}

function withoutNeedless(rows) {
  const kept = rows.map((row) => (row.buttons ? { ...row, buttons: row.buttons.filter(({ id }) => !NEEDLESS.test(id)) } : row));
  return kept.filter((row) => !row.buttons || row.buttons.length > 0);
}
