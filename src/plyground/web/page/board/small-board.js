// A board as a small picture: the stones of the large one, without labels, in few elements.

import { svg } from "../browser/dom.js";
import { hasLetters } from "../text/notation.js";
import { UNIT } from "./board-svg.js";

/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** @type {Record<string, (x: number, y: number) => string>} the signs of stones, larger than on a large board */
const SIGNS = {
  first: (x, y) => circle(x, y, 21),
  second: (x, y) => circle(x, y, 14),
  firstLetter: (x, y) => `M${x - 26} ${y - 26}l52 52M${x - 26} ${y + 26}l52 -52`,
  secondLetter: (x, y) => circle(x, y, 29),
};

/**
 * @param {BoardState} state
 * @param {number} x of the square that the picture fits into
 * @param {number} y
 * @param {number} size
 */
export function smallBoard(state, x, y, size) {
  const { columns, rows } = state;
  const letters = hasLetters(state);
  const scale = size / (UNIT * Math.max(columns, rows));
  const [width, height] = [columns * UNIT, rows * UNIT];
  const [left, top] = [x + (size - width * scale) / 2, y + (size - height * scale) / 2];
  /** @param {(x: number, y: number) => string} drawn @param {Cell[]} cells */
  const path = (drawn, cells) =>
    cells.map(([column, row]) => drawn((column + 0.5) * UNIT, (rows - row - 0.5) * UNIT)).join("");
  const sides = /** @type {const} */ (["first", "second"]).map((side) => {
    const cells = state.stones.filter((each) => each.side === side).map(({ cell }) => cell);
    return svg("g", { class: `stone ${letters ? "letter " : ""}${side}` },
      letters ? null : svg("path", { class: "body", d: path((cx, cy) => circle(cx, cy, 44), cells) }),
      svg("path", { class: "sign", d: path(SIGNS[letters ? `${side}Letter` : side], cells) }));
  });
  let lines = "";
  for (let column = 1; column < columns; column += 1) lines += `M${column * UNIT} 0v${height}`;
  for (let row = 1; row < rows; row += 1) lines += `M0 ${row * UNIT}h${width}`;
  return svg("g", { class: "small-board", transform: `translate(${left} ${top}) scale(${scale})` },
    svg("rect", { class: "ground", width, height }),
    svg("path", { class: "grid", d: lines }),
    svg("path", { class: "plug", d: path((cx, cy) => `M${cx - 45} ${cy - 45}h90v90h-90z`, state.blocked) }),
    ...sides);
}
