// Translation. The server sends the page's part of the gettext catalogue that the console uses, too: the texts of the
// first load, and those of each view when it is opened.

import { withoutGaps } from "./chinese.js";
import { withParticles } from "./korean.js";

/** By code: the language's own name, its label in the header, and the `lang` tag of the document. */
export const LANGUAGES = /** @type {const} */ ({
  en: { name: "English", short: "EN", tag: "en" },
  ko: { name: "한국어", short: "한", tag: "ko" },
  zh_CN: { name: "简体中文", short: "中", tag: "zh-Hans" },
});

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Record<string, string | string[]>} */
let catalogue = {};
/** @type {Language} */
let current = "en";
/** The views whose texts are needed, besides those of the first load. @type {Set<string>} */
const views = new Set();

/** @returns {Language} */
export function language() {
  return current;
}

/**
 * The language chosen here before, else the first of the browser's languages that we have.
 * @returns {Language}
 */
export function preferredLanguage() {
  const chosen = document.cookie.match(/(?:^|; )plyground_language=([A-Za-z_]+)/)?.[1] ?? "";
  if (chosen in LANGUAGES) return /** @type {Language} */ (chosen);
  for (const tag of navigator.languages) {
    if (/^en\b/i.test(tag)) return "en";
    if (/^ko\b/i.test(tag)) return "ko";
    if (/^zh(-(cn|sg|hans.*))?$/i.test(tag)) return "zh_CN";
  }
  return "en";
}

/**
 * Fetch the texts of a language and switch to it. A cookie tells the server, which translates its own error messages,
 * and keeps the choice even if the texts cannot be fetched now.
 * @param {Language} code
 * @param {boolean} [remember] keep the choice for a year
 */
export async function setLanguage(code, remember = false) {
  const age = remember ? "; max-age=31536000" : "";
  document.cookie = `plyground_language=${code}; path=/; samesite=lax${age}`;
  const parts = await Promise.all(["", ...views].map((view) => fetchTexts(code, view)));
  catalogue = Object.assign({}, ...parts);
  current = code;
  document.documentElement.lang = LANGUAGES[code].tag;
}

/**
 * Switch to a language whose texts are at hand.
 * @param {Language} code
 * @param {Record<string, string | string[]>} texts
 */
export function useTexts(code, texts) {
  catalogue = texts;
  current = code;
}

/**
 * Fetch the texts of a view, in the current language.
 * @param {string} view
 */
export async function loadTexts(view) {
  if (views.has(view)) return;
  const code = current;
  const texts = await fetchTexts(code, view);
  views.add(view);
  if (code === current) Object.assign(catalogue, texts);
  else Object.assign(catalogue, await fetchTexts(current, view)); // another language was chosen meanwhile
}

/**
 * @param {Language} code
 * @param {string} view empty for the texts of the first load
 * @returns {Promise<Record<string, string | string[]>>}
 */
async function fetchTexts(code, view) {
  if (code === "en") return {};
  const answer = await fetch(`/page/texts-${code}${view && "-"}${view}.json`);
  if (!answer.ok) throw new Error(`texts ${code} ${view}: ${answer.status}`);
  return answer.json();
}

/**
 * @param {string} text
 * @returns {string}
 */
export function _(text) {
  const found = catalogue[text];
  return (Array.isArray(found) ? found[0] : found) || text;
}

/**
 * Translate a text with a plural. Korean and Chinese have one form, English has two.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @returns {string}
 */
export function ngettext(one, many, count) {
  const found = catalogue[one];
  const form = Array.isArray(found) ? found[found.length - 1] : found;
  return form || (count === 1 ? one : many);
}

/**
 * Fill in values by name: fill("{name} plays {move}", {name, move}).
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(text, values) {
  return withParticles(withoutGaps(text, values).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)));
}

/**
 * Translate, then fill in the values.
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function say(text, values) {
  return fill(_(text), values);
}
