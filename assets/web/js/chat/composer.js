// Composer: the field where people write, with completions of commands and a history of what was written.

import { byId, createElement, findElements } from "../base/elements.js";
import { translate } from "../base/translations.js";

const MAX_HISTORY = 50;
const PAUSE_MS = 60;

export class Composer {
  #field = byId("say");
  #list = byId("suggestions");
  #count = byId("suggestions-count");
  /** @type {Wire.Completion[]} */
  #suggestions = [];
  #selected = -1;
  #requestNumber = 0;
  /** @type {number | undefined} */
  #timer;
  /** @type {string[]} */
  #history = [];
  #historyIndex = -1;
  #request;

  /**
   * @param {(text: string) => boolean} send says whether it took the text
   * @param {(number: number, line: string) => void} request asks the server for completions
   */
  constructor(send, request) {
    this.#request = request;
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(send);
    });
    this.#field.addEventListener("input", () => {
      this.#historyIndex = -1;
      this.#requestSoon();
    });
    this.#field.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#field.addEventListener("blur", () => this.#close());
    byId("slash").addEventListener("click", () => this.setText("/"));
  }

  /**
   * Puts text into the field and the cursor behind it.
   * @param {string} text
   */
  setText(text) {
    this.#field.value = text;
    this.#field.focus();
    this.#field.setSelectionRange(text.length, text.length);
    this.#requestSoon();
  }

  /**
   * Gives back a text the server refused, unless another one is being written already.
   * @param {string} text
   */
  restoreText(text) {
    if (this.#field.value === "") this.setText(text);
  }

  /** Writes the placeholder in the page's language. */
  updatePlaceholder() {
    this.#field.placeholder = translate("composer-placeholder");
  }

  /**
   * Completions came; answers to older requests are of no use any more.
   * @param {number} number of the request
   * @param {Wire.Completion[]} suggestions
   */
  showSuggestions(number, suggestions) {
    if (number !== this.#requestNumber || document.activeElement !== this.#field) return;
    this.#suggestions = suggestions;
    this.#selected = -1;
    this.#show();
  }

  /** @param {(text: string) => boolean} send */
  #submit(send) {
    const text = this.#field.value.trim();
    if (text === "" || !send(text)) return;
    this.#history = [text, ...this.#history.filter((other) => other !== text)].slice(0, MAX_HISTORY);
    this.#historyIndex = -1;
    this.#field.value = "";
    this.#dismiss();
    this.#field.focus();
  }

  /** Closes the list and does not wait for answers any more. */
  #dismiss() {
    clearTimeout(this.#timer);
    this.#requestNumber += 1;
    this.#close();
  }

  #requestSoon() {
    clearTimeout(this.#timer);
    const line = this.#field.value;
    if (!line.startsWith("/")) {
      this.#dismiss();
      return;
    }
    this.#requestNumber += 1;
    const number = this.#requestNumber;
    this.#timer = setTimeout(() => this.#request(number, line.slice(1)), PAUSE_MS);
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = !this.#list.hidden;
    const keys = open ? this.#openKeys(event) : this.#closedKeys();
    const act = keys[event.key];
    if (act === undefined || act() === false) return;
    event.preventDefault();
  }

  /**
   * What keys do while suggestions are shown; false: nothing.
   * @param {KeyboardEvent} event
   * @returns {Record<string, () => unknown>}
   */
  #openKeys(event) {
    return {
      ArrowDown: () => this.#select(this.#selected + 1),
      ArrowUp: () => this.#select(this.#selected - 1),
      Tab: () => !event.shiftKey && this.#accept(Math.max(this.#selected, 0)),
      Enter: () => this.#selected >= 0 && this.#accept(this.#selected),
      Escape: () => this.#dismiss(),
    };
  }

  /**
   * What keys do otherwise.
   * @returns {Record<string, () => unknown>}
   */
  #closedKeys() {
    return {
      Escape: () => this.#dismiss(),
      ArrowUp: () => this.#recall(this.#historyIndex + 1),
      ArrowDown: () => (this.#historyIndex >= 0 ? this.#recall(this.#historyIndex - 1) : this.#field.value.startsWith("/") && this.#requestSoon()),
    };
  }

  /** @param {number} index */
  #recall(index) {
    const wasRecalled = this.#historyIndex >= 0 || this.#field.value === "";
    if (!wasRecalled || index >= this.#history.length) return false;
    this.#historyIndex = Math.max(index, -1);
    this.#field.value = this.#history[index] ?? "";
    this.#dismiss();
    return true;
  }

  /** @param {number} index */
  #select(index) {
    const count = this.#suggestions.length;
    this.#selected = ((index % count) + count) % count;
    findElements(this.#list, "[role=option]").forEach((option, place) => {
      const isSelected = place === this.#selected;
      option.setAttribute("aria-selected", String(isSelected));
      if (!isSelected) return;
      this.#field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {number} index */
  #accept(index) {
    const suggestion = this.#suggestions[index];
    if (suggestion === undefined) return false;
    this.#close();
    this.setText(`/${suggestion.line}`);
    return true;
  }

  #show() {
    const current = this.#field.value.slice(1).trimEnd();
    if (this.#suggestions.length === 0 || (this.#suggestions.length === 1 && this.#suggestions[0]?.line.trimEnd() === current)) {
      this.#close();
      return;
    }
    this.#list.replaceChildren(...this.#suggestions.map((suggestion, place) => this.#createOption(suggestion, place)));
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    this.#field.setAttribute("aria-expanded", "true");
    this.#field.removeAttribute("aria-activedescendant");
    this.#count.textContent = translate("suggestions-count", { count: this.#suggestions.length });
  }

  /**
   * @param {Wire.Completion} completion
   * @param {number} place
   */
  #createOption({ line, label }, place) {
    // The label of a command says the line itself, then what it does; any other one only explains the line.
    const [usage, ...help] = label.startsWith(`/${line.trim()}`) ? label.split(" – ") : [`/${line}`, label];
    const option = createElement(
      "li",
      { role: "option", id: `suggestion-${place}`, "aria-selected": "false" },
      createElement("span", { class: "suggestion-line" }, usage),
      " ",
      createElement("span", { class: "suggestion-label" }, help.join(" – ")),
    );
    // The field must not lose the focus to the list, or the list would close before the click arrives.
    option.addEventListener("pointerdown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.#accept(place));
    return option;
  }

  #close() {
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#suggestions = [];
    this.#selected = -1;
    this.#count.textContent = "";
    this.#field.setAttribute("aria-expanded", "false");
    this.#field.removeAttribute("aria-activedescendant");
  }
}
