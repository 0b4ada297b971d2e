// Something is dragged by mouse, pen or finger: pointer events, a ghost that follows, and a way back. A press that does
// not go far is no drag, and is left to be a click. Not here: what may be dragged, and where to.

import { createElement } from "../base/elements.js";

const MIN_DRAG_PX = { mouse: 4, pen: 6, touch: 8 };
const RETURN_MS = 140;

/**
 * Follows a pointer that was just pressed. `source` is what it picked up, an element with a picture; `start()` is called
 * when it becomes a drag, `over(x, y)` as it goes on, and `drop(x, y)` at the end, which says whether it was taken.
 */
export function trackDrag(press, source, { start, over, drop, gone }) {
  const far = MIN_DRAG_PX[press.pointerType] ?? MIN_DRAG_PX.mouse;
  let ghost = null;
  const move = (event) => {
    if (event.pointerId !== press.pointerId) return;
    if (ghost === null) {
      if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < far) return;
      if (!start()) return end();
      ghost = createGhost(source, press.pointerType);
    }
    event.preventDefault();
    moveGhost(ghost, event.clientX, event.clientY);
    over(event.clientX, event.clientY);
  };
  const up = (event) => {
    if (event.pointerId !== press.pointerId) return;
    end();
    if (ghost === null) return;
    swallowClick();
    if (drop(event.clientX, event.clientY)) ghost.remove();
    else returnGhost(ghost, source);
    gone();
  };
  const cancel = (event) => {
    if (event.pointerId !== undefined && event.pointerId !== press.pointerId) return;
    end();
    if (ghost === null) return;
    returnGhost(ghost, source);
    gone();
  };
  const escape = (event) => {
    if (event.key !== "Escape" || ghost === null) return;
    event.stopPropagation();
    cancel({});
  };
  const listeners = [["pointermove", move], ["pointerup", up], ["pointercancel", cancel], ["keydown", escape]];
  const end = () => listeners.forEach(([name, listener]) => removeEventListener(name, listener, true));
  for (const [name, listener] of listeners) addEventListener(name, listener, { capture: true, passive: false });
}

function createGhost(source, pointer) {
  const image = source.querySelector("img");
  const { width } = image.getBoundingClientRect();
  const ghost = createElement("img", { class: `board-ghost ${pointer === "touch" ? "under-finger" : ""}`, src: image.getAttribute("src"), alt: "" });
  ghost.style.setProperty("width", `${width}px`);
  // In the top layer's own dialogs nothing is dragged, so the page itself is the right place.
  document.body.append(ghost);
  return ghost;
}

function moveGhost(ghost, x, y) {
  ghost.style.setProperty("left", `${x}px`);
  ghost.style.setProperty("top", `${y}px`);
}

/** It glides to where it was picked up, and is gone. */
function returnGhost(ghost, source) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !source.isConnected) return ghost.remove();
  const { left, top, width, height } = source.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const from = { left: ghost.style.left, top: ghost.style.top };
  const gliding = ghost.animate([from, { left: `${x}px`, top: `${y}px` }], { duration: RETURN_MS, easing: "ease-in" });
  gliding.addEventListener("finish", () => ghost.remove());
  return undefined;
}

/** The click that follows the end of a drag means nothing. */
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}
