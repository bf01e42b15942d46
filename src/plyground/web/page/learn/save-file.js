// Hands a text to the reader as a file.

import { h } from "../browser/dom.js";

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function saveFile(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
