// Avatars: the first letter of a name on a colour and a shape. They are given out in the order in which people appear in a
// channel, so that few people look different from one another.

const TONES = 8;
const SHAPES = 3;

/** @type {Map<string, number>} */
let orderOfNames = new Map();

/** Begins anew: the next name is the first. */
export function resetAvatars() {
  orderOfNames = new Map();
}

/**
 * Puts the avatar of a name into an element.
 * @param {HTMLElement} target
 * @param {string} name
 */
export function paintAvatar(target, name) {
  const order = orderOfNames.get(name) ?? orderOfNames.size;
  orderOfNames.set(name, order);
  const [first = "?"] = name;
  target.textContent = first.toUpperCase();
  target.className = `avatar tone-${order % TONES} shape-${order % SHAPES}`;
  return target;
}
