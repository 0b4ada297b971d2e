// Piece book: finds pieces in the list, and moves a piece on a board to try it out. The pages can be read without it. It is a
// plain script, as modules are not loaded from files, and it knows no rules: what a piece does is in the page, or the server is
// asked.

(() => {
  "use strict";

  /**
   * An element with attributes and children.
   * @param {string} name
   * @param {Record<string, string>} attributes
   * @param {...(Node | string)} children
   */
  function createElement(name, attributes, ...children) {
    const created = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    created.append(...children);
    return created;
  }

  /**
   * The element of the page with this id; null on pages without it.
   * @param {string} id
   * @returns {any}
   */
  const byId = (id) => document.getElementById(id);

  /**
   * All elements that fit a selector.
   * @param {string} selector
   */
  const findElements = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);

  /**
   * A text with its values: "{name} on {square}".
   * @param {string} text
   * @param {Record<string, string | number>} values
   */
  const fillText = (text, values) => text.replace(/\{(\w+)\}/g, (place, key) => String(values[key] ?? place));

  // The list

  const search = byId("search");
  if (search) {
    const field = byId("find");
    const status = byId("found");
    const cards = findElements(".card");
    const groups = findElements(".group");
    const showMatches = () => {
      /** @type {string[]} */
      const words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const card of cards) {
        const isMatch = words.every((word) => card.dataset.find?.includes(word));
        card.hidden = !isMatch;
        if (isMatch) count += 1;
      }
      for (const group of groups) group.hidden = !group.querySelector(".card:not([hidden])");
      if (words.length === 0) status.textContent = "";
      else status.textContent = count === 0 ? status.dataset.none : fillText(status.dataset.found, { count });
    };
    search.hidden = false;
    field.addEventListener("input", showMatches);
    search.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const first = cards.find((card) => !card.hidden);
      if (field.value.trim() !== "") first?.querySelector("a")?.click();
    });
    // The browser may have restored what was typed before.
    showMatches();
  }

  // The board to try a piece on

  const SIDE = 10;
  const SQUARES = SIDE * SIDE;
  /** Characters that hold a set of squares, of six bits each. */
  const SET_CHARACTERS = 18;
  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  // Squares are numbers, file by file and rank by rank from a1.
  const squareName = (/** @type {number} */ place) => String.fromCharCode(97 + (place % SIDE)) + (Math.floor(place / SIDE) + 1);
  const parseSquare = (/** @type {string} */ name) => (Number(name.slice(1)) - 1) * SIDE + name.charCodeAt(0) - 97;

  /**
   * The squares whose bits are one in the characters that belong to a square.
   * @param {string} text
   * @param {number} from
   */
  function decodeSquares(text, from) {
    /** @type {Set<number>} */
    const squares = new Set();
    for (let place = 0; place < SQUARES; place += 1) {
      const bits = ALPHABET.indexOf(text[from * SET_CHARACTERS + Math.floor(place / 6)] ?? "A");
      if ((bits >> (5 - (place % 6))) & 1) squares.add(place);
    }
    return squares;
  }

  const section = byId("try");
  if (!section) return;

  /** @typedef {{side: string, art: string, name: string}} Stone A piece beside the one that is tried. */

  /**
   * What the page says of the piece.
   * @type {{
   *   name: string, art: string, first: string, moves: string, captures: string, converts: boolean,
   *   stones: (Stone & {at: string})[],
   *   words: Record<string, string>,
   *   asking?: {from: string, most: number, enemy: string, own: string},
   * }}
   */
  const trial = JSON.parse(section.dataset.trial);
  const board = byId("try-board");
  const status = byId("tried");
  /** @type {HTMLElement[]} */
  const cells = [];
  /**
   * What stands beside the piece, by square.
   * @type {Map<number, Stone>}
   */
  let stones = new Map();
  /** Whether the reader has set it up: then the server is asked what the piece does. */
  let isOwnSetup = false;
  let pieceSquare = parseSquare(trial.first);
  /** @type {Set<number>} */
  let moves = new Set();
  /** @type {Set<number>} */
  let captures = new Set();
  /** Answers to older requests are dropped. */
  let requestNumber = 0;

  function reset() {
    stones = new Map(trial.stones.map((stone) => [parseSquare(stone.at), stone]));
    isOwnSetup = false;
    pieceSquare = parseSquare(trial.first);
  }

  for (let rank = SIDE - 1; rank >= 0; rank -= 1) {
    const row = createElement("div", { role: "row" });
    for (let file = 0; file < SIDE; file += 1) {
      const place = rank * SIDE + file;
      const cell = createElement("div", { role: "gridcell", tabindex: "-1", class: (rank + file) % 2 === 0 ? "dark" : "" });
      cell.addEventListener("click", () => press(place));
      cell.addEventListener("keydown", (event) => handleKey(event, place));
      cells[place] = cell;
      row.append(cell);
    }
    board.append(row);
  }

  /**
   * The number of a rank on its first square, the letter of a file on its lowest one.
   * @param {number} place
   */
  function createLabels(place) {
    // For the eye alone: the square has a name.
    const createLabel = (/** @type {string} */ kind, /** @type {string} */ text) => createElement("span", { class: `at ${kind}`, "data-label": text });
    return [
      ...(place % SIDE === 0 ? [createLabel("rank", squareName(place).slice(1))] : []),
      ...(place < SIDE ? [createLabel("file", squareName(place).slice(0, 1))] : []),
    ];
  }

  /** The symbols of marks in the page, lowest layer first. */
  const symbols = findElements("symbol[data-mark]");

  /**
   * The drawings of these marks below the piece, or above it.
   * @param {string[]} kinds
   * @param {"below" | "above"} depth
   */
  function createMarks(kinds, depth) {
    const drawn = symbols.filter(({ dataset }) => dataset.depth === depth && kinds.includes(dataset.mark ?? ""));
    return drawn.map(createMark);
  }

  /**
   * The drawing of a symbol of a mark.
   * @param {Element & HTMLOrSVGElement} symbol
   */
  function createMark({ id, dataset, namespaceURI }) {
    const drawing = document.createElementNS(namespaceURI, "svg");
    drawing.setAttribute("class", `mark-on-square mark-${dataset.mark}`);
    drawing.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(namespaceURI, "use");
    use.setAttribute("href", `#${id}`);
    drawing.append(use);
    return drawing;
  }

  function draw() {
    cells.forEach((cell, place) => {
      const stone = stones.get(place);
      const isMove = moves.has(place);
      const isCapture = captures.has(place);
      cell.classList.toggle("taken", isCapture && stone !== undefined);
      cell.setAttribute("aria-selected", String(place === pieceSquare));
      const { words } = trial;
      const action = isMove && isCapture ? words.both : isMove ? words.move : isCapture ? words.capture : "";
      const name = place === pieceSquare ? trial.name : stone?.name;
      cell.setAttribute("aria-label", [squareName(place), name, action].filter(Boolean).join(", "));
      const src = place === pieceSquare ? trial.art : stone?.art;
      const marks = [
        ...(place === pieceSquare ? ["picked"] : []),
        ...(isMove ? ["target"] : []),
        ...(isCapture && (!isMove || stone !== undefined) ? [trial.converts ? "conversion-target" : "capture-target"] : []),
      ];
      const piece = src ? [createElement("img", { src, alt: "" })] : [];
      cell.replaceChildren(...createLabels(place), ...createMarks(marks, "below"), ...piece, ...createMarks(marks, "above"));
    });
    status.textContent = fillText(trial.words.tried ?? "", {
      name: trial.name,
      square: squareName(pieceSquare),
      moves: moves.size,
      captures: captures.size,
    });
  }

  /** Shows what the piece does where it stands: as the page knows it, or as the server answers. */
  async function show() {
    requestNumber += 1;
    if (!isOwnSetup) {
      moves = decodeSquares(trial.moves, pieceSquare);
      captures = trial.captures === "" ? moves : decodeSquares(trial.captures, pieceSquare);
      draw();
      return;
    }
    const number = requestNumber;
    const from = trial.asking?.from ?? "";
    const squaresOf = (/** @type {string} */ side) => [...stones].filter(([, stone]) => stone.side === side).map(([place]) => squareName(place)).join(",");
    try {
      const answer = await fetch(`${from}${squareName(pieceSquare)}?enemies=${squaresOf("enemy")}&own=${squaresOf("own")}`);
      if (!answer.ok || number !== requestNumber) return;
      const reached = await answer.json();
      if (number !== requestNumber) return;
      moves = new Set(reached.moves.map(parseSquare));
      captures = new Set(reached.captures.map(parseSquare));
      draw();
    } catch {
      // Without an answer the board stays as it was.
    }
  }

  /** What a press puts on the board: the piece itself, or another one, "enemy" or "own". */
  function chosenPiece() {
    const choice = /** @type {HTMLInputElement | null} */ (document.querySelector('[name="put"]:checked'));
    return /** @type {"piece" | "enemy" | "own"} */ (choice?.value ?? "piece");
  }

  /** @param {number} place */
  function press(place) {
    focus(place);
    const side = chosenPiece();
    const { asking } = trial;
    if (side === "piece" || asking === undefined) {
      if (stones.has(place)) return;
      pieceSquare = place;
    } else {
      if (place === pieceSquare) return;
      // The page's own pieces go when the reader sets up a board.
      if (!isOwnSetup) stones = new Map();
      isOwnSetup = true;
      if (stones.get(place)?.side === side) stones.delete(place);
      else if (stones.has(place) || stones.size < asking.most) {
        stones.set(place, { side, art: asking[side], name: trial.words[side] ?? "" });
      }
    }
    show();
  }

  /**
   * Where arrow keys lead: files to the right, ranks up.
   * @type {Record<string, [number, number]>}
   */
  const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  /**
   * @param {KeyboardEvent} event
   * @param {number} place
   */
  function handleKey(event, place) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(place);
      return;
    }
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [file, rank] = [(place % SIDE) + step[0], Math.floor(place / SIDE) + step[1]];
    if (file >= 0 && file < SIDE && rank >= 0 && rank < SIDE) focus(rank * SIDE + file);
  }

  /**
   * Makes a square the one tab stop of the board.
   * @param {number} place
   */
  function setTabStop(place) {
    cells.forEach((cell, other) => (cell.tabIndex = other === place ? 0 : -1));
  }

  /** @param {number} place */
  function focus(place) {
    setTabStop(place);
    cells[place]?.focus();
  }

  byId("try-clear")?.addEventListener("click", () => {
    reset();
    show();
  });

  reset();
  setTabStop(pieceSquare);
  section.hidden = false;
  show();
})();
