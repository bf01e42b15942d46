// A button below the board that steps through the moves.

import { h } from "../browser/dom.js";

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} press
 */
export function stepButton(sign, label, press) {
  return h("button", { type: "button", "aria-label": label, title: label, onclick: press },
    h("span", { "aria-hidden": "true" }, sign));
}
