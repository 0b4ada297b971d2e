// Browser seat: chooses which person this tab is. A browser holds several persons, its seats; every
// tab sits on one. A lock that is held as long as the tab lives tells other tabs that a seat is
// taken, so that a second tab becomes a second person.

const KEY = "adoube-seat";
const RELOAD_GRACE_MS = 1500;

/**
 * Holds the lock of a seat until the tab goes away; resolves with whether it could be had within `patience` milliseconds.
 * Without a limit it stands in the queue until the tab that sits there goes.
 * @param {number} seat
 * @param {number} patience
 * @returns {Promise<boolean>}
 */
function acquireLock(seat, patience) {
  /** @type {LockOptions} */
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

/** @returns {{seat: number, shared: boolean} | null} */
function loadSeat() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {number} seat
 * @param {boolean} shared
 */
function storeSeat(seat, shared) {
  sessionStorage.setItem(KEY, JSON.stringify({ seat, shared }));
}

/**
 * The seat of this tab among seats 1 to `count`.
 *
 * A reloaded tab keeps its seat: its own lock is released while the old page goes, so it is waited for. A duplicated tab
 * inherits the memory but never gets the lock, and moves on. Where the browser has no locks (an address that is neither
 * https nor this machine) the remembered or the first seat is taken, and the settings can still change it.
 * @param {number} count
 */
export async function acquireSeat(count) {
  const stored = loadSeat();
  const known = stored !== null && stored.seat >= 1 && stored.seat <= count ? stored : null;
  if (navigator.locks === undefined) return known?.seat ?? 1;
  if (known?.shared) {
    acquireLock(known.seat, Infinity);
    return known.seat;
  }
  if (known !== null && (await acquireLock(known.seat, RELOAD_GRACE_MS))) return known.seat;
  for (let seat = 1; seat <= count; seat += 1) {
    if (await acquireLock(seat, 0)) {
      storeSeat(seat, false);
      return seat;
    }
  }
  storeSeat(1, true);
  return 1;
}

/**
 * Sits this tab on another seat, by choice even where another tab sits on it, and loads the page again.
 * @param {number} seat
 */
export function switchSeat(seat) {
  storeSeat(seat, true);
  location.reload();
}
