// The piece book: finds pieces in the list, and lets one try a piece on a board. The pages can be read without it. It is a
// plain script, as modules are not loaded from files, and it knows no rules: what a piece does is in the page, or asked.

(() => {
  "use strict";

  /** An element with attributes and children. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** A text with its values: "{name} on {square}". */
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

  // The list

  const search = document.getElementById("search");
  if (search) {
    const field = document.getElementById("find");
    const found = document.getElementById("found");
    const cards = [...document.querySelectorAll(".card")];
    const groups = [...document.querySelectorAll(".group")];
    const show = () => {
      const words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const card of cards) {
        const fits = words.every((word) => card.dataset.find.includes(word));
        card.hidden = !fits;
        if (fits) count += 1;
      }
      for (const group of groups) group.hidden = !group.querySelector(".card:not([hidden])");
      if (words.length === 0) found.textContent = "";
      else found.textContent = count === 0 ? found.dataset.none : filled(found.dataset.found, { count });
    };
    search.hidden = false;
    field.addEventListener("input", show);
    search.addEventListener("submit", (event) => {
      event.preventDefault();
      const only = cards.filter((card) => !card.hidden);
      if (field.value.trim() !== "" && only.length > 0) only[0].querySelector("a").click();
    });
    // The browser may have kept what was typed before.
    show();
  }

  // The board to try a piece on

  const SIDE = 10;
  const IN_ALL = SIDE * SIDE;
  const CHARACTERS = 18;
  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  const nameOf = (place) => String.fromCharCode(97 + (place % SIDE)) + (Math.floor(place / SIDE) + 1);
  const placeOf = (name) => (Number(name.slice(1)) - 1) * SIDE + name.charCodeAt(0) - 97;

  /** The squares whose bits are one in the characters that belong to a square. */
  function marked(text, from) {
    const squares = new Set();
    for (let place = 0; place < IN_ALL; place += 1) {
      const bits = ALPHABET.indexOf(text[from * CHARACTERS + Math.floor(place / 6)]);
      if ((bits >> (5 - (place % 6))) & 1) squares.add(place);
    }
    return squares;
  }

  const section = document.getElementById("try");
  if (!section) return;
  const told = JSON.parse(section.dataset.trial);
  const board = document.getElementById("try-board");
  const status = document.getElementById("tried");
  const cells = [];
  /** What stands beside the piece, by square; `own` is whether somebody put it there. */
  let stones = new Map();
  let own = false;
  let at = placeOf(told.first);
  let moves = new Set();
  let captures = new Set();
  let asked = 0;

  function reset() {
    stones = new Map(told.stones.map((stone) => [placeOf(stone.at), stone]));
    own = false;
    at = placeOf(told.first);
  }

  for (let rank = SIDE - 1; rank >= 0; rank -= 1) {
    const row = element("div", { role: "row" });
    for (let file = 0; file < SIDE; file += 1) {
      const place = rank * SIDE + file;
      const cell = element("div", { role: "gridcell", tabindex: "-1", class: (rank + file) % 2 === 0 ? "dark" : "" });
      cell.addEventListener("click", () => press(place));
      cell.addEventListener("keydown", (event) => key(event, place));
      cells[place] = cell;
      row.append(cell);
    }
    board.append(row);
  }

  /** The number of a rank on its first square, the letter of a file on its lowest one. */
  function edge(place) {
    // For the eye alone: the square has a name.
    const label = (kind, text) => element("span", { class: `at ${kind}`, "data-label": text });
    return [
      ...(place % SIDE === 0 ? [label("rank", nameOf(place).slice(1))] : []),
      ...(place < SIDE ? [label("file", nameOf(place)[0])] : []),
    ];
  }

  function draw() {
    cells.forEach((cell, place) => {
      const stone = stones.get(place);
      const goes = moves.has(place);
      const hits = captures.has(place);
      cell.classList.toggle("here", place === at);
      cell.classList.toggle("go", goes);
      cell.classList.toggle("hit", hits && (!goes || stone !== undefined));
      cell.classList.toggle("taken", hits && stone !== undefined);
      cell.setAttribute("aria-selected", String(place === at));
      const { words } = told;
      const can = goes && hits ? words.both : goes ? words.move : hits ? words.capture : "";
      const there = place === at ? told.name : stone ? stone.name : "";
      cell.setAttribute("aria-label", [nameOf(place), there, can].filter(Boolean).join(", "));
      const src = place === at ? told.art : stone && stone.art;
      cell.replaceChildren(...edge(place), ...(src ? [element("img", { src, alt: "" })] : []));
    });
    board.classList.toggle("converts", told.converts);
    status.textContent = filled(told.words.tried, {
      name: told.name,
      square: nameOf(at),
      moves: moves.size,
      captures: captures.size,
    });
  }

  /** Shows what the piece does where it stands: as the page knows it, or as the server answers. */
  async function show() {
    asked += 1;
    if (!own) {
      moves = marked(told.moves, at);
      captures = told.captures === "" ? moves : marked(told.captures, at);
      draw();
      return;
    }
    const turn = asked;
    const of = (side) => [...stones].filter(([, stone]) => stone.side === side).map(([place]) => nameOf(place)).join(",");
    try {
      const answer = await fetch(`${told.asking.from}${nameOf(at)}?enemies=${of("enemy")}&own=${of("own")}`);
      if (!answer.ok || turn !== asked) return;
      const reached = await answer.json();
      // Another one may have been asked meanwhile.
      if (turn !== asked) return;
      moves = new Set(reached.moves.map(placeOf));
      captures = new Set(reached.captures.map(placeOf));
      draw();
    } catch {
      // Without an answer the board stays as it was.
    }
  }

  const chosen = () => document.querySelector('[name="put"]:checked')?.value ?? "piece";

  function press(place) {
    focus(place);
    const what = chosen();
    if (what === "piece") {
      if (stones.has(place)) return;
      at = place;
    } else {
      if (place === at) return;
      // Those of the page go when somebody sets up a board of their own.
      if (!own) stones = new Map();
      own = true;
      if (stones.get(place)?.side === what) stones.delete(place);
      else if (stones.has(place) || stones.size < told.asking.most) {
        stones.set(place, { side: what, art: told.asking[what], name: told.words[what] });
      }
    }
    show();
  }

  const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  function key(event, place) {
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

  /** One square of the board is a stop on the way through the page. */
  function focus(place) {
    for (const cell of cells) cell.tabIndex = -1;
    cells[place].tabIndex = 0;
    cells[place].focus();
  }

  document.getElementById("try-clear")?.addEventListener("click", () => {
    reset();
    show();
  });

  reset();
  cells[at].tabIndex = 0;
  section.hidden = false;
  show();
})();
