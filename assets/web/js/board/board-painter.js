// Board painter: applies the state of a board to the page: colours, squares, the premove's arrow,
// the viewer's cards.

import { translate } from "../base/translations.js";
import { computeSquareLooks } from "./square-looks.js";

/** @import { BoardState } from "./board-state.js" */
/** @import { SquareGrid } from "./grid.js" */
/** @import { HandView } from "./hand.js" */

export class BoardPainter {
  #root;
  #state;
  #grid;
  #hand;

  /**
   * @param {HTMLElement} root
   * @param {BoardState} state
   * @param {SquareGrid} grid
   * @param {HandView} hand
   */
  constructor(root, state, grid, hand) {
    this.#root = root;
    this.#state = state;
    this.#grid = grid;
    this.#hand = hand;
  }

  /**
   * Shows the state as it is now.
   * @param {boolean} isGliding whether pieces glide to where they have come
   */
  paint(isGliding) {
    const { shown, shownSelection: selection, viewpoint } = this.#state;
    if (shown === null) return;
    for (const [name, colour] of Object.entries(shown.look ?? {})) this.#root.style.setProperty(`--board-${name.replace("_", "-")}`, colour);
    this.#root.classList.toggle("can-touch", this.#state.inTurn || this.#state.mayPremove);
    const title = "variant_name" in shown ? shown.variant_name : "";
    this.#grid.layOut({ window: shown.window, endless: shown.endless, zones: shown.zones ?? [], viewpoint, name: translate("board-label", { name: title }) });
    this.#grid.paint(computeSquareLooks(shown, selection), isGliding);
    this.#grid.drawArrow(selection.premove);
    this.#hand.show(this.#state.replayed === null ? this.#state.live : null, selection.card, this.#state.selection.pending !== null);
  }
}
