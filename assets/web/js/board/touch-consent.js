// Where touching binds: a click is a touch there, so whoever clicks for the first time is asked before it counts. The
// answer is kept for this person in this browser. Not here: what is touched (`board.js`).

import { byId } from "../base/elements.js";
import { translate } from "../base/translations.js";

const storageKey = (seat) => `adoube-touch-${seat}`;

/** Whether this person has agreed before. */
export function hasTouchConsent(seat) {
  return localStorage.getItem(storageKey(seat)) === "yes";
}

/** Resolves with whether the piece may be touched; asks, unless this person has agreed before. */
export function askTouchConsent(seat, name) {
  if (hasTouchConsent(seat)) return Promise.resolve(true);
  const dialog = byId("touch-question");
  byId("touch-title").textContent = translate("touch-title", { name });
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const yes = dialog.returnValue === "yes";
      if (yes) localStorage.setItem(storageKey(seat), "yes");
      resolve(yes);
    };
  });
}
