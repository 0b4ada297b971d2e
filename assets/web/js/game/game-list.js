// The reader's own games: a list with whose turn it is, and how many wait for them, where nobody misses it: in the list, on
// the button that opens it on a phone, in the title and in the icon of the tab.

import { resolvePath } from "../base/address.js";
import { byId, createElement } from "../base/elements.js";
import { createTimestamp } from "../base/timestamps.js";
import { translate } from "../base/translations.js";

const ICON = resolvePath("/assets/icon.svg");
const ICON_WITH_MARK = resolvePath("/assets/icon-turn.svg");

export class GameList {
  #openChannel;
  #onTurn;
  #games = null;
  #channel = "";
  #titleOf;

  /**
   * `follow(channel)` goes to a game; `turned(game)` is called when it becomes the reader's turn in one; `titleOf(channel)`
   * is what a channel is called.
   */
  constructor(follow, turned, titleOf) {
    this.#titleOf = titleOf;
    this.#openChannel = follow;
    this.#onTurn = turned;
  }

  /** In how many games the reader is to move. */
  get turnCount() {
    return (this.#games ?? []).filter((game) => game.your_turn).length;
  }

  /** Shows the games the server lists. The first list is how things stand and calls nobody. */
  update(games) {
    const known = this.#games;
    this.#games = games;
    this.show(this.#channel);
    if (known === null) return;
    const waited = new Set(known.filter((game) => game.your_turn).map(({ game }) => game));
    for (const game of games) if (game.your_turn && !waited.has(game.game)) this.#onTurn(game);
  }

  /** Shows the list anew, as somebody in this channel sees it. */
  show(channel) {
    this.#channel = channel;
    const games = this.#games ?? [];
    const { turnCount: turns } = this;
    byId("my-games").hidden = games.length === 0;
    byId("games").replaceChildren(...games.map((game) => this.#createItem(game)));
    for (const mark of document.querySelectorAll("[data-turns]")) {
      mark.textContent = turns > 0 ? String(turns) : "";
      mark.hidden = turns === 0;
      // What is seen on a button belongs to its name.
      const name = turns > 0 ? `${translate("open-sidebar")}. ${translate("turns-waiting", { count: turns })}` : translate("open-sidebar");
      mark.closest("button")?.setAttribute("aria-label", name);
    }
    byId("turns-said").textContent = turns > 0 ? translate("turns-waiting", { count: turns }) : "";
    document.querySelector("link[rel=icon]").href = turns > 0 ? ICON_WITH_MARK : ICON;
  }

  /** Signs are for the eye alone. */
  #describePlace(variant, title) {
    const sign = (text) => createElement("span", { "aria-hidden": "true" }, text);
    const hash = title.startsWith("#");
    return [variant, sign(" · "), hash && sign("#"), hash ? title.slice(1) : title].filter(Boolean);
  }

  #createItem({ game, channel, with: opponent, variant, your_turn: yours, deadline }) {
    const link = createElement(
      "a",
      { href: resolvePath(`/c/${channel}`), class: `game-link ${yours ? "your-turn" : ""}`, "aria-current": channel === this.#channel && "page", data: { game } },
      createElement("span", { class: "game-with" }, opponent),
      createElement("span", { class: "small muted" }, ...this.#describePlace(variant, this.#titleOf(channel))),
      yours && createElement("span", { class: "turn-mark" }, translate("your-turn")),
      deadline && createElement("span", { class: "game-until small" }, translate("game-until"), " ", createTimestamp({ at: deadline })),
    );
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#openChannel(channel);
    });
    return createElement("li", {}, link);
  }
}
