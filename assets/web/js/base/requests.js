// HTTP requests to the server beside the socket: session, names and settings, channels and members,
// the form that begins a game, invites, the moves of a game.

import { resolvePath } from "./address.js";
import { refusalText } from "./translations.js";

/** A refusal by the server, or no answer at all; `reason` leads to a sentence that says what to do. */
export class RequestError extends Error {
  /**
   * @param {string} reason
   * @param {{field?: string, text?: string}} [details] what else the server said
   * @param {number | null} [status] the answer's, if there was one
   */
  constructor(reason, details = {}, status = null) {
    super(reason);
    this.reason = reason;
    this.details = details;
    this.status = status;
  }
}

/**
 * What went wrong, as a refusal that can be put into words.
 * @param {unknown} error
 * @returns {RequestError}
 */
export const asRequestError = (error) => (error instanceof RequestError ? error : new RequestError("internal"));

/**
 * The sentence shown for a failed request.
 * @param {unknown} error
 */
export const errorText = (error) => refusalText(asRequestError(error).reason);

/**
 * @param {string} path
 * @param {object} body
 */
const post = (path, body) =>
  request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/**
 * What the server answers at a path of its own, as JSON.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function request(path, options = {}) {
  let answer;
  try {
    answer = await fetch(resolvePath(path), { credentials: "same-origin", ...options });
  } catch {
    throw new RequestError("no-answer");
  }
  const read = await answer.json().catch(() => ({}));
  // A refusal without a reason comes before anything is looked at: the page is taken for one of another site.
  if (!answer.ok) throw new RequestError(read.reason ?? (answer.status === 403 ? "foreign-page" : "internal"), read, answer.status);
  return read;
}

/** 128 random bits. `crypto.randomUUID` would do, but is only there on https and on this machine. */
export function createEventId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Makes sure that this browser is known, and lists its persons, the languages, the themes.
 * @returns {Promise<Wire.Session>}
 */
export const openSession = () => post("/session", {});

/**
 * Takes or changes the name, the language or the theme of a seat's person.
 * @param {number} seat
 * @param {object} changes
 * @returns {Promise<Wire.Person>}
 */
export const savePerson = (seat, changes) => post("/person", { seat, ...changes });

/**
 * Makes a channel; a private one is for those alone who are invited.
 * @param {number} seat
 * @param {string} name
 * @param {boolean} isPrivate
 * @returns {Promise<{name: string}>}
 */
export const createChannel = (seat, name, isPrivate) => post("/channels", { seat, name, private: isPrivate });

/**
 * The moves of a game; null if there is no such game for this reader.
 * @param {number} seat
 * @param {string} game
 * @returns {Promise<Wire.RecordedGame | null>}
 */
export const loadMoves = (seat, game) =>
  request(`/games/${game}/moves?seat=${seat}`).catch((error) => {
    if (asRequestError(error).status === 404) return null;
    throw error;
  });

/**
 * The members of a room.
 * @param {number} seat
 * @param {string} channel
 * @returns {Promise<Wire.Members>}
 */
export const listMembers = (seat, channel) => request(`/channels/${channel}/members?seat=${seat}`);

/**
 * Changes the members of a room.
 * @param {number} seat
 * @param {string} channel
 * @param {Wire.MembersChange} change
 * @returns {Promise<Wire.Members>}
 */
export const changeMembers = (seat, channel, change) => post(`/channels/${channel}/members`, { seat, ...change });

/**
 * The link to the seat that one's own challenge leaves.
 * @param {number} seat
 * @param {string} channel
 * @returns {Promise<{href: string}>}
 */
export const createInvite = (seat, channel) => post("/invites", { seat, channel });

/**
 * Opens such a link.
 * @param {number} seat
 * @param {string} secret
 * @returns {Promise<{channel: string}>}
 */
export const acceptInvite = (seat, secret) => post(`/invites/${secret}`, { seat });

/**
 * The fields of the form that begins a game.
 * @param {number} seat
 * @param {string} channel
 * @returns {Promise<Wire.GameForm>}
 */
export const loadGameForm = (seat, channel) => request(`/start?seat=${seat}&channel=${encodeURIComponent(channel)}`);

/**
 * Sends that form.
 * @param {number} seat
 * @param {Wire.GameRequest} values
 * @returns {Promise<{channel: string, link?: string}>}
 */
export const startGame = (seat, values) => post("/start", { seat, ...values });
