// A position set up by hand. The server decides whether it is a valid one.

import { stoneIcon } from "../board/stone.js";
import { h, updateChildren } from "../browser/dom.js";
import { labelled, radioGroup } from "../frame/fields.js";
import { positionText, rulesText, sideName } from "../text/notation.js";
import { _ } from "../text/translation.js";

/** @typedef {"first" | "second" | "erase" | "block"} Tool */

/** @type {Record<Side, "x" | "o">} */
const MARKS = { first: "x", second: "o" };

export class PositionEditor {
  /** @type {Tool} */
  #tool = "first";
  #columns = 7;
  #rows = 6;
  #connect = 4;
  #gravity = true;
  /** @type {string[][]} the columns, each from the bottom: x, o, # or . */
  #cells = [];
  /** @type {Side} */
  #turn = "first";
  element = h("div", { class: "setup" });

  /**
   * @param {{columns: number, rows: number}} most
   * @param {(question: Question) => void} changed called with the new position after every change
   */
  constructor(most, changed) {
    this.most = most;
    this.changed = changed;
  }

  /** @param {PositionState} state */
  load(state) {
    this.#columns = state.columns;
    this.#rows = state.rows;
    this.#connect = state.connect;
    this.#gravity = state.gravity;
    this.#turn = state.turn;
    this.#cells = Array.from({ length: state.columns }, () => Array(state.rows).fill("."));
    for (const [column, row] of state.blocked) this.#cells[column][row] = "#";
    for (const { cell: [column, row], side } of state.stones) this.#cells[column][row] = MARKS[side];
    this.#show();
  }

  /** Apply the chosen tool to a cell. @param {Cell} cell */
  apply([column, row]) {
    const pile = this.#cells[column];
    const mark = this.#tool === "first" || this.#tool === "second" ? MARKS[this.#tool] : "";
    if (this.#tool === "block") {
      pile[row] = pile[row] === "#" ? "." : "#";
    } else if (!mark || pile[row] === mark) {
      if (pile[row] !== "#") pile[row] = ".";
    } else if (pile[row] === "." && this.#gravity) {
      const lowest = pile.indexOf(".");
      pile[lowest] = mark;
    } else if (pile[row] !== "#") {
      pile[row] = mark;
    }
    if (this.#gravity) this.#dropStones(pile);
    this.#updateTurn();
    this.#notify();
  }

  /** Let the stones fall into the gaps below them. @param {string[]} pile */
  #dropStones(pile) {
    const stones = pile.filter((mark) => mark === "x" || mark === "o");
    for (let row = 0; row < pile.length; row += 1) {
      if (pile[row] !== "#") pile[row] = stones.shift() ?? ".";
    }
  }

  /** The numbers of stones usually say whose turn it is. */
  #updateTurn() {
    const all = this.#cells.flat();
    const ahead = all.filter((mark) => mark === "x").length - all.filter((mark) => mark === "o").length;
    if (ahead === 0) this.#turn = "first";
    if (ahead === 1) this.#turn = "second";
  }

  #notify() {
    /** @type {Cell[]} */
    const blocked = [];
    /** @type {Stone[]} */
    const stones = [];
    this.#cells.forEach((pile, column) => pile.forEach((mark, row) => {
      if (mark === "#") blocked.push([column, row]);
      if (mark === "x" || mark === "o") stones.push({ cell: [column, row], side: mark === "x" ? "first" : "second" });
    }));
    const rules = {
      columns: this.#columns, rows: this.#rows, connect: this.#connect, gravity: this.#gravity, blocked,
    };
    this.changed({
      rules: rulesText(rules), position: positionText({ ...rules, stones, turn: this.#turn, legal: [] }), moves: "",
    });
  }

  #resize() {
    this.#cells = Array.from({ length: this.#columns }, (_unused, column) =>
      Array.from({ length: this.#rows }, (_unused2, row) => this.#cells[column]?.[row] ?? "."));
    if (this.#gravity) this.#cells.forEach((pile) => this.#dropStones(pile));
    this.#notify();
  }

  #show() {
    /**
     * @param {string} text
     * @param {number} value
     * @param {number} least
     * @param {number} most
     * @param {(value: number) => void} set
     */
    const size = (text, value, least, most, set) => {
      const field = h("input", {
        type: "number", min: least, max: most, value, inputmode: "numeric", "data-key": text,
        onchange: () => {
          set(Math.min(most, Math.max(least, Math.round(Number(field.value)) || least)));
          this.#resize();
        },
      });
      return labelled(text, field);
    };
    const rules = { connect: this.#connect, gravity: this.#gravity };
    /** @param {Side} side */
    const stone = (side) => h("span", { class: "with-stone" }, stoneIcon(side, rules), sideName(side, rules));
    const falls = h("input", {
      type: "checkbox", checked: this.#gravity, "data-key": "gravity",
      onchange: () => {
        this.#gravity = falls.checked;
        this.#resize();
      },
    });
    const shown = [this.#columns, this.#rows, this.#connect, this.#gravity, this.#turn, this.#tool];
    updateChildren(this.element, shown, () => [
      radioGroup(_("Place"), /** @type {const} */ ([
        { value: "first", text: stone("first") },
        { value: "second", text: stone("second") },
        { value: "erase", text: _("Erase") },
        { value: "block", text: _("Block") },
      ]), this.#tool, (value) => {
        this.#tool = value;
      }),
      radioGroup(_("To move"), /** @type {const} */ ([
        { value: "first", text: stone("first") },
        { value: "second", text: stone("second") },
      ]), this.#turn, (value) => {
        this.#turn = value;
        this.#notify();
      }),
      h("div", { class: "sizes" },
        size(_("Columns"), this.#columns, 1, this.most.columns, (value) => { this.#columns = value; }),
        size(_("Rows"), this.#rows, 1, this.most.rows, (value) => { this.#rows = value; }),
        size(_("In a row"), this.#connect, 2, 32, (value) => { this.#connect = value; })),
      h("div", { class: "row" },
        h("label", { class: "check" }, falls, _("Stones fall")),
        h("button", {
          type: "button",
          onclick: () => {
            this.#cells = this.#cells.map((pile) => pile.map((mark) => (mark === "#" ? "#" : ".")));
            this.#turn = "first";
            this.#notify();
          },
        }, _("Clear the board"))),
    ]);
  }
}
