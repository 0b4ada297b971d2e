// Dialogs of the page: first visit, settings, a new channel. Each asks, shows an error beside its
// field, and closes itself.

import { switchSeat } from "../base/browser-seat.js";
import { byId, createElement, findElement, findElements } from "../base/elements.js";
import { createChannel, errorText, savePerson } from "../base/requests.js";
import { currentLanguage, loadLanguage, translate } from "../base/translations.js";

/** Wires every close button. */
export function wireDialogs() {
  for (const button of findElements(document, "[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
}

/**
 * Wires a form: a refusal of the server is said at its error line.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field the one that a refusal is about
 * @param {HTMLElement} line
 * @param {(values: Record<string, string>) => Promise<void>} save
 */
function wireForm(form, field, line, save) {
  form.onsubmit = async (event) => {
    event.preventDefault();
    line.textContent = "";
    field.removeAttribute("aria-invalid");
    const submit = findElement(form, "[type=submit]");
    submit?.setAttribute("aria-disabled", "true");
    try {
      const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      await save(Object.fromEntries(values));
    } catch (error) {
      line.textContent = errorText(error);
      field.setAttribute("aria-invalid", "true");
      field.focus();
    } finally {
      submit?.removeAttribute("aria-disabled");
    }
  };
}

/**
 * @param {HTMLSelectElement} select
 * @param {[value: string, label: string][]} options
 * @param {string | undefined} chosen
 */
function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, label]) => createElement("option", { value, selected: value === chosen }, label)));
}

/**
 * Options whose labels are words of the page.
 * @param {string} prefix of their keys
 * @param {string[]} values
 * @returns {[string, string][]}
 */
const translatedOptions = (prefix, values) => values.map((value) => [value, translate(`${prefix}-${value}`)]);

/**
 * @param {Wire.Session} session
 * @returns {[string, string][]}
 */
const languageOptions = ({ languages }) => languages.map(({ tag, name }) => [tag, name]);

/**
 * Asks a newcomer for a name; resolves with the person.
 * @param {Wire.Session} session
 * @param {number} seat
 * @param {Wire.Person | undefined} first the person of the browser's first tab, if this is not the first one
 * @returns {Promise<Wire.Person>}
 */
export function askNewcomer(session, seat, first) {
  const dialog = byId("welcome");
  const select = byId("welcome-language");
  fillSelect(select, languageOptions(session), currentLanguage());
  byId("second-seat").hidden = first === undefined;
  const same = byId("same-person");
  same.hidden = first === undefined;
  const relabel = () => (same.textContent = translate("same-person", { name: first?.name ?? "" }));
  relabel();
  if (first !== undefined) same.onclick = () => switchSeat(first.seat);
  select.onchange = async () => {
    await loadLanguage(select.value);
    relabel();
  };
  // Nobody can be in the chat without a name, so Escape does not close this one.
  dialog.oncancel = (event) => event.preventDefault();
  dialog.showModal();
  byId("welcome-name").focus();
  return new Promise((resolve) => {
    wireForm(byId("welcome-form"), byId("welcome-name"), byId("welcome-name-error"), async ({ name, language }) => {
      const person = await savePerson(seat, { name, language });
      dialog.close();
      resolve(person);
    });
  });
}

/**
 * Opens the settings.
 * @param {Wire.Session} session
 * @param {Wire.Person} person
 * @param {(person: Wire.Person) => Promise<void>} onSave called with the person as they are afterwards
 */
export function openSettings(session, person, onSave) {
  const dialog = byId("settings");
  byId("settings-name").value = person.name;
  byId("settings-name-error").textContent = "";
  fillSelect(byId("settings-language"), languageOptions(session), person.language);
  fillSelect(byId("settings-theme"), translatedOptions("theme", session.themes), person.theme);
  // As they are now, wherever they were chosen.
  const { choices } = session.persons.find((other) => other.seat === person.seat) ?? {};
  fillSelect(byId("settings-letters"), translatedOptions("letters", ["own", "english", "fairy-stockfish"]), choices?.letters);
  fillSelect(byId("settings-reminders"), translatedOptions("reminders", ["here", "private", "off"]), choices?.reminders);
  byId("settings-hints").checked = choices?.hints ?? false;
  byId("settings-protection").checked = choices?.protection ?? true;
  showSeats(session, person);
  wireForm(byId("settings-form"), byId("settings-name"), byId("settings-name-error"), async (changes) => {
    const [hints, protection] = [byId("settings-hints").checked, byId("settings-protection").checked];
    const changed = await savePerson(person.seat, { ...changes, hints, protection });
    dialog.close();
    await onSave(changed);
  });
  dialog.showModal();
}

/**
 * @param {Wire.Session} session
 * @param {Wire.Person} person
 */
function showSeats(session, person) {
  const others = session.persons.filter((other) => other.seat !== person.seat);
  const here = createElement("li", {}, translate("seat-current", { name: person.name }));
  byId("seats").replaceChildren(here, ...others.map((other) => {
    const button = createElement("button", { type: "button", class: "button secondary" }, translate("seat-use", { name: other.name }));
    button.addEventListener("click", () => switchSeat(other.seat));
    return createElement("li", {}, button);
  }));
  const free = findFreeSeat(session, person);
  byId("new-seat").hidden = free === null;
  byId("new-seat").onclick = () => free !== null && switchSeat(free);
}

/**
 * @param {Wire.Session} session
 * @param {Wire.Person} person
 */
function findFreeSeat(session, person) {
  const taken = new Set([person.seat, ...session.persons.map((other) => other.seat)]);
  for (let seat = 1; seat <= session.seats; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}

/**
 * Asks for the name of a new channel.
 * @param {number} seat
 * @param {(name: string) => void} onCreate
 */
export function openChannelDialog(seat, onCreate) {
  const dialog = byId("make-channel");
  byId("make-channel-name").value = "";
  byId("make-channel-error").textContent = "";
  byId("make-channel-private").checked = false;
  wireForm(byId("make-channel-form"), byId("make-channel-name"), byId("make-channel-error"), async ({ name = "", private: isPrivate }) => {
    const channel = await createChannel(seat, name.trim().toLowerCase(), isPrivate !== undefined);
    dialog.close();
    onCreate(channel.name);
  });
  dialog.showModal();
}
