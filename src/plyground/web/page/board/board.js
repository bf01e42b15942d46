// <ply-board>: the one board of every page.
//
//   board.state = {columns, rows, connect, gravity, blocked, stones, turn, legal, winning?, last?}
//   board.mode = "play"    a legal move can be chosen: event `choose` with detail {move, cell}
//              = "look"    nothing can be chosen (the default)
//              = "edit"    every cell can be picked: event `pick` with detail {cell}
//   board.values = [{cell, words, score, outcome, exact, best}]   over the columns, or in the cells without gravity
//   board.line = [{cell, side}]       a line to come, as numbered ghost stones
//   board.drop(cell)                  the side to move puts a stone here at once, before the server has said so;
//                                     the next state confirms it or takes it away
//   board.announce(text)              to screen readers, politely
//
// Attributes: `valued` keeps room for the values over the columns; `quiet` announces no moves.
// New stones of a state are announced, once they are confirmed. The page never decides what is legal: only moves of
// `legal` can be chosen.

import { h, isTyping } from "../browser/dom.js";
import { Drawing, keyOf } from "./board-svg.js";
import { cellText, columnText, other, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";

/** @typedef {"play" | "look" | "edit"} Mode */

/**
 * The position with one more stone of the side to move, as far as a page knows it before the server has answered.
 * @param {BoardState} state
 * @param {Cell} cell
 * @returns {BoardState}
 */
export function dropped(state, cell) {
  const stones = [...state.stones, { cell, side: state.turn }];
  return { ...state, stones, last: cell, legal: [], turn: other(state.turn), unconfirmed: true };
}

export class PlyBoard extends HTMLElement {
  /** @type {BoardState | null} */
  #state = null;
  /** @type {Mode} */
  #mode = "look";
  /** @type {MoveValue[]} */
  #values = [];
  /** @type {{cell: Cell, side: Side}[]} */
  #line = [];
  /** @type {Drawing | null} */
  #drawing = null;
  /** @type {HTMLButtonElement[]} one per column, or one per cell from the top left */
  #presses = [];
  /** @type {Set<string> | null} the stones that screen readers know of */
  #told = null;
  #shape = "";
  #current = -1;
  #hovered = -1;
  /** @type {Map<number, LegalMove>} */
  #legal = new Map();
  #leave = new AbortController();

  #over = h("div", { class: "presses", role: "group" });
  #above = h("div", { class: "values", "aria-hidden": "true" });
  #inside = h("div", { class: "values inside", "aria-hidden": "true" });
  #frame = h("div", { class: "frame" });
  #live = h("div", { class: "unseen", "aria-live": "polite" });

  connectedCallback() {
    if (!this.#live.isConnected) {
      this.replaceChildren(
        h("div", { class: "scroll" }, h("div", { class: "fit" }, this.#above, this.#frame)), this.#live,
      );
    }
    this.dataset.mode = this.#mode;
    this.#leave = new AbortController();
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#leave.signal });
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  get state() {
    return this.#state;
  }

  /** @param {BoardState | null} state */
  set state(state) {
    const before = this.#state;
    this.#state = state;
    if (!state) {
      this.#drawing = null;
      this.#shape = "";
      this.#presses = [];
      this.#frame.replaceChildren();
      return;
    }
    const fresh = this.#build(state);
    const known = new Set(fresh || !before ? [] : before.stones.map((each) => keyOf(each.cell)));
    const added = state.stones.filter((each) => !known.has(keyOf(each.cell)));
    // A jump to another position is shown at once; a move falls.
    this.#drawing?.draw(state, !fresh && added.length <= 2);
    this.#name(state);
    this.#showValues();
    this.#haunt();
    if (!state.unconfirmed) this.#tell(state, fresh);
  }

  get mode() {
    return this.#mode;
  }

  /** @param {Mode} mode */
  set mode(mode) {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.dataset.mode = mode;
    if (this.#state) {
      this.#build(this.#state);
      this.#drawing?.draw(this.#state, false);
      this.#name(this.#state);
      this.#haunt();
    }
  }

  get values() {
    return this.#values;
  }

  /** @param {MoveValue[]} values */
  set values(values) {
    this.#values = values;
    this.#showValues();
    if (this.#state) this.#name(this.#state);
  }

  get line() {
    return this.#line;
  }

  /** @param {{cell: Cell, side: Side}[]} line */
  set line(line) {
    this.#line = line;
    this.#haunt();
  }

  /** @param {Cell} cell */
  drop(cell) {
    const state = this.#state;
    if (!state || state.stones.some((each) => keyOf(each.cell) === keyOf(cell))) return;
    this.mode = "look";
    this.state = dropped(state, cell);
  }

  /** @param {string} text */
  announce(text) {
    // The same words twice are two events; an unchanged text would not be read again.
    this.#live.textContent = this.#live.textContent === text ? `${text}\u00a0` : text;
  }

  focus() {
    this.#presses[Math.max(0, this.#current)]?.focus();
  }

  get #byColumn() {
    return Boolean(this.#state?.gravity) && this.#mode !== "edit";
  }

  /**
   * Which press a cell belongs to.
   * @param {Cell} cell
   */
  #index([column, row]) {
    const state = /** @type {BoardState} */ (this.#state);
    return this.#byColumn ? column : (state.rows - 1 - row) * state.columns + column;
  }

  /**
   * Draw anew where the size or the kind of presses changed.
   * @param {BoardState} state
   * @returns {boolean} whether it did
   */
  #build(state) {
    const size = `${state.columns}x${state.rows}${state.gravity}`;
    const shape = `${size}${this.#byColumn}`;
    if (shape === this.#shape) return false;
    const fresh = !this.#shape.startsWith(size);
    this.#shape = shape;
    if (fresh || !this.#drawing) this.#drawing = new Drawing(state);
    const { width, height, insets } = this.#drawing.geometry;
    for (const [name, value] of Object.entries({
      columns: state.columns,
      rows: state.rows,
      ratio: width / height,
      top: `${insets.top}%`,
      right: `${insets.right}%`,
      bottom: `${insets.bottom}%`,
      left: `${insets.left}%`,
    })) {
      this.style.setProperty(`--${name}`, String(value));
    }
    const count = this.#byColumn ? state.columns : state.columns * state.rows;
    this.#presses = Array.from({ length: count }, (_unused, index) =>
      h("button", {
        type: "button",
        tabindex: -1,
        onclick: () => this.#press(index),
        onfocus: () => this.#enter(index),
        onblur: () => this.#haunt(),
        onpointerenter: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType === "mouse") this.#hover(index);
        },
        onpointerleave: () => this.#hover(-1),
      }),
    );
    this.#hovered = -1;
    this.#current = this.#byColumn ? Math.floor(state.columns / 2) : Math.floor(count / 2);
    this.#over.classList.toggle("columns", this.#byColumn);
    this.#over.replaceChildren(...this.#presses);
    this.#frame.replaceChildren(this.#drawing.root, this.#over, this.#inside);
    this.#presses[this.#current].tabIndex = 0;
    return fresh;
  }

  /**
   * What screen readers say of the board and of each press, and which of them can be pressed.
   * @param {BoardState} state
   */
  #name(state) {
    this.#legal = new Map(
      this.#mode === "play" ? state.legal.map((each) => [this.#index(each.cell), each]) : [],
    );
    this.#over.setAttribute(
      "aria-label",
      say("Board with {columns} columns and {rows} rows; {connect} in a row win",
        { columns: state.columns, rows: state.rows, connect: state.connect }),
    );
    const stones = new Map(state.stones.map((each) => [keyOf(each.cell), sideName(each.side)]));
    const blocked = new Set(state.blocked.map(keyOf));
    const values = new Map(this.#values.map((each) => [this.#index(each.cell), each]));
    /** @param {Cell} cell */
    const content = (cell) => stones.get(keyOf(cell)) ?? (blocked.has(keyOf(cell)) ? _("blocked") : "");
    this.#presses.forEach((press, index) => {
      const legal = this.#legal.get(index);
      const value = values.get(index);
      const parts = [];
      if (this.#byColumn) {
        parts.push(say("Column {column}", { column: columnText(index) }));
        if (legal) parts.push(say("lands on row {row}", { row: legal.cell[1] + 1 }));
        const pile = [];
        for (let row = 0; row < state.rows; row += 1) {
          const what = content([index, row]);
          if (what) pile.push(what);
        }
        parts.push(pile.length ? say("from below: {stones}", { stones: pile.join(", ") }) : _("empty"));
      } else {
        /** @type {Cell} */
        const cell = [index % state.columns, state.rows - 1 - Math.floor(index / state.columns)];
        parts.push(cellText(cell), content(cell) || _("empty"));
      }
      if (value) parts.push((value.exact === false ? "≈ " : "") + value.words);
      press.setAttribute("aria-label", parts.join(", "));
      const dead = this.#mode !== "edit" && !legal;
      press.setAttribute("aria-disabled", String(dead));
    });
  }

  #showValues() {
    const state = this.#state;
    this.#above.replaceChildren();
    this.#inside.replaceChildren();
    this.classList.toggle("has-values", this.#values.length > 0);
    if (!state) return;
    for (const { cell, words, score, outcome, exact, best } of this.#values) {
      const estimate = exact === false;
      const classes = ["value", outcome ?? "open", estimate ? "estimate" : "", best ? "best" : ""];
      const element = h(
        "span", { class: classes.filter(Boolean).join(" "), title: words },
        h("span", { class: "words" }, estimate ? `≈ ${words}` : words),
        score !== undefined && h("small", {}, estimate ? `≈${score}` : score),
      );
      element.style.setProperty("grid-column", String(cell[0] + 1));
      if (state.gravity) {
        this.#above.append(element);
      } else {
        element.style.setProperty("grid-row", String(state.rows - cell[1]));
        this.#inside.append(element);
      }
    }
  }

  #haunt() {
    const state = this.#state;
    if (!state || !this.#drawing) return;
    /** @type {{cell: Cell, side: Side, number?: number}[]} */
    const ghosts = this.#line.map((each, place) => (this.#line.length > 1 ? { ...each, number: place + 1 } : each));
    const focused = this.#presses[this.#current]?.matches(":focus-visible") ? this.#current : -1;
    const target = this.#legal.get(this.#hovered >= 0 ? this.#hovered : focused);
    if (target && !this.#line.length) ghosts.push({ cell: target.cell, side: state.turn });
    this.#drawing.haunt(ghosts);
  }

  /** @param {number} index */
  #hover(index) {
    this.#hovered = index;
    this.#haunt();
  }

  /** @param {number} index */
  #enter(index) {
    if (this.#presses[this.#current]) this.#presses[this.#current].tabIndex = -1;
    this.#current = index;
    this.#presses[index].tabIndex = 0;
    this.#haunt();
  }

  /** @param {number} index */
  #press(index) {
    const state = this.#state;
    if (!state) return;
    if (this.#mode === "edit") {
      /** @type {Cell} */
      const cell = [index % state.columns, state.rows - 1 - Math.floor(index / state.columns)];
      this.dispatchEvent(new CustomEvent("pick", { detail: { cell }, bubbles: true }));
      return;
    }
    const legal = this.#legal.get(index);
    if (legal) this.dispatchEvent(new CustomEvent("choose", { detail: { ...legal }, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const state = this.#state;
    const within = this.contains(document.activeElement);
    // Keys work from anywhere on a page where a move is awaited, and in a board that has the focus.
    if (!state || event.defaultPrevented || isTyping(event) || !(within || this.#mode === "play")) return;
    const columns = state.columns;
    const count = this.#presses.length;
    const from = Math.max(0, this.#current);
    let to = -1;
    if (event.key === "ArrowLeft") to = from % columns > 0 ? from - 1 : from;
    else if (event.key === "ArrowRight") to = from % columns < columns - 1 ? from + 1 : from;
    else if (event.key === "ArrowUp" && !this.#byColumn) to = from >= columns ? from - columns : from;
    else if (event.key === "ArrowDown" && !this.#byColumn) to = from + columns < count ? from + columns : from;
    else if (event.key === "Home" && within) to = from - (from % columns);
    else if (event.key === "End" && within) to = from - (from % columns) + columns - 1;
    else if (this.#byColumn && /^[1-9]$/.test(event.key) && Number(event.key) <= columns) to = Number(event.key) - 1;
    if (to < 0) return;
    event.preventDefault();
    this.#presses[within || /^[1-9]$/.test(event.key) ? to : from].focus();
  }

  /**
   * Moves in words: "Yellow, column 4, row 2. Red to move."
   * @param {BoardState} state
   * @param {boolean} fresh another board, of which nothing is told
   */
  #tell(state, fresh) {
    const told = fresh ? null : this.#told;
    this.#told = new Set(state.stones.map(({ cell }) => keyOf(cell)));
    const added = state.stones.filter(({ cell }) => !told?.has(keyOf(cell)));
    if (!told || this.hasAttribute("quiet") || added.length < 1 || added.length > 2) return;
    const parts = added
      .sort((a, b) => (a.ply ?? 0) - (b.ply ?? 0))
      .map(({ cell, side }) => (state.gravity
        ? say("{side}, column {column}, row {row}.",
            { side: sideName(side), column: columnText(cell[0]), row: cell[1] + 1 })
        : say("{side}, {cell}.", { side: sideName(side), cell: cellText(cell) })));
    if (state.winning?.length) parts.push(say("{count} in a row.", { count: state.connect }));
    else if (state.legal.length) parts.push(say("{side} to move.", { side: sideName(state.turn) }));
    this.announce(parts.join(" "));
  }
}

customElements.define("ply-board", PlyBoard);
