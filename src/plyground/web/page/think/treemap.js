// Where the nodes of a search went: every move is an area as large as the number of nodes below it, with the replies to it
// inside.

import { h, svg, updateChildren } from "../browser/dom.js";
import { labelledText } from "../text/joins.js";
import { formatNumber } from "../text/numbers.js";
import { _, say } from "../text/translation.js";
import { moveText, nodesText } from "./node-text.js";

/** @typedef {import("./tree-layout.js").TreeLayout} TreeLayout */
/** @typedef {{node: number, size: number}} Part */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */

/** Moves and replies; more would be a thicket. */
const LEVELS = 2;
/** Pixels: smaller areas are not divided. */
const SMALLEST = 48;
const LABEL = 24;
const EDGE = 5;
/** Milliseconds between two pictures while steps are played. */
const PAUSE = 200;

export class Treemap {
  #picture = svg("svg", { class: "treemap", "aria-hidden": "true" });
  #list = h("ol", { class: "unseen", "aria-label": _("Where the nodes went") });
  element = h("div", { class: "treemap-area", hidden: true }, this.#picture, this.#list);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #drawnAt = 0;

  /** @param {TreeLayout} layout @param {(node: number) => void} onPick */
  constructor(layout, onPick) {
    this.layout = layout;
    this.#picture.addEventListener("click", (event) => {
      const area = event.target instanceof Element ? event.target.closest("[data-area]") : null;
      if (area) onPick(Number(area.getAttribute("data-area")));
    });
  }

  /** Draw it soon; not at every step of many. */
  update() {
    if (this.element.hidden || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.draw();
    }, Math.max(0, this.#drawnAt + PAUSE - performance.now()));
  }

  close() {
    clearTimeout(this.#timer);
  }

  draw() {
    const { tree } = this.layout;
    const { clientWidth: width, clientHeight: height } = this.element;
    if (this.element.hidden || tree.root === null || !width || !height) return;
    this.#drawnAt = performance.now();
    this.#picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { root } = tree;
    const whole = 1 + this.layout.below(root);
    /** @type {SVGElement[]} */
    const drawn = [];
    /** @type {{node: number, area: Area, level: number}[]} */
    const waiting = divide(this.#parts(root), { x: 0, y: 0, width, height }).map((part) => ({ ...part, level: 1 }));
    for (const { node, area, level } of waiting) {
      drawn.push(this.#area(node, area, level, whole));
      const inside = {
        x: area.x + EDGE, y: area.y + LABEL, width: area.width - 2 * EDGE, height: area.height - LABEL - EDGE,
      };
      if (level === LEVELS || inside.width < SMALLEST || inside.height < SMALLEST) continue;
      waiting.push(...divide(this.#parts(node), inside).map((part) => ({ ...part, level: level + 1 })));
    }
    this.#picture.replaceChildren(...drawn);
    const items = this.#parts(root).map(({ node, size }) => labelledText(moveText(tree, node), this.#share(size, whole)));
    updateChildren(this.#list, items, () => items.map((text) => h("li", {}, text)));
  }

  /** The subtrees below a node, the largest first. @param {number} node @returns {Part[]} */
  #parts(node) {
    const { layout } = this;
    return layout.tree.children[node].map((child) => ({ node: child, size: 1 + layout.below(child) }))
      .sort((a, b) => b.size - a.size);
  }

  /** @param {number} size @param {number} whole */
  #share(size, whole) {
    return say("{nodes} ({percent}%)", { nodes: nodesText(size), percent: formatNumber(Math.round((100 * size) / whole)) });
  }

  /** @param {number} node @param {Area} area @param {number} level @param {number} whole */
  #area(node, { x, y, width, height }, level, whole) {
    const { layout } = this;
    const { tree } = layout;
    const size = 1 + layout.below(node);
    const classes = ["area", level === 1 ? "move" : "reply"];
    if (layout.isOnBest(node)) classes.push("best");
    if (layout.isOnPath(node)) classes.push("path");
    const name = (tree.cut[node] ? "✕ " : "") + moveText(tree, node);
    const share = level === 1 ? this.#share(size, whole) : formatNumber(size);
    const hasRoom = 9 * name.length + 7 * share.length < width - 16;
    return svg("g", { class: classes.join(" "), "data-area": node },
      svg("title", {}, labelledText(name, this.#share(size, whole))),
      svg("rect", { x: x + 1.5, y: y + 1.5, width: Math.max(0.5, width - 3), height: Math.max(0.5, height - 3), rx: 4 }),
      height > LABEL - 4 && 9 * name.length < width - 8
        ? svg("text", { x: x + 8, y: y + 17 },
          svg("tspan", { class: "name" }, name), hasRoom && svg("tspan", { class: "share", dx: 8 }, share))
        : null);
  }
}

/**
 * Divide an area among parts, so that the pieces are nearly square.
 * @param {Part[]} parts the largest first
 * @param {Area} area
 * @returns {{node: number, area: Area}[]}
 */
export function divide(parts, area) {
  let { x, y, width, height } = area;
  let left = parts.reduce((sum, { size }) => sum + size, 0);
  /** @type {{node: number, area: Area}[]} */
  const pieces = [];
  for (let start = 0; start < parts.length;) {
    const isColumn = width >= height;
    const side = isColumn ? height : width;
    const unit = (width * height) / left;
    // A row takes parts as long as its pieces become less oblong.
    let [end, sum, worst] = [start, 0, Infinity];
    while (end < parts.length) {
      const more = sum + parts[end].size;
      const thick = (more * unit) / side;
      const least = (parts[end].size * unit) / thick;
      const most = (parts[start].size * unit) / thick;
      const oblong = Math.max(thick / least, most / thick);
      if (oblong > worst) break;
      worst = oblong;
      sum = more;
      end += 1;
    }
    const thick = (sum * unit) / side;
    let along = isColumn ? y : x;
    for (const { node, size } of parts.slice(start, end)) {
      const long = (size * unit) / thick;
      const piece = isColumn
        ? { x, y: along, width: thick, height: long } : { x: along, y, width: long, height: thick };
      pieces.push({ node, area: piece });
      along += long;
    }
    if (isColumn) [x, width] = [x + thick, width - thick];
    else [y, height] = [y + thick, height - thick];
    left -= sum;
    start = end;
  }
  return pieces;
}
