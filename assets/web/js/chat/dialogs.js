// The dialogs: first visit, settings, a new channel. Each asks, says what is wrong beside the field, and closes itself.

import { byId, createElement } from "../base/elements.js";
import { createChannel, savePerson } from "../base/requests.js";
import { switchSeat } from "../base/browser-seat.js";
import { currentLanguage, refusalText, loadLanguage, translate } from "../base/translations.js";

/** Wires every close button. */
export function wireDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
}

/** Runs a form: `save` gets its fields; what the server refuses is said at the form's error line. */
function wireForm(form, field, error, save) {
  form.onsubmit = async (event) => {
    event.preventDefault();
    error.textContent = "";
    field.removeAttribute("aria-invalid");
    const submit = form.querySelector("[type=submit]");
    submit.setAttribute("aria-disabled", "true");
    try {
      await save(Object.fromEntries(new FormData(form)));
    } catch (refused) {
      error.textContent = refusalText(refused.reason ?? "internal");
      field.setAttribute("aria-invalid", "true");
      field.focus();
    } finally {
      submit.removeAttribute("aria-disabled");
    }
  };
}

function fillSelect(select, values, chosen, label) {
  select.replaceChildren(...values.map((value) => createElement("option", { value: value.tag ?? value, selected: (value.tag ?? value) === chosen }, label(value))));
}

const themeName = (theme) => translate(`theme-${theme}`);
const languageName = (language) => language.name;

/**
 * Asks a newcomer for a name; resolves with the person. `first` is who the browser's first tab is, if this is not the
 * first one.
 */
export function askNewcomer(session, seat, first) {
  const dialog = byId("welcome");
  const select = byId("welcome-language");
  fillSelect(select, session.languages, currentLanguage(), languageName);
  byId("second-seat").hidden = first === undefined;
  const same = byId("same-person");
  same.hidden = first === undefined;
  const relabel = () => (same.textContent = translate("same-person", { name: first?.name ?? "" }));
  relabel();
  same.onclick = () => switchSeat(first.seat);
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

/** Opens the settings; `saved` is called with the person as they are afterwards. */
export function openSettings(session, person, saved) {
  const dialog = byId("settings");
  byId("settings-name").value = person.name;
  byId("settings-name-error").textContent = "";
  fillSelect(byId("settings-language"), session.languages, person.language, languageName);
  fillSelect(byId("settings-theme"), session.themes, person.theme, themeName);
  // As they are now, wherever they were chosen.
  const { choices } = session.persons.find((other) => other.seat === person.seat) ?? {};
  fillSelect(byId("settings-letters"), ["own", "english", "fairy-stockfish"], choices?.letters, (letters) => translate(`letters-${letters}`));
  fillSelect(byId("settings-reminders"), ["here", "private", "off"], choices?.reminders, (where) => translate(`reminders-${where}`));
  byId("settings-hints").checked = choices?.hints ?? false;
  byId("settings-protection").checked = choices?.protection ?? true;
  showSeats(session, person);
  wireForm(byId("settings-form"), byId("settings-name"), byId("settings-name-error"), async (changes) => {
    const [hints, protection] = ["settings-hints", "settings-protection"].map((id) => byId(id).checked);
    const changed = await savePerson(person.seat, { ...changes, hints, protection });
    dialog.close();
    await saved(changed);
  });
  dialog.showModal();
}

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
  byId("new-seat").onclick = () => switchSeat(free);
}

function findFreeSeat(session, person) {
  const taken = new Set([person.seat, ...session.persons.map((other) => other.seat)]);
  for (let seat = 1; seat <= session.seats; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}

/** Asks for the name of a new channel; `made` is called with it. */
export function openChannelDialog(seat, made) {
  const dialog = byId("make-channel");
  byId("make-channel-name").value = "";
  byId("make-channel-error").textContent = "";
  byId("make-channel-private").checked = false;
  wireForm(byId("make-channel-form"), byId("make-channel-name"), byId("make-channel-error"), async ({ name, private: isPrivate }) => {
    const channel = await createChannel(seat, name.trim().toLowerCase(), isPrivate !== undefined);
    dialog.close();
    made(channel.name);
  });
  dialog.showModal();
}
