// Values as the board and the lists show them: in words, with the score beside them, and ≈ where they are not proven.

import { sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";

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
 * Did a search that is over leave this move without a judgement?
 * @param {Worth} worth
 * @param {Worths} worths
 */
export function isNotJudged(worth, worths) {
  return worths.type === "analysis" && isOpen(worth) && worth.low < 0 && worth.high > 0;
}

/**
 * The value in words, with ≈ if it is an estimate.
 * @param {Worth} worth
 */
export function worthText(worth) {
  if (isOpen(worth)) return worth.words;
  return worth.estimate === null ? worth.words : `≈ ${worth.words}`;
}

/** Lost moves that are shown; without gravity there may be hundreds. */
const MOST_LOST = 12;

/**
 * Whether the champion looked at a handful of moves, as it does without gravity.
 * @param {Worths} worths
 */
function isHandful(worths) {
  return worths.moves.some(({ line }) => line.length > 0);
}

/**
 * A value for <ply-board>. Cells too small for words show the score; for an estimate, its percentage. The board says
 * who wins; by which threats, the list beside it says.
 * @param {MoveWorth} worth
 * @param {Worths} worths
 * @returns {MoveValue}
 */
export function boardValue(worth, worths) {
  const percent = worth.estimate === null ? undefined : String(Math.round(50 * (worth.estimate + 1)));
  const isBrief = isHandful(worths) && (worth.outcome === "win" || worth.outcome === "loss");
  const brief = worth.outcome === "win" ? _("wins") : _("loses");
  return {
    cell: worth.cell,
    words: isNotJudged(worth, worths) ? _("looks best") : isOpen(worth) ? "…" : isBrief ? brief : worth.words,
    score: isBrief ? undefined : worth.score === null ? percent : scoreText(worth),
    outcome: worth.outcome,
    exact: worth.estimate === null,
    best: worths.best.includes(worth.move),
  };
}

/**
 * The moves to show: without those that are not judged, except for the one that the champion chose. Where it looked at a
 * handful of moves, which come first, the other lost ones are left out.
 * @param {Worths | null} worths
 */
export function shownMoves(worths) {
  if (!worths) return [];
  const judged = worths.moves.filter((worth) => !isNotJudged(worth, worths) || worths.best.includes(worth.move));
  const fewLost = isHandful(worths);
  let lost = 0;
  return judged.filter(({ outcome }) => !fewLost || outcome !== "loss" || (lost += 1) <= MOST_LOST);
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
  if (state.outcome === "draw") return _("Game over: a draw.");
  if (state.outcome === "open") return "";
  const winner = state.outcome === "first wins" ? "first" : "second";
  return say("Game over: {side} won.", { side: sideName(winner, state) });
}
