// A stone: on the board, and as a small icon in texts.

import { h, svg } from "../browser/dom.js";
import { hasLetters } from "../text/notation.js";

/**
 * The sides differ by more than colour: the first side's stone carries a ring, the second's a dot. In games with
 * letters the first side draws an X, the second an O.
 * @param {Side} side
 * @param {boolean} letters
 * @param {string} [classes]
 * @param {number} [size]
 */
export function stone(side, letters, classes = "", size = 1) {
  if (letters) {
    return svg(
      "g", { class: `stone letter ${side} ${classes}` },
      side === "first"
        ? svg("path", { class: "sign", d: "M-24 -24L24 24M-24 24L24 -24" })
        : svg("circle", { class: "sign", r: 27 }),
    );
  }
  return svg(
    "g", { class: `stone ${side} ${classes}` },
    svg("circle", { class: "body", r: 39.5 * size }),
    svg("circle", { class: "sign", r: (side === "first" ? 20 : 11) * size }),
  );
}

/**
 * A stone as tall as the text beside it.
 * @param {Side} side
 * @param {import("../text/notation.js").GameKind | null} [rules] of the game that the stone belongs to
 */
export function stoneIcon(side, rules) {
  return h("span", { class: "stone-icon", "aria-hidden": "true" },
    svg("svg", { viewBox: "-42 -42 84 84" }, stone(side, hasLetters(rules))));
}
