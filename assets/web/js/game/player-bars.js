// Who plays: beside each side of the board the name, whether it is their turn, what they have taken, and how many cards
// they hold. Not here: which cards (nobody else's are known to the page).

import { element } from "../base/elements.js";
import { word } from "../base/translations.js";
import { clockOf } from "./clocks.js";

/** Fills the lines above and below the board. */
export function showSeats(board, viewpoint, top, bottom) {
  const other = viewpoint === "white" ? "black" : "white";
  fill(top, board, other);
  fill(bottom, board, viewpoint);
}

function fill(line, board, side) {
  const { seats, to_move: toMove, types, running } = board;
  const seat = seats[side] ?? { name: "", captured: [], cards: null };
  const turn = running && toMove === side;
  line.classList.toggle("to-move", turn);
  line.replaceChildren(...[
    element("span", { class: `seat-side ${side}`, "aria-hidden": "true" }),
    element("span", { class: "seat-name" }, seat.name, element("span", { class: "visually-hidden" }, ` (${word(side === "white" ? "side-white" : "side-black")})`)),
    seat.you && element("span", { class: "small muted" }, word("you")),
    turn && element("span", { class: "seat-turn" }, word("seat-to-move")),
    clockOf(board, side),
    captured(seat.captured ?? [], side, types),
    seat.cards && element("span", { class: "seat-cards small" }, word("seat-cards", { count: seat.cards.hand, stack: seat.cards.stack })),
  ].filter(Boolean));
}

/** What this side has taken, the same ones together. */
function captured(types, side, all) {
  if (types.length === 0) return "";
  const counts = new Map();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const other = side === "white" ? "black" : "white";
  const name = [...counts].map(([type, count]) => `${all[type]?.name ?? type}${count > 1 ? ` (${count})` : ""}`).join(", ");
  return element(
    "span",
    { class: "seat-captured", role: "img", "aria-label": word("seat-captured", { name }) },
    ...[...counts].map(([type, count]) => element(
      "span",
      { class: "captured" },
      element("img", { src: all[type]?.[other] ?? "", alt: "", width: 22, height: 22 }),
      count > 1 && element("span", {}, String(count)),
    )),
  );
}
