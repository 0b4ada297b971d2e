// Where the reader is in the log, kept when the window takes another size: the end stays the end, and elsewhere the first
// message in view stays in view.

/** Keeps the place of whoever reads `list` in `log`; `nearEnd()` says whether they are at its end, `toEnd()` goes there. */
export function anchorScroll(log, list, nearEnd, toEnd) {
  let place = { atEnd: true };
  let size = sizeOf(log);
  const note = () => {
    // What a new size has moved is no reader's doing.
    if (size === sizeOf(log)) place = nearEnd() ? { atEnd: true } : findAnchor(log, list);
  };
  log.addEventListener("scroll", note, { passive: true });
  new ResizeObserver(() => {
    if (size === sizeOf(log)) return;
    size = sizeOf(log);
    if (place.atEnd) toEnd();
    else if (place.entry?.isConnected) log.scrollTop += topOf(log, place.entry) - offsetOf(place);
    note();
  }).observe(log);
}

const sizeOf = (log) => `${log.clientWidth}×${log.clientHeight}`;

const topOf = (log, entry) => entry.getBoundingClientRect().top - log.getBoundingClientRect().top;

/** The first message in view: how far below the edge it begins, or what part of it is above. */
function findAnchor(log, list) {
  const entry = [...list.children].find((child) => topOf(log, child) + child.offsetHeight > 0);
  if (entry === undefined) return { atEnd: true };
  const top = topOf(log, entry);
  return { entry, below: Math.max(top, 0), above: Math.max(-top, 0) / entry.offsetHeight };
}

const offsetOf = ({ entry, below, above }) => below - above * entry.offsetHeight;
