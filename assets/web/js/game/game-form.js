// Game form: whom to play, which game, on what terms. The server sends the options, each of which is a field. What is wrong
// stands at its field.

import { byId, createElement, findElement, findElements } from "../base/elements.js";
import { asRequestError, createEventId, loadGameForm, startGame } from "../base/requests.js";
import { currentLanguage, refusalText, translate } from "../base/translations.js";

/** The choice beside the games themselves: pieces are set up first. */
const SETUP = "setup";
/**
 * @typedef {object} FormContext
 * @property {number} seat
 * @property {string} channel
 * @property {string[]} people who is there
 * @property {(channel: string, link: string | null) => void} onStart called when a game has begun
 */

/**
 * @typedef {object} Field
 * @property {string} key
 * @property {Wire.FormField["kind"]} kind
 * @property {string[]} onlyWith the games it goes with; with all if there are none here
 * @property {boolean} inSetup whether a set-up can have it, too
 * @property {HTMLElement | null} shown
 * @property {() => boolean} counts whether its value is sent
 * @property {() => string} value
 */

/** Opponents with whom nothing is set up: the computer, and a person who opens a link. */
const WITHOUT_SETUP = ["computer", "link"];
const LEVEL_KEY = "adoube-level";

/** @type {{language: string, channel: string, fields: Wire.FormField[], levels: Wire.Levels | null} | null} */
let cachedForm = null;

/**
 * The level that was played last in this browser at this seat; null if none was chosen.
 * @param {number} seat
 */
export function loadLastLevel(seat) {
  const level = Number(localStorage.getItem(`${LEVEL_KEY}-${seat}`));
  return Number.isInteger(level) && level > 0 ? level : null;
}

/**
 * Opens the form.
 * @param {FormContext} context
 * @param {string} [opponent] a name that is filled in
 */
export async function openGameForm(context, opponent) {
  const dialog = byId("start");
  // The usual terms are chosen for each room.
  if (cachedForm?.language !== currentLanguage() || cachedForm.channel !== context.channel) {
    const { fields, levels = null } = await loadGameForm(context.seat, context.channel);
    cachedForm = { language: currentLanguage(), channel: context.channel, fields, levels };
  }
  const form = byId("start-form");
  form.reset();
  const fields = cachedForm.fields.map(createField);
  byId("start-fields").replaceChildren(...fields.map(({ shown }) => shown).filter((shown) => shown !== null));
  byId("start-people").replaceChildren(...context.people.map((name) => createElement("option", { value: name })));
  byId("start-opponent").value = opponent ?? "";
  showLevels(cachedForm.levels, context.seat);
  opponentChoice(form).value = opponent === undefined ? "anybody" : "person";
  form.onchange = () => showMatchingFields(form, fields);
  showMatchingFields(form, fields);
  showError(null, "");
  wireSubmit(form, fields, context);
  dialog.showModal();
  findElement(form, opponent === undefined ? "[name=who]" : "select")?.focus();
}

/**
 * Who is asked to play: the radio buttons together.
 * @param {HTMLFormElement} form
 */
const opponentChoice = (form) => /** @type {RadioNodeList} */ (form.elements.namedItem("who"));

/**
 * @param {HTMLFormElement} form
 * @param {Field[]} fields
 * @param {FormContext} context
 */
function wireSubmit(form, fields, context) {
  const submit = byId("start-send");
  submit.removeAttribute("aria-disabled");
  // The same until an answer has come: what is sent again is done once.
  let id = createEventId();
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-disabled") === "true") return;
    showError(null, "");
    const who = opponentChoice(form).value;
    const opponent = byId("start-opponent").value.trim();
    if (who === "person" && opponent === "") {
      showError("opponent", translate("start-opponent-missing"));
      return;
    }
    submit.setAttribute("aria-disabled", "true");
    try {
      const values = Object.fromEntries(fields.filter((field) => field.counts()).map((field) => [field.key, field.value()]));
      const person = fields.find(({ kind }) => kind === "person");
      if (who === "person" && person !== undefined) values[person.key] = opponent;
      const level = who === "computer" ? Number(byId("start-level").value) : null;
      if (level !== null) localStorage.setItem(`${LEVEL_KEY}-${context.seat}`, String(level));
      const request = { id, channel: context.channel, setup: isSetup(form), by_link: who === "link", computer: level, values };
      const started = await startGame(context.seat, request);
      byId("start").close();
      context.onStart(started.channel, started.link ?? null);
    } catch (error) {
      const { reason, details } = asRequestError(error);
      // It may have been begun before: then it is not begun again.
      if (!["no-answer", "overloaded"].includes(reason)) id = createEventId();
      showError(details.field ?? null, details.text ?? refusalText(reason));
    } finally {
      submit.removeAttribute("aria-disabled");
    }
  };
}

/**
 * The levels of the computer, with words for the ends and the middle of them; the last one chosen is chosen again.
 * @param {Wire.Levels | null} levels
 * @param {number} seat
 */
function showLevels(levels, seat) {
  byId("start-computer").hidden = levels === null;
  if (levels === null) return;
  const chosen = Math.min(loadLastLevel(seat) ?? levels.usual, levels.most);
  const numbers = Array.from({ length: levels.most }, (_, index) => index + 1);
  byId("start-level").replaceChildren(...numbers.map((level) => createElement("option", { value: level, selected: level === chosen }, translate(`level-${level}`))));
}

/**
 * Says what is wrong with a field, or with none of them, and leads there.
 * @param {string | null} key
 * @param {string} text empty: nothing is wrong
 */
function showError(key, text) {
  for (const line of findElements(byId("start"), ".error")) line.textContent = "";
  for (const field of findElements(byId("start"), "[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (text === "") return;
  const field = document.getElementById(`start-${key}`);
  const line = document.getElementById(`start-${key}-error`);
  if (key === null || field === null || line === null || field.closest("[hidden]") !== null) {
    byId("start-error").textContent = text;
    byId("start-send").focus();
    return;
  }
  line.textContent = text;
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

/**
 * The menu of games.
 * @param {HTMLFormElement} form
 * @returns {HTMLSelectElement | null}
 */
const gameMenu = (form) => form.querySelector("select[data-game]");

const isSetup = (/** @type {HTMLFormElement} */ form) => gameMenu(form)?.value === SETUP;

/**
 * Shows the fields that go with what is chosen.
 * @param {HTMLFormElement} form
 * @param {Field[]} fields
 */
function showMatchingFields(form, fields) {
  const who = opponentChoice(form).value;
  const games = gameMenu(form);
  const setup = [...(games?.options ?? [])].find(({ value }) => value === SETUP);
  // What cannot be agreed together is not offered together.
  if (games && setup) {
    setup.hidden = setup.disabled = WITHOUT_SETUP.includes(who);
    if (setup.disabled && setup.selected) games.value = defaultValue(games);
  }
  const game = games?.value;
  byId("start-person").hidden = who !== "person";
  byId("start-level-field").hidden = who !== "computer";
  byId("start-link-hint").hidden = who !== "link";
  byId("start-send").textContent = translate(who === "computer" ? "start-send-computer" : "start-send");
  byId("start-setup-hint").hidden = game !== SETUP;
  for (const field of fields) {
    if (field.shown === null || field.kind === "game") continue;
    const matches = game === SETUP ? field.inSetup : field.onlyWith.length === 0 || field.onlyWith.includes(game ?? "");
    field.shown.hidden = !matches;
  }
}

/**
 * What a menu has chosen when it opens.
 * @param {HTMLSelectElement} select
 */
const defaultValue = (select) => ([...select.options].find((option) => option.defaultSelected) ?? select.options[0])?.value ?? "";

/**
 * @param {Wire.FormField} field
 * @returns {Field}
 */
function createField({ key, label, hint, kind, words = [], default: usual, only_with: onlyWith = [], in_setup: inSetup }) {
  const id = `start-${key}`;
  /** @type {Field} */
  const field = { key, kind, onlyWith, inSetup, shown: null, counts: () => false, value: () => "" };
  // Whom to play is asked in its own way.
  if (kind === "person") return field;
  const described = { id, name: key, "aria-describedby": `${id}-hint ${id}-error` };
  const error = createElement("p", { class: "error", id: `${id}-error`, role: "alert" });
  const about = createElement("p", { class: "small muted", id: `${id}-hint` }, hint);
  if (kind === "switch") {
    const [on = "", off = ""] = words.map(({ word }) => word);
    const box = createElement("input", { type: "checkbox", ...described, checked: usual === on });
    const shown = createElement("div", { class: "field" }, createElement("label", { class: "tick" }, box, createElement("span", {}, capitalize(label))), about, error);
    field.shown = shown;
    field.value = () => (box.checked ? on : off);
    field.counts = () => !shown.hidden && field.value() !== usual;
    return field;
  }
  const input = kind === "choice" || kind === "game" ? createSelect(words, usual, described, kind) : createElement("input", { ...described, type: kind === "number" ? "number" : "text", min: kind === "number" ? 0 : null, maxlength: 100, autocomplete: "off" });
  const suggested = input instanceof HTMLInputElement && kind === "text" && words.length > 0 ? createSuggestions(input, words) : null;
  const shown = createElement("div", { class: "field" }, createElement("label", { for: id }, capitalize(label)), input, suggested, about, error);
  field.shown = shown;
  field.value = () => input.value;
  field.counts = () => !shown.hidden && input.value !== "" && input.value !== SETUP && (kind === "game" || input.value !== usual);
  return field;
}

/**
 * The usual values of a field where anything can be typed.
 * @param {HTMLInputElement} input
 * @param {Wire.FieldWord[]} words
 */
function createSuggestions(input, words) {
  const id = `${input.id}-usual`;
  input.setAttribute("list", id);
  input.placeholder = words[0]?.word ?? "";
  return createElement("datalist", { id }, ...words.map(({ word: value, label }) => createElement("option", { value, label: capitalize(label) })));
}

/**
 * @param {Wire.FieldWord[]} words
 * @param {string | undefined} usual
 * @param {Record<string, string>} described its id, and what describes it
 * @param {Wire.FormField["kind"]} kind
 */
function createSelect(words, usual, described, kind) {
  const options = words.map(({ word: value, label }) => createElement("option", { value, selected: value === usual }, capitalize(label)));
  if (kind === "game") options.push(createElement("option", { value: SETUP }, translate("start-setup-game")));
  return createElement("select", { ...described, data: kind === "game" ? { game: "" } : {} }, ...options);
}

/** The same with a capital letter. */
const capitalize = (/** @type {string} */ text) => text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(currentLanguage()));
