// The values of moves, above their columns or in their cells.

import { h } from "../browser/dom.js";

/**
 * @param {MoveValue} value
 * @param {BoardState} state
 */
export function valueLabel({ cell, words, score, outcome, exact, best }, state) {
  const estimate = exact === false;
  const classes = ["value", outcome ?? "open", estimate ? "estimate" : "", best ? "best" : ""];
  const element = h(
    "span", { class: classes.filter(Boolean).join(" "), title: words },
    h("span", { class: "words" }, estimate ? `≈ ${words}` : words),
    score !== undefined && h("small", {}, estimate && h("span", { class: "about" }, "≈"), score),
  );
  element.style.setProperty("grid-column", String(cell[0] + 1));
  if (!state.gravity) element.style.setProperty("grid-row", String(state.rows - cell[1]));
  return element;
}
