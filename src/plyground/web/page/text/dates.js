// Dates as the reader sees them.

import { LANGUAGES, language } from "./translation.js";

/**
 * A date and time in the reader's language.
 * @param {string} moment
 */
export function dateText(moment) {
  const format = new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(moment));
}
