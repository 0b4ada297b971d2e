// Who plays: beside each side of the board the name, whether it is their turn, what they have taken, and how many cards
// they hold. Not here: which cards (nobody else's are known to the page).

import { createElement } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { createClock } from "./clocks.js";

/** Fills the lines above and below the board. */
export function showPlayerBars(board, viewpoint, top, bottom) {
  const other = viewpoint === "white" ? "black" : "white";
  fillBar(top, board, other);
  fillBar(bottom, board, viewpoint);
}

function fillBar(line, board, side) {
  const { seats, to_move: toMove, types, running } = board;
  const seat = seats[side] ?? { name: "", createCaptured: [], cards: null };
  const turn = running && toMove === side;
  line.classList.toggle("to-move", turn);
  line.replaceChildren(...[
    createElement("span", { class: `seat-side ${side}`, "aria-hidden": "true" }),
    createElement("span", { class: "seat-name" }, seat.name, createElement("span", { class: "visually-hidden" }, ` (${translate(side === "white" ? "side-white" : "side-black")})`)),
    seat.you && createElement("span", { class: "small muted" }, translate("you")),
    turn && createElement("span", { class: "seat-turn" }, translate("seat-to-move")),
    createClock(board, side),
    captured(seat.captured ?? [], side, types),
    seat.cards && createElement("span", { class: "seat-cards small" }, translate("seat-cards", { count: seat.cards.hand, stack: seat.cards.stack })),
  ].filter(Boolean));
}

/** What this side has taken, the same ones together. */
function captured(types, side, all) {
  if (types.length === 0) return "";
  const counts = new Map();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const other = side === "white" ? "black" : "white";
  const name = [...counts].map(([type, count]) => `${all[type]?.name ?? type}${count > 1 ? ` (${count})` : ""}`).join(", ");
  return createElement(
    "span",
    { class: "seat-captured", role: "img", "aria-label": translate("seat-captured", { name }) },
    ...[...counts].map(([type, count]) => createElement(
      "span",
      { class: "captured" },
      createElement("img", { src: all[type]?.[other] ?? "", alt: "", width: 22, height: 22 }),
      count > 1 && createElement("span", {}, String(count)),
    )),
  );
}
