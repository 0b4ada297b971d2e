// The list of messages: adding, replacing, older pages, who said what when, and where the reader is in it.

import { address } from "../base/address.js";
import { byId, element, icon, ICONS, rest } from "../base/elements.js";
import { avatar } from "../base/avatars.js";
import { messageParts } from "./message.js";
import { keepPlace } from "../base/scroll-anchor.js";
import { guardPresses } from "../base/press-guard.js";
import { clock, day, word } from "../base/translations.js";

const NEAR_END_PX = 120;
const TOGETHER_MS = 5 * 60 * 1000;
const MOST_ENTRIES = 400;

export class Log {
  #log = byId("log");
  #list = byId("entries");
  #older = byId("older");
  #jump = byId("jump");
  #bySeq = new Map();
  #series = new Map();
  #waiting = new Map();
  /** Events of which the log holds what was said; the answer to one may be lost, and then it is sent again. */
  #said = new Set();
  #before = null;
  #press;
  #pressed = null;

  /** `press(message, component, value)` sends a press and gives its id; `askOlder(before)` asks for an older page. */
  constructor(press, askOlder) {
    this.#press = press;
    this.#older.addEventListener("click", () => this.#askOlder(askOlder));
    this.#jump.addEventListener("click", () => this.toEnd());
    this.#log.addEventListener("scroll", () => {
      if (this.#nearEnd()) this.#jump.hidden = true;
      if (this.#log.scrollTop < NEAR_END_PX / 2) this.#askOlder(askOlder);
    }, { passive: true });
    keepPlace(this.#log, this.#list, () => this.#nearEnd(), () => this.toEnd());
    guardPresses(this.#log, this.#list);
    this.#log.addEventListener("load", () => this.#followEnd(), { capture: true });
  }

  /** Empties the list and fills it with the latest page. */
  start(entries, before) {
    this.#log.setAttribute("aria-live", "off");
    this.#list.replaceChildren();
    this.#bySeq.clear();
    this.#series.clear();
    this.#waiting.clear();
    this.#said.clear();
    for (const entry of entries) this.#append(entry);
    this.#showOlder(before);
    this.toEnd();
    requestAnimationFrame(() => this.#log.setAttribute("aria-live", "polite"));
  }

  /** Adds what is new, in order. */
  add(entries) {
    const following = this.#nearEnd();
    for (const entry of entries) this.#append(entry);
    if (following) {
      this.#trim();
      this.#showNewest();
    } else if (entries.some((entry) => !entry.replaces)) this.#jump.hidden = false;
  }

  /** Adds an older page above, keeping what the reader looks at where it is. */
  prepend(entries, before) {
    this.#log.setAttribute("aria-live", "off");
    const height = this.#log.scrollHeight;
    const first = this.#list.firstElementChild;
    for (const entry of entries.toReversed()) {
      if (this.#bySeq.has(entry.seq)) continue;
      const made = this.#make(entry);
      if (this.#series.has(entry.message?.series)) stripControls(made);
      else this.#noteSeries(entry, made);
      this.#list.prepend(made);
      seam(made, made.nextElementSibling);
    }
    seam(null, this.#list.firstElementChild);
    if (first !== null) this.#log.scrollTop += this.#log.scrollHeight - height;
    this.#showOlder(before);
    requestAnimationFrame(() => this.#log.setAttribute("aria-live", "polite"));
  }

  /** Shows something said that the server has not acknowledged yet. */
  wait(id, text, mine) {
    if (this.#waiting.has(id) || this.#said.has(id)) return;
    const entry = { kind: text.startsWith("/") ? "command" : "said", at: Date.now(), by: mine, text };
    const made = this.#make(entry);
    made.classList.add("pending");
    made.querySelector(".meta")?.append(element("span", { class: "state" }, word("pending")));
    this.#waiting.set(id, made);
    this.#place(made);
    this.toEnd();
  }

  /** The server has dealt with an event. */
  done(id) {
    this.#waiting.get(id)?.classList.remove("pending");
    this.#waiting.get(id)?.querySelector(".state")?.remove();
    this.#release(id);
  }

  /** The server has refused an event: what was said goes away, and controls can be used again. */
  refused(id) {
    this.#waiting.get(id)?.remove();
    this.#waiting.delete(id);
    this.#release(id);
  }

  /** Scrolls to the newest message. */
  toEnd() {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#jump.hidden = true;
  }

  /** What is longer than the window is read from its beginning; a board is looked at where its buttons are. */
  #showNewest() {
    this.toEnd();
    const newest = this.#list.lastElementChild;
    const long = newest.offsetHeight > this.#log.clientHeight && newest.querySelector(".rows") === null;
    if (long) this.#log.scrollTop = newest.offsetTop - this.#log.offsetTop;
  }

  get isEmpty() {
    return this.#list.childElementCount === 0;
  }

  get isGreeted() {
    return this.#list.querySelector(".greeting") !== null;
  }

  /** Puts an element of the page's own into the list: the first words to a newcomer. */
  greet(made) {
    this.#list.append(made);
  }

  #append(entry) {
    if (this.#bySeq.has(entry.seq)) return;
    const made = this.#make(entry);
    const series = entry.message?.series;
    if (series && this.#series.has(series)) this.#retire(this.#series.get(series));
    this.#noteSeries(entry, made);
    const replaced = entry.replaces ? this.#bySeq.get(entry.replaces) : undefined;
    const lost = replaced?.contains(document.activeElement) ?? false;
    if (replaced?.isConnected) {
      made.dataset.before = replaced.dataset.before;
      replaced.replaceWith(made);
      seam(made.previousElementSibling, made);
    } else {
      this.#waiting.get(entry.event)?.remove();
      this.#waiting.delete(entry.event);
      if (entry.event) this.#said.add(entry.event);
      this.#place(made);
    }
    this.#bySeq.set(entry.seq, made);
    if (entry.replaces) this.#bySeq.set(entry.replaces, made);
    this.#leadFocus(entry, made, lost);
  }

  /** New entries go before what still waits to be sent. */
  #place(made) {
    const firstWaiting = made.classList.contains("pending") ? null : this.#list.querySelector(":scope > .pending");
    this.#list.insertBefore(made, firstWaiting);
    seam(made.previousElementSibling, made);
    seam(made, made.nextElementSibling);
  }

  #noteSeries(entry, made) {
    this.#bySeq.set(entry.seq, made);
    if (entry.message?.series) this.#series.set(entry.message.series, made);
  }

  /** Takes away what a message of a series can be answered with, as it was answered otherwise. */
  settle(series) {
    const open = this.#series.get(series);
    if (open !== undefined) this.#retire(open);
  }

  #retire(older) {
    if (older.contains(document.activeElement)) rest();
    stripControls(older);
  }

  /**
   * The keyboard goes on where the answer to one's own press is, instead of falling off the page: at the same control
   * when it is still there, at the first control of what the press brought, or else where people write.
   */
  #leadFocus(entry, made, lost) {
    const pressed = this.#pressed;
    const answered = pressed !== null && entry.event === pressed.id;
    if (!lost && !(answered && [pressed.control, document.body].includes(document.activeElement))) return;
    const controls = [...made.querySelectorAll(".rows [data-control]")];
    const target = controls.find((control) => answered && sameControl(control.dataset.control, pressed.component)) ?? controls[0] ?? null;
    if (target !== null) target.focus({ preventScroll: true });
    else if (lost) rest();
  }

  #use(seq, component, value, control) {
    if (control.getAttribute("aria-disabled") === "true") return;
    const id = this.#press(seq, component, value);
    if (id === null) return;
    this.#pressed = { id, component, control };
    control.closest(".rows")?.setAttribute("aria-busy", "true");
    control.setAttribute("aria-disabled", "true");
  }

  #release(id) {
    if (this.#pressed?.id !== id) return;
    const { control } = this.#pressed;
    control.removeAttribute("aria-disabled");
    control.closest(".rows")?.removeAttribute("aria-busy");
  }

  #make(entry) {
    const author = entry.by?.name ?? "adoube";
    const bot = entry.kind === "notice" || entry.kind === "private";
    const shape = entry.kind === "private" || entry.kind === "command" ? "only-me" : "";
    const made = element("article", {
      class: `entry ${entry.kind} ${shape} ${entry.by?.you ? "mine" : ""} ${entry.message?.calls ? "calls-me" : ""}`,
      data: { at: entry.at, author: `${entry.kind}:${author}`, day: day(entry.at), seq: entry.seq ?? "", before: entry.before ?? "" },
    });
    const face = bot
      ? element("img", { class: "avatar", src: address("/assets/icon.svg"), width: 36, height: 36, alt: "" })
      : avatar(element("span", { "aria-hidden": "true" }), author);
    const parts = bot
      ? messageParts(entry.message, (component, value, control) => this.#use(entry.seq, component, value, control))
      : [element(entry.kind === "command" ? "code" : "p", { class: "text" }, entry.text)];
    made.append(face, element("div", { class: "body" }, meta(entry, author, bot), ...parts));
    return made;
  }

  #showOlder(before) {
    this.#before = before ?? null;
    this.#older.hidden = this.#before === null;
    this.#older.removeAttribute("aria-disabled");
  }

  #askOlder(ask) {
    if (this.#before === null || this.#older.getAttribute("aria-disabled") === "true") return;
    this.#older.setAttribute("aria-disabled", "true");
    ask(this.#before);
  }

  #nearEnd() {
    return this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR_END_PX;
  }

  #followEnd() {
    if (this.#jump.hidden && this.#nearEnd()) this.toEnd();
  }

  /** A chat that is open for days must not grow for ever: what is far above goes, and can be asked for again. */
  #trim() {
    while (this.#list.childElementCount > MOST_ENTRIES) {
      const first = this.#list.firstElementChild;
      if (first.contains(document.activeElement)) return;
      this.#bySeq.delete(first.dataset.seq);
      for (const [series, latest] of this.#series) if (latest === first) this.#series.delete(series);
      first.remove();
      const next = this.#list.firstElementChild;
      seam(null, next);
      this.#showOlder(next.dataset.before || null);
    }
  }
}

function meta(entry, author, bot) {
  return element(
    "p",
    { class: "meta" },
    element("span", { class: "name" }, author),
    bot && element("span", { class: "badge" }, word("bot-badge")),
    element("time", { datetime: new Date(entry.at).toISOString() }, clock(entry.at)),
    entry.kind === "private" && element("span", { class: "privacy" }, icon(ICONS.lock), word("only-you")),
    entry.kind === "command" && element("span", { class: "privacy" }, icon(ICONS.lock), element("span", { class: "visually-hidden" }, word("only-you"))),
  );
}

/** What two neighbours look like depends on both: a new day gets its date, words in one breath stand together. */
function seam(previous, next) {
  if (next === null || next.dataset.at === undefined) return;
  const fresh = previous?.dataset.at === undefined;
  const talk = /^(said|command):/.test(next.dataset.author);
  const close = talk && !fresh && Number(next.dataset.at) - Number(previous.dataset.at) < TOGETHER_MS;
  next.classList.toggle("new-day", fresh || previous.dataset.day !== next.dataset.day);
  next.classList.toggle("follows", close && previous.dataset.author === next.dataset.author && previous.dataset.day === next.dataset.day);
}

/** The third part of a control's id is the version of what it changes: the next version has the same control. */
function sameControl(id, other) {
  const lasting = (whole) => whole.split(".").toSpliced(2, 1).join(".");
  return lasting(id) === lasting(other);
}

function stripControls(entry) {
  entry.querySelector(".rows")?.remove();
  entry.classList.remove("calls-me");
}
