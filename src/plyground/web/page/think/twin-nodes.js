// Which node of one search stands for the same position as a node of another: the one that the same moves lead to.
//
// It looks at all events that are known, and not only at those that are shown, so that "never looked at" is true.

/** @typedef {import("./steps.js").Steps} Steps */

/** More moves of different names than any game has. */
const NAMES = 4096;
const UNKNOWN = -2;
const NONE = -1;

/** The nodes of a search by their parent and move. */
class NodesByMove {
  /** @type {Map<number, number>} */
  #children = new Map();
  /** @type {Map<string, number>} */
  #names = new Map();
  #read = 0;
  /** @type {number} the root of the last iteration */
  root = NONE;
  count = 0;

  /** @param {Steps} steps */
  constructor(steps) {
    this.steps = steps;
  }

  /** Take in the events that have come. */
  read() {
    const { events } = this.steps;
    for (; this.#read < events.length; this.#read += 1) {
      const event = events[this.#read];
      if (event[0] !== "enter" && event[0] !== "expand") continue;
      this.count += 1;
      if (event[2] === null) this.root = event[1];
      else this.#children.set(event[2] * NAMES + this.#number(event[3] ?? ""), event[1]);
    }
  }

  /** @param {number} parent @param {string} move */
  child(parent, move) {
    return this.#children.get(parent * NAMES + this.#number(move)) ?? NONE;
  }

  /** @param {string} name */
  #number(name) {
    let number = this.#names.get(name);
    if (number === undefined) this.#names.set(name, (number = this.#names.size % NAMES));
    return number;
  }
}

export class TwinNodes {
  /** @type {NodesByMove} */
  #others;
  /** @type {number[]} by node of the own search */
  #twins = [];

  /** @param {Steps} own @param {Steps} other */
  constructor(own, other) {
    this.own = own;
    this.#others = new NodesByMove(other);
  }

  /** The node of the other search, or -1 if there is none as far as its events are known. @param {number} node @returns {number} */
  of(node) {
    const known = this.#twins[node] ?? UNKNOWN;
    if (known >= 0) return known;
    this.#others.read();
    const { parent, move } = this.own.tree;
    const above = parent[node];
    const over = above === null ? NONE : this.of(above);
    const twin = above === null ? this.#others.root : over < 0 ? NONE : this.#others.child(over, move[node] ?? "");
    if (twin >= 0) this.#twins[node] = twin;
    return twin;
  }

  /** How many of the own nodes that exist at this step the other search never came to. */
  get unshared() {
    const { tree } = this.own;
    let count = 0;
    for (let node = 0; node < tree.size; node += 1) if (this.of(node) < 0) count += 1;
    return count;
  }
}
