// What stands for a person beside their name: the first letter on a colour and a shape. They are given out in the order
// in which people appear in a channel, so that the few who are there look different.

const TONES = 8;
const SHAPES = 3;

let orderOfNames = new Map();

/** Begins anew: whoever appears next is the first. */
export function resetAvatars() {
  orderOfNames = new Map();
}

/** Puts the face of a name into an element. */
export function paintAvatar(target, name) {
  if (!orderOfNames.has(name)) orderOfNames.set(name, orderOfNames.size);
  const place = orderOfNames.get(name);
  const [first = "?"] = name;
  target.textContent = first.toUpperCase();
  target.className = `avatar tone-${place % TONES} shape-${place % SHAPES}`;
  return target;
}
