// Chinese spacing: a space stands between Chinese and Latin words, but not between two Chinese ones.
// `plyground.texts.chinese` for the page's own texts.

const CHINESE = /[\u4e00-\u9fff，。：；？！、“”（）]/;
const BEFORE = /(?<=[\u4e00-\u9fff，。：；？！、“”（）]) \{(\w+)\}/g;
const AFTER = /\{(\w+)\} (?=[\u4e00-\u9fff，。：；？！、“”（）])/g;

/**
 * A template without the spaces that would stand between its own Chinese words and those of a value.
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function withoutGaps(template, values) {
  if (!CHINESE.test(template)) return template;
  /** @param {number} end */
  const closing = (end) => (/** @type {string} */ whole, /** @type {string} */ name) =>
    (CHINESE.test(String(values[name] ?? "").at(end) ?? "") ? `{${name}}` : whole);
  return template.replace(BEFORE, closing(0)).replace(AFTER, closing(-1));
}
