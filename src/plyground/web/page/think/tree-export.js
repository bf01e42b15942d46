// Saving a search tree: what is shown as a picture, and the whole of it as data.

import { h, svg } from "../browser/dom.js";
import { nodesText } from "./node-text.js";
import { _, say } from "../text/translation.js";
import { cardFace, drawCard, drawLine, edgeClasses, edgePath, lineText } from "./tree-svg.js";

/** @typedef {import("./steps.js").Steps} Steps */
/** @typedef {import("./tree-svg.js").Cards} Cards */

/** A picture of more would take the browser too long. */
const MOST = 5000;
const MARGIN = 12;
/** As the library names them. */
const OUTCOMES = ["open", "first wins", "second wins", "draw"];
/** What a picture needs of the page's styles. */
const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font-size", "font-weight",
  "text-anchor", "text-decoration", "opacity",
];

/**
 * The tree as it is folded now, as a file that needs no other.
 * @param {Cards} cards
 * @param {HTMLElement} host an element of the page, whose styles the picture takes
 * @returns {string | null} null if too much is unfolded
 */
export function treePicture(cards, host) {
  const { layout } = cards;
  const { left, top, right, bottom } = layout.box;
  const [edges, nodes] = [svg("g", { class: "edges" }), svg("g", { class: "nodes" })];
  let count = 0;
  layout.visit({ left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }, 0, (slot, x, y, parent, parentY) => {
    count += 1;
    if (count > MOST) return;
    const transform = `translate(${x} ${y})`;
    if (parent >= 0) {
      edges.append(svg("path", { class: edgeClasses(cards, slot, parent), d: edgePath(layout, parentY - y), transform }));
    }
    const card = slot >= 0
      ? drawCard(cards, slot, cardFace(cards, slot, null)) : drawLine(slot, parent, lineText(cards, slot, parent));
    card.setAttribute("transform", transform);
    nodes.append(card);
  });
  if (count > MOST) return null;
  // The names of skipped moves may be longer than a card.
  const [x, y, width, height] = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN + 80, bottom - top + 2 * MARGIN];
  const picture = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y} ${width} ${height}`, width, height },
    svg("rect", { class: "paper", x, y, width, height }), edges, nodes);
  host.append(picture);
  for (const element of picture.querySelectorAll("*")) keepStyles(element);
  picture.setAttribute("font-family", getComputedStyle(picture).fontFamily);
  picture.remove();
  return new XMLSerializer().serializeToString(picture);
}

/** @param {Element} element */
function keepStyles(element) {
  if (element.matches("title, .touch")) return element.remove();
  const style = getComputedStyle(element);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value && !["none", "normal", "auto"].includes(value)) element.setAttribute(name, value.replace(/px$/, ""));
    else if (name === "fill" || name === "stroke") element.setAttribute(name, "none");
  }
  return undefined;
}

/**
 * The whole tree at this step. Infinite values are "inf" and "-inf", as in the messages of the server.
 * @param {Steps} steps
 * @param {object} about the search and its position
 */
export function treeData({ tree, at, count }, about) {
  const nodes = Array.from({ length: tree.size }, (_unused, node) => {
    const [cut, lookup] = [tree.cut[node], tree.lookup[node]];
    const common = {
      node, parent: tree.parent[node], move: tree.move[node], outcome: OUTCOMES[tree.outcome[node]],
    };
    if (tree.isMonteCarlo) return { ...common, visits: tree.visits[node], total: tree.total[node] };
    return {
      ...common, depth: tree.depth[node], maximizing: tree.maximizing[node], leaf: tree.isLeaf[node],
      alpha: tree.alpha[node], beta: tree.beta[node], value: tree.value[node], relation: tree.relation(node),
      best: tree.bestMove[node],
      cut: cut && { alpha: cut[2], beta: cut[3], skipped: cut[4] },
      lookup: lookup && { value: lookup[2], bound: lookup[3] },
    };
  });
  return { ...about, step: at, steps: count, root: tree.root, nodes };
}

/** @param {unknown} data */
export function jsonText(data) {
  return JSON.stringify(data, (_key, value) => (value === Infinity ? "inf" : value === -Infinity ? "-inf" : value));
}

/** @param {string} name @param {string} type @param {string} text */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * @param {import("./tree-view.js").TreeView} view
 * @param {() => object} about the search and its position
 */
export function treeExportMenu(view, about) {
  const note = h("p", { class: "small", role: "status", hidden: true });
  const picture = () => {
    const text = treePicture(view.cards, view.element);
    note.hidden = text !== null;
    note.textContent = say("More than {nodes} are shown; fold some first.", { nodes: nodesText(MOST) });
    if (text !== null) save("plyground-tree.svg", "image/svg+xml", text);
  };
  const data = () => save("plyground-tree.json", "application/json", jsonText(treeData(view.options.steps, about())));
  return h("details", { class: "export" },
    h("summary", {}, _("Export the tree")),
    h("div", { class: "files" },
      h("button", { type: "button", onclick: picture }, _("Picture (SVG)")),
      h("button", { type: "button", onclick: data }, _("Data (JSON)"))), note);
}
