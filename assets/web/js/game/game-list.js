// List of the reader's own games with whose turn it is, and how many wait for the reader: in the list, on the button that opens
// it on a phone, in the title and in the icon of the tab.

import { resolvePath } from "../base/address.js";
import { byId, createElement, findElements, isShown, opensElsewhere } from "../base/elements.js";
import { createTimestamp } from "../base/timestamps.js";
import { translate } from "../base/translations.js";

const ICON = resolvePath("/assets/icon.svg");
const ICON_WITH_MARK = resolvePath("/assets/icon-turn.svg");

export class GameList {
  #openChannel;
  #onTurn;
  #channelTitle;
  /**
   * Null: the server has sent none yet.
   * @type {Wire.MyGame[] | null}
   */
  #games = null;
  #channel = "";

  /**
   * @param {(channel: string) => void} openChannel goes to where a game is played
   * @param {(game: Wire.MyGame) => void} onTurn called when it becomes the reader's turn in a game
   * @param {(channel: string) => string} channelTitle what a channel is called
   */
  constructor(openChannel, onTurn, channelTitle) {
    this.#channelTitle = channelTitle;
    this.#openChannel = openChannel;
    this.#onTurn = onTurn;
  }

  /** In how many games the reader is to move. */
  get turnCount() {
    return (this.#games ?? []).filter((game) => game.your_turn).length;
  }

  /**
   * Shows the games the server lists. The first list is how things stand and calls nobody.
   * @param {Wire.MyGame[]} games
   */
  update(games) {
    const known = this.#games;
    this.#games = games;
    this.show(this.#channel);
    if (known === null) return;
    const waited = new Set(known.filter((game) => game.your_turn).map(({ game }) => game));
    for (const game of games) if (game.your_turn && !waited.has(game.game)) this.#onTurn(game);
  }

  /**
   * Shows the list anew, as a reader in this channel sees it.
   * @param {string} channel
   */
  show(channel) {
    this.#channel = channel;
    const games = this.#games ?? [];
    const { turnCount: count } = this;
    byId("my-games").hidden = games.length === 0;
    byId("games").replaceChildren(...games.map((game) => this.#createItem(game)));
    for (const mark of findElements(document, "[data-turns]")) {
      mark.textContent = count > 0 ? String(count) : "";
      mark.hidden = count === 0;
      // What is seen on a button belongs to its name.
      const name = count > 0 ? `${translate("open-sidebar")}. ${translate("turns-waiting", { count })}` : translate("open-sidebar");
      mark.closest("button")?.setAttribute("aria-label", name);
    }
    byId("turns-said").textContent = count > 0 ? translate("turns-waiting", { count }) : "";
    document.querySelector("link[rel=icon]")?.setAttribute("href", count > 0 ? ICON_WITH_MARK : ICON);
  }

  /**
   * Which game, and where it is played. Signs are for the eye alone.
   * @param {string} variant
   * @param {string} title
   */
  #describePlace(variant, title) {
    const sign = (/** @type {string} */ text) => createElement("span", { "aria-hidden": "true" }, text);
    const hasHash = title.startsWith("#");
    return [variant, sign(" · "), hasHash && sign("#"), hasHash ? title.slice(1) : title].filter(isShown);
  }

  /** @param {Wire.MyGame} game */
  #createItem({ game, channel, with: opponent, variant, your_turn: isTurn, deadline }) {
    const link = createElement(
      "a",
      { href: resolvePath(`/c/${channel}`), class: `game-link ${isTurn ? "your-turn" : ""}`, "aria-current": channel === this.#channel && "page", data: { game } },
      createElement("span", { class: "game-with" }, opponent),
      createElement("span", { class: "small muted" }, ...this.#describePlace(variant, this.#channelTitle(channel))),
      isTurn && createElement("span", { class: "turn-mark" }, translate("your-turn")),
      deadline !== undefined && createElement("span", { class: "game-until small" }, translate("game-until"), " ", createTimestamp({ at: deadline })),
    );
    link.addEventListener("click", (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      this.#openChannel(channel);
    });
    return createElement("li", {}, link);
  }
}
