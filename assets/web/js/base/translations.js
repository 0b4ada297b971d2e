// Translations: the sentences of the page in the reader's language, and putting them where the page asks for them.

import { resolvePath } from "./address.js";
import { findElements } from "./elements.js";

/** @type {Record<string, string>} */
let translations = {};
let language = "en";

/**
 * The word or sentence of this key, with its {places} filled in.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function translate(key, values = {}) {
  const sentence = translations[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/**
 * The sentence that says what to do about a refusal for this reason.
 * @param {string} reason
 */
export const refusalText = (reason) => translate(`error-${reason}`);

/**
 * A command as it is typed in the reader's language.
 * @param {string} name its English name
 */
export const commandText = (name) => `/${translate(`command-${name}`)}`;

/** The language the page is in now: a BCP 47 tag. */
export const currentLanguage = () => language;

/**
 * Fetches the sentences of a language and rewrites the page with them.
 * @param {string} tag
 */
export async function loadLanguage(tag) {
  const answer = await fetch(resolvePath(`/words/${encodeURIComponent(tag)}`));
  if (!answer.ok) throw new Error(`no words for ${tag}`);
  translations = await answer.json();
  language = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = translate("direction");
  for (const target of findElements(document, "[data-words]")) target.textContent = translate(target.dataset.words ?? "");
  for (const target of findElements(document, "a[data-words-href]")) {
    target.setAttribute("href", `${target.dataset.wordsHref}?language=${encodeURIComponent(tag)}`);
  }
  for (const target of findElements(document, "[data-words-label]")) {
    target.setAttribute("aria-label", translate(target.dataset.wordsLabel ?? ""));
  }
}

/**
 * A time of day as people write it in this language.
 * @param {Wire.Millis} millis
 */
export const formatTime = (millis) => new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(millis);

/**
 * A day as people write it in this language.
 * @param {Wire.Millis} millis
 */
export const formatDay = (millis) =>
  new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(millis);
