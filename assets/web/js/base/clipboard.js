// Copies a text to the clipboard, for buttons that copy. Browsers offer the clipboard on https and
// on this machine alone; elsewhere a selected field is copied.

import { createElement } from "./elements.js";
import { translate } from "./translations.js";

const COPIED_MS = 2000;

/**
 * Copies a text; says whether that was possible.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = createElement("textarea", { class: "visually-hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * Lets a button copy what stands in a field.
 * @param {HTMLButtonElement} button
 * @param {HTMLInputElement} field
 */
export function wireCopyButton(button, field) {
  button.textContent = translate("copy-link");
  button.onclick = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    showCopied(button, "copy-link");
  };
}

/**
 * Says for a moment that something was copied.
 * @param {HTMLButtonElement} button
 * @param {string} key the button's words otherwise
 */
export function showCopied(button, key) {
  button.textContent = translate("copied");
  setTimeout(() => (button.textContent = translate(key)), COPIED_MS);
}
