// The texts of lessons: paragraphs, with new words between asterisks.

import { h } from "../browser/dom.js";

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text.split("\n\n").map((part) =>
    h("p", {}, ...part.split(/\*([^*]+)\*/).map((piece, place) => (place % 2 ? h("em", {}, piece) : piece))));
}
