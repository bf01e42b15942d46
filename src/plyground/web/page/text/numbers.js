// Numbers as the reader sees them.

import { LANGUAGES, language, say } from "./translation.js";

/** By the tag of the language: it takes long to make one. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * With the separators of the reader's language: 214,301.
 * @param {number} value
 */
export function formatNumber(value) {
  const { tag } = LANGUAGES[language()];
  let format = formats.get(tag);
  if (!format) formats.set(tag, (format = new Intl.NumberFormat(tag)));
  return format.format(value);
}

/**
 * A large count in few characters: 214 k.
 * @param {number} value
 */
export function shortNumber(value) {
  if (value < 10_000) return formatNumber(value);
  return value < 10_000_000 ? `${Math.round(value / 1000)} k` : `${(value / 1_000_000).toFixed(1)} M`;
}

/**
 * A mean result between -1 and 1 as the percentage of the points: 63%.
 * @param {number} value
 */
export function percentText(value) {
  return say("{percent}%", { percent: Math.round(50 * (value + 1)) });
}
