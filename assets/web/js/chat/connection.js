// Connection: the socket to the server. It reconnects by itself, asks for what it missed, and sends events that were not
// acknowledged again under the same id, so that everything arrives and nothing acts twice.

import { resolvePath } from "../base/address.js";

/** @typedef {"connecting" | "connected" | "reconnecting" | "offline"} ConnectionState */

const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 10_000;
const SILENCE_MS = 8_000;
const STORAGE_KEY = "adoube-unsent";
const MAX_UNSENT = 50;
const TRY_AGAIN = 1013;
const AGAIN_MS = 1000;

export class Connection {
  #seat;
  #onMessage;
  #onState;
  #onRejected;
  /** @type {WebSocket | null} */
  #socket = null;
  #delay = FIRST_DELAY_MS;
  /**
   * Until the next try to connect.
   * @type {number | null}
   */
  #timer = null;
  /**
   * Until a server that owes an answer is taken for lost.
   * @type {number | null}
   */
  #silence = null;
  #channel = "";
  /** @type {Wire.Cursor | null} */
  #cursor = null;
  /** @type {Map<Wire.EventId, Wire.Event>} */
  #unsent = new Map();
  /** @type {Set<Wire.EventId>} */
  #postponed = new Set();
  #writable = true;

  /**
   * @param {number} seat this tab's
   * @param {(message: Wire.ToPage) => void} onMessage
   * @param {(state: ConnectionState) => void} onState
   * @param {(reason: string) => void} onRejected called when the server let no socket open, with the reason it gave, if any
   */
  constructor(seat, onMessage, onState, onRejected) {
    this.#seat = seat;
    this.#onRejected = onRejected;
    this.#onMessage = onMessage;
    this.#onState = onState;
    for (const event of this.#loadUnsent()) this.#unsent.set(event.id, event);
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#reconnectNow());
  }

  /** Events that were never acknowledged, oldest first: they are still to be shown as waiting. */
  get unsent() {
    return [...this.#unsent.values()];
  }

  /**
   * Follows a channel from the beginning of its latest page.
   * @param {string} channel
   */
  watch(channel) {
    this.#channel = channel;
    this.#cursor = null;
    if (this.#isOpen()) this.#write({ type: "watch", channel, seen: null });
    else if (this.#socket === null) this.#connect("connecting");
  }

  /**
   * Sends an event until it is acknowledged; says whether that is possible.
   * @param {Wire.Event} event
   */
  send(event) {
    if (this.#unsent.size >= MAX_UNSENT) return false;
    this.#unsent.set(event.id, event);
    this.#storeUnsent();
    // What waits goes first.
    if (this.#postponed.size > 0) this.#postponed.add(event.id);
    else if (this.#isOpen()) {
      this.#write(event);
      this.#expectAnswer();
    } else this.#reconnectNow();
    return true;
  }

  /**
   * Asks for something that is of no use later; lost when there is no connection.
   * @param {Wire.Query} query
   */
  request(query) {
    if (this.#isOpen()) this.#write(query);
  }

  #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Wire.FromPage} message */
  #write(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  /** @param {ConnectionState} state */
  #connect(state) {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    this.#onState(navigator.onLine ? state : "offline");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${resolvePath("/socket")}?seat=${this.#seat}`);
    let opened = false;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      opened = true;
      this.#write({ type: "watch", channel: this.#channel, seen: this.#cursor });
      this.#postponed.clear();
      // A new connection says anew how it is.
      this.#writable = true;
      for (const event of this.#unsent.values()) this.#write(event);
      if (this.#unsent.size > 0) this.#expectAnswer();
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code, reason }) => {
      if (!opened || code === TRY_AGAIN) this.#onRejected(reason);
      this.#handleLoss(socket);
    });
  }

  /** @param {Wire.ToPage} message */
  #receive(message) {
    clearTimeout(this.#silence ?? undefined);
    this.#silence = null;
    if (message.type === "entries") {
      this.#delay = FIRST_DELAY_MS;
      this.#onState("connected");
      if (message.channel === this.#channel && message.upto !== undefined) this.#cursor = message.upto;
    }
    if (message.type === "done" || message.type === "refused") {
      this.#unsent.delete(message.id);
      this.#storeUnsent();
    }
    if (message.type === "postponed") this.#postpone(message.id);
    if (message.type === "storage") {
      this.#writable = message.writable;
      this.#sendPostponed();
    }
    if (this.#unsent.size > this.#postponed.size) this.#expectAnswer();
    this.#onMessage(message);
  }

  /**
   * The server cannot store an event now, or could not for a moment: it is sent again when that is possible.
   * @param {Wire.EventId} id
   */
  #postpone(id) {
    if (!this.#unsent.has(id)) return;
    this.#postponed.add(id);
    if (this.#writable) setTimeout(() => this.#sendPostponed(), AGAIN_MS);
  }

  #sendPostponed() {
    if (!this.#writable || !this.#isOpen()) return;
    const events = this.unsent.filter(({ id }) => this.#postponed.delete(id));
    for (const event of events) this.#write(event);
    if (events.length > 0) this.#expectAnswer();
  }

  /** @param {WebSocket} socket */
  #handleLoss(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#silence ?? undefined);
    this.#silence = null;
    this.#onState(navigator.onLine ? "reconnecting" : "offline");
    const jitter = 0.5 + Math.random() / 2;
    this.#timer = setTimeout(() => this.#connect("reconnecting"), this.#delay * jitter);
    this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS);
  }

  /** A server that owes an answer and says nothing is as good as gone: the socket may hang on a dead network. */
  #expectAnswer() {
    if (this.#silence !== null) return;
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      if (socket === null) return;
      this.#handleLoss(socket);
      socket.close();
    }, SILENCE_MS);
  }

  #reconnectNow() {
    if (this.#timer === null) return;
    this.#delay = FIRST_DELAY_MS;
    this.#connect("reconnecting");
  }

  /** @returns {Wire.Event[]} */
  #loadUnsent() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
      return stored?.seat === this.#seat && Array.isArray(stored.events) ? stored.events : [];
    } catch {
      return [];
    }
  }

  #storeUnsent() {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ seat: this.#seat, events: this.unsent }));
  }
}
