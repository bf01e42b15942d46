// A stone: on the board, and as a small icon in texts.

import { h, svg } from "../browser/dom.js";

/**
 * The sides differ by more than colour: the first side's stone carries a ring, the second's a dot.
 * @param {Side} side
 * @param {string} [classes]
 * @param {number} [size]
 */
export function stone(side, classes = "", size = 1) {
  return svg(
    "g", { class: `stone ${side} ${classes}` },
    svg("circle", { class: "body", r: 43 * size }),
    svg("circle", { class: "sign", r: (side === "first" ? 21 : 11) * size }),
  );
}

/**
 * A stone as tall as the text beside it.
 * @param {Side} side
 */
export function stoneIcon(side) {
  return h("span", { class: "stone-icon", "aria-hidden": "true" }, svg("svg", { viewBox: "-46 -46 92 92" }, stone(side)));
}
