// How the tree of a search is drawn: with small boards where they can be read, in words where there is no board.

import { boardAfter, isGrid } from "./node-board.js";

/** Boards with longer sides are too small on a card. */
const LONGEST_SIDE = 8;
/** Boards with few cells are shown without being asked for. */
const FEW_CELLS = 16;

/**
 * @param {ThinkStart} start
 * @param {import("./steps.js").Steps} steps
 * @returns {Partial<import("./tree-view.js").TreeOptions>}
 */
export function treeOptions({ search, options, game, position }, steps) {
  const grid = isGrid(position) && Math.max(position.columns, position.rows) <= LONGEST_SIDE ? position : null;
  return {
    c: search === "uct" ? Number(options.c) : null,
    boardOf: grid ? (node) => boardAfter(grid, steps.tree.movesTo(node)) : undefined,
    hasBoards: grid !== null && grid.columns * grid.rows <= FEW_CELLS,
    hasTexts: game.kind === "nim" || game.kind === "own",
  };
}
