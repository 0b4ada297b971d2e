// Who this tab is. A browser holds several persons, its seats; every tab sits on one. A lock kept for the life of the
// tab tells other tabs that a seat is taken, so that a second tab becomes a second person by itself.

const KEY = "adoube-seat";
const RELOAD_GRACE_MS = 1500;

/**
 * Holds the lock of a seat until the tab goes away; says whether it could be had within `patience` milliseconds. Without
 * a limit it stands in the queue until whoever sits there goes.
 */
function acquireLock(seat, patience) {
  const options = { ifAvailable: patience === 0 };
  if (patience > 0 && patience < Infinity) options.signal = AbortSignal.timeout(patience);
  return new Promise((resolve) => {
    navigator.locks
      .request(`adoube-seat-${seat}`, options, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

function loadSeat() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function storeSeat(seat, shared) {
  sessionStorage.setItem(KEY, JSON.stringify({ seat, shared }));
}

/**
 * The seat of this tab among seats 1 to `count`.
 *
 * A reloaded tab keeps its seat: its own lock is released while the old page goes, so it is waited for. A duplicated tab
 * inherits the memory but never gets the lock, and moves on. Where the browser has no locks (an address that is neither
 * https nor this machine) the remembered or the first seat is taken, and the settings can still change it.
 */
export async function acquireSeat(count) {
  const memory = loadSeat();
  const known = memory !== null && memory.seat >= 1 && memory.seat <= count;
  if (navigator.locks === undefined) return known ? memory.seat : 1;
  if (known && memory.shared) {
    acquireLock(memory.seat, Infinity);
    return memory.seat;
  }
  if (known && (await acquireLock(memory.seat, RELOAD_GRACE_MS))) return memory.seat;
  for (let seat = 1; seat <= count; seat += 1) {
    if (await acquireLock(seat, 0)) {
      storeSeat(seat, false);
      return seat;
    }
  }
  storeSeat(1, true);
  return 1;
}

/** Sits this tab on another seat, by choice even where another tab sits on it, and loads the page again. */
export function switchSeat(seat) {
  storeSeat(seat, true);
  location.reload();
}
