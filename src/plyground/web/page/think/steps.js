// The steps of a search: all of its events, as they come, and the tree after any number of them.
//
//   const steps = new Steps();
//   steps.onChange((changed) => view.update());    // nodes that have changed; null if they are many
//   steps.append(message.events);
//   steps.goTo(41);                                // applies events, or takes them back
//   steps.tree.value[steps.tree.current]
//
// It also knows where something happens further on: the next cut, the next better choice, the end of a subtree.

import { SearchTree } from "./search-tree.js";

/** With so many steps at once it costs more to list what has changed than to draw everything. */
const MANY = 1000;

/** @param {WireNumber | null} value @returns {any} */
const finite = (value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);

/** Where in each event values stand that may be infinite. @type {Partial<Record<EventKind, number[]>>} */
const VALUES = { enter: [6, 7], evaluate: [2], cut: [2, 3], leave: [2], lookup: [2], select: [4] };

export class Steps {
  /** @type {ThinkEvent[]} */
  events = [];
  tree = new SearchTree(this.events);
  /** How many steps the tree shows. */
  at = 0;
  /** @type {number[]} the steps that cut a branch */
  cuts = [];
  /** @type {number[]} the steps after which the root has a better choice, or another one */
  improvements = [];
  /** By step: the moves made on boards until then, those of playouts too. They are what takes a search its time. */
  #moves = [0];
  /** @type {((changed: Set<number> | null) => void)[]} */
  #listeners = [];
  /** @type {(number | null)[]} by node, of all events */
  #parents = [];
  /** @type {number[]} by node: the step that leaves it */
  #ends = [];
  #choice = new Choice(0, true);

  /** How many steps are known. */
  get count() {
    return this.events.length;
  }

  /** The newest event that the tree shows. */
  get event() {
    return this.at ? this.events[this.at - 1] : null;
  }

  /** @param {(changed: Set<number> | null) => void} listener called after every change of `at` */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** @param {any[][]} events as the server sends them, the next after those that are known */
  append(events) {
    for (const each of events) {
      for (const place of VALUES[/** @type {EventKind} */ (each[0])] ?? []) each[place] = finite(each[place]);
      const event = /** @type {ThinkEvent} */ (/** @type {unknown} */ (each));
      this.events.push(event);
      this.#note(event, this.events.length);
    }
  }

  /** @param {number} step shows so many steps, of those that are known */
  goTo(step) {
    const to = Math.max(0, Math.min(Math.trunc(step), this.count));
    if (to === this.at) return;
    /** @type {Set<number> | null} */
    const changed = Math.abs(to - this.at) > MANY ? null : new Set();
    const { tree } = this;
    while (this.at !== to) {
      const forward = this.at < to;
      const event = this.events[forward ? this.at : this.at - 1];
      if (changed) this.#collect(changed, event);
      if (forward) tree.apply(event, this.at + 1);
      else tree.takeBack(event);
      this.at += forward ? 1 : -1;
    }
    if (changed && tree.current !== null) changed.add(tree.current);
    for (const listener of this.#listeners) listener(changed);
  }

  /** The moves made until the step that the tree shows. */
  get moves() {
    return this.#moves[this.at];
  }

  /** The last step at which no more moves were made than these. @param {number} moves */
  stepWithMoves(moves) {
    return indexAfter(this.#moves, moves) - 1;
  }

  /** The next step that cuts. @returns {number | null} null if none is known */
  get nextCut() {
    return after(this.cuts, this.at);
  }

  /** The next step that betters the root's choice. @returns {number | null} */
  get nextImprovement() {
    return after(this.improvements, this.at);
  }

  /**
   * The step that ends what comes now: the subtree of a node; in a Monte Carlo search, the round of select, expand,
   * playout and backup.
   * @returns {number | null} null if it is not known yet
   */
  get endOfSubtree() {
    const next = this.events[this.at];
    if (!next) return null;
    if (next[0] === "expand" || this.tree.isMonteCarlo) return this.#endOfRound();
    const node = this.event?.[0] === "enter" ? this.event[1] : next[1];
    return this.#ends[node] ?? null;
  }

  #endOfRound() {
    for (let step = this.at + 1; step < this.count; step += 1) {
      if (this.events[step - 1][0] === "backup" && this.events[step][0] !== "backup") return step;
    }
    return null;
  }

  /** @param {Set<number>} changed @param {ThinkEvent} event */
  #collect(changed, event) {
    if (this.tree.current !== null) changed.add(this.tree.current);
    if (event[0] === "deepen") return;
    changed.add(event[1]);
    const parent = this.#parents[event[1]];
    if (parent !== null) changed.add(parent);
  }

  /** Remember where something happens. @param {ThinkEvent} event @param {number} step */
  #note(event, step) {
    const node = event[1];
    this.#moves.push(this.#moves[step - 1] + movesOf(event));
    if (event[0] === "enter" || event[0] === "expand") {
      this.#parents[node] = event[2];
      if (event[2] === null) this.#choice = new Choice(node, event[0] === "expand" || event[5] === 1);
    } else if (event[0] === "cut") {
      this.cuts.push(step);
    } else if (event[0] === "leave") {
      this.#ends[node] = step;
      if (this.#parents[node] === this.#choice.root && this.#choice.takeValue(event[2])) this.improvements.push(step);
    } else if (event[0] === "backup") {
      if (this.#parents[node] === this.#choice.root && this.#choice.takeMean(node, event[4] / event[3])) {
        this.improvements.push(step);
      }
    }
  }
}

/** What a search would choose at its root, as far as it has come. */
class Choice {
  /** @type {number | null} the best value so far */
  #best = null;
  /** @type {Map<number, number>} the means of the children */
  #means = new Map();
  /** @type {number | null} the child with the highest mean */
  #leader = null;

  /** @param {number} root @param {boolean} maximizing */
  constructor(root, maximizing) {
    this.root = root;
    this.maximizing = maximizing;
  }

  /** @param {number} value of a child @returns {boolean} whether it is better than those before */
  takeValue(value) {
    if (this.#best !== null && (this.maximizing ? value <= this.#best : value >= this.#best)) return false;
    this.#best = value;
    return true;
  }

  /** @param {number} child @param {number} mean @returns {boolean} whether another child leads now */
  takeMean(child, mean) {
    this.#means.set(child, mean);
    let leader = child;
    let best = -Infinity;
    for (const [each, known] of this.#means) {
      if (known > best || (known === best && each < leader)) [leader, best] = [each, known];
    }
    if (leader === this.#leader) return false;
    this.#leader = leader;
    return true;
  }
}

/** How many moves an event makes on a board. @param {ThinkEvent} event */
function movesOf(event) {
  if (event[0] === "playout") return event[2].length;
  return (event[0] === "enter" || event[0] === "expand") && event[2] !== null ? 1 : 0;
}

/**
 * The first of the ascending steps that comes after one.
 * @param {number[]} steps
 * @param {number} at
 */
function after(steps, at) {
  return steps[indexAfter(steps, at)] ?? null;
}

/**
 * Where in ascending numbers the first one above a limit stands; their count if there is none.
 * @param {number[]} numbers
 * @param {number} limit
 */
function indexAfter(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
