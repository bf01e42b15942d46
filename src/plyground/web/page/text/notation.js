// How columns, cells and sides are called. Only names: what is legal the server says.

import { _ } from "./translation.js";

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
 * @param {Cell} cell
 */
export function cellText([column, row]) {
  return columnLetters(column) + (row + 1);
}

/**
 * The colour as the name of a side.
 * @param {Side} side
 */
export function sideName(side) {
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
