// Entry point of the page's scripts: finds out which person this tab is and opens the chat, or the
// page of one game.

import { currentPath } from "./base/address.js";
import { acquireSeat } from "./base/browser-seat.js";
import { byId, focusComposer } from "./base/elements.js";
import { wirePictureViewer } from "./base/picture-viewer.js";
import { errorText, openSession } from "./base/requests.js";
import { currentLanguage, loadLanguage } from "./base/translations.js";
import { Chat } from "./chat/chat.js";
import { askNewcomer, wireDialogs } from "./chat/dialogs.js";
import { wireSidebar } from "./chat/sidebar.js";
import { gameIdFromPath, showGamePage } from "./game/game-page.js";

async function start() {
  wireDialogs();
  wireSidebar();
  wirePictureViewer();
  await loadLanguage(document.documentElement.lang);
  const session = await openSession();
  const game = gameIdFromPath(currentPath());
  const [first] = session.persons;
  if (game !== null && first !== undefined) {
    // A reader who only looks at a game takes no seat from another tab.
    if (first.language !== currentLanguage()) await loadLanguage(first.language);
    document.body.classList.add("ready");
    await showGamePage(game, session.persons.map((person) => person.seat));
    return;
  }
  const seat = await acquireSeat(session.seats);
  const known = session.persons.find((person) => person.seat === seat);
  if (known !== undefined && known.language !== currentLanguage()) await loadLanguage(known.language);
  const person = known ?? (await askNewcomer(session, seat, first));
  document.body.classList.add("ready");
  if (game !== null) {
    await showGamePage(game, [seat]);
    return;
  }
  new Chat(session, { ...person, seat });
  focusComposer();
}

start().catch((error) => {
  console.error(error);
  const note = byId("note");
  note.textContent = errorText(error);
  note.hidden = false;
});
