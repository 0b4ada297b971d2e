// Chat log: the list of messages. Entries are added, replaced and read page by page, with who said what when; the reader's
// place in it stays where it is.

import { resolvePath } from "../base/address.js";
import { paintAvatar } from "../base/avatars.js";
import { byId, createElement, createIcon, findElements, focusComposer, focusedElement, ICON_PATHS } from "../base/elements.js";
import { guardPresses } from "../base/press-guard.js";
import { anchorScroll } from "../base/scroll-anchor.js";
import { formatDay, formatTime, translate } from "../base/translations.js";
import { createMessageParts } from "./message.js";

const NEAR_END_PX = 120;
const TOGETHER_MS = 5 * 60 * 1000;
const MAX_ENTRIES = 400;

export class ChatLog {
  #log = byId("log");
  #list = byId("entries");
  #olderButton = byId("older");
  #jumpButton = byId("jump");
  /** @type {Map<Wire.EntryId, HTMLElement>} */
  #bySeq = new Map();
  /**
   * The newest entry of each series, which alone has controls.
   * @type {Map<string, HTMLElement>}
   */
  #series = new Map();
  /** @type {Map<Wire.EventId, HTMLElement>} */
  #pendingEntries = new Map();
  /**
   * Events whose entries are in the log; the answer to one may be lost, and then it is sent again.
   * @type {Set<Wire.EventId>}
   */
  #seenEvents = new Set();
  /** @type {Wire.Cursor | null} */
  #olderCursor = null;
  #sendPress;
  /**
   * The control that was pressed last.
   * @type {{id: Wire.EventId, component: string, control: HTMLElement} | null}
   */
  #pressed = null;

  /**
   * @param {(message: Wire.EntryId, component: string, value: string | null) => Wire.EventId | null} sendPress
   * @param {(before: Wire.Cursor) => void} requestOlder asks for an older page
   */
  constructor(sendPress, requestOlder) {
    this.#sendPress = sendPress;
    this.#olderButton.addEventListener("click", () => this.#loadOlder(requestOlder));
    this.#jumpButton.addEventListener("click", () => this.scrollToEnd());
    this.#log.addEventListener("scroll", () => {
      if (this.#isNearEnd()) this.#jumpButton.hidden = true;
      if (this.#log.scrollTop < NEAR_END_PX / 2) this.#loadOlder(requestOlder);
    }, { passive: true });
    anchorScroll(this.#log, this.#list, () => this.#isNearEnd(), () => this.scrollToEnd());
    guardPresses(this.#log, this.#list);
    this.#log.addEventListener("load", () => this.#followEnd(), { capture: true });
  }

  /**
   * Empties the list and fills it with the latest page.
   * @param {Wire.Entry[]} entries
   * @param {Wire.Cursor | undefined} before
   */
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

  /**
   * Adds what is new, in order.
   * @param {Wire.Entry[]} entries
   */
  add(entries) {
    const following = this.#isNearEnd();
    for (const entry of entries) this.#append(entry);
    if (following) {
      this.#trim();
      this.#showNewest();
    } else if (entries.some((entry) => !entry.replaces)) this.#jumpButton.hidden = false;
  }

  /**
   * Adds an older page above, keeping what the reader looks at where it is.
   * @param {Wire.Entry[]} entries
   * @param {Wire.Cursor | undefined} before
   */
  prepend(entries, before) {
    this.#log.setAttribute("aria-live", "off");
    const height = this.#log.scrollHeight;
    const first = this.#list.firstElementChild;
    for (const entry of entries.toReversed()) {
      if (this.#bySeq.has(entry.seq)) continue;
      const made = this.#createEntry(entry);
      if (this.#series.has(entry.message?.series ?? "")) removeControls(made);
      else this.#recordSeries(entry, made);
      this.#list.prepend(made);
      updateSeam(made, nextOf(made));
    }
    updateSeam(null, this.#firstEntry);
    if (first !== null) this.#log.scrollTop += this.#log.scrollHeight - height;
    this.#showOlder(before);
    requestAnimationFrame(() => this.#log.setAttribute("aria-live", "polite"));
  }

  /**
   * Shows what was written and is not acknowledged by the server yet.
   * @param {Wire.EventId} id
   * @param {string} text
   * @param {Wire.Speaker} author
   */
  addPending(id, text, author) {
    if (this.#pendingEntries.has(id) || this.#seenEvents.has(id)) return;
    const kind = text.startsWith("/") ? "command" : "said";
    const made = this.#createEntry({ kind, at: Date.now(), by: author, text });
    made.classList.add("pending");
    made.querySelector(".meta")?.append(createElement("span", { class: "state" }, translate("pending")));
    this.#pendingEntries.set(id, made);
    this.#insert(made);
    this.scrollToEnd();
  }

  /**
   * The server has dealt with an event.
   * @param {Wire.EventId} id
   */
  confirm(id) {
    this.#pendingEntries.get(id)?.classList.remove("pending");
    this.#pendingEntries.get(id)?.querySelector(".state")?.remove();
    this.#releaseControl(id);
  }

  /**
   * The server has refused an event: what was written goes away, and controls can be used again.
   * @param {Wire.EventId} id
   */
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

  get #firstEntry() {
    return /** @type {HTMLElement | null} */ (this.#list.firstElementChild);
  }

  /** What is longer than the window is read from its beginning; a board is looked at where its buttons are. */
  #showNewest() {
    this.scrollToEnd();
    const newest = /** @type {HTMLElement | null} */ (this.#list.lastElementChild);
    const long = newest !== null && newest.offsetHeight > this.#log.clientHeight && newest.querySelector(".rows") === null;
    if (long) this.#log.scrollTop = newest.offsetTop - this.#log.offsetTop;
  }

  get isEmpty() {
    return this.#list.childElementCount === 0;
  }

  get hasGreeting() {
    return this.#list.querySelector(".greeting") !== null;
  }

  /**
   * Puts an element of the page's own into the list: the first words to a newcomer.
   * @param {HTMLElement} made
   */
  addGreeting(made) {
    this.#list.append(made);
  }

  /** @param {Wire.Entry} entry */
  #append(entry) {
    if (this.#bySeq.has(entry.seq)) return;
    const made = this.#createEntry(entry);
    const series = entry.message?.series;
    if (series) this.retireSeries(series);
    this.#recordSeries(entry, made);
    const replaced = entry.replaces ? this.#bySeq.get(entry.replaces) : undefined;
    const lost = replaced?.contains(document.activeElement) ?? false;
    if (replaced?.isConnected) {
      made.dataset.before = replaced.dataset.before;
      replaced.replaceWith(made);
      updateSeam(previousOf(made), made);
    } else {
      if (entry.event) {
        this.#pendingEntries.get(entry.event)?.remove();
        this.#pendingEntries.delete(entry.event);
        this.#seenEvents.add(entry.event);
      }
      this.#insert(made);
    }
    this.#bySeq.set(entry.seq, made);
    if (entry.replaces) this.#bySeq.set(entry.replaces, made);
    this.#moveFocus(entry, made, lost);
  }

  /**
   * New entries go before what still waits to be sent.
   * @param {HTMLElement} made
   */
  #insert(made) {
    const firstWaiting = made.classList.contains("pending") ? null : this.#list.querySelector(":scope > .pending");
    this.#list.insertBefore(made, firstWaiting);
    updateSeam(previousOf(made), made);
    updateSeam(made, nextOf(made));
  }

  /**
   * @param {Wire.Entry} entry
   * @param {HTMLElement} made
   */
  #recordSeries(entry, made) {
    this.#bySeq.set(entry.seq, made);
    if (entry.message?.series) this.#series.set(entry.message.series, made);
  }

  /**
   * Takes away the controls of a series' newest message, as it was answered otherwise, or a newer one comes.
   * @param {string} series
   */
  retireSeries(series) {
    const newest = this.#series.get(series);
    if (newest === undefined) return;
    if (newest.contains(document.activeElement)) focusComposer();
    removeControls(newest);
  }

  /**
   * The keyboard goes on where the answer to one's own press is, instead of falling off the page: at the same control
   * when it is still there, at the first control of what the press brought, or else where people write.
   * @param {Wire.Entry} entry
   * @param {HTMLElement} made
   * @param {boolean} lost whether the keyboard was in an entry that this one replaces
   */
  #moveFocus(entry, made, lost) {
    const pressed = this.#pressed;
    const answered = pressed !== null && entry.event === pressed.id ? pressed : null;
    const focused = focusedElement();
    if (!lost && !(answered !== null && (focused === answered.control || focused === document.body))) return;
    const controls = findElements(made, ".rows [data-control]");
    const same = controls.find(({ dataset }) => answered !== null && isSameControl(dataset.control ?? "", answered.component));
    const target = same ?? controls[0] ?? null;
    if (target !== null) target.focus({ preventScroll: true });
    else if (lost) focusComposer();
  }

  /**
   * @param {Wire.EntryId} seq
   * @param {string} component
   * @param {string | null} value
   * @param {HTMLElement} control
   */
  #pressControl(seq, component, value, control) {
    if (control.getAttribute("aria-disabled") === "true") return;
    const id = this.#sendPress(seq, component, value);
    if (id === null) return;
    this.#pressed = { id, component, control };
    control.closest(".rows")?.setAttribute("aria-busy", "true");
    control.setAttribute("aria-disabled", "true");
  }

  /** @param {Wire.EventId} id */
  #releaseControl(id) {
    if (this.#pressed?.id !== id) return;
    const { control } = this.#pressed;
    control.removeAttribute("aria-disabled");
    control.closest(".rows")?.removeAttribute("aria-busy");
  }

  /** @param {Partial<Wire.Entry> & Pick<Wire.Entry, "at" | "kind">} entry one that is still pending has no place */
  #createEntry(entry) {
    const { seq = "", message } = entry;
    const author = entry.by?.name ?? "adoube";
    const bot = entry.kind === "notice" || entry.kind === "private";
    const shape = entry.kind === "private" || entry.kind === "command" ? "only-me" : "";
    const made = createElement("article", {
      class: `entry ${entry.kind} ${shape} ${entry.by?.you ? "mine" : ""} ${entry.message?.calls ? "calls-me" : ""}`,
      data: { at: entry.at, author: `${entry.kind}:${author}`, day: formatDay(entry.at), seq, before: entry.before ?? "" },
    });
    const face = bot
      ? createElement("img", { class: "avatar", src: resolvePath("/assets/icon.svg"), width: 36, height: 36, alt: "" })
      : paintAvatar(createElement("span", { "aria-hidden": "true" }), author);
    const parts = message
      ? createMessageParts(message, (component, value, control) => this.#pressControl(seq, component, value, control))
      : [createElement(entry.kind === "command" ? "code" : "p", { class: "text" }, entry.text)];
    made.append(face, createElement("div", { class: "body" }, createMeta(entry, author, bot), ...parts));
    return made;
  }

  /** @param {Wire.Cursor | null | undefined} before */
  #showOlder(before) {
    this.#olderCursor = before ?? null;
    this.#olderButton.hidden = this.#olderCursor === null;
    this.#olderButton.removeAttribute("aria-disabled");
  }

  /** @param {(before: Wire.Cursor) => void} request */
  #loadOlder(request) {
    if (this.#olderCursor === null || this.#olderButton.getAttribute("aria-disabled") === "true") return;
    this.#olderButton.setAttribute("aria-disabled", "true");
    request(this.#olderCursor);
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
      const first = this.#firstEntry;
      if (first === null || first.contains(document.activeElement)) return;
      this.#bySeq.delete(first.dataset.seq ?? "");
      for (const [series, latest] of this.#series) if (latest === first) this.#series.delete(series);
      first.remove();
      const next = this.#firstEntry;
      updateSeam(null, next);
      this.#showOlder(next?.dataset.before || null);
    }
  }
}

const previousOf = (/** @type {HTMLElement} */ entry) => /** @type {HTMLElement | null} */ (entry.previousElementSibling);
const nextOf = (/** @type {HTMLElement} */ entry) => /** @type {HTMLElement | null} */ (entry.nextElementSibling);

/**
 * @param {Pick<Wire.Entry, "at" | "kind">} entry
 * @param {string} author
 * @param {boolean} bot
 */
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

/**
 * What two neighbours look like depends on both: a new day gets its date, words in one breath stand together.
 * @param {HTMLElement | null} previous
 * @param {HTMLElement | null} next
 */
function updateSeam(previous, next) {
  if (next === null || next.dataset.at === undefined) return;
  const fresh = previous?.dataset.at === undefined;
  const talk = /^(said|command):/.test(next.dataset.author ?? "");
  const close = talk && !fresh && Number(next.dataset.at) - Number(previous?.dataset.at) < TOGETHER_MS;
  next.classList.toggle("new-day", fresh || previous?.dataset.day !== next.dataset.day);
  next.classList.toggle("follows", close && previous?.dataset.author === next.dataset.author && previous.dataset.day === next.dataset.day);
}

/**
 * Whether two ids are of the same control: their third part is the version of what it changes, and differs.
 * @param {string} id
 * @param {string} other
 */
function isSameControl(id, other) {
  const lasting = (/** @type {string} */ whole) => whole.split(".").toSpliced(2, 1).join(".");
  return lasting(id) === lasting(other);
}

/** @param {HTMLElement} entry */
function removeControls(entry) {
  entry.querySelector(".rows")?.remove();
  entry.classList.remove("calls-me");
}
