// Move list of a game, to step through it: by buttons, by a move that is chosen, by the arrow keys in it. Not here: the board
// that shows the position (`game-pane.js`, `game-page.js`).

import { createElement, createIcon, findElement, findElements } from "../base/elements.js";
import { loadMoves } from "../base/requests.js";
import { currentLanguage, translate } from "../base/translations.js";
import { otherSide } from "../board/live-board.js";
import { NO_MARKS, positionAfter } from "./replay.js";

/**
 * @typedef {object} Step
 * @property {string} key
 * @property {string} name the key of its words
 * @property {string} path of its icon
 * @property {(at: number, last: number) => number} to the ply it leads to
 */

/** @type {Step[]} */
const STEPS = [
  { key: "Home", name: "step-first", path: "M18 6l-6 6 6 6M8 6v12", to: () => 0 },
  { key: "ArrowLeft", name: "step-back", path: "M15 6l-6 6 6 6", to: (at) => at - 1 },
  { key: "ArrowRight", name: "step-on", path: "M9 6l6 6-6 6", to: (at) => at + 1 },
  { key: "End", name: "step-last", path: "M6 6l6 6-6 6M16 6v12", to: (_, last) => last },
];

export class MoveList {
  #root;
  #seat;
  #showPosition;
  /** @type {Wire.RecordedGame | null} */
  #game = null;
  /**
   * The newest request for a game: answers to older ones are dropped.
   * @type {symbol | null}
   */
  #loadToken = null;
  #ply = 0;
  /** Whether all is known that its moves did. */
  #isComplete = false;
  /** The language and colours the list was loaded in, as JSON. */
  #lookKey = "";
  #list = createElement("ol", { class: "move-list" });
  #status = createElement("p", { class: "visually-hidden", role: "status" });
  #note = createElement("p", { class: "small muted", hidden: true });
  #stepButtons;

  /**
   * @param {HTMLElement} root
   * @param {number} seat this tab's
   * @param {(position: Wire.Position | null) => void} showPosition shows a position instead of the newest one; null leads back
   */
  constructor(root, seat, showPosition) {
    this.#root = root;
    this.#seat = seat;
    this.#showPosition = showPosition;
    this.#stepButtons = STEPS.map((step) => {
      const button = createElement("button", { type: "button", class: "icon-button" }, createIcon(step.path));
      button.addEventListener("click", () => this.#step(step));
      return button;
    });
    root.replaceChildren(createElement("div", { class: "steps" }, ...this.#stepButtons), this.#list, this.#note, this.#status);
    root.addEventListener("keydown", (event) => this.#handleKey(event));
    root.hidden = true;
  }

  /**
   * Follows a game whose newest board is shown.
   * @param {Wire.Board | null} board null: there is none
   */
  follow(board) {
    if (board === null || board.plies === 0) return this.#clear();
    if (this.#game?.game !== board.game) this.#clear();
    const game = this.#game;
    const lookKey = JSON.stringify([currentLanguage(), board.look]);
    if (game !== null && lookKey === this.#lookKey && game.running === board.running) {
      const { plies } = game;
      if (plies.length === board.plies && plies.at(-1)?.san === board.last?.san) return undefined;
      if (board.running && plies.length === board.plies - 1 && board.last !== null) return this.#append(game, board.last);
    }
    this.#lookKey = lookKey;
    return this.load(board.game).catch(() => undefined);
  }

  /**
   * Loads the moves of a game, and gives it once it is shown; null if there is no such game for this reader.
   * @param {string} id
   */
  async load(id) {
    const token = Symbol(id);
    this.#loadToken = token;
    const game = await loadMoves(this.#seat, id);
    if (this.#loadToken !== token) return null;
    if (game === null) return this.#clear();
    const wasAtEnd = this.#game === null || this.#game.game !== game.game || this.#isAtEnd;
    this.#game = game;
    this.#isComplete = true;
    this.#show(game);
    this.#goTo(wasAtEnd ? game.plies.length : this.#ply, false);
    return game;
  }

  get #isAtEnd() {
    return this.#ply >= (this.#game?.plies.length ?? 0);
  }

  /**
   * A move was made: it stands in the list, and what it did is loaded when the reader steps back.
   * @param {Wire.RecordedGame} game
   * @param {Wire.LastMove} made
   */
  #append(game, made) {
    const wasAtEnd = this.#isAtEnd;
    const before = game.plies.at(-1);
    const side = before === undefined ? "white" : otherSide(before.side);
    game.plies.push({ ...made, side, gone: [], come: [], took: [], marks: NO_MARKS, window: null });
    this.#isComplete = false;
    if (wasAtEnd) this.#ply = game.plies.length;
    this.#show(game);
  }

  #clear() {
    if (this.#game !== null) this.#showPosition(null);
    this.#game = null;
    this.#loadToken = null;
    this.#lookKey = "";
    this.#ply = 0;
    this.#root.hidden = true;
    return null;
  }

  /**
   * Looks at the game after that many moves.
   * @param {number} ply
   * @param {boolean} isAnnounced whether screen readers are told the move
   */
  async #goTo(ply, isAnnounced) {
    if (this.#game === null) return;
    const last = this.#game.plies.length;
    this.#ply = Math.min(Math.max(ply, 0), last);
    if (!this.#isComplete && this.#ply < last) {
      // It goes there once all is known; without an answer it stays where it is.
      await this.load(this.#game.game).catch(() => undefined);
      if (this.#game === null || !this.#isComplete) return;
    }
    this.#showPosition(this.#isAtEnd ? null : positionAfter(this.#game, this.#ply));
    this.#markCurrent(this.#game.plies.length);
    const made = this.#game.plies[this.#ply - 1];
    if (isAnnounced) this.#status.textContent = made?.says ?? translate("step-first");
  }

  /** @param {Step} step */
  #step({ to }) {
    this.#goTo(to(this.#ply, this.#game?.plies.length ?? 0), true);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const step = STEPS.find(({ key }) => key === event.key);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || this.#game?.unseen !== null) return;
    event.preventDefault();
    this.#step(step);
    findElement(this.#list, "[aria-current]")?.focus();
  }

  /** @param {Wire.RecordedGame} game */
  #show({ plies, unseen }) {
    this.#root.hidden = plies.length === 0;
    this.#note.textContent = unseen ?? "";
    this.#note.hidden = unseen === null;
    this.#list.setAttribute("aria-label", translate("moves-title"));
    this.#stepButtons.forEach((button, index) => {
      button.setAttribute("aria-label", translate(STEPS[index]?.name ?? ""));
      button.hidden = unseen !== null;
    });
    /** @type {Wire.RecordedPly[][]} */
    const pairs = [];
    for (const made of plies) {
      if (made.side === "white" || pairs.length === 0) pairs.push([]);
      pairs.at(-1)?.push(made);
    }
    this.#list.replaceChildren(...pairs.map((pair) => createElement("li", {}, ...pair.map((made) => this.#createMove(made, unseen === null)))));
    this.#markCurrent(plies.length);
  }

  /**
   * @param {Wire.RecordedPly} made
   * @param {boolean} isShown whether there is a position after it to look at
   */
  #createMove(made, isShown) {
    const [number, san] = made.san.split(/\s+(.*)/);
    const text = [createElement("span", { class: "number muted", "aria-hidden": made.side === "black" ? "true" : undefined }, number), " ", san];
    if (!isShown) return createElement("span", { class: `made ${made.side}` }, ...text);
    const button = createElement("button", { type: "button", class: `made ${made.side}`, data: { ply: made.ply }, title: made.says }, ...text);
    button.addEventListener("click", () => this.#goTo(made.ply, true));
    return button;
  }

  /** @param {number} last */
  #markCurrent(last) {
    if (this.#ply === 0) this.#list.scrollTop = 0;
    for (const button of findElements(this.#list, "button")) {
      const current = Number(button.dataset.ply) === this.#ply;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = current || (this.#ply === 0 && button.dataset.ply === "1") ? 0 : -1;
      if (current) this.#scrollTo(button);
    }
    this.#stepButtons.forEach((button, index) => button.setAttribute("aria-disabled", (index < 2 ? this.#ply === 0 : this.#ply === last) ? "true" : "false"));
  }

  /**
   * Scrolls the list alone, never the page. Places in it are counted from its own top.
   * @param {HTMLElement} button
   */
  #scrollTo(button) {
    const [list, at] = [this.#list, button.offsetTop];
    if (at < list.scrollTop) list.scrollTop = at;
    else if (at + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = at + button.offsetHeight - list.clientHeight;
  }
}
