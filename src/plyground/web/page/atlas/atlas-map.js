// The map of a size: a button for every cell, with the outcome of the game if that cell is blocked.
//
// An outcome has its own shape, so that nobody needs its colour: a triangle up, a bar, a triangle down. The number is
// that of the winner's moves. The arrow keys go from cell to cell, as on a board.

import { h, isTyping } from "../browser/dom.js";
import { clausesText } from "../text/joins.js";
import { cellText, columnLetters } from "../text/notation.js";
import { _ } from "../text/translation.js";

/**
 * @param {AtlasMap} map
 * @param {Cell | null} chosen
 * @param {(cell: Cell) => void} choose
 */
export function atlasMap({ board: { position }, cells, blocked }, chosen, choose) {
  const { columns, rows } = position;
  const values = new Map(cells.map((each) => [cellText(each.cell), each]));
  const closed = new Set(blocked.map(cellText));
  /** @type {HTMLButtonElement[]} by cell from the top left */
  const buttons = [];
  /** @param {Cell} cell */
  const button = (cell) => {
    const name = cellText(cell);
    const value = values.get(name);
    const isChosen = chosen !== null && cellText(chosen) === name;
    const element = h("button", {
      type: "button", tabindex: -1, "data-key": name,
      class: `cell ${closed.has(name) ? "plugged" : value?.outcome ?? ""}`,
      "aria-label": clausesText([name, closed.has(name) ? _("blocked") : value?.words ?? ""]),
      "aria-pressed": String(isChosen), "aria-disabled": String(!value),
      onclick: () => value && choose(value.cell),
      onfocus: () => makeCurrent(element),
    }, h("span", { class: "sign", "aria-hidden": "true" }), value?.moves ? h("span", { class: "figures" }, value.moves) : null);
    buttons.push(element);
    return element;
  };
  /** @param {HTMLButtonElement} current */
  const makeCurrent = (current) => buttons.forEach((each) => (each.tabIndex = each === current ? 0 : -1));
  const grid = h("div", { class: "grid", role: "group", "aria-label": _("What blocking each cell does") },
    ...Array.from({ length: rows }, (_unused, place) => rows - 1 - place).flatMap((row) => [
      h("span", { class: "label small quiet", "aria-hidden": "true" }, row + 1),
      ...Array.from({ length: columns }, (_unused, column) => button([column, row])),
    ]),
    h("span", {}),
    ...Array.from({ length: columns }, (_unused, column) =>
      h("span", { class: "label small quiet", "aria-hidden": "true" }, columnLetters(column))));
  grid.style.setProperty("--columns", String(columns));
  grid.style.setProperty("--rows", String(rows));
  makeCurrent(buttons.find((each) => each.getAttribute("aria-pressed") === "true") ?? buttons[(rows - 1) * columns]);
  grid.addEventListener("keydown", (event) => {
    const from = buttons.findIndex((each) => each === document.activeElement);
    if (from < 0 || isTyping(event)) return;
    const column = from % columns;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: column > 0 ? -1 : 0,
      ArrowRight: column < columns - 1 ? 1 : 0,
      ArrowUp: from >= columns ? -columns : 0,
      ArrowDown: from + columns < buttons.length ? columns : 0,
      Home: -column,
      End: columns - 1 - column,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    buttons[from + steps[event.key]].focus();
  });
  return grid;
}

/** What the signs mean. */
export function atlasLegend() {
  /** @type {[outcome: string, text: string][]} */
  const rows = [
    ["win", _("the first player wins, in so many moves")],
    ["draw", _("draw")],
    ["loss", _("the second player wins, in so many moves")],
  ];
  return h("ul", { class: "legend small" }, ...rows.map(([outcome, text]) =>
    h("li", { class: outcome }, h("span", { class: "sign", "aria-hidden": "true" }), text)));
}
