// Scroll anchor: keeps the reader's place in the log when the window takes another size. The end stays the end, and
// elsewhere the first message in view stays in view.

/** @typedef {{entry: HTMLElement, below: number, above: number}} Anchor A message, how far below the edge it begins, what part of it is above. */

/**
 * Keeps the reader's place in `list`, which is scrolled in `log`.
 * @param {HTMLElement} log
 * @param {HTMLElement} list
 * @param {() => boolean} isNearEnd
 * @param {() => void} scrollToEnd
 */
export function anchorScroll(log, list, isNearEnd, scrollToEnd) {
  /** @type {Anchor | null} */
  let anchor = null;
  let size = sizeOf(log);
  const update = () => {
    // A scroll that comes of a new size is not the reader's.
    if (size === sizeOf(log)) anchor = isNearEnd() ? null : findAnchor(log, list);
  };
  log.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(() => {
    if (size === sizeOf(log)) return;
    size = sizeOf(log);
    if (anchor === null) scrollToEnd();
    else if (anchor.entry.isConnected) log.scrollTop += topOf(log, anchor.entry) - offsetOf(anchor);
    update();
  }).observe(log);
}

const sizeOf = (/** @type {HTMLElement} */ log) => `${log.clientWidth}×${log.clientHeight}`;

const topOf = (/** @type {HTMLElement} */ log, /** @type {HTMLElement} */ entry) => entry.getBoundingClientRect().top - log.getBoundingClientRect().top;

/**
 * The first message in view; null at the end.
 * @param {HTMLElement} log
 * @param {HTMLElement} list
 * @returns {Anchor | null}
 */
function findAnchor(log, list) {
  const entries = /** @type {HTMLElement[]} */ ([...list.children]);
  const entry = entries.find((child) => topOf(log, child) + child.offsetHeight > 0);
  if (entry === undefined) return null;
  const top = topOf(log, entry);
  return { entry, below: Math.max(top, 0), above: Math.max(-top, 0) / entry.offsetHeight };
}

const offsetOf = (/** @type {Anchor} */ { entry, below, above }) => below - above * entry.offsetHeight;
