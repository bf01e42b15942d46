// The threats that stand on a board without gravity, drawn over it: a frame where a side completes a line, a dashed one
// where it gets two cells to win on. A small stone in the corner says whose it is, so that no one needs colour.

import { stone } from "../board/stone.js";
import { h, svg } from "../browser/dom.js";
import { hasLetters, sideName } from "../text/notation.js";
import { say } from "../text/translation.js";

/** @typedef {import("../board/board-svg.js").Geometry} Geometry */

/** Half the width of a frame. The second side's is smaller, so that both are seen on a cell that both want. */
const HALF = { first: 43, second: 36 };

/**
 * @param {ThreatMark[]} threats
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
export function drawThreats(threats, state, geometry) {
  return threats.flatMap(({ stage, side, cells }) => cells.map((cell) => {
    const [x, y] = geometry.centre(cell);
    return svg("g", { transform: `translate(${x} ${y})` }, ...mark(stage, side, hasLetters(state)));
  }));
}

/**
 * @param {ThreatMark["stage"]} stage
 * @param {Side} side
 * @param {boolean} letters
 */
function mark(stage, side, letters) {
  const half = HALF[side];
  const size = { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 8 };
  return [
    svg("rect", { class: "threat-frame under", ...size }),
    svg("rect", { class: `threat-frame ${stage} ${side}`, ...size }),
    svg("g", { transform: `translate(${side === "first" ? -30 : 30} -30) scale(0.34)` }, stone(side, letters)),
  ];
}

/**
 * What the marks mean, for each side that has such a threat.
 * @param {ThreatMark[]} threats
 * @param {BoardState} state
 */
export function threatLegend(threats, state) {
  return threats.map(({ stage, side }) => h("li", {},
    svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...mark(stage, side, hasLetters(state))),
    stage === "four"
      ? say("{side} completes a line here", { side: sideName(side, state) })
      : say("{side} gets two cells to win on here", { side: sideName(side, state) })));
}
