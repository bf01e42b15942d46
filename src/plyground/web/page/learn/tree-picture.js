// A small tree in SVG: values in the nodes, moves at the branches, what was cut crossed out.
//
// A node that wants the largest value points up, one that wants the smallest points down, and a leaf is a plain box.

import { smallBoard } from "../board/small-board.js";
import { h, svg } from "../browser/dom.js";
import { clausesText } from "../text/joins.js";
import { _, say } from "../text/translation.js";

const LEVEL = 74;
const LEVEL_OF_BOARDS = 86;
const LEVEL_OF_VISITS = 94;
const BOX = { width: 44, height: 30 };
const BOARD = 36;
const GAP = 8;
const BROAD = 560; // wider ones want the whole width of the page
const SIGNS = 26; // for the signs of the levels, on the left
const WINDOW = 62; // for alpha and beta beside a node
const LEAST = 0.75; // of its size, so that its text stays legible
const MARGIN = 16; // of the page

/**
 * @typedef {object} TreeOptions
 * @property {Map<string, NodeLook>} [looks] by path; without them every node shows the value that it has
 * @property {boolean} [windows] whether to leave room for alpha and beta, so that nothing moves when the first ones appear; they are
 *   left out on a screen that is too narrow for them
 * @property {string} [now] the path of the node that the search looks at
 * @property {(name: string) => void} [pick] makes the nodes with a name pressable
 * @property {Set<string>} [picked] the names that are chosen
 * @property {Set<string>} [pickable] names; without them all
 */

/** @typedef {{node: TreeNode, x: number, y: number, width: number, children: Placed[], path: string}} Placed */

/**
 * @param {TreeNode} root
 * @param {TreeOptions} [options]
 * @returns {HTMLElement}
 */
export function treePicture(root, options = {}) {
  const room = document.documentElement.clientWidth - 2 * MARGIN;
  if (options.windows && LEAST * widthOf(root, options) > room) options = { ...options, windows: false };
  const look = layoutOf(root, options);
  const placed = place(root, 0, "", look);
  const sides = levelSigns(placed);
  const left = sides.length ? SIGNS : 4;
  const height = deepest(placed) * look.level + 50 + look.below;
  const width = placed.width + left + 4;
  const picture = svg("svg", {
    class: width > BROAD ? "tree-picture broad" : "tree-picture", viewBox: `${-left} -16 ${width} ${height}`, width, height, "aria-hidden": "true",
  }, ...sides, ...edges(placed, options, look.below), ...nodes(placed, options));
  picture.style.minWidth = `${Math.round(LEAST * width)}px`;
  picture.style.setProperty("--least-height", `${Math.round(LEAST * height)}px`);
  picture.style.maxWidth = `${Math.round(1.6 * width)}px`;
  return h("div", { class: "tree-host" },
    h("div", { class: "tree-scroll wide", tabindex: 0, role: "region", "aria-label": _("The tree") }, picture),
    h("ul", { class: "unseen" }, described(placed, options)));
}

/** @param {TreeNode} root @param {TreeOptions} options */
function widthOf(root, options) {
  return place(root, 0, "", layoutOf(root, options)).width;
}

/** How far a tree that is wider than its room is scrolled. @param {HTMLElement} host */
export function scrollOf(host) {
  return host.querySelector(".tree-scroll")?.scrollLeft ?? 0;
}

/**
 * Scroll a tree that was drawn anew as it was before, or further to the node of now.
 * @param {HTMLElement} host
 * @param {number} before
 */
export function scrollTree(host, before) {
  const scroll = host.querySelector(".tree-scroll");
  if (!scroll) return;
  scroll.scrollLeft = before;
  const node = scroll.querySelector(".node.now")?.getBoundingClientRect();
  const room = scroll.getBoundingClientRect();
  const edge = room.width / 4; // so that what is around the node is in view, too
  if (!node || !room.width || (node.left >= room.left + edge && node.right <= room.right - edge)) return;
  scroll.scrollLeft += (node.left + node.right - room.left - room.right) / 2;
}

/**
 * Small boards have no shape that says whose level it is, so a sign at the left does.
 * @param {Placed} placed
 */
function levelSigns(placed) {
  /** @type {SVGElement[]} */
  const signs = [];
  /** @type {Placed | undefined} */
  let at = placed;
  while (at?.node.position && at.node.maximizing !== null) {
    signs.push(svg("text", { class: "side", x: -SIGNS / 2, y: at.y + 5 }, at.node.maximizing ? "▲" : "▼"));
    at = at.children.find(({ node }) => node.maximizing !== null);
  }
  return signs;
}

/** @typedef {{level: number, below: number, leaf: number, inner: number}} TreeLayout sizes in the picture */

/**
 * @param {TreeNode} root
 * @param {TreeOptions} options
 * @returns {TreeLayout}
 */
function layoutOf(root, options) {
  if (!root.position) {
    const width = BOX.width + GAP;
    return { level: LEVEL, below: 0, leaf: width, inner: width + (options.windows ?? hasWindows(root) ? WINDOW : 0) };
  }
  // Only a Monte Carlo search has a root that neither side is said to move at.
  const visits = root.maximizing === null;
  const width = BOARD + (visits ? 3 * GAP : GAP);
  return { level: visits ? LEVEL_OF_VISITS : LEVEL_OF_BOARDS, below: visits ? 34 : 20, leaf: width, inner: width };
}

/** @param {TreeNode} node @returns {boolean} */
function hasWindows(node) {
  return node.alpha !== null && node.alpha !== undefined || (node.children ?? []).some(hasWindows);
}

/**
 * @param {TreeNode} node
 * @param {number} left
 * @param {string} path
 * @param {TreeLayout} look
 * @param {number} [level]
 * @returns {Placed}
 */
function place(node, left, path, look, level = 0) {
  const own = node.children?.length ? look.inner : look.leaf;
  /** @type {Placed[]} */
  const children = [];
  let at = left;
  for (const child of node.children ?? []) {
    const below = place(child, at, child.path ?? (path ? `${path}/${child.name}` : child.name), look, level + 1);
    children.push(below);
    at += below.width;
  }
  const spare = Math.max(0, own - (at - left));
  for (const child of children) move(child, spare / 2);
  const width = Math.max(own, at - left);
  const x = children.length ? (children[0].x + children[children.length - 1].x) / 2 : left + width / 2;
  return { node, x, y: level * look.level + 15, width, children, path };
}

/** @param {Placed} placed @param {number} by */
function move(placed, by) {
  placed.x += by;
  for (const child of placed.children) move(child, by);
}

/** @param {Placed} placed @returns {number} */
function deepest({ children }) {
  return children.length ? 1 + Math.max(...children.map(deepest)) : 0;
}

/** @param {Placed} placed @param {TreeOptions} options */
function lookOf({ node, path }, { looks }) {
  if (looks) return looks.get(path);
  /** @param {number | string | null | undefined} value */
  const text = (value) => (value === null || value === undefined ? null : String(value));
  return /** @type {NodeLook} */ ({
    path, value: text(node.value), alpha: text(node.alpha), beta: text(node.beta), visits: null, mean: null, state: "done",
  });
}

/** @param {Placed} placed @param {TreeOptions} options @param {number} below what the labels under a node take @returns {SVGElement[]} */
function edges(placed, options, below) {
  return placed.children.flatMap((child) => {
    const look = lookOf(child, options);
    const cut = look?.state === "cut";
    const half = child.node.position ? BOARD / 2 : 15;
    const from = lookOf(placed, options);
    const labelled = from !== undefined && (from.value ?? from.mean) !== null;
    const [x1, y1, x2, y2] = [placed.x, placed.y + half + (labelled ? below : 0), child.x, child.y - half];
    const onPath = options.now !== undefined && (options.now === child.path || options.now.startsWith(`${child.path}/`));
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const marks = [svg("line", {
      x1, y1, x2, y2, class: `edge${cut ? " cut" : ""}${onPath ? " now" : ""}${options.looks && !look ? " faint" : ""}`,
    })];
    if (cut) marks.push(svg("line", { class: "cross", x1: mx - 9, y1: my + 5, x2: mx + 9, y2: my - 5 }));
    /** @type {SVGElement[]} */
    const parts = [...marks];
    if (child.node.name) {
      parts.push(svg("text", { class: "branch", x: x2 + (x2 < x1 ? -4 : 4), y: y2 - 6, "text-anchor": x2 < x1 ? "end" : "start" },
        child.node.name));
    }
    return [...parts, ...edges(child, options, below)];
  });
}

/** @param {Placed} placed @param {TreeOptions} options @returns {SVGElement[]} */
function nodes(placed, options) {
  return [drawn(placed, options), ...placed.children.flatMap((child) => nodes(child, options))];
}

/** @param {Placed} placed @param {TreeOptions} options */
function drawn(placed, options) {
  const { node, x, y, path } = placed;
  const look = lookOf(placed, options);
  const classes = ["node", look?.state ?? "waiting"];
  if (options.now === path) classes.push("now");
  if (options.picked?.has(node.name)) classes.push("picked");
  const known = look ? look.value ?? look.mean : null;
  const shown = known ?? node.value ?? (node.asked ? "?" : "");
  /** @type {SVGElement[]} */
  const parts = [];
  if (node.position) {
    parts.push(svg("rect", { class: "shape", x: -BOARD / 2 - 1, y: -BOARD / 2 - 1, width: BOARD + 2, height: BOARD + 2, rx: 3 }));
    parts.push(smallBoard(stateOf(node.position), -BOARD / 2, -BOARD / 2, BOARD));
    if (shown !== "" && known !== null) parts.push(svg("text", { class: "value", y: BOARD / 2 + 15 }, shownValue(shown)));
  } else {
    parts.push(svg("path", { class: "shape", d: shape(placed) }));
    parts.push(svg("text", { class: "value", y: isLeaf(placed) ? 5 : node.maximizing ? 8 : 2 }, shownValue(shown)));
  }
  // The name of every other node stands at its branch.
  if (!path && node.name) parts.push(svg("text", { class: "branch", x: -BOX.width / 2 - 10, y: 6 }, node.name));
  if (look?.visits) parts.push(svg("text", { class: "visits", y: BOARD / 2 + 28 }, String(look.visits)));
  if (options.windows !== false && look && look.alpha !== null && look.beta !== null && node.children?.length && look.state !== "cut") {
    parts.push(svg("text", { class: "window", x: BOX.width / 2 + 4, y: -3 }, `α ${shownValue(look.alpha)}`));
    parts.push(svg("text", { class: "window", x: BOX.width / 2 + 4, y: 12 }, `β ${shownValue(look.beta)}`));
  }
  const { pick } = options;
  const group = svg("g", { class: classes.join(" "), transform: `translate(${x} ${y})` }, ...parts);
  if (pick && node.name && (!options.pickable || options.pickable.has(node.name))) {
    group.classList.add("pickable");
    group.prepend(svg("rect", { class: "hit", x: -BOX.width / 2, y: -22, width: BOX.width, height: 44 }));
    group.addEventListener("click", () => pick(node.name));
  }
  return group;
}

/** @param {number | string} value */
const shownValue = (value) => ({ inf: "∞", "-inf": "−∞" })[String(value)] ?? String(value).replace("-", "−");

/** @param {Placed} placed */
function isLeaf({ node, children }) {
  return node.maximizing === null || !children.length;
}

/** @param {Placed} placed */
function shape(placed) {
  const [w, t] = [BOX.width / 2, 15];
  if (isLeaf(placed)) return `M${-w + 5} -13h${2 * w - 10}q4 0 4 4v18q0 4 -4 4h${-2 * w + 10}q-4 0 -4 -4v-18q0 -4 4 -4z`;
  if (placed.node.maximizing) return `M0 ${-t - 4}L${w} ${-t + 8}V${t}H${-w}V${-t + 8}z`;
  return `M0 ${t + 4}L${w} ${t - 8}V${-t}H${-w}V${t - 8}z`;
}

/**
 * The stones of a small board without gravity.
 * @param {string} position rows from the top
 * @returns {BoardState}
 */
function stateOf(position) {
  const lines = position.split("/").reverse();
  const cells = lines.flatMap((line, row) => [...line].map((sign, column) => ({ sign, cell: /** @type {Cell} */ ([column, row]) })));
  const stones = cells.filter(({ sign }) => sign === "x" || sign === "o")
    .map(({ sign, cell }) => ({ cell, side: /** @type {Side} */ (sign === "x" ? "first" : "second") }));
  return {
    columns: lines[0].length, rows: lines.length, connect: 3, gravity: false, stones, turn: "first", legal: [],
    blocked: cells.filter(({ sign }) => sign === "#").map(({ cell }) => cell),
  };
}

/** The tree for a screen reader. @param {Placed} placed @param {TreeOptions} options @returns {HTMLElement} */
function described(placed, options) {
  const { node } = placed;
  const look = lookOf(placed, options);
  const words = [node.name || _("the top")];
  if (!isLeaf(placed)) words.push(node.maximizing ? _("takes the largest") : _("takes the smallest"));
  if (look?.state === "cut") words.push(_("cut"));
  const value = look?.value ?? look?.mean ?? node.value;
  if (value !== null && value !== undefined) words.push(say("value {value}", { value }));
  else if (node.asked) words.push(_("asked for"));
  if (look?.visits) words.push(say("visits {visits}", { visits: look.visits }));
  if (look && look.alpha !== null && look.beta !== null && node.children?.length) {
    words.push(say("alpha {alpha}, beta {beta}", { alpha: look.alpha, beta: look.beta }));
  }
  if (options.now === placed.path) words.push(_("looked at now"));
  return h("li", {}, clausesText(words),
    placed.children.length ? h("ul", {}, ...placed.children.map((child) => described(child, options))) : null);
}
