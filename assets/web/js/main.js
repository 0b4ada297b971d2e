// Finds out who this tab is and opens the chat.

import { currentPath } from "./base/address.js";
import { Chat } from "./chat/chat.js";
import { wireDialogs, askNewcomer } from "./chat/dialogs.js";
import { byId, focusComposer } from "./base/elements.js";
import { gameIdFromPath, showGamePage } from "./game/game-page.js";
import { wirePictureViewer } from "./base/picture-viewer.js";
import { openSession } from "./base/requests.js";
import { acquireSeat } from "./base/browser-seat.js";
import { wireSidebar } from "./chat/sidebar.js";
import { currentLanguage, refusalText, loadLanguage } from "./base/translations.js";

/** Opens the chat, or the page of one game. */
async function begin() {
  wireDialogs();
  wireSidebar();
  wirePictureViewer();
  await loadLanguage(document.documentElement.lang);
  const session = await openSession();
  const game = gameIdFromPath(currentPath());
  const [first] = session.persons;
  if (game !== null && first !== undefined) {
    // Whoever only looks at a game takes no seat from another tab.
    if (first.language !== currentLanguage()) await loadLanguage(first.language);
    document.body.classList.add("ready");
    await showGamePage(game, session.persons.map((person) => person.seat));
    return;
  }
  const seat = await acquireSeat(session.seats);
  const known = session.persons.find((person) => person.seat === seat);
  if (known !== undefined && known.language !== currentLanguage()) await loadLanguage(known.language);
  const person = known ?? (await askNewcomer(session, seat, session.persons[0]));
  document.body.classList.add("ready");
  if (game !== null) {
    await showGamePage(game, [seat]);
    return;
  }
  new Chat(session, { ...person, seat });
  focusComposer();
}

begin().catch((error) => {
  console.error(error);
  const note = byId("note");
  note.textContent = refusalText(error.reason ?? "internal");
  note.hidden = false;
});
