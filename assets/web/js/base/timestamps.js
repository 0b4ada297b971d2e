// Timestamps in the reader's time zone, and countdowns. A countdown is not read out by screen readers every second, and
// keeps the width it had, so that nothing moves.

import { createElement } from "./elements.js";
import { currentLanguage } from "./translations.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The parts of a sentence as the server sends them: a text, or texts and timestamps.
 * @param {Wire.Sentence | undefined} content
 */
export const createSentence = (content) => (Array.isArray(content) ? content.map((part) => (typeof part === "string" ? part : createTimestamp(part))) : [content ?? ""]);

/**
 * A timestamp: its date and time here, and how long it is until then.
 * @param {Wire.Timestamp} timestamp
 */
export function createTimestamp({ at, words }) {
  const left = createElement("span", { class: "timestamp-left" });
  const time = createElement("time", { class: "timestamp", datetime: new Date(at).toISOString(), title: words ?? null, "aria-live": "off" }, `${formatDate(at)} (`, left, ")");
  updateEverySecond(left, () => formatRelativeTime(at - Date.now()));
  return time;
}

/**
 * "Mon, 4 Jan, 15:00" as the reader's language writes it; with the year where it is another one.
 * @param {Wire.Millis} at
 */
function formatDate(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const year = new Date(at).getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(currentLanguage(), { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", ...year }).format(at);
}

/**
 * "in 2 days", "3 hours ago": the largest unit that fits.
 * @param {number} millis
 */
function formatRelativeTime(millis) {
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", DAY], ["hour", HOUR]];
  const [unit, size] = units.find(([, size]) => Math.abs(millis) >= size * 2) ?? ["minute", MINUTE];
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "always" }).format(Math.trunc(millis / size), unit);
}

/**
 * A duration: "2 days 3 hr", "3 hr 5 min", and below an hour "12:34".
 * @param {number} millis
 */
export function formatDuration(millis) {
  const format = (/** @type {string} */ unit, /** @type {number} */ count) =>
    new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "short" }).format(count);
  const [days, hours, minutes] = [Math.floor(millis / DAY), Math.floor((millis % DAY) / HOUR), Math.floor((millis % HOUR) / MINUTE)];
  if (days === 0 && hours === 0) return `${minutes}:${String(Math.floor((millis % MINUTE) / SECOND)).padStart(2, "0")}`;
  if (days === 0) return minutes > 0 ? `${format("hour", hours)} ${format("minute", minutes)}` : format("hour", hours);
  return hours > 0 ? `${format("day", days)} ${format("hour", hours)}` : format("day", days);
}

/** @type {Map<HTMLElement, {text: () => string, wasShown: boolean}>} */
const updaters = new Map();
let timer = 0;

/**
 * Writes `text()` into an element now and while it is on the page, whenever it changes.
 * @param {HTMLElement} target
 * @param {() => string} text
 */
export function updateEverySecond(target, text) {
  target.textContent = text();
  updaters.set(target, { text, wasShown: false });
  timer ||= setInterval(updateAll, SECOND);
}

function updateAll() {
  for (const [target, updater] of updaters) {
    // An element that was never on the page is waited for; one that was taken away is forgotten.
    if (!target.isConnected) {
      if (updater.wasShown) updaters.delete(target);
      continue;
    }
    const text = updater.text();
    if (!updater.wasShown) target.style.minInlineSize = `${Math.ceil(target.getBoundingClientRect().width)}px`;
    updater.wasShown = true;
    if (target.textContent !== text) target.textContent = text;
  }
  if (updaters.size === 0) {
    clearInterval(timer);
    timer = 0;
  }
}
