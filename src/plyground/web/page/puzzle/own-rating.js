// The reader's rating in puzzles, kept in this browser alone.

import { remember, remembered } from "../browser/storage.js";

const NAME = "puzzles";
const START = 800;
/** So many puzzles that were seen are kept, so that they do not come again soon. */
const MOST_SEEN = 200;
/** How far one answer moves the rating, at first and later. */
const [FIRST_STEP, STEP, FIRST] = [64, 24, 10];

/** @typedef {{rating: number, tried: number, right: number, seen: string[]}} OwnRating */

/** @returns {OwnRating} */
export function ownRating() {
  const kept = remembered(NAME);
  const isWhole = kept && Number.isFinite(kept.rating) && Number.isFinite(kept.tried) && Number.isFinite(kept.right);
  return isWhole && Array.isArray(kept.seen) ? kept : { rating: START, tried: 0, right: 0, seen: [] };
}

/**
 * Note an answer. The first one to a puzzle counts; trying it again is practice.
 * @param {{id: string, rating: number}} puzzle
 * @param {boolean} isRight
 * @returns {number} by how much the rating has changed
 */
export function noteAnswer({ id, rating }, isRight) {
  const before = ownRating();
  if (!id || before.seen.includes(id)) return 0;
  const expected = 1 / (1 + 10 ** ((rating - before.rating) / 400));
  const step = before.tried < FIRST ? FIRST_STEP : STEP;
  const after = Math.max(0, Math.round(before.rating + step * (Number(isRight) - expected)));
  remember(NAME, {
    rating: after,
    tried: before.tried + 1,
    right: before.right + Number(isRight),
    seen: [id, ...before.seen].slice(0, MOST_SEEN),
  });
  return after - before.rating;
}

export function forgetRating() {
  remember(NAME, null);
}
