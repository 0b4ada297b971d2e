// Creates the controls under a message or beside a board, rows of buttons and menus, from the data
// the server sends.

import { resolvePath } from "./address.js";
import { createElement } from "./elements.js";
import { translate } from "./translations.js";

/** @typedef {(component: string, value: string | null, control: HTMLButtonElement) => void} OnPress Called when a button or a menu is used. */

/** The button to go through a game, for which this chat has a page. */
const STEPS_BUTTON = /^after\.([a-z0-9]+)\.steps$/;

/**
 * Rows of buttons and menus, and `more` below them.
 * @param {Wire.ControlRow[]} rows
 * @param {OnPress} onPress
 * @param {HTMLElement | false | null | undefined} [more]
 */
export function createControls(rows, onPress, more) {
  return createElement("div", { class: "rows" }, ...rows.map((row) => (row.menu ? createMenu(row.menu, onPress) : createButtons(row.buttons ?? [], onPress))), more);
}

/**
 * @param {Wire.Button[]} list
 * @param {OnPress} onPress
 */
function createButtons(list, onPress) {
  return createElement("div", { class: "row" }, ...list.map((button) => {
    const [, game] = STEPS_BUTTON.exec(button.id) ?? [];
    if (game) return createElement("a", { class: `button ${button.style}`, href: resolvePath(`/game/${game}`) }, button.label);
    const control = createElement("button", { type: "button", class: `button ${button.style}`, data: { control: button.id } }, button.label);
    control.addEventListener("click", () => onPress(button.id, null, control));
    return control;
  }));
}

/**
 * A native menu beside a button: arrow keys only look through a menu, taking the choice is a step of its own.
 * @param {Wire.Menu} menu
 * @param {OnPress} onPress
 */
function createMenu({ id, label, options }, onPress) {
  const select = createElement(
    "select",
    { "aria-label": label, data: { control: id } },
    createElement("option", { value: "" }, label),
    ...options.map((option) => createElement("option", { value: option.value }, option.label)),
  );
  const choose = createElement("button", { type: "button", class: "button primary", "aria-label": translate("choose-from", { menu: label }) }, translate("choose"));
  const take = () => (select.value === "" ? select.focus() : onPress(id, select.value, choose));
  choose.addEventListener("click", take);
  select.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || select.value === "") return;
    event.preventDefault();
    take();
  });
  return createElement("div", { class: "row menu" }, select, choose);
}
