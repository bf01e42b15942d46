// Choices that the browser remembers, in localStorage.

/**
 * @param {string} name
 * @returns {any} null without a stored value
 */
export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(`plyground.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`plyground.${name}`, JSON.stringify(value));
  } catch {
    // The storage is full or switched off. The page works without it.
  }
}
