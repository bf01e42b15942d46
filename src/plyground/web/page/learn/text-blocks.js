// The texts of lessons: paragraphs, with new words between asterisks.

import { h } from "../browser/dom.js";

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return trueMinus(text).split("\n\n").map((part) =>
    h("p", {}, ...part.split(/\*([^*]+)\*/).map((piece, place) => (place % 2 ? h("em", {}, piece) : piece))));
}

/**
 * A text with true minus signs before its numbers, as pictures and tables have them.
 * @param {string} text
 */
export function trueMinus(text) {
  return text.replace(/(?<![\p{L}\d.])-(?=[\d∞])|(?<=\d )-(?= \d)/gu, "−");
}
