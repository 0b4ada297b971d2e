// Finds out who this tab is and opens the chat.

import { currentPath } from "./base/address.js";
import { Chat } from "./chat/chat.js";
import { prepareDialogs, welcome } from "./chat/dialogs.js";
import { byId, rest } from "./base/elements.js";
import { gameOfPath, showGame } from "./game/game-page.js";
import { prepareViewer } from "./base/picture-viewer.js";
import { openSession } from "./base/requests.js";
import { takeSeat } from "./base/browser-seat.js";
import { prepareSidebar } from "./chat/sidebar.js";
import { currentLanguage, refusal, speak } from "./base/translations.js";

/** Opens the chat, or the page of one game. */
async function begin() {
  prepareDialogs();
  prepareSidebar();
  prepareViewer();
  await speak(document.documentElement.lang);
  const session = await openSession();
  const game = gameOfPath(currentPath());
  const [first] = session.persons;
  if (game !== null && first !== undefined) {
    // Whoever only looks at a game takes no seat from another tab.
    if (first.language !== currentLanguage()) await speak(first.language);
    document.body.classList.add("ready");
    await showGame(game, session.persons.map((person) => person.seat));
    return;
  }
  const seat = await takeSeat(session.seats);
  const known = session.persons.find((person) => person.seat === seat);
  if (known !== undefined && known.language !== currentLanguage()) await speak(known.language);
  const person = known ?? (await welcome(session, seat, session.persons[0]));
  document.body.classList.add("ready");
  if (game !== null) {
    await showGame(game, [seat]);
    return;
  }
  new Chat(session, { ...person, seat });
  rest();
}

begin().catch((error) => {
  console.error(error);
  const note = byId("note");
  note.textContent = refusal(error.reason ?? "internal");
  note.hidden = false;
});
