// Player bars above and below the board: the name, whose turn it is, the clock, what a side has captured, and how many cards it
// holds. Not here: which cards (nobody else's are known to the page).

import { createElement, isShown } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { otherSide } from "../board/live-board.js";
import { createClock } from "./clocks.js";

/**
 * @typedef {object} Players The part of a live board or a recorded game that is shown here.
 * @property {Record<Wire.Side, Wire.Seat>} seats
 * @property {Wire.Side | null} to_move
 * @property {Record<string, Wire.PieceType>} types
 * @property {boolean} running
 * @property {Wire.Clock | null} [clock]
 */

/**
 * Fills the bars.
 * @param {Players} board
 * @param {Wire.Side} viewpoint
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 */
export function showPlayerBars(board, viewpoint, top, bottom) {
  fillBar(top, board, otherSide(viewpoint));
  fillBar(bottom, board, viewpoint);
}

/**
 * @param {HTMLElement} bar
 * @param {Players} board
 * @param {Wire.Side} side
 */
function fillBar(bar, board, side) {
  const { seats, to_move: toMove, types, running } = board;
  const seat = seats[side] ?? { name: "", captured: [], cards: null };
  const isToMove = running && toMove === side;
  bar.classList.toggle("to-move", isToMove);
  bar.replaceChildren(...[
    createElement("span", { class: `seat-side ${side}`, "aria-hidden": "true" }),
    createElement("span", { class: "seat-name" }, seat.name, createElement("span", { class: "visually-hidden" }, ` (${translate(side === "white" ? "side-white" : "side-black")})`)),
    seat.you && createElement("span", { class: "small muted" }, translate("you")),
    isToMove && createElement("span", { class: "seat-turn" }, translate("seat-to-move")),
    createClock(board, side),
    createCaptured(seat.captured ?? [], side, types),
    seat.cards && createElement("span", { class: "seat-cards small" }, translate("seat-cards", { count: seat.cards.hand, stack: seat.cards.stack })),
  ].filter(isShown));
}

/**
 * What this side has captured, equal pieces together.
 * @param {string[]} captured
 * @param {Wire.Side} side
 * @param {Record<string, Wire.PieceType>} types
 */
function createCaptured(captured, side, types) {
  if (captured.length === 0) return "";
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const type of captured) counts.set(type, (counts.get(type) ?? 0) + 1);
  const name = [...counts].map(([type, count]) => `${types[type]?.name ?? type}${count > 1 ? ` (${count})` : ""}`).join(", ");
  return createElement(
    "span",
    { class: "seat-captured", role: "img", "aria-label": translate("seat-captured", { name }) },
    ...[...counts].map(([type, count]) => createElement(
      "span",
      { class: "captured" },
      createElement("img", { src: types[type]?.[otherSide(side)] ?? "", alt: "", width: 22, height: 22 }),
      count > 1 && createElement("span", {}, String(count)),
    )),
  );
}
