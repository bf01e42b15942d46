// The names of columns, cells, sides and moves, and the text of rules and positions. Nothing here knows what is legal:
// the server says that.

import { _, say } from "./translation.js";

/**
 * The character of a column in games with gravity: 1..9, a..w.
 * @param {number} column from 0
 */
export function columnText(column) {
  return column < 9 ? String(column + 1) : String.fromCharCode(97 + column - 9);
}

/**
 * The letters of a column in cells: a..z, aa..af.
 * @param {number} column from 0
 */
export function columnLetters(column) {
  return column < 26 ? String.fromCharCode(97 + column) : `a${String.fromCharCode(97 + column - 26)}`;
}

/**
 * A cell as the notation writes it: c4.
 * @param {Cell} cell
 */
export function cellText([column, row]) {
  return columnLetters(column) + (row + 1);
}

/** @typedef {{connect: number, gravity: boolean}} GameKind */

/**
 * Is this game drawn with X and O instead of stones? The server's `has_letters` decides it alike for its pictures.
 * @param {GameKind | null} [rules]
 */
export function hasLetters(rules) {
  return rules ? !rules.gravity && rules.connect <= 3 : false;
}

/**
 * Sides are called by their colour, or by their letter in games with letters.
 * @param {Side} side
 * @param {GameKind | null} [rules] of the game that is spoken of
 */
export function sideName(side, rules) {
  if (hasLetters(rules)) return side === "first" ? "X" : "O";
  return side === "first" ? _("Yellow") : _("Red");
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === "first" ? "second" : "first";
}

/**
 * Two players: "You – Level 7". Whoever has no name is called by their side.
 * @param {readonly string[]} names of the first and the second
 * @param {GameKind | null} [rules]
 */
export function playersText([first, second], rules) {
  return `${first || sideName("first", rules)} – ${second || sideName("second", rules)}`;
}

/**
 * The rules as the notation writes them.
 * @param {{columns: number, rows: number, connect: number, gravity: boolean, blocked: Cell[]}} rules
 */
export function rulesText({ columns, rows, connect, gravity, blocked }) {
  const cells = [...blocked].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(cellText);
  return (
    `${columns}x${rows} connect=${connect}` + (gravity ? "" : " gravity=no") +
    (cells.length ? ` blocked=${cells.join(",")}` : "")
  );
}

/**
 * A position as the notation writes it: the rows from the top, then the side to move.
 * @param {BoardState} state
 */
export function positionText({ columns, rows, blocked, stones, turn }) {
  const cells = Array.from({ length: rows }, () => Array(columns).fill("."));
  for (const [column, row] of blocked) cells[row][column] = "#";
  for (const { cell: [column, row], side } of stones) cells[row][column] = side === "first" ? "x" : "o";
  return `${cells.reverse().map((row) => row.join("")).join("/")} ${turn === "first" ? "x" : "o"}`;
}

/**
 * A series of moves as the notation writes it.
 * @param {{move: string}[]} moves
 * @param {boolean} gravity
 */
export function movesText(moves, gravity) {
  return moves.map(({ move }) => move).join(gravity ? "" : " ");
}

/**
 * A game in one line, with its rules: cfour: 4253. It can be pasted into the analysis and the command line.
 * @param {{rules: string, gravity: boolean}} rules
 * @param {string} start the position before the moves
 * @param {{move: string}[]} moves
 */
export function gameText({ rules, gravity }, start, moves) {
  return [`${rules}:`, isEmptyBoard(start) ? "" : start, movesText(moves, gravity)].filter(Boolean).join(" ");
}

/**
 * Does this position text show an empty board with the first side to move?
 * @param {string} position
 */
export function isEmptyBoard(position) {
  return /^[.#/]+ x$/.test(position);
}

/**
 * A move in words: "column 4", or its cell without gravity.
 * @param {{gravity: boolean}} state
 * @param {Cell} cell
 */
export function moveName(state, cell) {
  return state.gravity ? say("column {column}", { column: columnText(cell[0]) }) : cellText(cell);
}

/**
 * What to say of rules under which nobody can win.
 * @param {{connect: number}} state
 */
export function notWinnableText({ connect }) {
  return say("{count} in a row do not fit on this board: the game is drawn from the start.", { count: connect });
}
