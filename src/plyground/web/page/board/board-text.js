// What a board says: to screen readers about its columns, cells and moves, and why a press did nothing.

import { clausesText, listText } from "../text/joins.js";
import { cellText, columnText, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { cellKey } from "./board-svg.js";

/**
 * @param {BoardState} state
 * @returns {(cell: Cell) => string} what lies in a cell; empty for a free one
 */
function contents(state) {
  const stones = new Map(state.stones.map((each) => [cellKey(each.cell), sideName(each.side, state)]));
  const blocked = new Set(state.blocked.map(cellKey));
  return (cell) => stones.get(cellKey(cell)) ?? (blocked.has(cellKey(cell)) ? _("blocked") : "");
}

/**
 * A label for each column: "Column 4, lands on row 3, from below: Yellow, Red".
 * @param {BoardState} state
 * @returns {(column: number, landing: Cell | undefined) => string}
 */
export function columnLabels(state) {
  const content = contents(state);
  return (column, landing) => {
    const parts = [say("Column {column}", { column: columnText(column) })];
    if (landing) parts.push(say("lands on row {row}", { row: landing[1] + 1 }));
    const pile = Array.from({ length: state.rows }, (_unused, row) => content([column, row])).filter(Boolean);
    parts.push(pile.length ? say("from the bottom: {stones}", { stones: listText(pile) }) : _("empty"));
    return clausesText(parts);
  };
}

/**
 * A label for each cell: "c4, Yellow".
 * @param {BoardState} state
 * @returns {(cell: Cell) => string}
 */
export function cellLabels(state) {
  const content = contents(state);
  return (cell) => clausesText([cellText(cell), content(cell) || _("empty")]);
}

/** @param {BoardState} state */
export function boardLabel({ columns, rows, connect }) {
  return say("Board with {columns} columns and {rows} rows; {connect} in a row wins", { columns, rows, connect });
}

/**
 * New stones and what follows from them: "Yellow, column 4, row 2. Red to move."
 * @param {BoardState} state
 * @param {Stone[]} added
 */
export function movesAnnouncement(state, added) {
  const parts = [...added]
    .sort((a, b) => (a.ply ?? 0) - (b.ply ?? 0))
    .map(({ cell, side }) => (state.gravity
      ? say("{side}, column {column}, row {row}.",
          { side: sideName(side, state), column: columnText(cell[0]), row: cell[1] + 1 })
      : say("{side}, {cell}.", { side: sideName(side, state), cell: cellText(cell) })));
  if (state.winning?.length) parts.push(say("{count} in a row.", { count: state.connect }));
  else if (state.legal.length) parts.push(say("{side} to move.", { side: sideName(state.turn, state) }));
  return parts.join(" ");
}

/**
 * Why nothing can be played in a cell, or in its column with gravity.
 * @param {BoardState} state
 * @param {Cell} cell
 */
export function refusalText(state, cell) {
  if (state.gravity) return say("Column {column} is full.", { column: columnText(cell[0]) });
  return state.blocked.some((each) => cellKey(each) === cellKey(cell))
    ? say("{cell} is blocked.", { cell: cellText(cell) })
    : say("{cell} is taken.", { cell: cellText(cell) });
}
