// Clocks beside the players: how much time each has, counting down, and whether that is little or the clock is stopped, by a
// shape as well as by a colour. The server decides when time is up; here it is only counted, without being read out every second.

import { createElement, createIcon } from "../base/elements.js";
import { formatDuration, updateEverySecond } from "../base/timestamps.js";
import { translate } from "../base/translations.js";

/** @typedef {"runs" | "little" | "still" | "waits"} ClockState As the style sheet knows it. */

const MINUTE = 60 * 1000;
/** @type {Record<ClockState, string>} */
const SHAPES = {
  runs: "M12 8v5l3 2M12 4a8.5 8.5 0 1 0 .01 0z",
  little: "M12 4 3 20h18zM12 10v4M12 17v.5",
  still: "M9 6v12M15 6v12",
  waits: "M12 4a8.5 8.5 0 1 0 .01 0z",
};

/**
 * The clock of a side; null in a game without one.
 * @param {{clock?: Wire.Clock | null, running: boolean}} board
 * @param {Wire.Side} side
 */
export function createClock({ clock, running }, side) {
  if (!clock || !running) return null;
  const reserve = clock.reserves[side === "white" ? 0 : 1];
  return clock.side === side ? createRunningClock(clock, reserve) : createWaitingClock(clock, reserve);
}

/**
 * The clock of the side to move: it counts down, unless it is stopped.
 * @param {Wire.Clock} clock
 * @param {number} reserve
 */
function createRunningClock(clock, reserve) {
  const left = () => (clock.deadline === null ? (clock.stopped ?? 0) : Math.max(0, clock.deadline - Date.now()));
  /** @returns {ClockState} */
  const state = () => (clock.deadline === null ? "still" : left() < clock.little ? "little" : "runs");
  const time = createElement("span", { class: "clock-time" });
  const shape = createElement("span", { class: "clock-shape" });
  const shown = createElement("span", { class: "seat-clock", role: "timer" }, shape, time);
  let labelKey = "";
  updateEverySecond(time, () => {
    const [now, minute] = [state(), Math.floor(left() / MINUTE)];
    if (shown.dataset.state !== now) {
      shown.dataset.state = now;
      shape.replaceChildren(createIcon(SHAPES[now]));
    }
    if (`${now} ${minute}` !== labelKey) {
      labelKey = `${now} ${minute}`;
      shown.setAttribute("aria-label", clockLabel(now, left(), Math.min(reserve, left()), clock.why));
    }
    return formatDuration(left());
  });
  return shown;
}

/**
 * The clock of the other side: what they will have.
 * @param {Wire.Clock} clock
 * @param {number} reserve
 */
function createWaitingClock({ per_move: perMove }, reserve) {
  const time = formatDuration(perMove + reserve);
  return createElement(
    "span",
    { class: "seat-clock", role: "img", "aria-label": translate("clock-other", { time }), data: { state: "waits" } },
    createElement("span", { class: "clock-shape" }, createIcon(SHAPES.waits)),
    createElement("span", { class: "clock-time" }, time),
  );
}

/**
 * @param {ClockState} state
 * @param {number} left
 * @param {number} reserve
 * @param {string | null} reason why it is stopped
 */
function clockLabel(state, left, reserve, reason) {
  const parts = [translate("clock-left", { time: formatDuration(left) })];
  if (reserve > 0) parts.push(translate("clock-reserve", { time: formatDuration(reserve) }));
  if (state === "little") parts.push(translate("clock-little"));
  if (state === "still") parts.push(reason ?? translate("clock-still"));
  return parts.join(". ");
}
