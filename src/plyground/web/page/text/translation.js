// Translation. The server sends the page's part of the gettext catalogue that the console uses, too.

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
  /** @type {Record<string, string | string[]>} */
  let texts = {};
  if (code !== "en") {
    const answer = await fetch(`/page/texts-${code}.json`);
    if (!answer.ok) throw new Error(`texts ${code}: ${answer.status}`);
    texts = await answer.json();
  }
  catalogue = texts;
  current = code;
  document.documentElement.lang = LANGUAGES[code].tag;
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
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
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
