// Values as the board and the lists show them: words first, the number beside, and ≈ for what is not proven.

import { _ } from "../text/translation.js";

/**
 * The score with its sign; a true minus, so that columns of figures line up.
 * @param {Worth} worth
 */
export function scoreText(worth) {
  if (worth.score === null) return "";
  return worth.score > 0 ? `+${worth.score}` : String(worth.score).replace("-", "−");
}

/**
 * Nothing is known of it yet, not even an estimate.
 * @param {Worth} worth
 */
export function isOpen(worth) {
  return !worth.exact && worth.outcome === null && worth.estimate === null;
}

/**
 * In words; an estimate carries its sign.
 * @param {Worth} worth
 */
export function worthText(worth) {
  if (isOpen(worth)) return worth.words;
  return worth.estimate === null ? worth.words : `≈ ${worth.words}`;
}

/**
 * For <ply-board>. Where cells are too small for words, the number has to do, of an estimate too.
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
 * Best first: proven wins by their distance, then estimates and draws, then losses; what is open stands last.
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
 * The outcome of a game that is over, or "" while it goes on.
 * @param {PositionState} state
 */
export function endText(state) {
  if (state.outcome === "draw") return _("The game is over: a draw.");
  if (state.outcome === "first wins") return _("The game is over: Yellow has won.");
  return state.outcome === "second wins" ? _("The game is over: Red has won.") : "";
}

/**
 * The rows of a board from the top, and who moves, as the notation writes a position.
 * @param {BoardState} state
 */
export function positionText({ columns, rows, blocked, stones, turn }) {
  const cells = Array.from({ length: rows }, () => Array(columns).fill("."));
  for (const [column, row] of blocked) cells[row][column] = "#";
  for (const { cell: [column, row], side } of stones) cells[row][column] = side === "first" ? "x" : "o";
  return `${cells.reverse().map((row) => row.join("")).join("/")} ${turn === "first" ? "x" : "o"}`;
}
