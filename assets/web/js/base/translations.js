// The words of the page in the reader's language, and putting them where the page asks for them.

import { resolvePath } from "./address.js";

let translations = {};
let language = "en";

/** The word or sentence of this key, with its {places} filled in. */
export function translate(key, values = {}) {
  const sentence = translations[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** The sentence that says what to do about a refusal for this reason. */
export const refusalText = (reason) => translate(`error-${reason}`);

/** A command as it is typed in the reader's language; `name` is its English name. */
export const commandText = (name) => `/${translate(`command-${name}`)}`;

/** The language the page is in now: a BCP 47 tag. */
export const currentLanguage = () => language;

/** Fetches the words of a language and rewrites the page with them. */
export async function loadLanguage(tag) {
  const answer = await fetch(resolvePath(`/words/${encodeURIComponent(tag)}`));
  if (!answer.ok) throw new Error(`no words for ${tag}`);
  translations = await answer.json();
  language = tag;
  document.documentElement.lang = tag;
  document.documentElement.dir = translate("direction");
  for (const target of document.querySelectorAll("[data-words]")) target.textContent = translate(target.dataset.words);
  for (const target of document.querySelectorAll("[data-words-href]")) {
    target.href = `${target.dataset.wordsHref}?language=${encodeURIComponent(tag)}`;
  }
  for (const target of document.querySelectorAll("[data-words-label]")) {
    target.setAttribute("aria-label", translate(target.dataset.wordsLabel));
  }
}

/** A time of day, and a day, as people write them in this language. */
export const formatTime = (millis) => new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(millis);
export const formatDay = (millis) =>
  new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(millis);
