// What the reader has done, kept in this browser alone and only as long as the reader wants that.

import { remember, remembered } from "../browser/storage.js";

/**
 * @typedef {object} Answered
 * @property {string} kind
 * @property {number} seed
 * @property {number} difficulty
 * @property {boolean} right
 * @property {number} tries
 * @property {string} at when, in UTC
 */
/** @typedef {{seen: number, of: number, done: boolean, answers: Answered[]}} LessonProgress */

const NAME = "learn";
const SWITCH = "learn-progress";

export function progressIsKept() {
  return remembered(SWITCH) !== false;
}

/** @param {boolean} kept turning it off forgets what was kept */
export function keepProgress(kept) {
  remember(SWITCH, kept);
  if (!kept) forgetProgress();
}

export function forgetProgress() {
  remember(NAME, {});
}

/** @returns {Record<string, LessonProgress>} by the id of the lesson */
export function allProgress() {
  const kept = remembered(NAME);
  return kept && typeof kept === "object" ? kept : {};
}

/**
 * @param {string} id
 * @returns {LessonProgress}
 */
export function progressOf(id) {
  return allProgress()[id] ?? { seen: 0, of: 0, done: false, answers: [] };
}

/** @param {string} id @param {LessonProgress} progress */
function keep(id, progress) {
  if (progressIsKept()) remember(NAME, { ...allProgress(), [id]: progress });
}

/**
 * The reader has come to a step, counted from 0.
 * @param {string} id
 * @param {number} step
 * @param {number} of
 */
export function noteStep(id, step, of) {
  const before = progressOf(id);
  keep(id, { ...before, of, seen: Math.max(before.seen, step + 1), done: before.done || step + 1 === of });
}

/**
 * The reader has answered an exercise.
 * @param {string} id
 * @param {{kind: string, seed: number, difficulty: number}} exercise
 * @param {boolean} right
 */
export function noteAnswer(id, { kind, seed, difficulty }, right) {
  const before = progressOf(id);
  const same = (/** @type {Answered} */ each) =>
    each.kind === kind && each.seed === seed && each.difficulty === difficulty;
  const last = before.answers.find(same);
  // What was solved stays solved; trying again afterwards is only practice.
  if (last?.right) return;
  const answer = { kind, seed, difficulty, right, tries: (last?.tries ?? 0) + 1, at: new Date().toISOString() };
  keep(id, { ...before, answers: [...before.answers.filter((each) => !same(each)), answer] });
}
