// Page elements: creates and finds elements and icons. Text goes in as text and is never read as
// markup; there is no way to put markup in.

/** @typedef {Node | string | false | null | undefined} Child What stands in an element; nothing where it is no node and no text. */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An element with these attributes and children. Attributes named on… are listeners, `class` is the class list, `data`
 * is the data set; an attribute of false, null or undefined is left out. Children are elements or texts.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function createElement(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  setAttributes(created, attributes);
  created.append(...children.filter(isShown));
  return created;
}

/**
 * Whether a child is a node or a text.
 * @template {Child} Item
 * @param {Item} child
 * @returns {child is Exclude<Item, false | null | undefined>}
 */
export const isShown = (child) => child !== null && child !== undefined && child !== false;

/**
 * @param {HTMLElement} target
 * @param {Record<string, any>} attributes
 */
function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "data") Object.assign(target.dataset, value);
    else if (name.startsWith("on")) target.addEventListener(name.slice(2), value);
    else target.setAttribute(name, value === true ? "" : value);
  }
}

/**
 * The element of the page with this id.
 * @template {keyof PageElements} Id
 * @param {Id} id
 * @returns {HTMLElementTagNameMap[PageElements[Id]]}
 */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * The first element below `root` that fits a selector.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const findElement = (root, selector) => root.querySelector(selector);

/**
 * All elements below `root` that fit a selector.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const findElements = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/**
 * What an event came from, or the nearest element around that which fits a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closestElement = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Whether an element is around what an event came from.
 * @param {Element | null | undefined} element
 * @param {Event} event
 */
export const containsTarget = (element, { target }) => element?.contains(/** @type {Node} */ (target)) ?? false;

/** What has the keyboard. */
export const focusedElement = () => /** @type {HTMLElement | null} */ (document.activeElement);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {...Node} children
 */
export function createSvg(tag, attributes, ...children) {
  const created = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

/**
 * A line drawing of 24×24 units, hidden from screen readers.
 * @param {string} path
 */
export const createIcon = (path) => createSvg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, createSvg("path", { d: path }));

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

/**
 * Whether a click on a link asks the browser for another tab or window.
 * @param {MouseEvent} event
 */
export const opensElsewhere = (event) => event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
