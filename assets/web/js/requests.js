// The few plain requests beside the socket: who this browser is, names and settings, new channels.

/** A refusal by the server; `reason` leads to a sentence that says what to do. */
class Refused extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

async function post(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("no-answer");
  }
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(read.reason ?? "internal");
  return read;
}

/** What the server says at an address of its own, as JSON. */
export async function ask(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) throw new Refused("internal");
  return answer.json();
}

/** Makes sure that this browser is known, and lists its persons, the languages, the themes. */
export const openSession = () => post("/session", {});

/** Takes or changes the name, the language or the theme of a seat's person. */
export const savePerson = (seat, changes) => post("/person", { seat, ...changes });

/** Makes a channel. */
export const makeChannel = (seat, name) => post("/channels", { seat, name });
