// Numbers as the reader sees them.

import { LANGUAGES, language } from "./translation.js";

/**
 * With the separators of the reader's language: 214,301.
 * @param {number} value
 */
export function formatNumber(value) {
  return new Intl.NumberFormat(LANGUAGES[language()].tag).format(value);
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
 * The value that a search gave a move or a position: a sign, and ≈ unless it is exact.
 * @param {number} value
 * @param {boolean} exact
 */
export function valueText(value, exact) {
  const size = Math.abs(value);
  const shown = exact ? formatNumber(size) : size.toFixed(size < 10 ? 2 : 0);
  const sign = Number(shown) === 0 ? "" : value > 0 ? "+" : "−";
  return (exact ? "" : "≈\u00a0") + sign + shown;
}
