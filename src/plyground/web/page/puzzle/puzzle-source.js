// Where puzzles come from: the collection of the server, by rating, by id or by the day, or the mistakes of a game.

import { fetchJson } from "../browser/api.js";
import { ownRating } from "./own-rating.js";

/** How much harder or easier the next puzzle is, where that is asked for. */
const STEP = 150;
/** Ids of seen puzzles that the server is told: an address has its limits. */
const MOST_TOLD = 100;

/**
 * A puzzle about as hard as the reader is strong, or harder or easier than the last one.
 * @param {AbortSignal} signal
 * @param {{than?: number, harder?: boolean}} [wanted]
 * @returns {Promise<PuzzleState>}
 */
export function fetchNext(signal, { than, harder } = {}) {
  const { rating, seen } = ownRating();
  const target = than === undefined ? rating : than + (harder ? STEP : -STEP);
  const query = new URLSearchParams({
    rating: String(Math.max(0, Math.min(4000, target))), without: seen.slice(0, MOST_TOLD).join(","),
  });
  return fetchJson(`/api/puzzles/next?${query}`, undefined, signal);
}

/**
 * @param {string} id or `daily`
 * @param {AbortSignal} signal
 * @returns {Promise<PuzzleState>}
 */
export function fetchPuzzle(id, signal) {
  return fetchJson(`/api/puzzles/${encodeURIComponent(id)}`, undefined, signal);
}

/**
 * The mistakes of a game that an address names: `/puzzle/mistakes?rules=…&position=…&moves=…&plies=3,9`.
 * @typedef {{rules: string, position: string, moves: string, plies: number[]}} Mistakes
 */

/**
 * @param {URLSearchParams} query
 * @returns {Mistakes}
 */
export function mistakesOf(query) {
  const plies = (query.get("plies") ?? "").split(",").map(Number).filter((ply) => Number.isInteger(ply) && ply >= 0);
  return {
    rules: query.get("rules") ?? "cfour", position: query.get("position") ?? "", moves: query.get("moves") ?? "", plies,
  };
}

/**
 * @param {Mistakes} mistakes
 * @param {number} place of the mistake, from 0
 * @param {AbortSignal} signal
 * @returns {Promise<PuzzleState>}
 */
export function fetchMistake(mistakes, place, signal) {
  return fetchJson("/api/puzzles/position", asked(mistakes, place), signal);
}

/**
 * @param {PuzzleState} puzzle
 * @param {string} answer
 * @param {{mistakes: Mistakes, place: number} | null} from the game that it comes from
 * @param {AbortSignal} signal
 * @returns {Promise<PuzzleMarking>}
 */
export function fetchMarking(puzzle, answer, from, signal) {
  return from
    ? fetchJson("/api/puzzles/position/answer", { ...asked(from.mistakes, from.place), answer }, signal)
    : fetchJson(`/api/puzzles/${puzzle.id}/answer`, { answer }, signal);
}

/** @param {Mistakes} mistakes @param {number} place */
function asked({ rules, position, moves, plies }, place) {
  return { rules, position, moves, ply: plies[place] };
}
