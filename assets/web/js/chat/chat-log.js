// The list of messages: adding, replacing, older pages, who said what when, and where the reader is in it.

import { resolvePath } from "../base/address.js";
import { byId, createElement, createIcon, ICON_PATHS, focusComposer } from "../base/elements.js";
import { paintAvatar } from "../base/avatars.js";
import { createMessageParts } from "./message.js";
import { anchorScroll } from "../base/scroll-anchor.js";
import { guardPresses } from "../base/press-guard.js";
import { formatTime, formatDay, translate } from "../base/translations.js";

const NEAR_END_PX = 120;
const TOGETHER_MS = 5 * 60 * 1000;
const MAX_ENTRIES = 400;

export class ChatLog {
  #log = byId("log");
  #list = byId("entries");
  #olderButton = byId("older");
  #jumpButton = byId("jump");
  #bySeq = new Map();
  #series = new Map();
  #pendingEntries = new Map();
  /** Events of which the log holds what was said; the answer to one may be lost, and then it is sent again. */
  #seenEvents = new Set();
  #olderCursor = null;
  #press;
  #pressed = null;

  /** `press(message, component, value)` sends a press and gives its id; `askOlder(before)` asks for an older page. */
  constructor(press, askOlder) {
    this.#press = press;
    this.#olderButton.addEventListener("click", () => this.#loadOlder(askOlder));
    this.#jumpButton.addEventListener("click", () => this.scrollToEnd());
    this.#log.addEventListener("scroll", () => {
      if (this.#isNearEnd()) this.#jumpButton.hidden = true;
      if (this.#log.scrollTop < NEAR_END_PX / 2) this.#loadOlder(askOlder);
    }, { passive: true });
    anchorScroll(this.#log, this.#list, () => this.#isNearEnd(), () => this.scrollToEnd());
    guardPresses(this.#log, this.#list);
    this.#log.addEventListener("load", () => this.#followEnd(), { capture: true });
  }

  /** Empties the list and fills it with the latest page. */
  reset(entries, before) {
    this.#log.setAttribute("aria-live", "off");
    this.#list.replaceChildren();
    this.#bySeq.clear();
    this.#series.clear();
    this.#pendingEntries.clear();
    this.#seenEvents.clear();
    for (const entry of entries) this.#append(entry);
    this.#showOlder(before);
    this.scrollToEnd();
    requestAnimationFrame(() => this.#log.setAttribute("aria-live", "polite"));
  }

  /** Adds what is new, in order. */
  add(entries) {
    const following = this.#isNearEnd();
    for (const entry of entries) this.#append(entry);
    if (following) {
      this.#trim();
      this.#showNewest();
    } else if (entries.some((entry) => !entry.replaces)) this.#jumpButton.hidden = false;
  }

  /** Adds an older page above, keeping what the reader looks at where it is. */
  prepend(entries, before) {
    this.#log.setAttribute("aria-live", "off");
    const height = this.#log.scrollHeight;
    const first = this.#list.firstElementChild;
    for (const entry of entries.toReversed()) {
      if (this.#bySeq.has(entry.seq)) continue;
      const made = this.#createEntry(entry);
      if (this.#series.has(entry.message?.series)) removeControls(made);
      else this.#recordSeries(entry, made);
      this.#list.prepend(made);
      updateSeam(made, made.nextElementSibling);
    }
    updateSeam(null, this.#list.firstElementChild);
    if (first !== null) this.#log.scrollTop += this.#log.scrollHeight - height;
    this.#showOlder(before);
    requestAnimationFrame(() => this.#log.setAttribute("aria-live", "polite"));
  }

  /** Shows something said that the server has not acknowledged yet. */
  addPending(id, text, mine) {
    if (this.#pendingEntries.has(id) || this.#seenEvents.has(id)) return;
    const entry = { kind: text.startsWith("/") ? "command" : "said", at: Date.now(), by: mine, text };
    const made = this.#createEntry(entry);
    made.classList.add("pending");
    made.querySelector(".meta")?.append(createElement("span", { class: "state" }, translate("pending")));
    this.#pendingEntries.set(id, made);
    this.#insert(made);
    this.scrollToEnd();
  }

  /** The server has dealt with an event. */
  confirm(id) {
    this.#pendingEntries.get(id)?.classList.remove("pending");
    this.#pendingEntries.get(id)?.querySelector(".state")?.remove();
    this.#releaseControl(id);
  }

  /** The server has refused an event: what was said goes away, and controls can be used again. */
  removePending(id) {
    this.#pendingEntries.get(id)?.remove();
    this.#pendingEntries.delete(id);
    this.#releaseControl(id);
  }

  /** Scrolls to the newest message. */
  scrollToEnd() {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#jumpButton.hidden = true;
  }

  /** What is longer than the window is read from its beginning; a board is looked at where its buttons are. */
  #showNewest() {
    this.scrollToEnd();
    const newest = this.#list.lastElementChild;
    const long = newest.offsetHeight > this.#log.clientHeight && newest.querySelector(".rows") === null;
    if (long) this.#log.scrollTop = newest.offsetTop - this.#log.offsetTop;
  }

  get isEmpty() {
    return this.#list.childElementCount === 0;
  }

  get hasGreeting() {
    return this.#list.querySelector(".greeting") !== null;
  }

  /** Puts an element of the page's own into the list: the first words to a newcomer. */
  addGreeting(made) {
    this.#list.append(made);
  }

  #append(entry) {
    if (this.#bySeq.has(entry.seq)) return;
    const made = this.#createEntry(entry);
    const series = entry.message?.series;
    if (series && this.#series.has(series)) this.#retireEntry(this.#series.get(series));
    this.#recordSeries(entry, made);
    const replaced = entry.replaces ? this.#bySeq.get(entry.replaces) : undefined;
    const lost = replaced?.contains(document.activeElement) ?? false;
    if (replaced?.isConnected) {
      made.dataset.before = replaced.dataset.before;
      replaced.replaceWith(made);
      updateSeam(made.previousElementSibling, made);
    } else {
      this.#pendingEntries.get(entry.event)?.remove();
      this.#pendingEntries.delete(entry.event);
      if (entry.event) this.#seenEvents.add(entry.event);
      this.#insert(made);
    }
    this.#bySeq.set(entry.seq, made);
    if (entry.replaces) this.#bySeq.set(entry.replaces, made);
    this.#moveFocus(entry, made, lost);
  }

  /** New entries go before what still waits to be sent. */
  #insert(made) {
    const firstWaiting = made.classList.contains("pending") ? null : this.#list.querySelector(":scope > .pending");
    this.#list.insertBefore(made, firstWaiting);
    updateSeam(made.previousElementSibling, made);
    updateSeam(made, made.nextElementSibling);
  }

  #recordSeries(entry, made) {
    this.#bySeq.set(entry.seq, made);
    if (entry.message?.series) this.#series.set(entry.message.series, made);
  }

  /** Takes away what a message of a series can be answered with, as it was answered otherwise. */
  retireSeries(series) {
    const open = this.#series.get(series);
    if (open !== undefined) this.#retireEntry(open);
  }

  #retireEntry(older) {
    if (older.contains(document.activeElement)) focusComposer();
    removeControls(older);
  }

  /**
   * The keyboard goes on where the answer to one's own press is, instead of falling off the page: at the same control
   * when it is still there, at the first control of what the press brought, or else where people write.
   */
  #moveFocus(entry, made, lost) {
    const pressed = this.#pressed;
    const answered = pressed !== null && entry.event === pressed.id;
    if (!lost && !(answered && [pressed.control, document.body].includes(document.activeElement))) return;
    const controls = [...made.querySelectorAll(".rows [data-control]")];
    const target = controls.find((control) => answered && isSameControl(control.dataset.control, pressed.component)) ?? controls[0] ?? null;
    if (target !== null) target.focus({ preventScroll: true });
    else if (lost) focusComposer();
  }

  #pressControl(seq, component, value, control) {
    if (control.getAttribute("aria-disabled") === "true") return;
    const id = this.#press(seq, component, value);
    if (id === null) return;
    this.#pressed = { id, component, control };
    control.closest(".rows")?.setAttribute("aria-busy", "true");
    control.setAttribute("aria-disabled", "true");
  }

  #releaseControl(id) {
    if (this.#pressed?.id !== id) return;
    const { control } = this.#pressed;
    control.removeAttribute("aria-disabled");
    control.closest(".rows")?.removeAttribute("aria-busy");
  }

  #createEntry(entry) {
    const author = entry.by?.name ?? "adoube";
    const bot = entry.kind === "notice" || entry.kind === "private";
    const shape = entry.kind === "private" || entry.kind === "command" ? "only-me" : "";
    const made = createElement("article", {
      class: `entry ${entry.kind} ${shape} ${entry.by?.you ? "mine" : ""} ${entry.message?.calls ? "calls-me" : ""}`,
      data: { at: entry.at, author: `${entry.kind}:${author}`, day: formatDay(entry.at), seq: entry.seq ?? "", before: entry.before ?? "" },
    });
    const face = bot
      ? createElement("img", { class: "avatar", src: resolvePath("/assets/icon.svg"), width: 36, height: 36, alt: "" })
      : paintAvatar(createElement("span", { "aria-hidden": "true" }), author);
    const parts = bot
      ? createMessageParts(entry.message, (component, value, control) => this.#pressControl(entry.seq, component, value, control))
      : [createElement(entry.kind === "command" ? "code" : "p", { class: "text" }, entry.text)];
    made.append(face, createElement("div", { class: "body" }, createMeta(entry, author, bot), ...parts));
    return made;
  }

  #showOlder(before) {
    this.#olderCursor = before ?? null;
    this.#olderButton.hidden = this.#olderCursor === null;
    this.#olderButton.removeAttribute("aria-disabled");
  }

  #loadOlder(ask) {
    if (this.#olderCursor === null || this.#olderButton.getAttribute("aria-disabled") === "true") return;
    this.#olderButton.setAttribute("aria-disabled", "true");
    ask(this.#olderCursor);
  }

  #isNearEnd() {
    return this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR_END_PX;
  }

  #followEnd() {
    if (this.#jumpButton.hidden && this.#isNearEnd()) this.scrollToEnd();
  }

  /** A chat that is open for days must not grow for ever: what is far above goes, and can be asked for again. */
  #trim() {
    while (this.#list.childElementCount > MAX_ENTRIES) {
      const first = this.#list.firstElementChild;
      if (first.contains(document.activeElement)) return;
      this.#bySeq.delete(first.dataset.seq);
      for (const [series, latest] of this.#series) if (latest === first) this.#series.delete(series);
      first.remove();
      const next = this.#list.firstElementChild;
      updateSeam(null, next);
      this.#showOlder(next.dataset.before || null);
    }
  }
}

function createMeta(entry, author, bot) {
  return createElement(
    "p",
    { class: "meta" },
    createElement("span", { class: "name" }, author),
    bot && createElement("span", { class: "badge" }, translate("bot-badge")),
    createElement("time", { datetime: new Date(entry.at).toISOString() }, formatTime(entry.at)),
    entry.kind === "private" && createElement("span", { class: "privacy" }, createIcon(ICON_PATHS.lock), translate("only-you")),
    entry.kind === "command" && createElement("span", { class: "privacy" }, createIcon(ICON_PATHS.lock), createElement("span", { class: "visually-hidden" }, translate("only-you"))),
  );
}

/** What two neighbours look like depends on both: a new day gets its date, words in one breath stand together. */
function updateSeam(previous, next) {
  if (next === null || next.dataset.at === undefined) return;
  const fresh = previous?.dataset.at === undefined;
  const talk = /^(said|command):/.test(next.dataset.author);
  const close = talk && !fresh && Number(next.dataset.at) - Number(previous.dataset.at) < TOGETHER_MS;
  next.classList.toggle("new-day", fresh || previous.dataset.day !== next.dataset.day);
  next.classList.toggle("follows", close && previous.dataset.author === next.dataset.author && previous.dataset.day === next.dataset.day);
}

/** The third part of a control's id is the version of what it changes: the next version has the same control. */
function isSameControl(id, other) {
  const lasting = (whole) => whole.split(".").toSpliced(2, 1).join(".");
  return lasting(id) === lasting(other);
}

function removeControls(entry) {
  entry.querySelector(".rows")?.remove();
  entry.classList.remove("calls-me");
}
