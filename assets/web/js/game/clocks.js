// The clocks beside the players: how much time each has, counting, and whether that is little or stands still, by a shape as
// well as by a colour. The server says when time is up; what is left then is counted here, without telling it again and again.

import { createElement, createIcon } from "../base/elements.js";
import { updateEverySecond, formatDuration } from "../base/timestamps.js";
import { translate } from "../base/translations.js";

const MINUTE = 60 * 1000;
const SHAPES = {
  runs: "M12 8v5l3 2M12 4a8.5 8.5 0 1 0 .01 0z",
  little: "M12 4 3 20h18zM12 10v4M12 17v.5",
  still: "M9 6v12M15 6v12",
  waits: "M12 4a8.5 8.5 0 1 0 .01 0z",
};

/** The clock of a side; null in a game without one. */
export function createClock(board, side) {
  const { clock } = board;
  if (!clock || !board.running) return null;
  const reserve = clock.reserves[side === "white" ? 0 : 1];
  return clock.side === side ? createRunningClock(clock, reserve) : createWaitingClock(clock, reserve);
}

/** Of whoever is to move: what is left counts, unless the clock stands still. */
function createRunningClock(clock, reserve) {
  const left = () => (clock.deadline === null ? (clock.stopped ?? 0) : Math.max(0, clock.deadline - Date.now()));
  const state = () => (clock.deadline === null ? "still" : left() < clock.little ? "little" : "runs");
  const time = createElement("span", { class: "clock-time" });
  const shape = createElement("span", { class: "clock-shape" });
  const shown = createElement("span", { class: "seat-clock", role: "timer" }, shape, time);
  let said = null;
  updateEverySecond(time, () => {
    const [now, minute] = [state(), Math.floor(left() / MINUTE)];
    if (shown.dataset.state !== now) {
      shown.dataset.state = now;
      shape.replaceChildren(createIcon(SHAPES[now]));
    }
    if (`${now} ${minute}` !== said) {
      said = `${now} ${minute}`;
      shown.setAttribute("aria-label", clockLabel(now, left(), Math.min(reserve, left()), clock.why));
    }
    return formatDuration(left());
  });
  return shown;
}

/** Of the other one: what they will have. */
function createWaitingClock({ per_move: perMove }, reserve) {
  const left = perMove + reserve;
  const label = translate("clock-other", { time: formatDuration(left) });
  return createElement("span", { class: "seat-clock", role: "img", "aria-label": label, data: { state: "waits" } }, createElement("span", { class: "clock-shape" }, createIcon(SHAPES.waits)), createElement("span", { class: "clock-time" }, formatDuration(left)));
}

function clockLabel(state, left, reserve, why) {
  const parts = [translate("clock-left", { time: formatDuration(left) })];
  if (reserve > 0) parts.push(translate("clock-reserve", { time: formatDuration(reserve) }));
  if (state === "little") parts.push(translate("clock-little"));
  if (state === "still") parts.push(why ?? translate("clock-still"));
  return parts.join(". ");
}
