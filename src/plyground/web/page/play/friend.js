// A game against a person at another device, as its state shows it.

import { other, sideName } from "../text/notation.js";
import { _ } from "../text/translation.js";

/**
 * Does the reader have one seat, and somebody with a link the other?
 * @param {GameState} state
 */
export function isAgainstFriend(state) {
  const kinds = Object.values(state.players).map(({ kind }) => kind);
  return state.you.length === 1 && kinds.includes("link") && !kinds.includes("computer");
}

/**
 * What the other person is called.
 * @param {Side} side
 * @param {GameState} state
 */
export function friendName(side, state) {
  return state.players[side].name || (state.you.length === 1 ? _("Your friend") : sideName(side, state));
}

/**
 * Has the other person just declined what the reader had asked for? A move of theirs declines an undo, too.
 * @param {GameState} before
 * @param {GameState} state
 */
export function isDeclined(before, state) {
  const [you] = state.you;
  if (!isAgainstFriend(state) || state.undo_offer || state.rematch_offer) return false;
  if (before.rematch_offer === you) return !state.rematch;
  const played = state.moves.slice(before.ply).map(({ side }) => side);
  return before.undo_offer === you && state.ply >= before.ply && !played.includes(you) && state.outcome === "open";
}

/**
 * Is it the reader's turn to do something: to move, or to answer the other person?
 * @param {GameState} state
 */
export function awaitsYou(state) {
  if (state.you.length !== 1) return false;
  const [you] = state.you;
  if (state.undo_offer === other(you) || state.rematch_offer === other(you)) return true;
  return state.outcome === "open" && state.turn === you && Object.values(state.players).every(({ taken }) => taken);
}
