// The marks of a reason, drawn over the board in its units. Each kind has a shape of its own, so that no one needs
// colour: a ring around a dot, a dashed ring, a frame around a line, joined squares, a triangle pointing down.

import { cellKey } from "../board/board-svg.js";
import { h, svg } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/** @typedef {import("../board/board-svg.js").Geometry} Geometry */

/** What the marks mean, in the order of the legend. @returns {[MarkKind, string][]} */
const meanings = () => [
  ["threat", _("wins here")],
  ["sure", _("kept from the opponent")],
  ["pair", _("answer each other")],
  ["squeeze", _("has to be played in the end")],
  ["line", _("the line that wins")],
];

/** @type {Record<"threat" | "sure" | "squeeze" | "pair", (x: number, y: number) => SVGElement[]>} */
const SHAPES = {
  threat: (x, y) => [svg("circle", { cx: x, cy: y, r: 32 }), svg("circle", { class: "solid", cx: x, cy: y, r: 10 })],
  sure: (x, y) => [svg("circle", { class: "dashed", cx: x, cy: y, r: 31 })],
  squeeze: (x, y) => [svg("path", { class: "solid", d: `M${x - 25} ${y - 18}h50l-25 42z` })],
  pair: (x, y) => [svg("rect", { x: x - 18, y: y - 18, width: 36, height: 36 })],
};

/**
 * The marks that still apply to a position: those of free cells, and the line.
 * @param {ReasonMark[]} marks
 * @param {{cell: Cell}[]} stones
 */
export function marksOf(marks, stones) {
  const taken = new Set(stones.map(({ cell }) => cellKey(cell)));
  return marks.flatMap((mark) => {
    if (mark.kind === "line") return [mark];
    const cells = mark.cells.filter((cell) => !taken.has(cellKey(cell)));
    const applies = mark.kind === "pair" ? cells.length === mark.cells.length : cells.length > 0;
    return applies ? [{ ...mark, cells }] : [];
  });
}

/**
 * @param {ReasonMark[]} marks
 * @param {Geometry} geometry
 */
export function drawMarks(marks, geometry) {
  // What is joined lies below what stands in one cell.
  const order = [...marks].sort((a, b) => Number(b.kind === "line") - Number(a.kind === "line"));
  return order.map(({ kind, side, cells }) => {
    const centres = cells.map((cell) => geometry.centre(cell));
    const joined = kind === "line" ? frame(centres) : kind === "pair" ? links(centres) : [];
    const shapes = kind === "line" ? [] : centres.flatMap(([x, y]) => SHAPES[kind](x, y));
    return svg("g", { class: `reason ${kind} ${side}` }, ...joined, ...shapes);
  });
}

/**
 * A frame around the cells of a line. They are in order, so the first and the last are its ends.
 * @param {[x: number, y: number][]} centres
 */
function frame(centres) {
  const [[x1, y1], [x2, y2]] = [centres[0], centres[centres.length - 1]];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [across, down] = [(46 * (x2 - x1)) / length, (46 * (y2 - y1)) / length];
  const d = `M${x1 - down} ${y1 + across}A46 46 0 0 1 ${x1 + down} ${y1 - across}` +
    `L${x2 + down} ${y2 - across}A46 46 0 0 1 ${x2 - down} ${y2 + across}z`;
  return [svg("path", { class: "under", d }), svg("path", { class: "edge", d })];
}

/**
 * Lines between the squares of cells that answer each other.
 * @param {[x: number, y: number][]} centres
 */
function links(centres) {
  return centres.slice(1).flatMap(([x2, y2], index) => {
    const [x1, y1] = centres[index];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const share = 20 / length;
    const ends = {
      x1: x1 + (x2 - x1) * share, y1: y1 + (y2 - y1) * share, x2: x2 - (x2 - x1) * share, y2: y2 - (y2 - y1) * share,
    };
    return [svg("line", { class: "under", ...ends }), svg("line", { class: "edge", ...ends })];
  });
}

/**
 * What the marks on the board mean.
 * @param {ReasonMark[]} marks
 */
export function legend(marks) {
  const kinds = new Set(marks.map(({ kind }) => kind));
  return meanings().filter(([kind]) => kinds.has(kind)).map(([kind, text]) => h("li", {}, icon(kind), text));
}

/** @param {MarkKind} kind */
function icon(kind) {
  const wide = kind === "line" || kind === "pair";
  const shapes = kind === "line" ? frame([[50, 50], [150, 50]]) : SHAPES[kind](50, 50);
  if (kind === "pair") shapes.push(...links([[50, 50], [150, 50]]), ...SHAPES.pair(150, 50));
  return svg("svg", { class: wide ? "wide" : "", viewBox: wide ? "0 0 200 100" : "0 0 100 100", "aria-hidden": "true" },
    svg("g", { class: `reason ${kind}` }, ...shapes));
}
