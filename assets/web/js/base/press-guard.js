// Controls that have just appeared or moved are not pressed: whoever presses in that moment means what was there before.
// As long as it lasts the control has `data-settling`: "new", or "moved".

const SETTLE_MS = 400;

/** Keeps presses in `log` from controls that came to lie under the pointer a moment ago. */
export function guardPresses(log, list) {
  const places = new WeakMap();
  const timers = new WeakMap();
  const settle = (control, how) => {
    if (control.dataset.settling !== "new") control.dataset.settling = how;
    clearTimeout(timers.get(control));
    timers.set(control, setTimeout(() => delete control.dataset.settling, SETTLE_MS));
  };
  const look = (isOurs) => {
    for (const control of log.querySelectorAll(".rows button")) {
      const { left, top } = control.getBoundingClientRect();
      const place = `${Math.round(left)},${Math.round(top)}`;
      const before = places.get(control);
      places.set(control, place);
      if (isOurs && before !== place) settle(control, before === undefined ? "new" : "moved");
    }
  };
  new MutationObserver(() => look(true)).observe(log, { childList: true, subtree: true });
  const sizes = new ResizeObserver(() => look(true));
  for (const watched of [log, list]) sizes.observe(watched);
  // Whoever scrolls sees what moves.
  log.addEventListener("scroll", () => look(false), { passive: true });
  log.addEventListener("click", swallowEarlyPress, { capture: true });
}

/** The keyboard presses what has the focus, wherever that has moved. */
function swallowEarlyPress(event) {
  const control = event.target.closest("[data-settling]");
  const byKeyboard = event.detail === 0;
  if (control === null || (byKeyboard && control.dataset.settling !== "new")) return;
  event.preventDefault();
  event.stopPropagation();
}
