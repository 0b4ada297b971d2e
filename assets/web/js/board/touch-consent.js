// Where touching binds: a click is a touch there, so whoever clicks for the first time is asked before it counts. The
// answer is kept for this person in this browser. Not here: what is touched (`board.js`).

import { byId } from "../base/elements.js";
import { word } from "../base/translations.js";

const key = (seat) => `adoube-touch-${seat}`;

/** Whether this person has agreed before. */
export function hasAgreed(seat) {
  return localStorage.getItem(key(seat)) === "yes";
}

/** Resolves with whether the piece may be touched; asks, unless this person has agreed before. */
export function agree(seat, name) {
  if (hasAgreed(seat)) return Promise.resolve(true);
  const dialog = byId("touch-question");
  byId("touch-title").textContent = word("touch-title", { name });
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const yes = dialog.returnValue === "yes";
      if (yes) localStorage.setItem(key(seat), "yes");
      resolve(yes);
    };
  });
}
