// Values as the board and the lists show them: in words, with the score beside them, and ≈ where they are not proven.

import { _ } from "../text/translation.js";

/**
 * The score with its sign. A real minus sign is as wide as a plus, so the figures line up.
 * @param {Worth} worth
 */
export function scoreText(worth) {
  if (worth.score === null) return "";
  return worth.score > 0 ? `+${worth.score}` : String(worth.score).replace("-", "−");
}

/**
 * Is nothing known about this value yet, not even an estimate?
 * @param {Worth} worth
 */
export function isOpen(worth) {
  return !worth.exact && worth.outcome === null && worth.estimate === null;
}

/**
 * The value in words, with ≈ if it is an estimate.
 * @param {Worth} worth
 */
export function worthText(worth) {
  if (isOpen(worth)) return worth.words;
  return worth.estimate === null ? worth.words : `≈ ${worth.words}`;
}

/**
 * A value for <ply-board>. Cells too small for words show the score; for an estimate, its percentage.
 * @param {MoveWorth} worth
 * @param {string[]} best
 * @returns {MoveValue}
 */
export function boardValue(worth, best) {
  const percent = worth.estimate === null ? undefined : String(Math.round(50 * (worth.estimate + 1)));
  return {
    cell: worth.cell,
    words: isOpen(worth) ? "…" : worth.words,
    score: worth.score === null ? percent : scoreText(worth),
    outcome: worth.outcome,
    exact: worth.estimate === null,
    best: best.includes(worth.move),
  };
}

/**
 * The moves, best first: proven wins by their distance, then estimates and draws, then losses, and last the moves of
 * which nothing is known.
 * @param {MoveWorth[]} moves
 */
export function ranked(moves) {
  /** @param {MoveWorth} worth */
  const rank = (worth) => {
    if (worth.exact || worth.outcome) return 1000 * Math.sign(worth.low + worth.high) + worth.low;
    return worth.estimate === null ? -10_000 : worth.estimate * 500;
  };
  return [...moves].sort((a, b) => rank(b) - rank(a));
}

/**
 * The result of a finished game; empty while the game goes on.
 * @param {PositionState} state
 */
export function endText(state) {
  if (state.outcome === "draw") return _("The game is over: a draw.");
  if (state.outcome === "first wins") return _("The game is over: Yellow has won.");
  return state.outcome === "second wins" ? _("The game is over: Red has won.") : "";
}
