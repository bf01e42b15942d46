// How the sides and positions of a game are called and drawn in words, on a grid and elsewhere.

import { sideName } from "../text/notation.js";
import { _ } from "../text/translation.js";
import { isGrid } from "./node-board.js";

/**
 * @param {ThinkStart} start
 * @param {Side} side
 */
export function thinkerName({ game, position }, side) {
  if (isGrid(position)) return sideName(side, position);
  // So are they called wherever trees of numbers are taught.
  if (game.kind === "tree") return side === "first" ? "Max" : "Min";
  return side === "first" ? _("First") : _("Second");
}

/**
 * A position of a game that is no grid, in lines to read.
 * @param {ThinkGame} game
 * @param {string} text
 */
export function positionLines({ kind }, text) {
  if (kind !== "nim") return text;
  return text.trim().split(/\s+/).map((heap, index) => `${index + 1}: ${"●".repeat(Number(heap)) || "–"}`).join("\n");
}
