// Why a leaf is worth what it is: the lines that its evaluator counts, drawn on the board and added up.

import { cellKey } from "../board/board-svg.js";
import { h, svg, updateChildren } from "../browser/dom.js";
import { listText } from "../text/joins.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { signedText } from "../text/values.js";
import { boardAfter, cellNames } from "./node-board.js";

/** @typedef {import("../board/board-svg.js").Geometry} Geometry */
/**
 * Parts of one kind, value and side, with as many stones of that side.
 * @typedef {{value: number, side: Side, stones: number, parts: EvaluationPart[]}} Group
 */

/** @param {WireNumber | null} value */
const finite = (value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value ?? 0);

/**
 * Parts by their value, the weightiest first.
 * @param {EvaluationPart[]} parts
 * @param {(part: EvaluationPart) => number} stonesOn
 */
function grouped(parts, stonesOn) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const part of parts) {
    const stones = stonesOn(part);
    const key = `${part.value} ${part.side} ${part.cells.length > 1} ${stones}`;
    const group = groups.get(key) ?? { value: finite(part.value), side: part.side, stones, parts: [] };
    group.parts.push(part);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || b.value - a.value);
}

export class LeafParts {
  #heading = h("h2", {}, _("Why it is worth that"));
  #rows = h("ul", { class: "figures" });
  #sum = h("p", { class: "sum figures" });
  element = h("section", { class: "leaf-parts", hidden: true }, this.#heading, this.#rows, this.#sum);
  /** @type {Group[]} */
  #groups = [];
  /** @type {Group | null} the one that is pointed at; null for all */
  #shown = null;

  /**
   * @param {(draw: ((geometry: Geometry) => SVGElement[]) | null) => void} drawOver the board
   * @param {(side: Side) => string} sideName
   */
  constructor(drawOver, sideName) {
    this.drawOver = drawOver;
    this.sideName = sideName;
  }

  hide() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#groups = [];
    this.drawOver(null);
  }

  /**
   * @param {EvaluationParts} message
   * @param {PositionState} start
   */
  show({ parts, value, path }, start) {
    this.start = start;
    const worth = finite(value);
    const names = cellNames(start);
    const sides = new Map(boardAfter(start, path).stones.map(({ cell, side }) => [cellKey(cell), side]));
    this.#groups = grouped(parts.filter(({ cells }) => cells.length > 0), ({ cells, side }) => cells.filter((name) => {
      const cell = names.get(name);
      return cell && sides.get(cellKey(cell)) === side;
    }).length);
    this.#shown = null;
    // A game of one's own may have an evaluator that cannot be taken apart.
    this.element.hidden = this.#groups.length === 0 && worth !== 0;
    updateChildren(this.#rows, [parts, this.sideName("first")], () => this.#groups.map((group) => this.#row(group)));
    this.#sum.textContent = this.#groups.length
      ? say("Together {value}.", { value: signedText(worth) })
      : _("No line counts for either side yet: 0.");
    this.#draw();
  }

  /** @param {Group} group */
  #row(group) {
    const { value, side, stones, parts } = group;
    const count = parts.length;
    const isLine = parts[0].cells.length > 1;
    const text = isLine
      ? ngettext("{count} line of {side}", "{count} lines of {side}", count)
      : ngettext("{count} stone of {side}", "{count} stones of {side}", count);
    const held = fill(ngettext("{count} stone", "{count} stones", stones), { count: stones });
    const lines = fill(text, { count, side: this.sideName(side) }) + (isLine ? ` (${held})` : "");
    const sum = count > 1 ? `${count} × ${signedText(value)} = ${signedText(count * value)}` : signedText(value);
    const point = (/** @type {boolean} */ on) => () => {
      this.#shown = on ? group : null;
      this.#draw();
    };
    return h("li", {}, h("button", {
      type: "button", class: `plain ${side}`, onpointerenter: point(true), onpointerleave: point(false),
      onfocus: point(true), onblur: point(false),
      "aria-label": `${lines}: ${sum}. ${listText(parts.slice(0, 12).map(({ cells }) => cells.join(" ")))}`,
    }, h("span", {}, lines), h("span", { class: "sum" }, sum)));
  }

  #draw() {
    const start = this.start;
    if (!start) return;
    const groups = this.#shown ? [this.#shown] : this.#groups;
    const names = cellNames(start);
    this.drawOver((geometry) => groups.flatMap(({ parts }) => parts.flatMap((part) => {
      const centres = part.cells.flatMap((name) => {
        const cell = names.get(name);
        return cell ? [geometry.centre(cell)] : [];
      });
      return centres.length ? [stroke(centres, part.side, Boolean(this.#shown))] : [];
    })));
  }
}

/**
 * A line through cells; the first side's is solid, the second's dashed.
 * @param {[x: number, y: number][]} centres
 * @param {Side} side
 * @param {boolean} alone
 */
function stroke(centres, side, alone) {
  const d = centres.length > 1
    ? `M${centres.map(([x, y]) => `${x} ${y}`).join("L")}`
    : `M${centres[0][0] - 24} ${centres[0][1]}h48`;
  return svg("g", { class: `part ${side}${alone ? " alone" : ""}` },
    svg("path", { class: "under", d }), svg("path", { d }));
}
