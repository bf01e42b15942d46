// The value of a game after each move, as a stepped line. Each outcome has a band; within the bands of a win, the line
// lies further out the nearer the end is.

import { h, svg } from "../browser/dom.js";
import { sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";

const HEIGHT = 168;
const BAND = HEIGHT / 3;
const LEAST = 0.12; // of a band; keeps a distant win apart from a draw

/**
 * @typedef {object} Point the value after `ply` moves, from the first side's view
 * @property {number} ply
 * @property {OutcomeWord} outcome
 * @property {number | null} plies to the end
 */

/**
 * @typedef {object} GraphMark
 * @property {number} ply of the move, from 0
 * @property {"mistake" | "inaccuracy"} kind
 * @property {string} text
 */

export class ValueGraph {
  #plot = svg("svg", { class: "plot", "aria-hidden": "true" });
  #range = h("input", { type: "range", min: 0, step: 1, class: "scrub" });
  #width = 0;
  /** @type {Point[]} */
  #points = [];
  /** @type {GraphMark[]} */
  #marks = [];
  #count = 0;
  /** @type {PositionState | null} */
  #rules = null;
  #cells = 1;
  #at = 0;
  #resized = new ResizeObserver(() => {
    if (this.element.clientWidth !== this.#width) this.#draw();
  });

  /**
   * @param {(ply: number) => void} jump
   * @param {(ply: number) => string} describe the position after so many moves, for screen readers
   */
  constructor(jump, describe) {
    this.describe = describe;
    this.element = h("div", { class: "graph" }, this.#plot, this.#range);
    this.#range.setAttribute("aria-label", _("Move"));
    this.#range.addEventListener("input", () => jump(Number(this.#range.value)));
    this.#plot.addEventListener("click", (event) => {
      const mark = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      const box = this.#plot.getBoundingClientRect();
      const place = Math.floor(((event.clientX - box.left) / box.width) * (this.#count + 1));
      jump(mark ? Number(mark.getAttribute("data-ply")) + 1 : Math.max(0, Math.min(this.#count, place)));
    });
    this.#resized.observe(this.element);
  }

  close() {
    this.#resized.disconnect();
  }

  /**
   * @param {{count: number, rules: PositionState, cells: number, points: Point[], marks: GraphMark[], at: number}} what
   */
  show({ count, rules, cells, points, marks, at }) {
    this.#count = count;
    this.#rules = rules;
    this.#cells = cells;
    this.#points = [...points].sort((a, b) => a.ply - b.ply);
    this.#marks = marks;
    this.#at = at;
    this.#range.max = String(count);
    this.#range.value = String(at);
    this.#range.setAttribute("aria-valuetext", this.describe(at));
    this.#draw();
  }

  /** @param {number} ply */
  #x(ply) {
    return (ply / (this.#count + 1)) * this.#width;
  }

  /** @param {Point} point */
  #y({ outcome, plies }) {
    if (outcome === "draw") return 1.5 * BAND;
    const near = plies === null ? 0.5 : LEAST + (0.94 - LEAST) * (1 - plies / (this.#cells + 1));
    return outcome === "win" ? BAND * (1 - near) : 2 * BAND + BAND * near;
  }

  #draw() {
    this.#width = this.element.clientWidth;
    const width = this.#width;
    if (!width) return;
    this.#plot.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.#plot.setAttribute("height", String(HEIGHT));
    /** @param {Side} side */
    const wins = (side) => say("{side} wins", { side: sideName(side, this.#rules) });
    const bands = [wins("first"), _("draw"), wins("second")];
    const path = this.#points
      .map((point, index) => {
        const joined = index > 0 && this.#points[index - 1].ply === point.ply - 1;
        const [left, y, right] = [this.#x(point.ply), this.#y(point), this.#x(point.ply + 1)].map((each) => each.toFixed(1));
        return `${joined ? "L" : "M"}${left} ${y}H${right}`;
      })
      .join("");
    const heights = new Map(this.#points.map((point) => [point.ply, this.#y(point)]));
    this.#plot.replaceChildren(
      ...bands.map((_name, index) =>
        svg("rect", { class: index === 1 ? "band drawn" : "band", x: 0, y: index * BAND, width, height: BAND })),
      svg("rect", { class: "here", x: this.#x(this.#at), y: 0, width: Math.max(2, this.#x(1)), height: HEIGHT }),
      ...this.#unknown(),
      svg("path", { class: "under", d: path }),
      svg("path", { class: "steps", d: path }),
      ...bands.map((name, index) =>
        svg("text", { x: 6, y: index * BAND + (index === 2 ? BAND - 6 : 15), class: "band-name" }, name)),
      ...this.#marks.map((mark) => this.#mark(mark, heights.get(mark.ply + 1) ?? 1.5 * BAND)),
    );
  }

  /** Dotted lines where nothing is proven. */
  #unknown() {
    const known = new Set(this.#points.map(({ ply }) => ply));
    const gaps = [];
    for (let ply = 0; ply <= this.#count; ply += 1) {
      if (known.has(ply)) continue;
      const from = ply;
      while (ply < this.#count && !known.has(ply + 1)) ply += 1;
      gaps.push(svg("path", { class: "unknown", d: `M${this.#x(from) + 2} ${1.5 * BAND}H${this.#x(ply + 1) - 2}` }));
    }
    return gaps;
  }

  /**
   * @param {GraphMark} mark
   * @param {number} y
   */
  #mark({ ply, kind, text }, y) {
    const x = this.#x(ply + 1);
    const safe = Math.max(10, Math.min(HEIGHT - 10, y));
    const shape = kind === "mistake"
      ? svg("path", { d: "M0 -10L10 0L0 10L-10 0Z" })
      : svg("circle", { r: 6 });
    const transform = `translate(${x.toFixed(1)} ${safe.toFixed(1)})`;
    return svg("g", { class: `mark ${kind}`, "data-ply": ply, transform },
      svg("title", {}, text), svg("circle", { class: "touch", r: 16 }), shape,
      kind === "mistake" ? svg("text", { y: 4.5 }, "?") : null);
  }
}
