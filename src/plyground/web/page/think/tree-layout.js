// Where the nodes of a search tree stand, and which of them are shown.
//
// The tree grows from left to right: a node's level gives its x, and its y follows from a tidy layout in which the
// subtrees of neighbours lie as close as their outlines allow. Shown first is what decides: the path to the node of now
// and the best line. Everything else is folded.
//
// Only nodes that are unfolded have an outline. A step changes the outlines of the few nodes above it; no other is
// computed again. What lies outside the view is never visited.

import { SubtreeCounts } from "./subtree-counts.js";

/** @typedef {import("./steps.js").Steps} Steps */
/** @typedef {"deciding" | "cuts" | "everything"} Unfolding */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * What stands below an unfolded node, and the outline of its subtree: for every level from its own, how far it reaches
 * up and down. All of it is relative to the node.
 * @typedef {{slots: number[], offsets: number[], tops: number[], bottoms: number[], low: number, high: number}} Outline
 */

/**
 * Something to draw. `slot` is a node, or REST or SKIPPED below `parent`.
 * @callback Draw
 * @param {number} slot
 * @param {number} x of its left edge
 * @param {number} y of its middle
 * @param {number} parent -1 at the root
 * @param {number} parentY
 * @param {"card" | "edge" | "clump"} part `edge`: only the edge to it is seen; `clump`: it and all below are a speck
 */

/** Stands for the children of a node with very many that are not shown. */
export const REST = -1;
/** Stands for the moves that a cut skipped. */
export const SKIPPED = -2;

/** A search with fewer nodes is shown whole. */
const SMALL = 40;
/** A node with more children shows only some of them. */
const WIDE = 12;

export class TreeLayout {
  /** In the units of the picture: a level, a card and a line of text, each with the space around it. */
  sizes = { level: 168, card: 50, line: 24 };
  /** The card itself. */
  card = { width: 120, height: 42 };
  /** For measurements: how many outlines have been computed, and how many slots visited to draw them. */
  work = { outlines: 0, visits: 0 };
  /** @type {number[]} from the root to the node of now */
  path = [];
  /** @type {number[]} the best line so far, from the root */
  best = [];
  /** @type {Unfolding} */
  #unfolding = "deciding";
  /** @type {Set<number>} */
  #onPath = new Set();
  /** @type {Set<number>} */
  #onBest = new Set();
  /** What the reader folded or unfolded. @type {Map<number, boolean>} */
  #chosen = new Map();
  /** Nodes of which the reader wants to see all children. @type {Set<number>} */
  #whole = new Set();
  /** @type {Map<number, Outline>} of the unfolded nodes; a missing one is computed when it is needed */
  #outlines = new Map();
  /** The outlines of a folded node and of a line of text. */
  #closed = row(this.sizes.card);
  #line = row(this.sizes.line);
  /** @type {number | null} */
  #root = null;
  #counts;
  /** How many nodes the whole search has, as far as it is known. */
  #known = 0;
  #scanned = 0;

  /** @param {Steps} steps */
  constructor(steps) {
    this.steps = steps;
    this.#counts = new SubtreeCounts(steps, (node) => this.#touch(node));
  }

  get tree() {
    return this.steps.tree;
  }

  get unfolding() {
    return this.#unfolding;
  }

  /** @param {Unfolding} unfolding */
  set unfolding(unfolding) {
    this.#unfolding = unfolding;
    this.#chosen.clear();
    this.#whole.clear();
    this.#outlines.clear();
  }

  /** Other sizes of cards need another layout. @param {{card: {width: number, height: number}, gap: number}} sizes */
  resize({ card, gap }) {
    this.card = card;
    this.sizes = { level: card.width + gap, card: card.height + 8, line: 24 };
    this.#closed = row(this.sizes.card);
    this.#line = row(this.sizes.line);
    this.#outlines.clear();
  }

  /** Take in what steps have changed. @param {Set<number> | null} changed null if that is not known */
  update(changed) {
    const wasSmall = this.#isSmall;
    this.#scan();
    const { tree } = this;
    if (wasSmall !== this.#isSmall) this.#outlines.clear();
    this.#root = tree.root;
    if (changed) {
      this.#counts.takeIn();
      for (const node of changed) {
        if (node >= tree.size) continue;
        this.#counts.countCut(node);
        // Which children of a node with many are shown depends on their values.
        if (tree.children[node].length > WIDE) this.#touch(node);
      }
    } else {
      this.#counts.countAll();
      this.#outlines.clear();
    }
    this.#setPaths();
  }

  // Folding

  /** Are the children of this node shown? @param {number} node */
  isOpen(node) {
    const { tree } = this;
    if (!tree.children[node].length && !tree.cut[node]?.[4].length) return false;
    return this.#chosen.get(node) ?? this.#opensItself(node);
  }

  /** How many nodes below this one are not shown. @param {number} node */
  folded(node) {
    return this.isOpen(node) ? 0 : this.#counts.below[node];
  }

  /** How many nodes lie below this one. @param {number} node */
  below(node) {
    return this.#counts.below[node];
  }

  /** How many cuts there are in this node and below. @param {number} node */
  cutsIn(node) {
    return this.#counts.cuts[node];
  }

  /** How many nodes stand behind the row for the rest of the children. @param {number} node */
  rest(node) {
    const shown = new Set(this.#outline(node).slots);
    let count = 0;
    for (const child of this.tree.children[node]) if (!shown.has(child)) count += 1 + this.#counts.below[child];
    return count;
  }

  /** @param {number} node */
  toggle(node) {
    this.#chosen.set(node, !this.isOpen(node));
    this.#touch(node);
  }

  /** Show every child of a node with many. @param {number} node */
  showRest(node) {
    this.#whole.add(node);
    this.#touch(node);
  }

  /** Unfold whatever hides a node. @param {number} node */
  reveal(node) {
    const path = this.tree.pathOf(node);
    for (const [index, each] of path.slice(0, -1).entries()) {
      if (!this.isOpen(each)) this.#chosen.set(each, true);
      if (!this.shownChildren(each).includes(path[index + 1])) this.#whole.add(each);
      this.#touch(each);
    }
  }

  /** @param {number} node @returns {number[]} */
  shownChildren(node) {
    return this.isOpen(node) ? this.#outline(node).slots.filter((slot) => slot >= 0) : [];
  }

  /** @param {number} node */
  isOnPath(node) {
    return this.#onPath.has(node);
  }

  /** @param {number} node */
  isOnBest(node) {
    return this.#onBest.has(node);
  }

  // Places

  /** The box around everything that is shown. @returns {Box} */
  get box() {
    const root = this.#root;
    if (root === null) return { left: 0, top: 0, right: 0, bottom: 0 };
    const { tops, low, high } = this.#shape(root);
    return { left: 0, top: low, right: (tops.length - 1) * this.sizes.level + this.card.width, bottom: high };
  }

  /**
   * Where a node stands: the left edge and the middle of its card. A hidden one stands where the nearest node above it
   * is shown.
   * @param {number} node
   */
  placeOf(node) {
    let [x, y] = [0, 0];
    const path = this.tree.pathOf(node);
    let shown = path[0];
    for (const each of path.slice(1)) {
      if (!this.isOpen(shown)) break;
      const { slots, offsets } = this.#outline(shown);
      const index = slots.indexOf(each);
      if (index < 0) break;
      x += this.sizes.level;
      y += offsets[index];
      shown = each;
    }
    return { node: shown, x, y };
  }

  /**
   * Visit what is seen.
   * @param {Box} view
   * @param {number} least a subtree that is less high is a clump
   * @param {Draw} draw
   */
  visit(view, least, draw) {
    const root = this.#root;
    if (root !== null) this.#visit(root, 0, 0, -1, 0, view, least, draw);
  }

  /**
   * @param {number} slot
   * @param {number} x
   * @param {number} y
   * @param {number} parent
   * @param {number} parentY
   * @param {Box} view
   * @param {number} least
   * @param {Draw} draw
   */
  #visit(slot, x, y, parent, parentY, view, least, draw) {
    const { level, card } = this.sizes;
    this.work.visits += 1;
    const shape = this.#shape(slot);
    const end = x + (shape.tops.length - 1) * level + this.card.width;
    if (x - level > view.right || end < view.left || y + shape.low > view.bottom || y + shape.high < view.top) {
      // The edge to something above or below the view may cross it.
      const crosses = Math.min(y, parentY) < view.bottom && Math.max(y, parentY) > view.top;
      if (parent >= 0 && crosses && x > view.left && x - level < view.right) draw(slot, x, y, parent, parentY, "edge");
      return;
    }
    const isClump = shape.high - shape.low < least;
    const isSeen = y + card / 2 > view.top && y - card / 2 < view.bottom;
    draw(slot, x, y, parent, parentY, isClump ? "clump" : isSeen ? "card" : "edge");
    if (isClump || slot < 0 || !this.isOpen(slot)) return;
    const { slots, offsets } = /** @type {Outline} */ (shape);
    for (let index = 0; index < slots.length; index += 1) {
      this.#visit(slots[index], x + level, y + offsets[index], slot, y, view, least, draw);
    }
  }

  // Counting

  get #isSmall() {
    return this.#known <= SMALL;
  }

  #scan() {
    const { events } = this.steps;
    for (; this.#scanned < events.length; this.#scanned += 1) {
      const [kind] = events[this.#scanned];
      if (kind === "enter" || kind === "expand") this.#known += 1;
    }
  }

  // Outlines

  /** @param {number} node */
  #opensItself(node) {
    if (this.#unfolding === "everything" || this.#isSmall) return true;
    return this.#onPath.has(node) || this.#onBest.has(node) || (this.#unfolding === "cuts" && this.#counts.cuts[node] > 0);
  }

  /** The outlines of a node and of those above it are no longer true. @param {number} node */
  #touch(node) {
    const { parent } = this.tree;
    for (let each = /** @type {number | null} */ (node); each !== null; each = parent[each]) this.#outlines.delete(each);
  }

  /** The path to the node of now and the best line have changed; with them changes what is unfolded. */
  #setPaths() {
    const { tree } = this;
    this.path = tree.current === null ? [] : tree.pathOf(tree.current);
    this.best = this.bestLine();
    this.#onPath = this.#replaced(this.#onPath, this.path);
    this.#onBest = this.#replaced(this.#onBest, this.best);
  }

  /** @param {Set<number>} before @param {number[]} nodes */
  #replaced(before, nodes) {
    const now = new Set(nodes);
    for (const node of before) if (!now.has(node)) this.#touchFoldable(node);
    for (const node of now) if (!before.has(node)) this.#touchFoldable(node);
    return now;
  }

  /** @param {number} node */
  #touchFoldable(node) {
    const { size, children, cut, parent } = this.tree;
    const above = parent[node];
    if (node < size && (children[node].length || cut[node])) this.#touch(node);
    else if (above !== null && above < size && children[above].length > WIDE) this.#touch(above);
  }

  /** The best line at this step, from the root. */
  bestLine() {
    const { tree } = this;
    const line = [];
    for (let node = tree.root; node !== null; node = this.bestChild(node)) line.push(node);
    return line.length > 1 ? line : [];
  }

  /** The child that a search would choose here by what it knows. @param {number} node @returns {number | null} */
  bestChild(node) {
    const { tree } = this;
    if (!tree.isMonteCarlo) return tree.bestChild(node);
    /** @type {number | null} */
    let best = null;
    for (const child of tree.children[node]) {
      if (tree.visits[child] > (best === null ? 0 : tree.visits[best])) best = child;
    }
    return best;
  }

  /** @param {number} slot a node, REST or SKIPPED */
  #shape(slot) {
    if (slot >= 0 && this.isOpen(slot)) return this.#outline(slot);
    return slot >= 0 ? this.#closed : this.#line;
  }

  /** @param {number} node an unfolded one @returns {Outline} */
  #outline(node) {
    const known = this.#outlines.get(node);
    if (known) return known;
    this.work.outlines += 1;
    const slots = this.#slots(node);
    /** @type {number[]} */
    const offsets = [];
    /** By level: how far down the slots so far reach. @type {number[]} */
    const reached = [];
    for (const slot of slots) {
      const { tops, bottoms } = this.#shape(slot);
      let offset = offsets.length ? -Infinity : 0;
      for (let level = Math.min(tops.length, reached.length) - 1; level >= 0; level -= 1) {
        offset = Math.max(offset, reached[level] - tops[level]);
      }
      for (let level = 0; level < bottoms.length; level += 1) {
        reached[level] = Math.max(reached[level] ?? -Infinity, offset + bottoms[level]);
      }
      offsets.push(offset);
    }
    const middle = (offsets[0] + offsets[offsets.length - 1]) / 2;
    const half = this.sizes.card / 2;
    const [tops, bottoms] = [[-half], [half]];
    for (let index = 0; index < slots.length; index += 1) {
      offsets[index] -= middle;
      const shape = this.#shape(slots[index]);
      for (let level = 0; level < shape.tops.length; level += 1) {
        tops[level + 1] = Math.min(tops[level + 1] ?? Infinity, offsets[index] + shape.tops[level]);
        bottoms[level + 1] = Math.max(bottoms[level + 1] ?? -Infinity, offsets[index] + shape.bottoms[level]);
      }
    }
    const outline = { slots, offsets, tops, bottoms, low: Math.min(...tops), high: Math.max(...bottoms) };
    this.#outlines.set(node, outline);
    return outline;
  }

  /** What stands below an unfolded node, from the top. @param {number} node */
  #slots(node) {
    const { tree } = this;
    const children = tree.children[node];
    const isWhole = children.length <= WIDE || this.#unfolding === "everything" || this.#whole.has(node);
    const best = this.bestChild(node);
    const shown = isWhole ? [...children] : children.filter((child, index) =>
      index < 3 || index >= children.length - 3 || child === best || this.#onPath.has(child) || this.#chosen.has(child));
    if (shown.length < children.length) shown.push(REST);
    if (tree.cut[node]?.[4].length) shown.push(SKIPPED);
    return shown;
  }
}

/** The outline of something without children. @param {number} height */
function row(height) {
  return { tops: [-height / 2], bottoms: [height / 2], low: -height / 2, high: height / 2 };
}
