// "What is this?": the mouse rests on a piece for a while, a finger is held on it, or the other mouse button is pressed.
// Not here: the answer (`about.js`).

const HOVER_MS = 900;
const HOLD_MS = 550;
const MAX_DRIFT_PX = 8;

/** Listens on `squares`; `ask(square, how)` is called with "rest" or "hold", `leave()` when the mouse has gone on. */
export function watchInspectGestures(squares, ask, leave) {
  let timer = null;
  let pressed = null;
  let rested = null;
  const stop = () => {
    clearTimeout(timer);
    timer = null;
  };
  const squareOf = (event) => event.target.closest?.("[data-square]")?.dataset.square ?? null;
  const later = (square, how, time) => {
    stop();
    timer = setTimeout(() => ask(square, how), time);
  };
  // A board that comes to lie under a mouse is not asked about: it must have moved there.
  squares.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || event.buttons !== 0 || squareOf(event) === rested) return;
    leave();
    stop();
    rested = squareOf(event);
    if (rested !== null) later(rested, "rest", HOVER_MS);
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
    if (event.pointerType !== "mouse" && event.isPrimary && squareOf(event) !== null) later(squareOf(event), "hold", HOLD_MS);
  });
  squares.addEventListener("pointermove", (event) => {
    if (pressed !== null && event.pointerType !== "mouse" && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > MAX_DRIFT_PX) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) squares.addEventListener(name, stop);
  squares.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    stop();
    if (squareOf(event) !== null) ask(squareOf(event), "hold");
  });
}
