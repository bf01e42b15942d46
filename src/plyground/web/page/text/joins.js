// Joining texts. The signs between the members of a list, between clauses and between sentences differ by language.

import { _, say } from "./translation.js";

/**
 * Things of one kind: "a1, b2, c3".
 * @param {string[]} members
 */
export function listText(members) {
  return members.join(_(", "));
}

/**
 * Clauses of one sentence: "Column 4, lands on row 3".
 * @param {string[]} clauses at least one
 */
export function clausesText(clauses) {
  return clauses.reduce((first, second) => say("{first}, {second}", { first, second }));
}

/**
 * Two sentences, the first without its full stop.
 * @param {string} first
 * @param {string} second
 */
export function sentencesText(first, second) {
  return say("{first}. {second}", { first, second });
}

/**
 * What is said of something: "Yellow: 2 mistakes".
 * @param {string} label
 * @param {string} words
 */
export function labelledText(label, words) {
  return say("{label}: {words}", { label, words });
}
