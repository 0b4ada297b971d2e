// Addresses of this server for requests and links. The page may lie below a path, which is read
// from where its scripts come from.

const BASE = new URL("../../", import.meta.url).pathname;

/**
 * The address of what the server has at `path`, which begins with a slash.
 * @param {string} path
 */
export const resolvePath = (path) => BASE + path.slice(1);

/** The path of the page that is open, as the server knows it. */
export function currentPath() {
  const { pathname } = location;
  return pathname.startsWith(BASE) ? `/${pathname.slice(BASE.length)}` : `${pathname}/` === BASE ? "/" : pathname;
}
