// The sounds of a game beside those of its stones, which the board makes.

import { playSound } from "../browser/sounds.js";

/**
 * A person who moved somewhere else may have taken a while, and so has anybody whose game is in another tab. A computer
 * in view answers at once: its stone is enough.
 * @param {GameState} before
 * @param {GameState} state
 */
export function playGameSounds(before, state) {
  if (before.outcome === "open" && state.outcome !== "open") {
    playSound("end");
    return;
  }
  const [you] = state.you;
  const isYourTurn = state.you.length === 1 && state.turn === you && state.outcome === "open";
  const hasMoved = state.ply > before.ply && before.turn !== you;
  const isAway = document.hidden || Object.values(state.players).some(({ kind }) => kind === "link");
  const isAllHere = (/** @type {GameState} */ { players }) => Object.values(players).every(({ taken }) => taken);
  const hasCome = isAllHere(state) && !isAllHere(before);
  if ((isYourTurn && hasMoved && isAway) || hasCome) playSound("turn");
}
