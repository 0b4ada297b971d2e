// A choice made on the board itself: what a piece becomes. It lies over the board beside the square it is about, goes
// with Escape or a press elsewhere, and arrow keys lead through it.

import { createElement } from "../base/elements.js";

/**
 * Asks, and gives the chosen one to `took`, or nothing to `left`. Each of `options` has a name, and a picture if it has
 * one; `cell` is the square it is about. Gives back what closes it.
 */
export function openChoice(frame, cell, question, options, took, left) {
  const buttons = options.map((option) => {
    const button = createElement(
      "button",
      { type: "button", class: "choice", data: { choice: option.type ?? "" } },
      option.src && createElement("img", { src: option.src, alt: "", width: 36, height: 36 }),
      createElement("span", {}, option.name),
    );
    button.addEventListener("click", () => {
      close();
      took(option);
    });
    return button;
  });
  const box = createElement(
    "div",
    { class: "choices", role: "dialog", "aria-label": question },
    createElement("p", { class: "choices-question", "aria-hidden": "true" }, question),
    createElement("div", { class: "choices-list" }, ...buttons),
  );
  const elsewhere = (event) => box.contains(event.target) || cancel();
  const close = () => {
    removeEventListener("pointerdown", elsewhere, true);
    box.remove();
  };
  const cancel = () => {
    close();
    left();
  };
  box.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const go = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === "Escape") cancel();
    else if (event.key === "Tab") return trapFocus(event, buttons);
    else if (go !== undefined) buttons.at(go % buttons.length).focus();
    else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  });
  frame.append(box);
  placePopup(frame, cell, box);
  addEventListener("pointerdown", elsewhere, true);
  buttons[0].focus({ preventScroll: true });
  return close;
}

function trapFocus(event, buttons) {
  const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? buttons.at(-1) : buttons[0]).focus();
}

/** Beside its square, and inside the board. */
function placePopup(frame, cell, box) {
  const [outer, inner, size] = [frame, cell, box].map((part) => part.getBoundingClientRect());
  const inside = (wish, most) => Math.max(4, Math.min(wish, most - 4));
  const upper = inner.top + inner.height / 2 < outer.top + outer.height / 2;
  const top = upper ? inner.bottom - outer.top : inner.top - outer.top - size.height;
  box.style.setProperty("left", `${inside(inner.left + inner.width / 2 - outer.left - size.width / 2, outer.width - size.width)}px`);
  box.style.setProperty("top", `${inside(top, outer.height - size.height)}px`);
}
