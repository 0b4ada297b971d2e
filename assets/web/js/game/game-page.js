// The page of one game, over or running: its board to look at, its moves to step through, how it ended, and the way to where it
// is played. What is said in it is in the channel.

import { resolvePath } from "../base/address.js";
import { byId, createElement, findElement } from "../base/elements.js";
import { translate } from "../base/translations.js";
import { Board } from "../board/board.js";
import { PieceCard } from "../board/piece-card.js";
import { MoveList } from "./move-list.js";
import { showPlayerBars } from "./player-bars.js";
import { positionAfter } from "./replay.js";

/**
 * The game a path is about, if it is about one.
 * @param {string} path
 */
export const gameIdFromPath = (path) => /^\/game\/([a-z0-9]{4,16})$/.exec(path)?.[1] ?? null;

/**
 * Shows a game to the first of this browser's seats that may see it; without an answer it can be asked for again.
 * @param {string} id
 * @param {number[]} seats
 */
export async function showGamePage(id, seats) {
  document.body.classList.add("game-page", "has-game");
  const pane = byId("game");
  pane.hidden = false;
  try {
    for (const seat of seats) if (await showGameAs(id, seat)) return;
    pane.replaceChildren(createElement("p", { class: "callout" }, translate("no-such-game", { name: id })), createLink("/"));
  } catch (error) {
    console.error(error);
    const again = createElement("button", { type: "button", class: "button primary" }, translate("try-again"));
    again.addEventListener("click", () => location.reload());
    pane.replaceChildren(createElement("p", { class: "callout" }, translate("no-game-answer")), again);
  }
}

/**
 * Shows a game as one seat may see it; says whether that seat may.
 * @param {string} id
 * @param {number} seat
 */
async function showGameAs(id, seat) {
  const board = new Board(byId("game-board"), {
    act: () => null,
    pieceCard: new PieceCard(),
    askTouch: async () => false,
    hasTouchConsent: () => true,
    hand: byId("game-hand"),
  });
  /** @type {Wire.RecordedGame | null} */
  let shown = null;
  const showPosition = (/** @type {Wire.Position | null} */ position) => {
    if (shown !== null) board.showReplay(position ?? positionAfter(shown, shown.plies.length));
  };
  const moves = new MoveList(byId("game-moves"), seat, showPosition);
  const game = await moves.load(id);
  if (game === null) return false;
  shown = game;
  document.title = `${game.title} · adoube`;
  byId("game-title").textContent = game.title;
  byId("game-status").textContent = game.ended ?? translate("game-goes-on");
  byId("game-terms").textContent = game.terms;
  byId("game-fold").hidden = true;
  byId("game-more").open = true;
  const showPlayers = () => showPlayerBars({ ...game, to_move: null }, board.viewpoint, byId("game-seat-top"), byId("game-seat-bottom"));
  byId("game-flip").addEventListener("click", () => {
    board.flip();
    showPlayers();
  });
  showPosition(null);
  showPlayers();
  byId("game-rows").hidden = false;
  byId("game-rows").replaceChildren(createLink(`/c/${game.channel}`));
  findElement(byId("game-moves"), "[aria-current]")?.focus();
  return true;
}

const createLink = (/** @type {string} */ path) => createElement("p", {}, createElement("a", { class: "button secondary", href: resolvePath(path) }, translate("to-channel")));
