// The cards and edges of a search tree as SVG: for the page, and for a picture to save.
//
// Who is to choose differs by shape: a triangle up takes the highest value, one down the lowest, a square is a
// leaf, a circle a node of a Monte Carlo tree.

import { smallBoard } from "../board/small-board.js";
import { svg } from "../browser/dom.js";
import { say } from "../text/translation.js";
import { briefCount, detailText, moveText, nodesText, worthText } from "./node-text.js";
import { REST } from "./tree-layout.js";

/** @typedef {import("./tree-layout.js").TreeLayout} TreeLayout */

/**
 * What the cards show besides the tree.
 * @typedef {object} Cards
 * @property {TreeLayout} layout
 * @property {number | null} c UCT's factor of exploration; null if there are no bounds to show
 * @property {((node: number) => BoardState | null) | null} boardOf null without small boards
 * @property {boolean} hasTexts whether a card has a line for the picture in words
 * @property {((node: number) => boolean) | null} isForeign whether the search beside this one never came to a node
 */

/** Skipped moves that are named; of more only their number is said. */
const NAMED = 6;
/** Characters of a picture in words. */
const LONGEST = 20;

/** The usual width of a letter, and of one in a small line. */
const LETTER = 8;
const DETAIL_LETTER = 6.4;

/** The square in which a small board is drawn. */
export const PICTURE = 38;

/** @type {Record<"highest" | "lowest" | "leaf" | "playouts", () => SVGElement>} */
const SHAPES = {
  highest: () => svg("path", { class: "shape solid", d: "M0 -6L6 5H-6Z" }),
  lowest: () => svg("path", { class: "shape solid", d: "M0 6L6 -5H-6Z" }),
  leaf: () => svg("rect", { class: "shape solid", x: -4, y: -4, width: 8, height: 8 }),
  playouts: () => svg("circle", { class: "shape", r: 5 }),
};

/** @param {keyof typeof SHAPES} kind */
export function shapeIcon(kind) {
  return svg("svg", { class: "shape-icon", viewBox: "-8 -8 16 16", "aria-hidden": "true" }, SHAPES[kind]());
}

/** @param {import("./search-tree.js").SearchTree} tree @param {number} node @returns {keyof typeof SHAPES} */
export function shapeOf(tree, node) {
  if (tree.isMonteCarlo) return "playouts";
  if (tree.isLeaf[node]) return "leaf";
  return tree.maximizing[node] ? "highest" : "lowest";
}

/**
 * What a card says, and by which classes it is drawn. A card is drawn again when this changes.
 * @param {Cards} cards
 * @param {number} node
 * @param {number | null} picked
 */
export function cardFace(cards, node, picked) {
  const { layout, c } = cards;
  const { tree } = layout;
  const cut = tree.cut[node];
  const isOpen = layout.isOpen(node);
  const hidden = isOpen ? 0 : layout.folded(node) || (cut?.[4].length ? -1 : 0);
  const classes = ["node"];
  if (node === tree.current) classes.push("now");
  if (node === picked) classes.push("picked");
  if (layout.isOnPath(node)) classes.push("path");
  if (layout.isOnBest(node)) classes.push("best");
  if (cut) classes.push("cut");
  if (cards.isForeign?.(node)) classes.push("foreign");
  return {
    classes: classes.join(" "),
    shape: shapeOf(tree, node),
    move: moveText(tree, node),
    worth: worthText(tree, node),
    detail: detailText(tree, node, c),
    isCut: Boolean(cut),
    text: cards.hasTexts ? (tree.text(node) ?? "").slice(0, LONGEST) : "",
    canUnfold: isOpen || hidden !== 0,
    isOpen,
    hidden,
  };
}

/** @typedef {ReturnType<typeof cardFace>} CardFace */

/**
 * A card with its left edge and its middle at 0.
 * @param {Cards} cards
 * @param {number} node
 * @param {CardFace} face
 */
export function drawCard(cards, node, face) {
  const { width, height } = cards.layout.card;
  const top = -height / 2;
  const state = cards.boardOf?.(node) ?? null;
  const left = state ? PICTURE + 8 : 0;
  const marks = face.detail || face.text;
  const first = marks ? top + 18 : 5;
  // The root can do without its name.
  const isNamed = cards.layout.tree.parent[node] !== null ||
    left + 35 + LETTER * (face.move.length + face.worth.length) < width;
  return svg("g", { class: face.classes, "data-node": node },
    svg("rect", { class: "card", x: 0, y: top, width, height, rx: 6 }),
    state ? smallBoard(state, 6, -PICTURE / 2, PICTURE) : null,
    svg("g", { transform: `translate(${left + 14} ${first - 5})` }, SHAPES[face.shape]()),
    isNamed ? svg("text", { class: "move", x: left + 26, y: first }, face.move) : null,
    svg("text", { class: "worth", x: width - 9, y: first }, face.worth),
    detail(face.isCut ? `✕ ${face.detail}` : face.detail, left + 9, top + 34, width - 9),
    detail(face.text, left + 9, top + (face.detail ? 49 : 34), width - 9),
    face.canUnfold ? foldMark(width, face) : null);
}

/**
 * A small line, narrowed where it would leave the card.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} end
 */
function detail(text, x, y, end) {
  if (!text) return null;
  const isLong = DETAIL_LETTER * text.length > end - x;
  const narrowed = isLong ? { textLength: end - x, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: "detail", x, y, ...narrowed }, text);
}

/** @param {number} x @param {CardFace} face */
function foldMark(x, { isOpen, hidden }) {
  if (isOpen) {
    return svg("g", { class: "fold open", transform: `translate(${x} 0)` },
      svg("circle", { class: "touch", r: 14 }), svg("circle", { class: "pill", r: 6 }),
      svg("path", { class: "sign", d: "M-3 0h6" }));
  }
  const text = hidden > 0 ? `+${briefCount(hidden)}` : "+";
  const width = 10 + 6.6 * text.length;
  return svg("g", { class: "fold", transform: `translate(${x + 2} 0)` },
    hidden > 0 ? svg("title", {}, say("{nodes} folded", { nodes: nodesText(hidden) })) : null,
    svg("rect", { class: "touch", x: -8, y: -14, width: width + 16, height: 28 }),
    svg("rect", { class: "pill", x: 0, y: -9, width, height: 18, rx: 9 }),
    svg("text", { class: "count", x: width / 2, y: 4 }, text));
}

/** What a row without a card says. @param {Cards} cards @param {number} slot REST or SKIPPED @param {number} parent */
export function lineText({ layout }, slot, parent) {
  if (slot === REST) return `+ ${nodesText(layout.rest(parent))}`;
  const skipped = layout.tree.cut[parent]?.[4] ?? [];
  return skipped.length > NAMED ? `${skipped.slice(0, NAMED).join(" ")} … (${skipped.length})` : skipped.join(" ");
}

/**
 * The row for the rest of the children, or for skipped moves.
 * @param {number} slot REST or SKIPPED
 * @param {number} parent
 * @param {string} text
 */
export function drawLine(slot, parent, text) {
  if (slot === REST) {
    return svg("g", { class: "rest", "data-rest": parent },
      svg("rect", { class: "pill", x: 0, y: -9, width: 16 + 6.4 * text.length, height: 18, rx: 9 }),
      svg("text", { class: "count", x: 8 + 3.2 * text.length, y: 4 }, text));
  }
  return svg("g", { class: "skipped", "data-cut": parent },
    svg("path", { class: "cross", d: "M-4 -4L4 4M-4 4L4 -4" }), svg("text", { class: "moves", x: 10, y: 4 }, text));
}

/**
 * The edge from a parent's card to what stands at 0.
 * @param {TreeLayout} layout
 * @param {number} rise from the slot to the parent
 */
export function edgePath({ sizes, card }, rise) {
  const gap = sizes.level - card.width;
  return `M${-gap} ${rise}C${-gap / 2} ${rise} ${-gap / 2} 0 0 0`;
}

/** @param {Cards} cards @param {number} slot @param {number} parent */
export function edgeClasses({ layout, isForeign }, slot, parent) {
  const classes = ["edge"];
  if (slot < 0) classes.push(slot === REST ? "to-rest" : "to-skipped");
  else {
    if (layout.isOnPath(slot)) classes.push("path");
    if (layout.isOnBest(slot)) classes.push("best");
    if (isForeign?.(slot)) classes.push("foreign");
  }
  if (slot < 0 && isForeign?.(parent)) classes.push("foreign");
  return classes.join(" ");
}
