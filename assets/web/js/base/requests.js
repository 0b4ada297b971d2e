// The few plain requests beside the socket: who this browser is, names and settings, channels and who is let in, the form
// that begins a game, links that invite.

import { resolvePath } from "./address.js";

/** A refusal by the server; `reason` leads to a sentence that says what to do. */
class RequestError extends Error {
  /** `details` is what else the server said: a text, and the field it is about; `status` is the answer's, if there was one. */
  constructor(reason, details = {}, status = null) {
    super(reason);
    this.reason = reason;
    this.details = details;
    this.status = status;
  }
}

const post = (path, body) =>
  request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** What the server says at a path of its own, as JSON. */
export async function request(path, how = {}) {
  let answer;
  try {
    answer = await fetch(resolvePath(path), { credentials: "same-origin", ...how });
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

/** Makes sure that this browser is known, and lists its persons, the languages, the themes. */
export const openSession = () => post("/session", {});

/** Takes or changes the name, the language or the theme of a seat's person. */
export const savePerson = (seat, changes) => post("/person", { seat, ...changes });

/** Makes a channel; into a private one only those come who are invited. */
export const createChannel = (seat, name, isPrivate) => post("/channels", { seat, name, private: isPrivate });

/** The moves of a game; null if there is no such game for this reader. */
export const loadMoves = (seat, game) =>
  request(`/games/${game}/moves?seat=${seat}`).catch((refused) => {
    if (refused.status === 404) return null;
    throw refused;
  });

/** Who is let into a room, and how that is to be changed. */
export const listMembers = (seat, channel) => request(`/channels/${channel}/members?seat=${seat}`);
export const changeMembers = (seat, channel, change) => post(`/channels/${channel}/members`, { seat, ...change });

/** The link to the seat that one's own challenge leaves; and opening such a link. */
export const createInvite = (seat, channel) => post("/invites", { seat, channel });
export const acceptInvite = (seat, secret) => post(`/invites/${secret}`, { seat });

/** The fields of the form that begins a game; and what is filled in. */
export const loadGameForm = (seat, channel) => request(`/start?seat=${seat}&channel=${encodeURIComponent(channel)}`);
export const startGame = (seat, wish) => post("/start", { seat, ...wish });
