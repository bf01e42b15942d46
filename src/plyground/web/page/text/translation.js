// The texts in the reader's language: the same catalogue as the console's, sent by the server.

/** The languages by code: own name, what the switch shows, and the tag of the document. */
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
 * The language that was chosen here before, else the first of the browser's that we have.
 * @returns {Language}
 */
export function preferred() {
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
 * Fetch the texts and use them from here on. The cookie tells the server, whose errors are texts too.
 * @param {Language} code
 * @param {boolean} [remember]
 */
export async function use(code, remember = false) {
  /** @type {Record<string, string | string[]>} */
  let texts = {};
  if (code !== "en") {
    const answer = await fetch(`/api/texts/${code}`);
    if (!answer.ok) throw new Error(`texts ${code}: ${answer.status}`);
    texts = await answer.json();
  }
  catalogue = texts;
  current = code;
  document.documentElement.lang = LANGUAGES[code].tag;
  const age = remember ? "; max-age=31536000" : "";
  document.cookie = `plyground_language=${code}; path=/; samesite=lax${age}`;
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
 * By number; Korean and Chinese have one form, English two.
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
 * Put values in by name: fill("{name} plays {move}", {name, move}).
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Translate, then put the values in.
 * @param {string} text
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function say(text, values) {
  return fill(_(text), values);
}

/**
 * A count in the reader's digits: 214,301.
 * @param {number} value
 */
export function number(value) {
  return new Intl.NumberFormat(LANGUAGES[current].tag).format(value);
}

/**
 * A large count in short, as it grows: 214 k.
 * @param {number} value
 */
export function short(value) {
  if (value < 10_000) return number(value);
  return value < 10_000_000 ? `${Math.round(value / 1000)} k` : `${(value / 1_000_000).toFixed(1)} M`;
}
