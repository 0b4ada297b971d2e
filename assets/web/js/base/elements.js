// Makes page elements. Text goes in as text and is never read as markup; there is no way to put markup in.

/**
 * An element with these attributes and children. Attributes named on… are listeners, `class` is the class list, `data`
 * is the data set; an attribute of false, null or undefined is left out. Children are elements or texts.
 */
export function createElement(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "data") Object.assign(target.dataset, value);
    else if (name.startsWith("on")) target.addEventListener(name.slice(2), value);
    else target.setAttribute(name, value === true ? "" : value);
  }
}

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id);

/** A line drawing of 24×24 units, hidden from screen readers. */
export function createIcon(path) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  drawing.append(line);
  return drawing;
}

/** The paths of the drawings used more than once or made by script. */
export const ICON_PATHS = {
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z",
  enlarge: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
};

/** Puts the focus where people write; not on a touch screen, where that would call up the keyboard. */
export function focusComposer() {
  const touch = matchMedia("(pointer: coarse)").matches;
  byId(touch ? "log" : "say").focus({ preventScroll: true });
}
