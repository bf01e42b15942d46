// What a node of a search tree says: briefly on its card, and in words for screen readers.

import { clausesText, listText } from "../text/joins.js";
import { formatNumber } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { meanText, signedText } from "../text/values.js";

/** @typedef {import("./search-tree.js").SearchTree} SearchTree */

/** Larger values are shortened on cards. */
const LONG = 100_000;

// Made once: that takes longer than to use them.
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const BRIEF = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const BRIEFER = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });

/** A value in few characters: 1M. @param {number} value */
export function briefValue(value) {
  if (!Number.isFinite(value) || Math.abs(value) < LONG) return signedText(value);
  return (value > 0 ? "+" : "") + SHORT.format(value);
}

/** @type {Record<string, string>} */
const RELATIONS = { "=": "", "<=": "≤ ", ">=": "≥ " };

/**
 * The value that went up, or the best one so far; the mean in a Monte Carlo tree.
 * @param {SearchTree} tree
 * @param {number} node
 */
export function worthText(tree, node) {
  if (tree.isMonteCarlo) {
    const mean = tree.meanFor(node);
    return mean === null ? "" : meanText(mean);
  }
  const value = tree.value[node];
  if (value !== null) return RELATIONS[tree.relation(node)] + briefValue(value);
  const best = tree.best[node];
  // A leaf has its value at once; elsewhere a better one may come.
  return best === null ? "" : briefValue(best) + (tree.isLeaf[node] ? "" : "…");
}

/** Why the rest of a node's moves was cut: "β 2 ≤ α 3". @param {SearchTree} tree @param {number} node */
export function cutReason(tree, node) {
  const cut = tree.cut[node];
  return cut ? `β ${briefValue(cut[3])} ≤ α ${briefValue(cut[2])}` : "";
}

/**
 * The second line of a card: the reason of a cut, alpha and beta, or visits and bound.
 * @param {SearchTree} tree
 * @param {number} node
 * @param {number | null} c UCT's factor of exploration
 */
export function detailText(tree, node, c) {
  if (tree.isMonteCarlo) {
    const bound = boundOf(tree, node, c);
    const visits = visitsText(tree.visits[node]);
    return bound === null ? visits : `${visits} · ≤ ${bound.toFixed(2)}`;
  }
  if (tree.cut[node]) return cutReason(tree, node);
  if (tree.lookup[node]) return _("from the table");
  const [alpha, beta] = [tree.alpha[node], tree.beta[node]];
  if (alpha === null || beta === null || tree.isLeaf[node]) return "";
  return `α ${briefValue(alpha)}  β ${briefValue(beta)}`;
}

/**
 * The upper confidence bound by which the parent compares this node.
 * @param {SearchTree} tree
 * @param {number} node
 * @param {number | null} c
 */
function boundOf(tree, node, c) {
  const parent = tree.parent[node];
  if (c === null || parent === null || !tree.visits[node] || !tree.visits[parent]) return null;
  return tree.total[node] / tree.visits[node] + c * Math.sqrt((2 * Math.log(tree.visits[parent])) / tree.visits[node]);
}

/** The node of a tree of numbers says its name first: "A:[…". */
const NAME = /^([a-z][a-z0-9]*):\[/i;

/** What the move into a node is called. The root has none, but it may have a name. @param {SearchTree} tree @param {number} node */
export function moveText(tree, node) {
  return tree.move[node] ?? tree.text(node)?.match(NAME)?.[1] ?? _("start");
}

/** @param {number} count */
export function nodesText(count) {
  return fill(ngettext("{count} node", "{count} nodes", count), { count: formatNumber(count) });
}

/** @param {number} count */
function visitsText(count) {
  return fill(ngettext("{count} visit", "{count} visits", count), { count: formatNumber(count) });
}

/** A count in the room of four characters: 214, 2.3k. @param {number} count */
export function briefCount(count) {
  return (count < 10_000 ? BRIEF : BRIEFER).format(count).toLowerCase();
}

/**
 * A node in words.
 * @param {SearchTree} tree
 * @param {number} node
 * @param {number} folded how many nodes it hides
 */
export function nodeWords(tree, node, folded) {
  const words = [moveText(tree, node)];
  if (tree.isMonteCarlo) {
    const mean = tree.meanFor(node);
    words.push(visitsText(tree.visits[node]));
    if (mean !== null) words.push(say("mean {mean}", { mean: meanText(mean) }));
  } else {
    words.push(tree.isLeaf[node] ? _("leaf") : tree.maximizing[node] ? _("takes the highest") : _("takes the lowest"));
    words.push(...depthFirstWords(tree, node));
  }
  if (folded) words.push(say("{nodes} folded", { nodes: nodesText(folded) }));
  return clausesText(words.filter(Boolean));
}

/** @param {SearchTree} tree @param {number} node */
function depthFirstWords(tree, node) {
  const words = [];
  const value = tree.value[node];
  if (value !== null) {
    const text = { value: signedText(value) };
    const relation = tree.relation(node);
    if (relation === "<=") words.push(say("at most {value}", text));
    else words.push(relation === ">=" ? say("at least {value}", text) : say("value {value}", text));
  }
  const [alpha, beta, cut] = [tree.alpha[node], tree.beta[node], tree.cut[node]];
  if (cut) {
    const bounds = { beta: signedText(cut[3]), alpha: signedText(cut[2]) };
    words.push(say("cut, because beta {beta} is not above alpha {alpha}", bounds));
    if (cut[4].length) words.push(say("not looked at: {moves}", { moves: listText(cut[4]) }));
  } else if (value === null && alpha !== null && beta !== null) {
    words.push(say("alpha {alpha}, beta {beta}", { alpha: signedText(alpha), beta: signedText(beta) }));
  }
  if (tree.lookup[node]) words.push(_("from the table"));
  return words;
}
