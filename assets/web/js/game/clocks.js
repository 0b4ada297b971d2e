// The clocks beside the players: how much time each has, counting, and whether that is little or stands still, by a shape as
// well as by a colour. The server says when time is up; what is left then is counted here, without telling it again and again.

import { element, icon } from "../base/elements.js";
import { counting, span } from "../base/timestamps.js";
import { word } from "../base/translations.js";

const MINUTE = 60 * 1000;
const SHAPES = {
  runs: "M12 8v5l3 2M12 4a8.5 8.5 0 1 0 .01 0z",
  little: "M12 4 3 20h18zM12 10v4M12 17v.5",
  still: "M9 6v12M15 6v12",
  waits: "M12 4a8.5 8.5 0 1 0 .01 0z",
};

/** The clock of a side; null in a game without one. */
export function clockOf(board, side) {
  const { clock } = board;
  if (!clock || !board.running) return null;
  const reserve = clock.reserves[side === "white" ? 0 : 1];
  return clock.side === side ? own(clock, reserve) : other(clock, reserve);
}

/** Of whoever is to move: what is left counts, unless the clock stands still. */
function own(clock, reserve) {
  const left = () => (clock.deadline === null ? (clock.stopped ?? 0) : Math.max(0, clock.deadline - Date.now()));
  const state = () => (clock.deadline === null ? "still" : left() < clock.little ? "little" : "runs");
  const time = element("span", { class: "clock-time" });
  const shape = element("span", { class: "clock-shape" });
  const shown = element("span", { class: "seat-clock", role: "timer" }, shape, time);
  let said = null;
  counting(time, () => {
    const [now, minute] = [state(), Math.floor(left() / MINUTE)];
    if (shown.dataset.state !== now) {
      shown.dataset.state = now;
      shape.replaceChildren(icon(SHAPES[now]));
    }
    if (`${now} ${minute}` !== said) {
      said = `${now} ${minute}`;
      shown.setAttribute("aria-label", named(now, left(), Math.min(reserve, left()), clock.why));
    }
    return span(left());
  });
  return shown;
}

/** Of the other one: what they will have. */
function other({ per_move: perMove }, reserve) {
  const left = perMove + reserve;
  const label = word("clock-other", { time: span(left) });
  return element("span", { class: "seat-clock", role: "img", "aria-label": label, data: { state: "waits" } }, element("span", { class: "clock-shape" }, icon(SHAPES.waits)), element("span", { class: "clock-time" }, span(left)));
}

function named(state, left, reserve, why) {
  const parts = [word("clock-left", { time: span(left) })];
  if (reserve > 0) parts.push(word("clock-reserve", { time: span(reserve) }));
  if (state === "little") parts.push(word("clock-little"));
  if (state === "still") parts.push(why ?? word("clock-still"));
  return parts.join(". ");
}
