// The form that begins a game: whom to play, which game, on what terms. What can be agreed the server says, so a new option
// is a new field. What is wrong stands at its field.

import { byId, createElement } from "../base/elements.js";
import { createEventId, loadGameForm, startGame } from "../base/requests.js";
import { currentLanguage, translate } from "../base/translations.js";

/** The choice beside the games themselves: pieces are set up first. */
const SETUP = "setup";
/** Opponents who wait for no set-up: the computer, and whoever opens a link. */
const WITHOUT_SETUP = ["computer", "link"];
const LEVEL_KEY = "adoube-level";

let cachedForm = { language: null, fields: [], levels: null };

/** The level that was played last in this browser at this seat; null if none was chosen. */
export function loadLastLevel(seat) {
  const level = Number(localStorage.getItem(`${LEVEL_KEY}-${seat}`));
  return Number.isInteger(level) && level > 0 ? level : null;
}

/**
 * Opens the form. `where` says the channel, who is there, the seat, and what to do afterwards: `begun(channel, link)`.
 * `opponent` is a name that is filled in.
 */
export async function openGameForm(where, opponent) {
  const dialog = byId("start");
  // What is usual is chosen for each room.
  if (cachedForm.language !== currentLanguage() || cachedForm.channel !== where.channel) {
    const { fields, levels = null } = await loadGameForm(where.seat, where.channel);
    cachedForm = { language: currentLanguage(), channel: where.channel, fields, levels };
  }
  const form = byId("start-form");
  form.reset();
  const fields = cachedForm.fields.map(createField);
  byId("start-fields").replaceChildren(...fields.filter(({ shown }) => shown !== null).map(({ shown }) => shown));
  byId("start-people").replaceChildren(...where.people.map((name) => createElement("option", { value: name })));
  byId("start-opponent").value = opponent ?? "";
  showLevels(cachedForm.levels, where.seat);
  form.elements.who.value = opponent === undefined ? "anybody" : "person";
  form.onchange = () => showMatchingFields(form, fields);
  showMatchingFields(form, fields);
  showError(null, "");
  wireSubmit(form, fields, where);
  dialog.showModal();
  (opponent === undefined ? form.querySelector("[name=who]") : form.querySelector("select"))?.focus();
}

function wireSubmit(form, fields, where) {
  const submit = byId("start-send");
  submit.removeAttribute("aria-disabled");
  // The same until an answer has come: what is sent again is done once.
  let id = createEventId();
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (submit.getAttribute("aria-disabled") === "true") return;
    showError(null, "");
    const who = form.elements.who.value;
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
      if (level !== null) localStorage.setItem(`${LEVEL_KEY}-${where.seat}`, String(level));
      const wish = { id, channel: where.channel, setup: isSetup(form), by_link: who === "link", computer: level, values };
      const begun = await startGame(where.seat, wish);
      byId("start").close();
      where.begun(begun.channel, begun.link ?? null);
    } catch (refused) {
      // It may have been begun before: then it is not begun again.
      if (!["no-answer", "overloaded"].includes(refused.reason)) id = createEventId();
      showError(refused.details?.field ?? null, refused.details?.text ?? translate(`error-${refused.reason ?? "internal"}`));
    } finally {
      submit.removeAttribute("aria-disabled");
    }
  };
}

/** The levels of the computer, with words for the ends and the middle of them; the last one chosen is chosen again. */
function showLevels(levels, seat) {
  byId("start-computer").hidden = levels === null;
  if (levels === null) return;
  const chosen = Math.min(loadLastLevel(seat) ?? levels.usual, levels.most);
  const numbers = Array.from({ length: levels.most }, (_, index) => index + 1);
  byId("start-level").replaceChildren(...numbers.map((level) => createElement("option", { value: level, selected: level === chosen }, translate(`level-${level}`))));
}

/** Says what is wrong with a field, or with none of them, and leads there. */
function showError(key, text) {
  for (const line of byId("start").querySelectorAll(".error")) line.textContent = "";
  for (const field of byId("start").querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (text === "") return;
  const field = byId(`start-${key}`);
  if (key === null || field === null || field.closest("[hidden]") !== null) {
    byId("start-error").textContent = text;
    byId("start-send").focus();
    return;
  }
  byId(`start-${key}-error`).textContent = text;
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

const isSetup = (form) => form.querySelector("[data-game]")?.value === SETUP;

/** Shows the fields that go with what is chosen. */
function showMatchingFields(form, fields) {
  const who = form.elements.who.value;
  const games = form.querySelector("[data-game]");
  const setup = games?.querySelector(`option[value=${SETUP}]`);
  // What cannot be agreed together is not offered together.
  if (setup) {
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
    const goes = game === SETUP ? field.inSetup : field.onlyWith.length === 0 || field.onlyWith.includes(game);
    field.shown.hidden = !goes;
  }
}

/** What a menu has chosen when it opens. */
const defaultValue = (createSelect) => ([...createSelect.options].find((option) => option.defaultSelected) ?? createSelect.options[0]).value;

/** A field: what is shown of it, whether it counts, and what stands in it. */
function createField({ key, label, hint, kind, words = [], default: usual, only_with: onlyWith = [], in_setup: inSetup }) {
  const id = `start-${key}`;
  const field = { key, kind, onlyWith, inSetup, shown: null, counts: () => false, value: () => "" };
  // Whom to play is asked in its own way.
  if (kind === "person") return field;
  const described = { id, name: key, "aria-describedby": `${id}-hint ${id}-error` };
  const error = createElement("p", { class: "error", id: `${id}-error`, role: "alert" });
  const about = createElement("p", { class: "small muted", id: `${id}-hint` }, hint);
  if (kind === "switch") {
    const [on, off] = words;
    const box = createElement("input", { type: "checkbox", ...described, checked: usual === on.word });
    field.shown = createElement("div", { class: "field" }, createElement("label", { class: "tick" }, box, createElement("span", {}, capitalize(label))), about, error);
    field.value = () => (box.checked ? on.word : off.word);
    field.counts = () => !field.shown.hidden && field.value() !== usual;
    return field;
  }
  const input = kind === "choice" || kind === "game" ? select(words, usual, described, kind) : createElement("input", { ...described, type: kind === "number" ? "number" : "text", min: kind === "number" ? 0 : null, maxlength: 100, autocomplete: "off" });
  const suggested = kind === "text" && words.length > 0 ? createSuggestions(input, words) : [];
  field.shown = createElement("div", { class: "field" }, createElement("label", { for: id }, capitalize(label)), input, ...suggested, about, error);
  field.value = () => input.value;
  field.counts = () => !field.shown.hidden && input.value !== "" && input.value !== SETUP && (kind === "game" || input.value !== usual);
  return field;
}

/** What is usual in a field where anything can be typed. */
function createSuggestions(input, words) {
  const id = `${input.id}-usual`;
  input.setAttribute("list", id);
  input.placeholder = words[0].word;
  return [createElement("datalist", { id }, ...words.map(({ word: value, label }) => createElement("option", { value, label: capitalize(label) })))];
}

function select(words, usual, described, kind) {
  const options = words.map(({ word: value, label }) => createElement("option", { value, selected: value === usual }, capitalize(label)));
  if (kind === "game") options.push(createElement("option", { value: SETUP }, translate("start-setup-game")));
  return createElement("select", { ...described, data: kind === "game" ? { game: "" } : {} }, ...options);
}

/** The same with a capital letter. */
const capitalize = (text) => text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(currentLanguage()));
