// The figures of exercises: trees, boards, tables and programs.

import { h } from "../browser/dom.js";
import { listText } from "../text/joins.js";
import { markCells } from "./figures.js";
import { trueMinus } from "./text-blocks.js";
import { treePicture } from "./tree-picture.js";

/** @typedef {import("../board/board.js").PlyBoard} PlyBoard */

/**
 * @typedef {object} FigureOptions
 * @property {(name: string) => void} [pick] a node or a move was pressed
 * @property {string[]} [picked]
 * @property {AnswerForm} [form] what can be picked
 */

/**
 * @param {ExerciseFigure} figure
 * @param {FigureOptions} [options]
 * @returns {HTMLElement}
 */
export function exerciseFigure(figure, options = {}) {
  switch (figure.type) {
    case "tree": {
      const names = options.form && "options" in options.form ? options.form.options : [];
      return treePicture(figure.tree, {
        pick: options.pick, picked: new Set(options.picked), pickable: new Set(names),
      });
    }
    case "board": return board(figure, options);
    case "table": {
      const { head, rows } = figure;
      const kinds = head.map((_name, place) => (rows.every((row) => /^[-+−\d.,\s∞]*$/.test(String(row[place]))) ? "figures" : "said"));
      return h("div", { class: "exercise-table" }, h("table", {},
        h("thead", {}, h("tr", {}, ...head.map((cell, place) => h("th", { scope: "col", class: kinds[place] }, cell)))),
        h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell, place) =>
          (place ? h("td", { class: kinds[place] }, trueMinus(String(cell))) : h("th", { scope: "row" }, cell))))))));
    }
    case "code":
      return h("ol", { class: "exercise-code" }, ...figure.lines.map((line) => h("li", {}, h("code", {}, line))));
    default:
      return h("div", { class: "exercise-figures" }, ...figure.figures.map((each) => exerciseFigure(each, options)));
  }
}

/**
 * @param {Extract<ExerciseFigure, {type: "board"}>} figure
 * @param {FigureOptions} options
 */
function board({ state, marks }, { pick, picked, form }) {
  const element = /** @type {PlyBoard} */ (document.createElement("ply-board"));
  element.setAttribute("quiet", "");
  element.setAttribute("lettered", "");
  element.setAttribute("small", "");
  const moves = form?.type === "move" && pick ? form.moves : [];
  const legal = state.legal.filter(({ move }) => moves.includes(move));
  element.state = { ...state, legal };
  element.mode = legal.length ? "play" : "look";
  element.line = legal.filter(({ move }) => picked?.includes(move)).map(({ cell }) => ({ cell, side: state.turn, number: 0 }));
  if (marks.length) element.over = markCells(marks.flatMap(({ cells }) => cells.map(cellOf)));
  element.addEventListener("choose", (event) => pick?.(/** @type {CustomEvent<LegalMove>} */ (event).detail.move));
  return element;
}

/**
 * @param {string} text as the notation writes it: c4
 * @returns {Cell}
 */
function cellOf(text) {
  const [, letters, row] = /** @type {RegExpMatchArray} */ (text.match(/^([a-z]+)(\d+)$/));
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
  return [column - 1, Number(row) - 1];
}

/**
 * An answer as the reader sees it.
 * @param {number | string | string[]} answer
 */
export function answerText(answer) {
  if (Array.isArray(answer)) return answer.length ? listText(answer) : "–";
  return ({ inf: "∞", "-inf": "−∞" })[String(answer)] ?? trueMinus(String(answer));
}
