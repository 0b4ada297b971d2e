// Touch consent: in games where a touched piece must move, a click is a touch, so a player who
// clicks for the first time is asked before it counts. The answer is stored for this person in this
// browser. Not here: what is touched (`turn-actions.js`).

import { byId } from "../base/elements.js";
import { translate } from "../base/translations.js";

const storageKey = (/** @type {number} */ seat) => `adoube-touch-${seat}`;

/**
 * Whether this person has agreed before.
 * @param {number} seat
 */
export function hasTouchConsent(seat) {
  return localStorage.getItem(storageKey(seat)) === "yes";
}

/**
 * Resolves with whether the piece may be touched; asks, unless this person has agreed before.
 * @param {number} seat
 * @param {string} name of the piece
 * @returns {Promise<boolean>}
 */
export function askTouchConsent(seat, name) {
  if (hasTouchConsent(seat)) return Promise.resolve(true);
  const dialog = byId("touch-question");
  byId("touch-title").textContent = translate("touch-title", { name });
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const isYes = dialog.returnValue === "yes";
      if (isYes) localStorage.setItem(storageKey(seat), "yes");
      resolve(isYes);
    };
  });
}
