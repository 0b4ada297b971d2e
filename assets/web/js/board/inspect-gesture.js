// Inspect gesture ("what is this?"): the mouse rests on a square for a while, a finger is held on it, or the other mouse
// button is pressed. Not here: the answer (`piece-inspector.js`).

import { closestElement } from "../base/elements.js";

/** @typedef {"rest" | "hold" | "press"} Gesture Resting and holding are recognised here; "press" is a key or a button. */

const REST_MS = 900;
const HOLD_MS = 550;
const MAX_DRIFT_PX = 8;

/**
 * Recognises the gestures on `squares`.
 * @param {HTMLElement} squares
 * @param {(square: Wire.Square, gesture: Gesture) => void} inspect
 * @param {() => void} leave called when the mouse has gone on
 */
export function watchInspectGestures(squares, inspect, leave) {
  /** @type {number | undefined} */
  let timer;
  /** @type {PointerEvent | null} */
  let pressed = null;
  /** @type {Wire.Square | null} */
  let rested = null;
  const stop = () => clearTimeout(timer);
  const squareOf = (/** @type {Event} */ event) => closestElement(event, "[data-square]")?.dataset.square ?? null;
  const inspectLater = (/** @type {Wire.Square} */ square, /** @type {Gesture} */ gesture, /** @type {number} */ time) => {
    stop();
    timer = setTimeout(() => inspect(square, gesture), time);
  };
  // A board that comes to lie under a mouse is not asked about: the mouse must have moved there.
  squares.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || event.buttons !== 0 || squareOf(event) === rested) return;
    leave();
    stop();
    rested = squareOf(event);
    if (rested !== null) inspectLater(rested, "rest", REST_MS);
  });
  squares.addEventListener("pointerleave", () => {
    rested = null;
    stop();
    leave();
  });
  squares.addEventListener("pointerdown", (event) => {
    stop();
    leave();
    pressed = event;
    const square = squareOf(event);
    if (event.pointerType !== "mouse" && event.isPrimary && square !== null) inspectLater(square, "hold", HOLD_MS);
  });
  squares.addEventListener("pointermove", (event) => {
    if (pressed !== null && event.pointerType !== "mouse" && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > MAX_DRIFT_PX) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) squares.addEventListener(name, stop);
  squares.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    stop();
    const square = squareOf(event);
    if (square !== null) inspect(square, "hold");
  });
}
