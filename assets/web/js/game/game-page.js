// The page of one game, over or running: its board to look at, its moves to step through, how it ended, and the way to where
// it is played. What happens in it is in the channel.

import { resolvePath } from "../base/address.js";
import { PieceCard } from "../board/piece-card.js";
import { Board } from "../board/board.js";
import { showPlayerBars } from "./player-bars.js";
import { byId, createElement } from "../base/elements.js";
import { MoveList } from "./move-list.js";
import { positionAfter } from "./replay.js";
import { translate } from "../base/translations.js";

/** The game a path is about, if it is about one. */
export const gameIdFromPath = (path) => /^\/game\/([a-z0-9]{4,16})$/.exec(path)?.[1] ?? null;

/** Shows a game to whoever of this browser's seats may see it; without an answer it can be asked for again. */
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

async function showGameAs(id, seat) {
  const about = new PieceCard();
  const board = new Board(byId("game-board"), {
    act: () => null,
    about: (type, _square, piece) => (piece === null ? about.hideOnLeave() : about.show(type, piece)),
    mayTouch: async () => false,
    touchAgreed: () => true,
    hand: byId("game-hand"),
  });
  let shown = null;
  const lookAt = (position) => shown !== null && board.still(position ?? positionAfter(shown, shown.plies.length));
  const moves = new MoveList(byId("game-moves"), seat, lookAt);
  shown = await moves.load(id);
  if (shown === null) return false;
  document.title = `${shown.title} · adoube`;
  byId("game-title").textContent = shown.title;
  byId("game-status").textContent = shown.ended ?? translate("game-goes-on");
  byId("game-terms").textContent = shown.terms;
  byId("game-fold").hidden = true;
  byId("game-more").open = true;
  const seats = () => showPlayerBars({ to_move: null, result: null, ...shown }, board.viewpoint, byId("game-seat-top"), byId("game-seat-bottom"));
  byId("game-flip").addEventListener("click", () => {
    board.flip();
    seats();
  });
  lookAt(null);
  seats();
  byId("game-rows").hidden = false;
  byId("game-rows").replaceChildren(createLink(`/c/${shown.channel}`));
  byId("game-moves").querySelector("[aria-current]")?.focus();
  return true;
}

const createLink = (path) => createElement("p", {}, createElement("a", { class: "button secondary", href: resolvePath(path) }, translate("to-channel")));
