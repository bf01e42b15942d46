// <ply-board>: the one board of every page.
//
//   board.state = {columns, rows, connect, gravity, blocked, stones, turn, legal, winning?, last?}
//   board.mode = "play"    a legal move can be chosen: event `choose` with detail {move, cell}
//              = "look"    nothing can be chosen (the default)
//              = "edit"    every cell can be picked: event `pick` with detail {cell}
//   board.values = [{cell, words, score, outcome, exact, best}]   above the columns, or in the cells without gravity
//   board.hint = {cell, words, ...} | null                        a value that is always shown, and its cell marked
//   board.line = [{cell, side}]       moves to come, as numbered ghost stones; a `number` of 0 leaves it out
//   board.over = (geometry) => [...]  what the page draws over the board itself, in SVG; null for nothing
//   board.drop(cell)                  show a stone of the side to move before the server has confirmed it;
//                                     the next state keeps it or takes it away
//   board.announce(text)              to screen readers, politely
//
// Attributes: `valued` reserves space for the values above the columns; `quiet` turns the announcing of moves off; with
// `still` no stone falls; with `lettered` the columns show the letters by which texts name cells, too; `small` makes the labels
// larger, for a board that takes little of the screen; with `focused-keys` keys work only while the board has the focus.
// Without `quiet`, new stones are heard, if sounds are on, and announced once the server has confirmed them. The page
// never decides what is legal: only the moves in `legal` can be chosen. A press elsewhere is answered with the reason.

import { h, isTyping } from "../browser/dom.js";
import { valuesAreShown } from "../browser/preferences.js";
import { playSound } from "../browser/sounds.js";
import { cellText, columnText, hasLetters, other } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { BoardSvg, cellKey } from "./board-svg.js";
import { boardLabel, cellLabels, columnLabels, movesAnnouncement, refusalText } from "./board-text.js";
import { valueLabel } from "./value-labels.js";

/** @typedef {"play" | "look" | "edit"} Mode */

/** The width in pixels below which a finger may hit the wrong cell, so that a second tap has to confirm the first. */
const SMALLEST_TARGET = 40;

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
  /** @type {MoveValue | null} */
  #hint = null;
  /** @type {{cell: Cell, side: Side, number?: number}[]} */
  #line = [];
  /** @type {((geometry: import("./board-svg.js").Geometry) => SVGElement[]) | null} */
  #over = null;
  /** @type {BoardSvg | null} */
  #image = null;
  /** @type {HTMLButtonElement[]} one per column, or one per cell from the top left */
  #buttons = [];
  /** @type {Set<string> | null} the cells of the stones that were announced */
  #announced = null;
  #shape = "";
  #current = -1;
  #hovered = -1;
  /** The button that was tapped once and waits for the tap that confirms it. */
  #tapped = -1;
  #byTouch = false;
  /** @type {Map<number, LegalMove>} */
  #legal = new Map();
  #closing = new AbortController();

  #overlay = h("div", { class: "buttons", role: "group" });
  #above = h("div", { class: "values", "aria-hidden": "true" });
  #inside = h("div", { class: "values inside", "aria-hidden": "true" });
  #frame = h("div", { class: "frame" });
  #live = h("div", { class: "unseen", "aria-live": "polite" });
  #note = h("p", { class: "board-note", hidden: true });

  connectedCallback() {
    if (!this.#live.isConnected) {
      this.replaceChildren(
        h("div", { class: "scroll" }, h("div", { class: "fit" }, this.#above, this.#frame)), this.#note, this.#live,
      );
    }
    this.dataset.mode = this.#mode;
    this.#closing = new AbortController();
    const { signal } = this.#closing;
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    document.addEventListener("settings", () => this.#redraw(), { signal });
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
    this.#image?.draw(state, !fresh && added.length <= 2 && !this.hasAttribute("still"));
    if (fresh || before?.stones.length !== state.stones.length) this.#clearNote();
    this.#redraw();
    if (!fresh && added.length && added.length <= 2 && !this.hasAttribute("quiet")) {
      void this.#image?.landed.then(() => playSound("stone"));
    }
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
      this.#clearNote();
      this.#redraw();
    }
  }

  get values() {
    return this.#values;
  }

  /** @param {MoveValue[]} values */
  set values(values) {
    this.#values = values;
    this.#redraw();
  }

  get hint() {
    return this.#hint;
  }

  /** @param {MoveValue | null} hint */
  set hint(hint) {
    this.#hint = hint;
    this.#redraw();
  }

  get line() {
    return this.#line;
  }

  /** @param {{cell: Cell, side: Side, number?: number}[]} line */
  set line(line) {
    this.#line = line;
    this.#showGhosts();
  }

  get over() {
    return this.#over;
  }

  /** @param {((geometry: import("./board-svg.js").Geometry) => SVGElement[]) | null} draw */
  set over(draw) {
    this.#over = draw;
    this.#image?.drawOver(draw);
  }

  /** Show what stands over the stones: labels for screen readers, values, the hint, ghosts. */
  #redraw() {
    if (!this.#state) return;
    this.#label(this.#state);
    this.#showValues(this.#state);
    this.#showGhosts();
    this.#image?.drawHint(this.#hint?.cell ?? null);
    this.#image?.drawOver(this.#over);
  }

  /** The values to show: those that the reader wants to see, and the hint that was asked for. */
  get #shownValues() {
    const values = valuesAreShown() ? this.#values : [];
    return this.#hint ? [...values, this.#hint] : values;
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
    const size = `${state.columns}x${state.rows}${state.gravity}${hasLetters(state)}`;
    const shape = `${size}${this.#byColumn}`;
    if (shape === this.#shape) return false;
    const fresh = !this.#shape.startsWith(size);
    this.#shape = shape;
    if (fresh || !this.#image) this.#image = new BoardSvg(state, this.hasAttribute("lettered"), this.hasAttribute("small"));
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
    // The page is laid out by the shape of its board.
    const page = document.documentElement.style;
    page.setProperty("--board-ratio", String(width / height));
    page.setProperty("--board-columns", String(state.columns));
    const count = this.#byColumn ? state.columns : state.columns * state.rows;
    this.#buttons = Array.from({ length: count }, (_unused, index) =>
      h("button", {
        type: "button",
        tabindex: -1,
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          this.#byTouch = event.pointerType === "touch";
        },
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
    this.#overlay.setAttribute("aria-label", boardLabel(state));
    const values = new Map(this.#shownValues.map((each) => [this.#indexOf(each.cell), each]));
    const [column, cell] = [columnLabels(state), cellLabels(state)];
    this.#buttons.forEach((button, index) => {
      const legal = this.#legal.get(index);
      const value = values.get(index);
      const label = this.#byColumn ? column(index, legal?.cell) : cell(this.#cellAt(index));
      const worth = value ? `, ${value.exact === false ? "≈ " : ""}${value.words}` : "";
      button.setAttribute("aria-label", label + worth);
      button.setAttribute("aria-disabled", String(this.#mode !== "edit" && !legal));
    });
  }

  /** @param {BoardState} state */
  #showValues(state) {
    const labels = this.#shownValues.map((value) => valueLabel(value, state));
    this.classList.toggle("has-values", labels.length > 0);
    this.#above.replaceChildren(...(state.gravity ? labels : []));
    this.#inside.replaceChildren(...(state.gravity ? [] : labels));
  }

  #showGhosts() {
    const state = this.#state;
    if (!state || !this.#image) return;
    /** @type {{cell: Cell, side: Side, number?: number}[]} */
    const ghosts = this.#line.map((each, place) => ({ number: place + 1, ...each }));
    const focused = this.#buttons[this.#current]?.matches(":focus-visible") ? this.#current : -1;
    const target = this.#legal.get([this.#hovered, this.#tapped, focused].find((index) => index >= 0) ?? -1);
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
      this.dispatchEvent(new CustomEvent("pick", { detail: { cell: this.#cellAt(index) }, bubbles: true }));
      return;
    }
    const legal = this.#legal.get(index);
    const isSmall = this.#buttons[index].clientWidth < SMALLEST_TARGET;
    const isConfirmed = this.#tapped === index;
    this.#clearNote();
    if (!legal) this.#refuse(index);
    else if (this.#byTouch && isSmall && !isConfirmed) this.#askAgain(index, legal);
    else this.#choose(legal);
  }

  /** @param {LegalMove} legal */
  #choose(legal) {
    this.#clearNote();
    this.dispatchEvent(new CustomEvent("choose", { detail: { ...legal }, bubbles: true }));
  }

  /**
   * Say why nothing can be played there. When it is not your turn at all, the page says that already.
   * @param {number} index
   */
  #refuse(index) {
    const state = this.#state;
    if (!state || this.#mode !== "play") return;
    const text = refusalText(state, this.#byColumn ? [index, 0] : this.#cellAt(index));
    this.#note.replaceChildren(text);
    this.#note.hidden = false;
    this.announce(text);
  }

  /**
   * A small cell was tapped: show where the stone would go, and wait for a second tap.
   * @param {number} index
   * @param {LegalMove} legal
   */
  #askAgain(index, legal) {
    const where = this.#byColumn ? columnText(legal.cell[0]) : cellText(legal.cell);
    this.#tapped = index;
    this.#note.replaceChildren(
      h("span", {}, _("Tap again to play there.")),
      h("button", { type: "button", class: "main", onclick: () => this.#choose(legal) },
        say("Play {move}", { move: where })),
    );
    this.#note.hidden = false;
    this.#showGhosts();
  }

  #clearNote() {
    this.#tapped = -1;
    this.#note.hidden = true;
  }

  /**
   * The cell of a button, on a board with a button for each cell.
   * @param {number} index
   * @returns {Cell}
   */
  #cellAt(index) {
    const { columns, rows } = /** @type {BoardState} */ (this.#state);
    return [index % columns, rows - 1 - Math.floor(index / columns)];
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    this.#byTouch = false;
    const state = this.#state;
    const within = this.contains(document.activeElement);
    // While a move can be made, the keys work anywhere on the page; otherwise the board must have the focus.
    const isHeard = within || (this.#mode === "play" && !this.hasAttribute("focused-keys"));
    if (!state || event.defaultPrevented || isTyping(event) || !isHeard) return;
    if (!this.offsetParent) return; // hidden behind another board
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
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= columns) to = from - (from % columns) + Number(event.key) - 1;
    if (to < 0) return;
    event.preventDefault();
    this.#buttons[within || /^[1-9]$/.test(event.key) ? to : from].focus();
  }

  /**
   * Announce the new moves.
   * @param {BoardState} state
   * @param {boolean} fresh it is another board, whose stones are not announced
   */
  #announceMoves(state, fresh) {
    const before = fresh ? null : this.#announced;
    this.#announced = new Set(state.stones.map(({ cell }) => cellKey(cell)));
    const added = state.stones.filter(({ cell }) => !before?.has(cellKey(cell)));
    if (!before || this.hasAttribute("quiet") || added.length < 1 || added.length > 2) return;
    this.announce(movesAnnouncement(state, added));
  }
}

customElements.define("ply-board", PlyBoard);
