// Moments in the reader's own time, and what is left until then. What counts is told to no screen reader again and again, and
// keeps the room it had, so that nothing moves.

import { createElement } from "./elements.js";
import { currentLanguage } from "./translations.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The parts of a sentence as the server says them: a text, or texts and moments. */
export const createSentence = (content) => (Array.isArray(content) ? content.map((part) => (typeof part === "string" ? part : createTimestamp(part))) : [content ?? ""]);

/** A moment: its date and time here, and how long it is until then. */
export function createTimestamp({ at, words }) {
  const left = createElement("span", { class: "moment-left" });
  const time = createElement("time", { class: "moment", datetime: new Date(at).toISOString(), title: words ?? null, "aria-live": "off" }, `${formatDate(at)} (`, left, ")");
  updateEverySecond(left, () => formatRelativeTime(at - Date.now()));
  return time;
}

/** "Mon, 4 Jan, 15:00" as the reader's language writes it; with the year where it is another one. */
export function formatDate(at) {
  const year = new Date(at).getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", ...year }).format(at);
}

/** "in 2 days", "3 hours ago": the largest unit that fits. */
function formatRelativeTime(millis) {
  const [unit, size] = [["day", DAY], ["hour", HOUR]].find(([, size]) => Math.abs(millis) >= size * 2) ?? ["minute", MINUTE];
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "always" }).format(Math.trunc(millis / size), unit);
}

/** How long something lasts: "2 days 3 hr", "3 hr 5 min", and below an hour "12:34". */
export function formatDuration(millis) {
  const unit = (name, count) => new Intl.NumberFormat(currentLanguage(), { style: "unit", unit: name, unitDisplay: "short" }).format(count);
  const parts = [["day", Math.floor(millis / DAY)], ["hour", Math.floor((millis % DAY) / HOUR)], ["minute", Math.floor((millis % HOUR) / MINUTE)]];
  const first = parts.findIndex(([, count]) => count > 0);
  if (first === 2 || first === -1) return `${parts[2][1]}:${String(Math.floor((millis % MINUTE) / SECOND)).padStart(2, "0")}`;
  return parts.slice(first, first + 2).filter(([, count], nth) => nth === 0 || count > 0).map(([name, count]) => unit(name, count)).join(" ");
}

const updaters = new Map();
let timer = 0;

/** Writes `text()` into an element now and while it is on the page, whenever it changes. */
export function updateEverySecond(target, text) {
  target.textContent = text();
  updaters.set(target, { text, seen: false });
  timer ||= setInterval(updateAll, SECOND);
}

function updateAll() {
  for (const [target, entry] of updaters) {
    // What was never put on the page yet is waited for; what was taken away is forgotten.
    if (!target.isConnected) {
      if (entry.seen) updaters.delete(target);
      continue;
    }
    const text = entry.text();
    if (!entry.seen) target.style.minInlineSize = `${Math.ceil(target.getBoundingClientRect().width)}px`;
    entry.seen = true;
    if (target.textContent !== text) target.textContent = text;
  }
  if (updaters.size === 0) {
    clearInterval(timer);
    timer = 0;
  }
}
