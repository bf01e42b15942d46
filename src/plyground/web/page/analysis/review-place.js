// Where the reader of a review is: at a move of the game, in a branch of moves of their own, or in a line of the server.

import { other } from "../text/notation.js";

/**
 * Moves that the reader has played from a position of the game. They are judged like those of the game.
 * @typedef {object} Branch
 * @property {number} from how many moves of the game come before it
 * @property {LinePlace[]} moves
 * @property {number} at how many of them are shown
 * @property {Map<number, MoveJudged>} judged by their place in the branch
 */
/**
 * A line that the server has found, shown as ghost stones.
 * @typedef {object} ShownLine
 * @property {number} from how many of the moves on the board come before it
 * @property {LinePlace[]} moves
 * @property {number} at how many of them are shown
 * @property {string} title
 * @property {MarkedMove} insteadOf the mistake or inaccuracy that it would have avoided
 */

export class ReviewPlace {
  /** How many moves of the game are shown. */
  at = 0;
  /** @type {Branch | null} */
  branch = null;
  /** @type {ShownLine | null} */
  line = null;
  /** @type {MarkedMove | null} the mistake for which the reader looks for a better move */
  puzzle = null;

  /**
   * @param {PositionState} start
   * @param {LinePlace[]} moves of the game
   */
  constructor(start, moves) {
    this.start = start;
    this.moves = moves;
    this.at = moves.length;
  }

  /** @param {number} at how many moves of the game to show, without a branch or a line */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    this.branch = this.line = this.puzzle = null;
  }

  /** Leave the line for the branch, or the branch for the game. */
  back() {
    if (this.line && this.branch) this.line = null;
    else this.go(this.puzzle ? this.puzzle.ply + 1 : this.at);
  }

  /** What is stepped through. @returns {{moves: LinePlace[], at: number}} */
  get stepped() {
    return this.line ?? this.branch ?? this;
  }

  /** @param {number} at how many steps of it to show */
  step(at) {
    if (this.stepped === this) this.go(at);
    else this.stepped.at = at;
  }

  /**
   * A move of the reader: the next one of the game or of the branch, or else a new branch.
   * @param {string} move
   * @param {Cell} cell
   */
  play(move, cell) {
    const { line, branch, stepped } = this;
    const follows = stepped.moves[stepped.at]?.move === move && !line && (branch || !this.puzzle);
    if (follows) return this.step(stepped.at + 1);
    const shown = this.shown;
    const from = Math.min(branch?.from ?? this.at, line?.from ?? this.at);
    const moves = [...shown.slice(from), { move, cell, side: this.stateAfter(shown).turn }];
    const kept = line ? line.from - from : branch?.at ?? 0;
    const judged = new Map([...branch?.judged ?? []].filter(([place]) => place < kept));
    this.branch = { from, moves, at: moves.length, judged };
    this.line = null;
  }

  /** The moves on the board without those of a line. */
  get played() {
    const { from, moves, at } = this.branch ?? { from: this.at, moves: [], at: 0 };
    return [...this.moves.slice(0, from), ...moves.slice(0, at)];
  }

  /** All the moves on the board. */
  get shown() {
    const { played, line } = this;
    return line ? [...played.slice(0, line.from), ...line.moves.slice(0, line.at)] : played;
  }

  /**
   * The board after these moves. The server has said in which cell each of them ended.
   * @param {LinePlace[]} played
   * @returns {BoardState}
   */
  stateAfter(played) {
    const { start } = this;
    const last = played.at(-1);
    return {
      ...start,
      stones: [...start.stones, ...played.map(({ cell, side }, ply) => ({ cell, side, ply }))],
      turn: last ? other(last.side) : start.turn,
      legal: [],
      last: last?.cell ?? null,
      winning: last ? last.winning ?? [] : start.winning,
    };
  }
}
