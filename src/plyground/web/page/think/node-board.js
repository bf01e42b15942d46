// The board of a node. The server sends the position of the root and names the moves; here they are put on the board.

import { cellKey } from "../board/board-svg.js";
import { cellText, columnText, other } from "../text/notation.js";

/**
 * @param {PositionState | TextPosition} position
 * @returns {position is PositionState}
 */
export function isGrid(position) {
  return "columns" in position;
}

/**
 * The position after some moves that a search has looked at, to draw.
 * @param {PositionState} start
 * @param {readonly string[]} moves
 * @returns {BoardState}
 */
export function boardAfter(start, moves) {
  if (!moves.length) return { ...start, legal: [] };
  const places = placesOf(start, moves);
  const last = places[places.length - 1];
  const stones = [...start.stones, ...places];
  return {
    ...start, stones, legal: [], turn: other(last.side), last: last.cell,
    winning: runThrough({ ...start, stones }, last),
  };
}

/**
 * The cells and sides of moves that follow one another.
 * @param {PositionState} start
 * @param {readonly string[]} moves
 * @returns {{cell: Cell, side: Side}[]}
 */
export function placesOf(start, moves) {
  const taken = new Set([...start.blocked, ...start.stones.map(({ cell }) => cell)].map(cellKey));
  const names = start.gravity ? null : cellNames(start);
  let side = start.turn;
  return moves.map((move) => {
    const cell = names ? names.get(move) ?? [0, 0] : landing(start, move, taken);
    taken.add(cellKey(cell));
    const place = { cell, side };
    side = other(side);
    return place;
  });
}

/** @type {WeakMap<PositionState, Map<string, Cell>>} */
const knownNames = new WeakMap();

/** All cells by their names. @param {PositionState} start */
export function cellNames(start) {
  let names = knownNames.get(start);
  if (!names) {
    names = new Map();
    for (let column = 0; column < start.columns; column += 1) {
      for (let row = 0; row < start.rows; row += 1) names.set(cellText([column, row]), [column, row]);
    }
    knownNames.set(start, names);
  }
  return names;
}

/**
 * Where a stone comes to rest: in the lowest free cell of its column.
 * @param {PositionState} start
 * @param {string} move
 * @param {Set<string>} taken
 * @returns {Cell}
 */
function landing({ columns, rows }, move, taken) {
  let column = 0;
  while (column < columns - 1 && columnText(column) !== move) column += 1;
  let row = 0;
  while (row < rows - 1 && taken.has(cellKey([column, row]))) row += 1;
  return [column, row];
}

/**
 * The cells of the runs that the last stone completes.
 * @param {{stones: {cell: Cell, side: Side}[], connect: number}} state
 * @param {{cell: Cell, side: Side}} last
 */
function runThrough({ stones, connect }, last) {
  const own = new Set(stones.filter(({ side }) => side === last.side).map(({ cell }) => cellKey(cell)));
  /** @type {Cell[]} */
  const found = [];
  for (const [across, up] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    /** @type {Cell[]} */
    const run = [last.cell];
    for (const way of [1, -1]) {
      for (let far = way; ; far += way) {
        /** @type {Cell} */
        const cell = [last.cell[0] + far * across, last.cell[1] + far * up];
        if (!own.has(cellKey(cell))) break;
        run.push(cell);
      }
    }
    if (run.length >= connect) found.push(...run);
  }
  return found;
}
