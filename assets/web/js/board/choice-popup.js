// Choice popup: a choice made on the board itself, such as what a piece becomes. It lies over the board beside its square,
// goes with Escape or a press elsewhere, and arrow keys lead through it.

import { containsTarget, createElement } from "../base/elements.js";

/** @typedef {Wire.MoveChoice & {src?: string}} Choice A name, and a picture if there is one. */

/**
 * Asks; gives back what closes the popup.
 * @param {HTMLElement} frame what it is laid over
 * @param {HTMLElement} cell the square it is about
 * @param {string} question
 * @param {Choice[]} options
 * @param {(choice: Choice) => void} onChoice
 * @param {() => void} onCancel
 */
export function openChoice(frame, cell, question, options, onChoice, onCancel) {
  const buttons = options.map((option) => {
    const button = createElement(
      "button",
      { type: "button", class: "choice", data: { choice: option.type ?? "" } },
      option.src && createElement("img", { src: option.src, alt: "", width: 36, height: 36 }),
      createElement("span", {}, option.name),
    );
    button.addEventListener("click", () => {
      close();
      onChoice(option);
    });
    return button;
  });
  const box = createElement(
    "div",
    { class: "choices", role: "dialog", "aria-label": question },
    createElement("p", { class: "choices-question", "aria-hidden": "true" }, question),
    createElement("div", { class: "choices-list" }, ...buttons),
  );
  const cancelElsewhere = (/** @type {PointerEvent} */ event) => containsTarget(box, event) || cancel();
  const close = () => {
    removeEventListener("pointerdown", cancelElsewhere, true);
    box.remove();
  };
  const cancel = () => {
    close();
    onCancel();
  };
  box.addEventListener("keydown", (event) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === "Escape") cancel();
    else if (event.key === "Tab") return trapFocus(event, buttons);
    else if (next !== undefined) buttons.at(next % buttons.length)?.focus();
    else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  });
  frame.append(box);
  placePopup(frame, cell, box);
  addEventListener("pointerdown", cancelElsewhere, true);
  buttons[0]?.focus({ preventScroll: true });
  return close;
}

/**
 * Keeps the focus in the popup.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} buttons
 */
function trapFocus(event, buttons) {
  const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0])?.focus();
}

/**
 * Places the popup beside its square, and inside the board.
 * @param {HTMLElement} frame
 * @param {HTMLElement} cell
 * @param {HTMLElement} box
 */
function placePopup(frame, cell, box) {
  const [outer, inner, size] = [frame.getBoundingClientRect(), cell.getBoundingClientRect(), box.getBoundingClientRect()];
  const clamp = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(4, Math.min(value, most - 4));
  const isUpper = inner.top + inner.height / 2 < outer.top + outer.height / 2;
  const top = isUpper ? inner.bottom - outer.top : inner.top - outer.top - size.height;
  box.style.setProperty("left", `${clamp(inner.left + inner.width / 2 - outer.left - size.width / 2, outer.width - size.width)}px`);
  box.style.setProperty("top", `${clamp(top, outer.height - size.height)}px`);
}
