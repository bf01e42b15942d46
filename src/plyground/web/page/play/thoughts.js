// What the computers of a game thought before their moves, as far as this page has heard it.

export class Thoughts {
  /** @type {Map<number, Thinking>} by the number of moves before them */
  #thoughts = new Map();
  #heardAt = 0;

  /** @param {Thinking} thinking */
  add(thinking) {
    this.#thoughts.set(thinking.ply, thinking);
    this.#heardAt = performance.now();
  }

  /** Forget what was thought about moves from this one on. @param {number} ply */
  forget(ply) {
    for (const known of this.#thoughts.keys()) if (known >= ply) this.#thoughts.delete(known);
  }

  /** Seconds since the last report of a search. */
  get elapsed() {
    return (performance.now() - this.#heardAt) / 1000;
  }

  /**
   * The last thought of a side, at the latest about the move after so many.
   * @param {Side} side
   * @param {number} ply
   * @returns {Thinking | null}
   */
  of(side, ply) {
    const own = [...this.#thoughts.values()].filter((each) => each.side === side && each.ply <= ply);
    return own.sort((a, b) => b.ply - a.ply)[0] ?? null;
  }
}
