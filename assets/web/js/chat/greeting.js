// Greeting: the first words to a reader who is new in a channel, with buttons for what they can do.

import { createElement, isShown } from "../base/elements.js";
import { commandText, translate } from "../base/translations.js";

/**
 * @typedef {object} GreetingHandlers
 * @property {() => void} onPlay
 * @property {() => void} onPlayComputer
 * @property {() => void} onFollow
 * @property {() => void} onHelp
 */

/**
 * The greeting as an element.
 * @param {string} name the reader's
 * @param {boolean} isUsed whether there are messages in the channel
 * @param {boolean} isPlayed whether others play there
 * @param {GreetingHandlers} handlers
 */
export function createGreeting(name, isUsed, isPlayed, { onPlay, onPlayComputer, onFollow, onHelp }) {
  const createButton = (/** @type {string} */ label, /** @type {() => void} */ onclick, kind = "secondary") =>
    createElement("button", { type: "button", class: `button ${kind}`, onclick }, translate(label));
  const lines = [isUsed && isPlayed && "greet-playing", "start-play", "start-setup", "start-move", isUsed ? "greet-people" : "start-alone"];
  const commands = { play: commandText("play"), setup: commandText("setup") };
  return createElement(
    "section",
    { class: "greeting", "aria-labelledby": "greeting-title" },
    createElement("h2", { id: "greeting-title" }, translate("start-heading", { name })),
    createElement("ul", {}, ...lines.filter(isShown).map((line) => createElement("li", {}, translate(line, commands)))),
    createElement(
      "div",
      { class: "row" },
      createButton("start-play-button", onPlay, "primary"),
      createButton("start-computer-button", onPlayComputer, "secondary computer"),
      isUsed && isPlayed && createButton("greet-follow", onFollow),
      createButton("start-help-button", onHelp),
    ),
  );
}
