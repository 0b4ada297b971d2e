// Drag gesture by mouse, pen or finger: pointer events, a ghost that follows the pointer, and a way back. A press that does
// not go far is no drag, and is left to be a click. Not here: what may be dragged, and where to (`pointer-input.js`).

import { createElement, findElement } from "../base/elements.js";
import { returnGhost } from "./piece-animation.js";

/**
 * @typedef {object} DragHandlers
 * @property {() => boolean} start called when a press becomes a drag; says whether it may
 * @property {(x: number, y: number) => void} over called as it goes on
 * @property {(x: number, y: number) => boolean} drop called at the end; says whether what was dragged was taken
 * @property {() => void} gone called when all is over
 */

/** How far a press must go to be a drag. */
const MIN_DRAG_PX = { mouse: 4, pen: 6, touch: 8 };

/**
 * Follows a pointer that was just pressed on `source`, an element with a picture.
 * @param {PointerEvent} press
 * @param {HTMLElement} source
 * @param {DragHandlers} handlers
 */
export function trackDrag(press, source, { start, over, drop, gone }) {
  const far = MIN_DRAG_PX[/** @type {keyof typeof MIN_DRAG_PX} */ (press.pointerType)] ?? MIN_DRAG_PX.mouse;
  /** @type {HTMLElement | null} */
  let ghost = null;
  const listening = new AbortController();
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== press.pointerId) return;
    if (ghost === null) {
      if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < far) return;
      if (!start()) return listening.abort();
      ghost = createGhost(source, press.pointerType);
    }
    event.preventDefault();
    moveGhost(ghost, event.clientX, event.clientY);
    over(event.clientX, event.clientY);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== press.pointerId) return;
    listening.abort();
    if (ghost === null) return;
    swallowClick();
    if (drop(event.clientX, event.clientY)) ghost.remove();
    else returnGhost(ghost, source);
    gone();
  };
  const cancel = () => {
    listening.abort();
    if (ghost === null) return;
    returnGhost(ghost, source);
    gone();
  };
  const options = { capture: true, passive: false, signal: listening.signal };
  addEventListener("pointermove", move, options);
  addEventListener("pointerup", up, options);
  addEventListener("pointercancel", (event) => event.pointerId === press.pointerId && cancel(), options);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || ghost === null) return;
    event.stopPropagation();
    cancel();
  }, options);
}

/**
 * @param {HTMLElement} source
 * @param {string} pointer
 */
function createGhost(source, pointer) {
  const image = findElement(source, "img");
  const width = image?.getBoundingClientRect().width ?? 0;
  const ghost = createElement("img", { class: `board-ghost ${pointer === "touch" ? "under-finger" : ""}`, src: image?.getAttribute("src"), alt: "" });
  ghost.style.setProperty("width", `${width}px`);
  // In the top layer's own dialogs nothing is dragged, so the page itself is the right place.
  document.body.append(ghost);
  return ghost;
}

/**
 * @param {HTMLElement} ghost
 * @param {number} x
 * @param {number} y
 */
function moveGhost(ghost, x, y) {
  ghost.style.setProperty("left", `${x}px`);
  ghost.style.setProperty("top", `${y}px`);
}

/** The click that follows the end of a drag means nothing. */
function swallowClick() {
  const swallow = (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}
