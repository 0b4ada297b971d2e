// A board one can touch: shows what the server tells of a game and turns clicks, drags and keys into moves it allows.
// There are no rules here: where a piece may go came with the board, and whatever it knows of no move is no move.
// No library: chessground is under the GPL, and those under freer licences (cm-chessboard, chessboardjs) know eight by
// eight squares and twelve pieces, while this needs any size, grids that grow, any piece, cards, and names to be read aloud.

import { createElement } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { watchInspectGestures } from "./inspect-gesture.js";
import { openChoice } from "./choice-popup.js";
import { trackDrag } from "./drag-gesture.js";
import { SquareGrid } from "./grid.js";
import { HandView } from "./hand.js";
import { predictMove, pieceImage, findCard, positionKey, computeSquareLooks, movesFrom, findMove, findPiece } from "./square-looks.js";

const NOTHING = { picked: null, card: null, pending: null, premove: null, dragged: null };

export class Board {
  #root;
  #grid;
  #hand;
  #hooks;
  #said = createElement("p", { class: "board-said", role: "status" });
  #ask = createElement("button", { type: "button", class: "icon-button board-ask", hidden: true }, createElement("span", { "aria-hidden": "true" }, "i"));
  #live = null;
  #still = null;
  #flipped = false;
  #doing = { ...NOTHING };
  /** A move of a piece that is only just being touched, {from, to}: made when the touch is confirmed. */
  #wanted = null;
  #touching = null;
  #about = null;
  #closeChoice = null;
  #held = false;
  #over = null;

  /**
   * `act(component, value)` sends and gives the event's id, or null. `about(type, square, piece)` tells what a piece is;
   * `piece` has {name, says, holds, src, cell, how}, and is null when an answer by resting the mouse is to go away.
   * `mayTouch(name)` resolves with whether to touch where that binds; `hand` is where the viewer's own cards lie.
   */
  constructor(root, hooks) {
    this.#root = root;
    this.#hooks = hooks;
    root.classList.add("live-board");
    this.#grid = new SquareGrid(root);
    this.#hand = hooks.hand ? new HandView(hooks.hand, (card, how) => this.#takeCard(card, how), (press, card, source) => this.#dragCard(press, card, source), (component) => this.#press(component)) : null;
    this.#ask.addEventListener("click", () => this.#about !== null && this.#tellAbout(this.#about, "press"));
    root.append(createElement("div", { class: "board-words" }, this.#said, this.#ask, this.#zoom()));
    const { squares } = this.#grid;
    squares.addEventListener("click", (event) => this.#clicked(event));
    squares.addEventListener("keydown", (event) => this.#key(event));
    squares.addEventListener("pointerdown", (event) => this.#pressed(event));
    watchInspectGestures(squares, (square, how) => this.#question(square, how), () => this.#hooks.about(null, null, null));
    addEventListener("pointerdown", ({ target }) => root.contains(target) || this.#hooks.hand?.contains(target) || this.#leaveAlone(), true);
  }

  /** Shows a game as it stands now; `null` is none. */
  show(live) {
    const before = this.#live;
    const known = live !== null && before?.game === live.game;
    this.#live = live;
    if (!known) this.#forget();
    if (live === null) return;
    if (known && positionKey(before) !== positionKey(live)) {
      this.#closeChoice?.();
      this.#doing.pending = null;
    }
    if (this.#doing.picked !== null && !this.#mayPick(this.#doing.picked)) this.#doing.picked = null;
    if (this.#doing.card !== null && !findCard(live, this.#doing.card)?.drops.length) this.#doing.card = null;
    if (known) this.#tellWhatCame(before);
    this.#paint(true);
    this.#goOn();
  }

  /** Shows a position to look at, in which nothing can be moved; `null` leads back to the game. */
  still(position) {
    this.#still = position;
    this.#closeChoice?.();
    this.#doing = { ...this.#doing, picked: null, card: null, dragged: null };
    // Whoever looks back shall not find a move made, by surprise, that was wished before.
    if (position !== null) this.#wanted = null;
    if (position !== null && this.#doing.premove !== null) this.#dropPremove("board-premove-off");
    if (this.#shown !== null) this.#paint(true);
  }

  /** Turns the board round. */
  flip() {
    this.#flipped = !this.#flipped;
    if (this.#shown !== null) this.#paint(false);
  }

  /** From which side the board is seen. */
  get viewpoint() {
    const seen = this.#shown?.viewpoint ?? "white";
    if (!this.#flipped) return seen;
    return seen === "white" ? "black" : "white";
  }

  /**
   * The server is done with an event, or has refused it. The board it led to comes before that, so that what still stands
   * where it was put is not so, and goes back.
   */
  settled(id) {
    if (this.#touching === id) this.#touching = null;
    if (this.#doing.pending?.id !== id) return;
    this.#wanted = null;
    this.#doing.pending = null;
    this.#paint(true);
  }

  get #shown() {
    return this.#still ?? this.#live;
  }

  get #inTurn() {
    return this.#still === null && this.#live !== null && this.#live.running && this.#live.your_turn && this.#doing.pending === null;
  }

  /** One move may be kept for the answer, but not where touching a piece binds. */
  get #mayKeep() {
    const live = this.#live;
    return this.#still === null && live !== null && live.running && live.seat !== null && !live.your_turn && live.touch === null && this.#doing.pending === null;
  }

  #forget() {
    this.#closeChoice?.();
    this.#still = null;
    this.#doing = { ...NOTHING };
    this.#wanted = null;
    this.#touching = null;
    this.#about = null;
    this.#ask.hidden = true;
    this.#said.textContent = "";
  }

  #paint(glide) {
    const shown = this.#shown;
    const free = this.#still === null ? this.#doing : NOTHING;
    for (const [name, colour] of Object.entries(shown.look ?? {})) this.#root.style.setProperty(`--board-${name.replace("_", "-")}`, colour);
    this.#root.classList.toggle("can-touch", this.#inTurn || this.#mayKeep);
    this.#grid.layOut({ ...shown, viewpoint: this.viewpoint, zones: shown.zones ?? [], name: translate("board-label", { name: shown.variant_name ?? shown.title ?? "" }) });
    this.#grid.paint(computeSquareLooks(shown, free), glide);
    this.#grid.drawArrow(free.premove?.from ?? null, free.premove?.to ?? null);
    this.#hand?.show(this.#still === null ? shown : { ...shown, hand: null }, free.card, this.#doing.pending !== null);
  }

  /** Tells what is new: a move, or how it stands now, as after a takeback or an end without a move. */
  #tellWhatCame({ plies, running, status }) {
    const { last, plies: now, ...live } = this.#live;
    if (now > plies && last !== null) return this.#tell(`${last.says} ${live.status}`);
    // What the reader has just touched is told by picking it.
    const own = this.#doing.picked !== null || this.#wanted !== null;
    if (now < plies || running !== live.running || (status !== live.status && !own)) this.#tell(live.status);
    return undefined;
  }

  /** Says a sentence below the board, and aloud. */
  #tell(text, about = null) {
    if (this.#said.textContent === text) this.#said.textContent = "";
    this.#said.textContent = text;
    this.#about = about;
    this.#ask.hidden = about === null;
    this.#ask.setAttribute("aria-label", translate("board-about"));
  }

  // What is clicked, dragged and typed.

  #clicked(event) {
    const square = event.target.closest("[data-square]")?.dataset.square;
    if (square === undefined || this.#held) return;
    this.#hooks.about(null, null, null);
    this.#tap(square);
  }

  #tap(square) {
    const { picked, card } = this.#doing;
    const piece = findPiece(this.#shown, square);
    if (this.#still !== null || this.#live === null || !this.#live.running) return piece && this.#name(piece);
    if (this.#doing.pending !== null) return undefined;
    if (card !== null) return this.#putCard(card, square) || this.#unpick();
    if (picked === square) return this.#unpick();
    if (picked !== null && this.#go(picked, square)) return undefined;
    if (this.#mayPick(square)) return this.#pick(square);
    if (this.#doing.premove !== null) return this.#dropPremove("board-premove-off");
    this.#unpick();
    return piece && this.#name(piece);
  }

  /** Whether picking this piece is a touch that binds and has not been made. */
  #mustTouch(square) {
    const touch = this.#live.touch;
    return this.#inTurn && touch !== null && touch.act !== null && !touch.bound.includes(square);
  }

  #mayPick(square) {
    const piece = findPiece(this.#live, square);
    if (piece === undefined || piece.side !== this.#live.seat) return false;
    return this.#inTurn ? movesFrom(this.#live, square).length > 0 : this.#mayKeep;
  }

  /** Says what stands there, and why it cannot be moved. */
  #name(piece) {
    const mine = this.#live !== null && this.#still === null && piece.side === this.#live.seat && this.#inTurn;
    const name = piece.says ?? this.#shown.types[piece.type]?.name ?? "";
    const stuck = mine ? `${name}. ${translate("board-stuck")}` : name;
    this.#tell(piece.holds ? `${name}: ${piece.holds}` : stuck, piece.at);
  }

  #unpick() {
    this.#closeChoice?.();
    if (this.#doing.picked === null && this.#doing.card === null) return;
    this.#doing = { ...this.#doing, picked: null, card: null };
    this.#tell("");
    this.#paint(false);
  }

  #leaveAlone() {
    if (this.#live !== null) this.#unpick();
  }

  async #pick(square) {
    if (this.#mustTouch(square)) {
      const { game } = this.#live;
      const agreed = await this.#hooks.mayTouch(findPiece(this.#live, square).says);
      if (this.#live?.game !== game) return undefined;
      if (!agreed) return this.#grid.focus(square);
      if (!this.#inTurn || !this.#mayPick(square)) return undefined;
      this.#touching = this.#hooks.act(this.#live.touch.act, square);
    }
    return this.#pickUp(square);
  }

  #pickUp(square) {
    this.#doing = { ...this.#doing, picked: square, card: null };
    const { says } = findPiece(this.#live, square);
    const count = movesFrom(this.#live, square).length;
    this.#tell(this.#inTurn ? translate("board-picked-told", { name: says, count }) : translate("board-premove-where", { name: says }), square);
    this.#paint(false);
  }

  /** Moves, if that is possible, or keeps the move for the answer; says whether it did. */
  #go(from, to) {
    if (this.#mayKeep) {
      if (findPiece(this.#live, to)?.side === this.#live.seat) return false;
      this.#keep(from, to);
      return true;
    }
    const move = findMove(this.#live, from, to);
    if (move === undefined) return false;
    if (this.#mustTouch(from)) this.#await(move);
    else this.#play(move);
    return true;
  }

  #play(move) {
    const { from, to } = move;
    if (move.value !== null) return this.#make(move, move.value, null);
    this.#doing = { ...this.#doing, picked: from };
    this.#paint(false);
    const { type: own, side } = findPiece(this.#live, from);
    const options = move.choices.map((choice) => ({ ...choice, src: pieceImage(this.#live, { type: choice.type ?? own, side }) }));
    this.#grid.reveal(to);
    this.#closeChoice?.();
    const close = openChoice(this.#grid.frame, this.#grid.cell(to), move.asks ?? translate("board-choose"), options, (choice) => {
      this.#closeChoice = null;
      this.#grid.focus(to);
      this.#make(move, choice.value, choice.type);
    }, () => {
      this.#closeChoice = null;
      this.#grid.focus(from);
      this.#unpick();
    });
    this.#closeChoice = () => {
      this.#closeChoice = null;
      close();
    };
    return undefined;
  }

  #make(move, value, type) {
    this.#send(this.#live.act, value, predictMove(move, type));
  }

  /** The touch is on its way; the move follows when it has bound. */
  #await(move) {
    // It has been refused if the server is done with it and the piece is not touched.
    this.#touching ??= this.#hooks.act(this.#live.touch.act, move.from);
    if (this.#touching === null) return this.#tell(translate("error-internal"));
    this.#wanted = { from: move.from, to: move.to };
    this.#doing = { ...NOTHING, pending: { ...predictMove(move, null), id: this.#touching } };
    this.#paint(false);
    return undefined;
  }

  #send(component, value, pending) {
    const id = this.#hooks.act(component, value);
    this.#doing = { ...NOTHING, pending: id === null ? null : { ...pending, id } };
    this.#wanted = null;
    if (id === null) this.#tell(translate("error-internal"));
    this.#paint(false);
  }

  #press(component) {
    if (this.#doing.pending !== null) return;
    this.#send(component, null, { squares: [] });
  }

  // Dragging.

  #pressed(event) {
    this.#held = false;
    const cell = event.target.closest("[data-square]");
    if (cell === null || event.button !== 0 || !event.isPrimary || this.#live === null || this.#still !== null) return;
    const from = cell.dataset.square;
    const { game } = this.#live;
    if (!this.#mayPick(from)) return;
    trackDrag(event, cell, {
      start: () => this.#live?.game === game && this.#startDrag(from),
      over: (x, y) => this.#hover(this.#grid.squareAt(x, y)),
      drop: (x, y) => this.#live?.game === game && this.#drop(from, this.#grid.squareAt(x, y)),
      gone: () => this.#endDrag(),
    });
  }

  #startDrag(from) {
    if (this.#held || !this.#mayPick(from)) return false;
    if (this.#mustTouch(from)) {
      if (!this.#hooks.touchAgreed()) {
        this.#pick(from);
        return false;
      }
      this.#touching = this.#hooks.act(this.#live.touch.act, from);
    }
    this.#doing.dragged = from;
    this.#pickUp(from);
    return true;
  }

  #hover(square) {
    if (square === this.#over) return;
    this.#grid.cell(this.#over)?.classList.remove("under-drag");
    this.#over = square;
    this.#grid.cell(square)?.classList.add("under-drag");
  }

  #drop(from, to) {
    this.#doing.dragged = null;
    if (to === null || to === from || this.#live === null || !this.#mayPick(from)) return false;
    return this.#go(from, to);
  }

  #endDrag() {
    this.#hover(null);
    this.#doing.dragged = null;
    if (this.#live !== null) this.#paint(false);
  }

  // What was to be done as soon as it can be: a touch that has arrived, a move kept for the answer.

  #goOn() {
    const { premove } = this.#doing;
    if (this.#wanted !== null && this.#inTurn && !this.#mustTouch(this.#wanted.from)) {
      const { from, to } = this.#wanted;
      this.#wanted = null;
      this.#go(from, to);
    }
    if (premove === null || !this.#inTurn) {
      if (premove !== null && findPiece(this.#live, premove.from)?.side !== this.#live.seat) this.#dropPremove("board-premove-gone");
      return;
    }
    this.#doing.premove = null;
    if (!this.#go(premove.from, premove.to)) this.#dropPremove("board-premove-gone", premove);
  }

  #keep(from, to) {
    this.#doing = { ...this.#doing, picked: null, premove: { from, to } };
    this.#tell(translate("board-premove", { name: findPiece(this.#live, from).says, square: to }), from);
    this.#paint(false);
  }

  #dropPremove(why, { to } = this.#doing.premove) {
    this.#doing.premove = null;
    this.#tell(`${this.#live.your_turn && this.#live.last ? `${this.#live.last.says} ` : ""}${translate(why, { square: to })}`);
    this.#paint(false);
  }

  // Cards.

  #takeCard(card, byKeyboard) {
    if (this.#still !== null || this.#live === null || this.#doing.pending !== null) return;
    if (this.#doing.card === card.type) return this.#unpick();
    if (!this.#live.hand?.drop || card.drops.length === 0) {
      const why = this.#live.hand?.drop ? "hand-nowhere" : "hand-move-first";
      return this.#tell(`${card.name}. ${translate(why)}`);
    }
    this.#doing = { ...this.#doing, picked: null, card: card.type };
    this.#tell(translate("hand-picked", { name: card.name, count: card.drops.length }));
    this.#paint(false);
    this.#grid.reveal(card.drops[0]);
    if (byKeyboard) this.#grid.focus(card.drops[0]);
    return undefined;
  }

  #dragCard(press, card, source) {
    if (!this.#live?.hand?.drop || card.drops.length === 0) return;
    const { game } = this.#live;
    trackDrag(press, source, {
      start: () => {
        if (this.#live?.game !== game) return false;
        if (this.#doing.card !== card.type) this.#takeCard(card, false);
        return this.#doing.card === card.type;
      },
      over: (x, y) => this.#hover(this.#grid.squareAt(x, y)),
      drop: (x, y) => this.#live?.game === game && this.#putCard(card.type, this.#grid.squareAt(x, y)),
      gone: () => this.#endDrag(),
    });
  }

  #putCard(type, square) {
    const card = findCard(this.#live, type);
    if (!card?.drops.includes(square)) return false;
    const put = { type, side: this.#live.seat };
    this.#send(this.#live.hand.drop, `${type}@${square}`, { stands: square, put, gone: [], squares: [square] });
    return true;
  }

  // The keyboard.

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const far = { Home: -999, End: 999 }[event.key];
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [far, 0], End: [far, 0], PageUp: [0, -999], PageDown: [0, 999] };
    const square = this.#grid.cursor;
    if (steps[event.key]) this.#grid.moveCursorBy(...steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#enter(square);
    else if (event.key === "?" || event.key === "i") this.#question(square, "press");
    else if (event.key === "Escape") return this.#escape(event);
    else return;
    event.preventDefault();
  }

  #enter(square) {
    const piece = this.#shown && findPiece(this.#shown, square);
    const idle = this.#doing.picked === null && this.#doing.card === null;
    const own = this.#still === null && piece?.side === this.#live?.seat;
    if (piece && idle && !own) this.#question(square, "press");
    else this.#tap(square);
  }

  #escape(event) {
    const { card, picked, premove } = this.#doing;
    if (card === null && picked === null && premove === null) return;
    event.stopPropagation();
    if (premove !== null) this.#dropPremove("board-premove-off");
    this.#unpick();
    if (card !== null) this.#hand.focus(card);
  }

  #question(square, how) {
    if (this.#shown === null || findPiece(this.#shown, square) === undefined || this.#doing.dragged !== null) return;
    if (how === "hold") this.#held = true;
    this.#tellAbout(square, how);
  }

  #tellAbout(square, how) {
    const piece = findPiece(this.#shown, square);
    if (piece === undefined) return;
    const { name } = this.#shown.types[piece.type] ?? { name: piece.says };
    this.#hooks.about(piece.type, square, { name, says: piece.says, holds: piece.holds, src: pieceImage(this.#shown, piece), cell: this.#grid.cell(square), how });
  }

  #zoom() {
    const button = (by, sign, label) => {
      const made = createElement("button", { type: "button", class: "icon-button", data: { wordsLabel: label }, "aria-label": translate(label) }, createElement("span", { "aria-hidden": "true" }, sign));
      made.addEventListener("click", () => this.#grid.zoom(by));
      return made;
    };
    return createElement("div", { class: "board-zoom" }, button(1, "+", "board-larger"), button(-1, "−", "board-smaller"));
  }
}
