// What each step of a search means, in a sentence or two: the twin of `plyground.learn.captions`, in the same words. A
// test compares every sentence of the two.

import { clausesText, listText } from "../text/joins.js";
import { other } from "../text/notation.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { meanText, signedText, twoDecimals, valueText } from "../text/values.js";

/** @typedef {import("./steps.js").Steps} Steps */
/** @typedef {import("./search-tree.js").SearchTree} SearchTree */

/**
 * @typedef {object} Game
 * @property {Side} turn at the root
 * @property {(side: Side) => string} side how a side is called
 * @property {boolean} hasWinners false in a tree of numbers
 */

/** The moves by which a sentence names a node. */
const LONGEST_PATH = 4;

export class Captions {
  #tree;

  /**
   * @param {Steps} steps
   * @param {Game} game
   */
  constructor(steps, game) {
    this.steps = steps;
    this.#tree = steps.tree;
    this.game = game;
  }

  /** The sentence for the newest step that the tree shows; empty before the first. */
  get text() {
    const { event } = this.steps;
    if (!event) return "";
    const node = event[1];
    switch (event[0]) {
      case "deepen": return this.#deepen(event[2]);
      case "enter": return this.#enter(node);
      case "evaluate": return this.#evaluate(node, event[2]);
      case "lookup": return this.#lookup(node, event[2], event[3]);
      case "cut": return this.cut(event);
      case "leave": return this.#leave(node, event[2]);
      case "expand": return this.#expand(node);
      case "select": return this.#select(node, event[4]);
      case "playout": return this.#playout(node, event[2], event[3]);
      case "backup": return this.#backup(node, event[2]);
    }
  }

  /** How the side is called from which the mean of a node is seen. @param {number} node */
  meanSide(node) {
    return this.#tree.parent[node] === null ? this.toMove(node) : this.movedInto(node);
  }

  /** How the side is called whose move led to the node: results of playouts are seen from it. @param {number} node */
  movedInto(node) {
    return this.game.side(other(this.#turn(node)));
  }

  /** How the side is called that is to move at a node. @param {number} node */
  toMove(node) {
    return this.game.side(this.#turn(node));
  }

  /** @param {number} node @returns {Side} */
  #turn(node) {
    const tree = this.#tree;
    const isSearcher = tree.isMonteCarlo ? tree.pathOf(node).length % 2 === 1 : tree.maximizing[node];
    return isSearcher ? this.game.turn : other(this.game.turn);
  }

  get #searcher() {
    return this.game.side(this.game.turn);
  }

  get #opponent() {
    return this.game.side(other(this.game.turn));
  }

  /** The moves from the root to the node: many nodes are reached by a move of the same name. @param {number} node */
  #name(node) {
    return pathText(this.#tree.movesTo(node));
  }

  // Depth-first

  /** @param {number} depth */
  #deepen(depth) {
    const { root, bestMove } = this.#tree;
    if (root === null) return _("Iterative deepening: the search looks one ply ahead first, then two, and so on.");
    const move = bestMove[root];
    if (move === null) return say("The search begins again, now {depth} plies ahead.", { depth });
    return say("The search begins again, now {depth} plies ahead. It tries the best line so far first, and so begins " +
      "with {move}.", { depth, move });
  }

  /** @param {number} node */
  #enter(node) {
    const tree = this.#tree;
    const [stone, move, depth] = [this.toMove(node), this.#name(node), tree.depth[node]];
    if (tree.parent[node] === null) {
      return fill(ngettext(
        "The search begins: {stone} is to move and looks for the highest value, {depth} ply ahead.",
        "The search begins: {stone} is to move and looks for the highest value, {depth} plies ahead.", depth,
      ), { stone, depth });
    }
    if (tree.isLeaf[node]) return say("After {move} the search looks no further: this is a leaf.", { move });
    let text = tree.maximizing[node]
      ? say("After {move}: {stone} is to move and takes the highest value.", { move, stone })
      : say("After {move}: {stone} is to move and takes the lowest value, because values are seen from {searcher}.",
          { move, stone, searcher: this.#searcher });
    const [alpha, beta] = [tree.alpha[node], tree.beta[node]];
    if (alpha !== null && beta !== null && (Number.isFinite(alpha) || Number.isFinite(beta))) {
      text = joined(text, say("Only values between alpha {alpha} and beta {beta} can still matter.",
        { alpha: signedText(alpha), beta: signedText(beta) }));
    }
    return text;
  }

  /** @param {number} node @param {number} number */
  #evaluate(node, number) {
    const outcome = this.#tree.outcome[node];
    const value = signedText(number);
    const searcher = this.#searcher;
    if (outcome && !this.game.hasWinners) return say("The game ends here: {value} for {searcher}.", { value, searcher });
    if (outcome === 3) return say("The game is drawn here: {value}.", { value });
    if (outcome) {
      const stone = this.game.side(outcome === 1 ? "first" : "second");
      return say("{stone} has won here: {value} for {searcher}.", { stone, value, searcher });
    }
    if (!this.game.hasWinners) {
      return say("No plies are left: the mean of the leaves below, {value}, serves as a guess.", { value });
    }
    return say("No plies are left: the evaluator says {value} for {searcher}.", { value, searcher });
  }

  /** @param {number} node @param {number} number @param {"exact" | "lower" | "upper"} bound */
  #lookup(node, number, bound) {
    const value = signedText(number);
    if (bound === "exact") return say("The table knows this position from before: it is worth {value}.", { value });
    if (bound === "upper") {
      return say("The table knows this position from before: it is worth {value} at most, so no more than alpha {alpha}.",
        { value, alpha: signedText(this.#tree.alpha[node] ?? -Infinity) });
    }
    return say("The table knows this position from before: it is worth {value} at least, so no less than beta {beta}.",
      { value, beta: signedText(this.#tree.beta[node] ?? Infinity) });
  }

  /** Why a branch is cut. @param {EventOf<"cut">} event */
  cut([, node, low, high, skipped]) {
    const [alpha, beta] = [signedText(low), signedText(high)];
    const [searcher, opponent] = [this.#searcher, this.#opponent];
    const bound = say("Cut: beta {beta} {less_equal} alpha {alpha}.", { beta, less_equal: "≤", alpha });
    const why = this.#tree.maximizing[node]
      ? say("{opponent} can already hold {searcher} to {beta} elsewhere, so it would not come here.",
          { opponent, searcher, beta })
      : say("{searcher} is already sure of {alpha} elsewhere, so it would not come here.", { searcher, alpha });
    return joined(bound, why, skipped.length
      ? say("Never looked at: {moves}.", { moves: listText(skipped.length > 12 ? [...skipped.slice(0, 12), "…"] : skipped) })
      : _("It was the last move here, so nothing is skipped."));
  }

  /** @param {number} node @param {number} number */
  #leave(node, number) {
    const tree = this.#tree;
    const [parent, depth, best] = [tree.parent[node], tree.depth[node], tree.bestMove[node]];
    const [value, move] = [signedText(number), this.#name(node)];
    if (parent === null) {
      if (tree.iterations && best !== null) {
        return fill(ngettext(
          "{depth} ply ahead, {move} is best, with {value}.",
          "{depth} plies ahead, {move} is best, with {value}.", depth,
        ), { depth, move: best, value });
      }
      if (best === null) return say("The search is over: every move is worth {value}.", { value });
      return say("The search is over: {move} is best, with {value}.", { move: best, value });
    }
    const relation = tree.relation(node);
    const text = relation === "="
      ? say("{move} is worth {value}.", { move, value })
      : relation === "<="
        ? say("{move} is worth {value} at most.", { move, value })
        : say("{move} is worth {value} at least.", { move, value });
    const [first, worth] = [tree.bestMove[parent], tree.best[parent]];
    const stone = this.toMove(parent);
    if (first === tree.move[node]) return joined(text, say("That is the best for {stone} so far.", { stone }));
    if (worth === null || first === null) return text;
    return joined(text, say("{best} with {value} stays the best for {stone}.",
      { best: pathText([...tree.movesTo(parent), first]), value: signedText(worth), stone }));
  }

  // Monte Carlo

  /** @param {number} node */
  #expand(node) {
    const { parent, visits } = this.#tree;
    if (parent[node] === null) return _("The tree begins with the position itself.");
    const move = this.#name(node);
    if (visits[node]) return say("Kept from the last move: {move}, visits {visits}.", { move, visits: visits[node] });
    return say("Expand: {move} joins the tree.", { move });
  }

  /** @param {number} node @param {number} score */
  #select(node, score) {
    const { parent, visits } = this.#tree;
    const mean = this.#tree.mean(node) ?? 0;
    return say("Select: {move} has the highest bound: mean {mean} + bonus {bonus} = {bound}. " +
      "The bonus is for few visits, {visits} of {all}.", {
      move: this.#name(node), mean: meanText(mean), bonus: twoDecimals(score - mean), bound: meanText(score),
      visits: visits[node], all: visits[parent[node] ?? node],
    });
  }

  /** @param {number} node @param {string[]} moves @param {number} number */
  #playout(node, moves, number) {
    const count = moves.length;
    const text = count
      ? fill(ngettext("Playout: {count} random move, {moves}.", "Playout: {count} random moves, {moves}.", count),
          { count, moves: firstOf(moves, 16) })
      : _("Playout: the game is over here.");
    const values = { stone: this.movedInto(node), value: signedText(number) };
    if (number > 0) return joined(text, say("{stone} wins: {value}.", values));
    if (number < 0) return joined(text, say("{stone} loses: {value}.", values));
    return joined(text, say("A draw: {value} for {stone}.", values));
  }

  /** @param {number} node @param {number} number */
  #backup(node, number) {
    const tree = this.#tree;
    const visits = tree.visits[node];
    const mean = meanText(tree.meanFor(node) ?? 0);
    if (tree.parent[node] === null) {
      return say("Backup: the position itself; visits now {visits}, mean {mean} for {stone}, who is to move.",
        { visits, mean, stone: this.toMove(node) });
    }
    return say("Backup: {move} counts {value}; visits now {visits}, mean {mean} for {stone}.", {
      move: this.#name(node), value: signedText(number), visits, mean, stone: this.movedInto(node),
    });
  }
}

/** @param {string[]} sentences */
function joined(...sentences) {
  return sentences.join(" ");
}

/** @param {string[]} names */
function pathText(names) {
  return (names.length <= LONGEST_PATH ? names : ["…", ...names.slice(-LONGEST_PATH)]).join(" → ");
}

/** @param {string[]} names @param {number} most */
function firstOf(names, most) {
  return names.slice(0, most).join(" ") + (names.length > most ? " …" : "");
}

/** How much has happened so far. @param {SearchTree} tree */
export function countsText(tree) {
  const { entered, evaluated, cuts, skipped, lookups, expanded, playouts } = tree.counts;
  /** @param {string} text @param {number} count */
  const filled = (text, count) => fill(text, { count: valueText(count) });
  if (tree.isMonteCarlo) {
    return clausesText([
      filled(ngettext("{count} node", "{count} nodes", expanded), expanded),
      filled(ngettext("{count} playout", "{count} playouts", playouts), playouts),
    ]);
  }
  const parts = [
    filled(ngettext("{count} node", "{count} nodes", entered), entered),
    filled(ngettext("{count} evaluated", "{count} evaluated", evaluated), evaluated),
  ];
  if (tree.root !== null && tree.enteredAlpha[tree.root] !== null) {
    parts.push(filled(ngettext("{count} cut", "{count} cuts", cuts), cuts));
    parts.push(filled(ngettext("{count} move never looked at", "{count} moves never looked at", skipped), skipped));
  }
  if (lookups) {
    parts.push(filled(ngettext("{count} found in the table", "{count} found in the table", lookups), lookups));
  }
  return clausesText(parts);
}
