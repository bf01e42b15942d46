// How many nodes and cuts lie below every node of a search tree, counted along with its steps.

/** @typedef {import("./steps.js").Steps} Steps */

export class SubtreeCounts {
  /** By node: how many nodes lie below it. */
  below = new Int32Array(1024);
  /** By node: how many cuts there are in it and below. */
  cuts = new Int32Array(1024);
  /** By node: whether its own cut has been counted. */
  #isCut = new Uint8Array(1024);
  /** How many nodes have been counted. */
  #size = 0;

  /** @param {Steps} steps @param {(node: number) => void} changed called for a node that comes, goes or is cut */
  constructor(steps, changed) {
    this.steps = steps;
    this.changed = changed;
  }

  /** Count everything again. */
  countAll() {
    this.#makeRoom();
    const { size, parent, cut } = this.steps.tree;
    const { below, cuts } = this;
    below.fill(0);
    cuts.fill(0);
    this.#isCut.fill(0);
    // A child has a higher number than its parent.
    for (let node = size - 1; node >= 0; node -= 1) {
      if (cut[node]) {
        this.#isCut[node] = 1;
        cuts[node] += 1;
      }
      const above = parent[node];
      if (above === null) continue;
      below[above] += below[node] + 1;
      cuts[above] += cuts[node];
    }
    this.#size = size;
  }

  /** Count the nodes that have come or gone. */
  takeIn() {
    this.#makeRoom();
    const { size } = this.steps.tree;
    while (this.#size > size) {
      this.#size -= 1;
      if (this.#isCut[this.#size]) this.#addUp(this.cuts, this.#size, -1);
      this.#isCut[this.#size] = 0;
      this.#addUp(this.below, this.#size, -1);
      this.changed(this.#size);
    }
    while (this.#size < size) {
      this.below[this.#size] = this.cuts[this.#size] = this.#isCut[this.#size] = 0;
      this.#addUp(this.below, this.#size, 1);
      this.changed(this.#size);
      this.#size += 1;
    }
  }

  /** Count the cut of a node, or take it back. @param {number} node */
  countCut(node) {
    const isCut = this.steps.tree.cut[node] ? 1 : 0;
    if (isCut === this.#isCut[node]) return;
    this.#isCut[node] = isCut;
    this.cuts[node] += isCut || -1;
    this.#addUp(this.cuts, node, isCut || -1);
    this.changed(node);
  }

  /** @param {Int32Array} counts @param {number} node its ancestors are counted @param {number} by */
  #addUp(counts, node, by) {
    const { parent } = this.steps.tree;
    for (let each = parent[node]; each !== null; each = parent[each]) counts[each] += by;
  }

  #makeRoom() {
    const { size } = this.steps.tree;
    if (size <= this.below.length) return;
    const room = 2 * size;
    /** @template {Int32Array | Uint8Array} T @param {T} old @param {T} larger */
    const copied = (old, larger) => (larger.set(old), larger);
    this.below = copied(this.below, new Int32Array(room));
    this.cuts = copied(this.cuts, new Int32Array(room));
    this.#isCut = copied(this.#isCut, new Uint8Array(room));
  }
}
