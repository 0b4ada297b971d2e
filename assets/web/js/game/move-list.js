// The moves of a game as a list one can step through: by its buttons, by a move that is chosen, by the arrow keys in it.
// Which position is looked at then, others show (`lookAt`).

import { createElement, createIcon } from "../base/elements.js";
import { loadMoves } from "../base/requests.js";
import { positionAfter } from "./replay.js";
import { currentLanguage, translate } from "../base/translations.js";

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
  #game = null;
  #loadToken = null;
  #ply = 0;
  /** Whether all is known that its moves did. */
  #isComplete = false;
  #lookKey = "";
  #list = createElement("ol", { class: "move-list" });
  #status = createElement("p", { class: "visually-hidden", role: "status" });
  #note = createElement("p", { class: "small muted", hidden: true });
  #stepButtons;

  /** `lookAt(position)` shows a position instead of the newest one; with null it is the newest again. */
  constructor(place, seat, lookAt) {
    this.#root = place;
    this.#seat = seat;
    this.#showPosition = lookAt;
    this.#stepButtons = STEPS.map((step) => {
      const button = createElement("button", { type: "button", class: "icon-button" }, createIcon(step.path));
      button.addEventListener("click", () => this.#step(step));
      return button;
    });
    place.replaceChildren(createElement("div", { class: "steps" }, ...this.#stepButtons), this.#list, this.#note, this.#status);
    place.addEventListener("keydown", (event) => this.#handleKey(event));
    place.hidden = true;
  }

  /** Follows a game whose newest board is shown; null: there is none. */
  follow(board) {
    if (board === null || board.plies === 0) return this.#clear();
    if (this.#game?.game !== board.game) this.#clear();
    const seen = JSON.stringify([currentLanguage(), board.look]);
    const { plies } = this.#game ?? { plies: [] };
    const isKnown = this.#game !== null && seen === this.#lookKey && this.#game.running === board.running;
    const isSame = plies.length === board.plies && plies.at(-1)?.san === board.last?.san;
    if (isKnown && isSame) return undefined;
    if (isKnown && board.running && plies.length === board.plies - 1 && board.last !== null) return this.#append(board);
    this.#lookKey = seen;
    return this.load(board.game).catch(() => undefined);
  }

  /** Asks for the moves of a game, and gives it once it is shown; null if there is no such game for this reader. */
  async load(id) {
    const wanted = (this.#loadToken = Symbol(id));
    const game = await loadMoves(this.#seat, id);
    if (this.#loadToken !== wanted) return null;
    if (game === null) return this.#clear();
    const atEnd = this.#game === null || this.#game.game !== game.game || this.#isAtEnd;
    this.#game = game;
    this.#isComplete = true;
    this.#show();
    this.#goTo(atEnd ? game.plies.length : this.#ply, false);
    return game;
  }

  get #isAtEnd() {
    return this.#ply >= this.#game.plies.length;
  }

  /** A move was made: it stands in the list, and what it did is asked for when somebody steps back. */
  #append(board) {
    const atEnd = this.#isAtEnd;
    const side = this.#game.plies.at(-1)?.side === "white" ? "black" : "white";
    this.#game.plies.push({ ...board.last, side });
    this.#isComplete = false;
    if (atEnd) this.#ply = this.#game.plies.length;
    this.#show();
  }

  #clear() {
    if (this.#game !== null) this.#showPosition(null, 0);
    this.#game = null;
    this.#loadToken = null;
    this.#lookKey = "";
    this.#ply = 0;
    this.#root.hidden = true;
    return null;
  }

  /** Looks at the game after that many moves. */
  async #goTo(ply, isSaid) {
    const last = this.#game.plies.length;
    this.#ply = Math.min(Math.max(ply, 0), last);
    if (!this.#isComplete && this.#ply < last) {
      // It goes there once all is known; without an answer it stays where it is.
      await this.load(this.#game.game).catch(() => undefined);
      if (this.#game === null || !this.#isComplete) return;
    }
    this.#showPosition(this.#isAtEnd ? null : positionAfter(this.#game, this.#ply), this.#ply);
    this.#markCurrent();
    const made = this.#game.plies[this.#ply - 1];
    if (isSaid) this.#status.textContent = made?.says ?? translate("step-first");
  }

  #step({ to }) {
    this.#goTo(to(this.#ply, this.#game.plies.length), true);
  }

  #handleKey(event) {
    const step = STEPS.find(({ key }) => key === event.key);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || this.#game?.unseen !== null) return;
    event.preventDefault();
    this.#step(step);
    this.#list.querySelector("[aria-current]")?.focus();
  }

  #show() {
    const { plies, unseen } = this.#game;
    this.#root.hidden = plies.length === 0;
    this.#note.textContent = unseen ?? "";
    this.#note.hidden = unseen === null;
    this.#list.setAttribute("aria-label", translate("moves-title"));
    this.#stepButtons.forEach((button, index) => {
      button.setAttribute("aria-label", translate(STEPS[index].name));
      button.hidden = unseen !== null;
    });
    const pairs = [];
    for (const made of plies) {
      if (made.side === "white" || pairs.length === 0) pairs.push([]);
      pairs.at(-1).push(made);
    }
    this.#list.replaceChildren(...pairs.map((pair) => createElement("li", {}, ...pair.map((made) => this.#createMove(made)))));
    this.#markCurrent();
  }

  #createMove(made) {
    const [number, san] = made.san.split(/\s+(.*)/);
    const text = [createElement("span", { class: "number muted", "aria-hidden": made.side === "black" ? "true" : undefined }, number), " ", san];
    if (this.#game.unseen !== null) return createElement("span", { class: `made ${made.side}` }, ...text);
    const button = createElement("button", { type: "button", class: `made ${made.side}`, data: { ply: made.ply }, title: made.says }, ...text);
    button.addEventListener("click", () => this.#goTo(made.ply, true));
    return button;
  }

  #markCurrent() {
    const last = this.#game.plies.length;
    if (this.#ply === 0) this.#list.scrollTop = 0;
    for (const button of this.#list.querySelectorAll("button")) {
      const current = Number(button.dataset.ply) === this.#ply;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = current || (this.#ply === 0 && button.dataset.ply === "1") ? 0 : -1;
      if (current) this.#scrollTo(button);
    }
    this.#stepButtons.forEach((button, index) => button.setAttribute("aria-disabled", (index < 2 ? this.#ply === 0 : this.#ply === last) ? "true" : "false"));
  }

  /** Scrolls the list alone, never the page. Places in it are counted from its own top. */
  #scrollTo(button) {
    const [list, at] = [this.#list, button.offsetTop];
    if (at < list.scrollTop) list.scrollTop = at;
    else if (at + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = at + button.offsetHeight - list.clientHeight;
  }
}
