// The field where people write: suggestions for commands, what was written before, sending.

import { byId, element } from "../base/elements.js";
import { word } from "../base/translations.js";

const MOST_REMEMBERED = 50;
const PAUSE_MS = 60;

export class Composer {
  #field = byId("say");
  #list = byId("suggestions");
  #count = byId("suggestions-count");
  #suggestions = [];
  #chosen = -1;
  #asked = 0;
  #timer = null;
  #written = [];
  #recalled = -1;
  #ask;

  /** `send(text)` says whether it took the text; `ask(number, line)` asks the server for completions. */
  constructor(send, ask) {
    this.#ask = ask;
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(send);
    });
    this.#field.addEventListener("input", () => {
      this.#recalled = -1;
      this.#askSoon();
    });
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.#field.addEventListener("blur", () => this.#close());
    byId("slash").addEventListener("click", () => this.write("/"));
  }

  /** Puts text into the field and the cursor behind it. */
  write(text) {
    this.#field.value = text;
    this.#field.focus();
    this.#field.setSelectionRange(text.length, text.length);
    this.#askSoon();
  }

  /** Gives back a text the server refused, unless something else is being written already. */
  giveBack(text) {
    if (this.#field.value === "") this.write(text);
  }

  describe() {
    this.#field.placeholder = word("composer-placeholder");
  }

  /** Completions came; answers to older questions are of no use any more. */
  suggest(number, suggestions) {
    if (number !== this.#asked || document.activeElement !== this.#field) return;
    this.#suggestions = suggestions;
    this.#chosen = -1;
    this.#show();
  }

  #submit(send) {
    const text = this.#field.value.trim();
    if (text === "" || !send(text)) return;
    this.#written = [text, ...this.#written.filter((other) => other !== text)].slice(0, MOST_REMEMBERED);
    this.#recalled = -1;
    this.#field.value = "";
    this.#forget();
    this.#field.focus();
  }

  /** Closes the list and does not wait for answers any more. */
  #forget() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#close();
  }

  #askSoon() {
    clearTimeout(this.#timer);
    const line = this.#field.value;
    if (!line.startsWith("/")) {
      this.#forget();
      return;
    }
    this.#asked += 1;
    const number = this.#asked;
    this.#timer = setTimeout(() => this.#ask(number, line.slice(1)), PAUSE_MS);
  }

  #key(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = !this.#list.hidden;
    const keys = open ? this.#openKeys(event) : this.#closedKeys();
    const act = keys[event.key];
    if (act === undefined || act() === false) return;
    event.preventDefault();
  }

  #openKeys(event) {
    return {
      ArrowDown: () => this.#choose(this.#chosen + 1),
      ArrowUp: () => this.#choose(this.#chosen - 1),
      Tab: () => !event.shiftKey && this.#take(Math.max(this.#chosen, 0)),
      Enter: () => this.#chosen >= 0 && this.#take(this.#chosen),
      Escape: () => this.#forget(),
    };
  }

  #closedKeys() {
    return {
      Escape: () => this.#forget(),
      ArrowUp: () => this.#recall(this.#recalled + 1),
      ArrowDown: () => (this.#recalled >= 0 ? this.#recall(this.#recalled - 1) : this.#field.value.startsWith("/") && this.#askSoon()),
    };
  }

  #recall(index) {
    const wasRecalled = this.#recalled >= 0 || this.#field.value === "";
    if (!wasRecalled || index >= this.#written.length) return false;
    this.#recalled = Math.max(index, -1);
    this.#field.value = this.#written[index] ?? "";
    this.#forget();
    return true;
  }

  #choose(index) {
    const count = this.#suggestions.length;
    this.#chosen = ((index % count) + count) % count;
    this.#list.querySelectorAll("[role=option]").forEach((option, place) => {
      const chosen = place === this.#chosen;
      option.setAttribute("aria-selected", String(chosen));
      if (!chosen) return;
      this.#field.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    });
  }

  #take(index) {
    const suggestion = this.#suggestions[index];
    if (suggestion === undefined) return false;
    this.#close();
    this.write(`/${suggestion.line}`);
    return true;
  }

  #show() {
    const current = this.#field.value.slice(1).trimEnd();
    if (this.#suggestions.length === 0 || (this.#suggestions.length === 1 && this.#suggestions[0].line.trimEnd() === current)) {
      this.#close();
      return;
    }
    this.#list.replaceChildren(...this.#suggestions.map((suggestion, place) => this.#option(suggestion, place)));
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    this.#field.setAttribute("aria-expanded", "true");
    this.#field.removeAttribute("aria-activedescendant");
    this.#count.textContent = word("suggestions-count", { count: this.#suggestions.length });
  }

  #option({ line, label }, place) {
    // The label of a command says the line itself, then what it does; any other one only explains the line.
    const [usage, ...help] = label.startsWith(`/${line.trim()}`) ? label.split(" – ") : [`/${line}`, label];
    const option = element(
      "li",
      { role: "option", id: `suggestion-${place}`, "aria-selected": "false" },
      element("span", { class: "suggestion-line" }, usage),
      " ",
      element("span", { class: "suggestion-label" }, help.join(" – ")),
    );
    // The field must not lose the focus to the list, or the list would close before the click arrives.
    option.addEventListener("pointerdown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.#take(place));
    return option;
  }

  #close() {
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#suggestions = [];
    this.#chosen = -1;
    this.#count.textContent = "";
    this.#field.setAttribute("aria-expanded", "false");
    this.#field.removeAttribute("aria-activedescendant");
  }
}
