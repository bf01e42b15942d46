// The legal moves of a position that is shown. Only the server knows them.

import { fetchJson } from "../browser/api.js";
import { positionText } from "../text/notation.js";

export class LegalMoves {
  /** @type {Map<string, LegalMove[]>} by position */
  #known = new Map();

  /** @param {string} rules */
  constructor(rules) {
    this.rules = rules;
  }

  /**
   * The moves, if they are known.
   * @param {BoardState} state
   * @returns {LegalMove[] | undefined}
   */
  of(state) {
    return this.#known.get(positionText(state));
  }

  /** Keep what the server has said. @param {PositionState} state */
  learn(state) {
    this.#known.set(positionText(state), state.legal);
  }

  /**
   * Ask the server for them.
   * @param {BoardState} state
   * @returns {Promise<void>}
   */
  async fetch(state) {
    const position = positionText(state);
    /** @type {PositionState} */
    const answer = await fetchJson("/api/position", { rules: this.rules, position });
    this.#known.set(position, answer.legal);
  }
}
