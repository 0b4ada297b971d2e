// Press guard: swallows clicks on controls that appeared or moved under the pointer a moment ago, as they were meant for what
// was there before. While it lasts the control has `data-settling`: "new", or "moved".

import { closestElement, findElements } from "./elements.js";

const SETTLE_MS = 400;

/**
 * Guards the controls in `log`; `list` is the part of it that grows.
 * @param {HTMLElement} log
 * @param {HTMLElement} list
 */
export function guardPresses(log, list) {
  /** @type {WeakMap<HTMLElement, string>} */
  const places = new WeakMap();
  /** @type {WeakMap<HTMLElement, number>} */
  const timers = new WeakMap();
  const settle = (/** @type {HTMLElement} */ control, /** @type {"new" | "moved"} */ how) => {
    if (control.dataset.settling !== "new") control.dataset.settling = how;
    clearTimeout(timers.get(control));
    timers.set(control, setTimeout(() => delete control.dataset.settling, SETTLE_MS));
  };
  const checkPlaces = (/** @type {boolean} */ isOurs) => {
    for (const control of findElements(log, ".rows button")) {
      const { left, top } = control.getBoundingClientRect();
      const place = `${Math.round(left)},${Math.round(top)}`;
      const before = places.get(control);
      places.set(control, place);
      if (isOurs && before !== place) settle(control, before === undefined ? "new" : "moved");
    }
  };
  new MutationObserver(() => checkPlaces(true)).observe(log, { childList: true, subtree: true });
  const sizes = new ResizeObserver(() => checkPlaces(true));
  for (const watched of [log, list]) sizes.observe(watched);
  // A person who scrolls sees what moves.
  log.addEventListener("scroll", () => checkPlaces(false), { passive: true });
  log.addEventListener("click", swallowEarlyPress, { capture: true });
}

/**
 * The keyboard presses what has the focus, wherever that has moved.
 * @param {MouseEvent} event
 */
function swallowEarlyPress(event) {
  const control = closestElement(event, "[data-settling]");
  const byKeyboard = event.detail === 0;
  if (control === null || (byKeyboard && control.dataset.settling !== "new")) return;
  event.preventDefault();
  event.stopPropagation();
}
