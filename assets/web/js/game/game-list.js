// The reader's own games: a list with whose turn it is, and how many wait for them, where nobody misses it: in the list, on
// the button that opens it on a phone, in the title and in the icon of the tab.

import { address } from "../base/address.js";
import { byId, element } from "../base/elements.js";
import { moment } from "../base/timestamps.js";
import { word } from "../base/translations.js";

const ICON = address("/assets/icon.svg");
const ICON_WITH_MARK = address("/assets/icon-turn.svg");

export class MyGames {
  #follow;
  #turned;
  #games = null;
  #channel = "";
  #titleOf;

  /**
   * `follow(channel)` goes to a game; `turned(game)` is called when it becomes the reader's turn in one; `titleOf(channel)`
   * is what a channel is called.
   */
  constructor(follow, turned, titleOf) {
    this.#titleOf = titleOf;
    this.#follow = follow;
    this.#turned = turned;
  }

  /** In how many games the reader is to move. */
  get turns() {
    return (this.#games ?? []).filter((game) => game.your_turn).length;
  }

  /** Shows the games the server lists. The first list is how things stand and calls nobody. */
  list(games) {
    const known = this.#games;
    this.#games = games;
    this.show(this.#channel);
    if (known === null) return;
    const waited = new Set(known.filter((game) => game.your_turn).map(({ game }) => game));
    for (const game of games) if (game.your_turn && !waited.has(game.game)) this.#turned(game);
  }

  /** Shows the list anew, as somebody in this channel sees it. */
  show(channel) {
    this.#channel = channel;
    const games = this.#games ?? [];
    const { turns } = this;
    byId("my-games").hidden = games.length === 0;
    byId("games").replaceChildren(...games.map((game) => this.#game(game)));
    for (const mark of document.querySelectorAll("[data-turns]")) {
      mark.textContent = turns > 0 ? String(turns) : "";
      mark.hidden = turns === 0;
      // What is seen on a button belongs to its name.
      const name = turns > 0 ? `${word("open-sidebar")}. ${word("turns-waiting", { count: turns })}` : word("open-sidebar");
      mark.closest("button")?.setAttribute("aria-label", name);
    }
    byId("turns-said").textContent = turns > 0 ? word("turns-waiting", { count: turns }) : "";
    document.querySelector("link[rel=icon]").href = turns > 0 ? ICON_WITH_MARK : ICON;
  }

  /** Signs are for the eye alone. */
  #where(variant, title) {
    const sign = (text) => element("span", { "aria-hidden": "true" }, text);
    const hash = title.startsWith("#");
    return [variant, sign(" · "), hash && sign("#"), hash ? title.slice(1) : title].filter(Boolean);
  }

  #game({ game, channel, with: opponent, variant, your_turn: yours, deadline }) {
    const link = element(
      "a",
      { href: address(`/c/${channel}`), class: `game-link ${yours ? "your-turn" : ""}`, "aria-current": channel === this.#channel && "page", data: { game } },
      element("span", { class: "game-with" }, opponent),
      element("span", { class: "small muted" }, ...this.#where(variant, this.#titleOf(channel))),
      yours && element("span", { class: "turn-mark" }, word("your-turn")),
      deadline && element("span", { class: "game-until small" }, word("game-until"), " ", moment({ at: deadline })),
    );
    link.addEventListener("click", (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#follow(channel);
    });
    return element("li", {}, link);
  }
}
