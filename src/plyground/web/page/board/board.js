// <ply-board>: the one board of every page.
//
//   board.state = {columns, rows, connect, gravity, blocked, stones, turn, legal, winning?, last?}
//   board.mode = "play"    a legal move can be chosen: event `choose` with detail {move, cell}
//              = "look"    nothing can be chosen (the default)
//              = "edit"    every cell can be picked: event `pick` with detail {cell}
//   board.values = [{cell, words, score, outcome, exact, best}]   above the columns, or in the cells without gravity
//   board.line = [{cell, side}]       moves to come, as numbered ghost stones
//   board.drop(cell)                  show a stone of the side to move before the server has confirmed it;
//                                     the next state keeps it or takes it away
//   board.announce(text)              to screen readers, politely
//
// Attributes: `valued` reserves space for the values above the columns; `quiet` turns the announcing of moves off.
// Without `quiet`, new stones are announced once the server has confirmed them. The page never decides what is legal:
// only the moves in `legal` can be chosen.

import { h, isTyping } from "../browser/dom.js";
import { cellText, columnText, other, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { BoardSvg, cellKey } from "./board-svg.js";

/** @typedef {"play" | "look" | "edit"} Mode */

/**
 * The position with one more stone of the side to move, as far as it is known before the server answers.
 * @param {BoardState} state
 * @param {Cell} cell
 * @returns {BoardState}
 */
export function withStone(state, cell) {
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
  /** @type {BoardSvg | null} */
  #image = null;
  /** @type {HTMLButtonElement[]} one per column, or one per cell from the top left */
  #buttons = [];
  /** @type {Set<string> | null} the cells of the stones that were announced */
  #announced = null;
  #shape = "";
  #current = -1;
  #hovered = -1;
  /** @type {Map<number, LegalMove>} */
  #legal = new Map();
  #closing = new AbortController();

  #overlay = h("div", { class: "buttons", role: "group" });
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
    this.#closing = new AbortController();
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.#closing.signal });
  }

  disconnectedCallback() {
    this.#closing.abort();
  }

  get state() {
    return this.#state;
  }

  /** @param {BoardState | null} state */
  set state(state) {
    const before = this.#state;
    this.#state = state;
    if (!state) {
      this.#image = null;
      this.#shape = "";
      this.#buttons = [];
      this.#frame.replaceChildren();
      return;
    }
    const fresh = this.#build(state);
    const known = new Set(fresh || !before ? [] : before.stones.map((each) => cellKey(each.cell)));
    const added = state.stones.filter((each) => !known.has(cellKey(each.cell)));
    // A move falls; another position is shown at once.
    this.#image?.draw(state, !fresh && added.length <= 2);
    this.#label(state);
    this.#showValues();
    this.#showGhosts();
    if (!state.unconfirmed) this.#announceMoves(state, fresh);
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
      this.#image?.draw(this.#state, false);
      this.#label(this.#state);
      this.#showGhosts();
    }
  }

  get values() {
    return this.#values;
  }

  /** @param {MoveValue[]} values */
  set values(values) {
    this.#values = values;
    this.#showValues();
    if (this.#state) this.#label(this.#state);
  }

  get line() {
    return this.#line;
  }

  /** @param {{cell: Cell, side: Side}[]} line */
  set line(line) {
    this.#line = line;
    this.#showGhosts();
  }

  /** @param {Cell} cell */
  drop(cell) {
    const state = this.#state;
    if (!state || state.stones.some((each) => cellKey(each.cell) === cellKey(cell))) return;
    this.mode = "look";
    this.state = withStone(state, cell);
  }

  /** @param {string} text */
  announce(text) {
    // A screen reader ignores a text that did not change, but the same words may announce a second event.
    this.#live.textContent = this.#live.textContent === text ? `${text}\u00a0` : text;
  }

  focus() {
    this.#buttons[Math.max(0, this.#current)]?.focus();
  }

  get #byColumn() {
    return Boolean(this.#state?.gravity) && this.#mode !== "edit";
  }

  /**
   * The index of the button that a cell belongs to.
   * @param {Cell} cell
   */
  #indexOf([column, row]) {
    const state = /** @type {BoardState} */ (this.#state);
    return this.#byColumn ? column : (state.rows - 1 - row) * state.columns + column;
  }

  /**
   * Build the board again if its size or its kind of buttons changed.
   * @param {BoardState} state
   * @returns {boolean} whether it has another size
   */
  #build(state) {
    const size = `${state.columns}x${state.rows}${state.gravity}`;
    const shape = `${size}${this.#byColumn}`;
    if (shape === this.#shape) return false;
    const fresh = !this.#shape.startsWith(size);
    this.#shape = shape;
    if (fresh || !this.#image) this.#image = new BoardSvg(state);
    const { width, height, insets } = this.#image.geometry;
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
    this.#buttons = Array.from({ length: count }, (_unused, index) =>
      h("button", {
        type: "button",
        tabindex: -1,
        onclick: () => this.#press(index),
        onfocus: () => this.#focusAt(index),
        onblur: () => this.#showGhosts(),
        onpointerenter: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType === "mouse") this.#hover(index);
        },
        onpointerleave: () => this.#hover(-1),
      }),
    );
    this.#hovered = -1;
    this.#current = this.#byColumn ? Math.floor(state.columns / 2) : Math.floor(count / 2);
    this.#overlay.classList.toggle("columns", this.#byColumn);
    this.#overlay.replaceChildren(...this.#buttons);
    this.#frame.replaceChildren(this.#image.root, this.#overlay, this.#inside);
    this.#buttons[this.#current].tabIndex = 0;
    return fresh;
  }

  /**
   * Label the board and its buttons for screen readers, and enable the buttons of legal moves.
   * @param {BoardState} state
   */
  #label(state) {
    this.#legal = new Map(
      this.#mode === "play" ? state.legal.map((each) => [this.#indexOf(each.cell), each]) : [],
    );
    this.#overlay.setAttribute(
      "aria-label",
      say("Board with {columns} columns and {rows} rows; {connect} in a row win",
        { columns: state.columns, rows: state.rows, connect: state.connect }),
    );
    const stones = new Map(state.stones.map((each) => [cellKey(each.cell), sideName(each.side)]));
    const blocked = new Set(state.blocked.map(cellKey));
    const values = new Map(this.#values.map((each) => [this.#indexOf(each.cell), each]));
    /** @param {Cell} cell */
    const content = (cell) => stones.get(cellKey(cell)) ?? (blocked.has(cellKey(cell)) ? _("blocked") : "");
    this.#buttons.forEach((button, index) => {
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
      button.setAttribute("aria-label", parts.join(", "));
      button.setAttribute("aria-disabled", String(this.#mode !== "edit" && !legal));
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

  #showGhosts() {
    const state = this.#state;
    if (!state || !this.#image) return;
    /** @type {{cell: Cell, side: Side, number?: number}[]} */
    const ghosts = this.#line.map((each, place) => (this.#line.length > 1 ? { ...each, number: place + 1 } : each));
    const focused = this.#buttons[this.#current]?.matches(":focus-visible") ? this.#current : -1;
    const target = this.#legal.get(this.#hovered >= 0 ? this.#hovered : focused);
    if (target && !this.#line.length) ghosts.push({ cell: target.cell, side: state.turn });
    this.#image.drawGhosts(ghosts);
  }

  /** @param {number} index */
  #hover(index) {
    this.#hovered = index;
    this.#showGhosts();
  }

  /** @param {number} index */
  #focusAt(index) {
    if (this.#buttons[this.#current]) this.#buttons[this.#current].tabIndex = -1;
    this.#current = index;
    this.#buttons[index].tabIndex = 0;
    this.#showGhosts();
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
  #onKey(event) {
    const state = this.#state;
    const within = this.contains(document.activeElement);
    // While a move can be made, the keys work anywhere on the page; otherwise the board must have the focus.
    if (!state || event.defaultPrevented || isTyping(event) || !(within || this.#mode === "play")) return;
    const columns = state.columns;
    const count = this.#buttons.length;
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
    this.#buttons[within || /^[1-9]$/.test(event.key) ? to : from].focus();
  }

  /**
   * Announce the new moves: "Yellow, column 4, row 2. Red to move."
   * @param {BoardState} state
   * @param {boolean} fresh it is another board, whose stones are not announced
   */
  #announceMoves(state, fresh) {
    const before = fresh ? null : this.#announced;
    this.#announced = new Set(state.stones.map(({ cell }) => cellKey(cell)));
    const added = state.stones.filter(({ cell }) => !before?.has(cellKey(cell)));
    if (!before || this.hasAttribute("quiet") || added.length < 1 || added.length > 2) return;
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
