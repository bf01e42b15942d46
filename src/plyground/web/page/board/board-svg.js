// The SVG of a board, in units of a hundredth of a cell.
//
// From back to front: the ground, the stones and their ghosts, the face with a hole per cell, the plugs of blocked
// cells, and what is marked. Stones lie behind the face, so that a falling one passes behind it.

import { h, svg } from "../browser/dom.js";
import { columnLetters, columnText } from "../text/notation.js";

const UNIT = 100;
const LARGEST_SHADED = 200; // a blurred shadow in more holes than this is slow to draw while a stone falls

/** @param {Cell} cell */
export const keyOf = (cell) => `${cell[0]},${cell[1]}`;

/** Where things are in the drawing of these rules. */
export class Geometry {
  /** @param {{columns: number, rows: number, gravity: boolean}} rules */
  constructor({ columns, rows, gravity }) {
    this.columns = columns;
    this.rows = rows;
    /** Of the face around the cells. */
    this.edge = Math.min(16, 2 + 2 * columns);
    /** The size of the labels: about the same on the screen, however many columns share it. */
    this.type = Math.min(40, Math.max(11, columns * 3.2));
    this.margin = 1.7 * this.type; // below the face, and left of it without gravity
    this.left = this.edge + (gravity ? 0 : this.margin);
    this.width = this.left + columns * UNIT + this.edge;
    this.height = this.edge + rows * UNIT + this.edge + this.margin;
  }

  /**
   * @param {Cell} cell
   * @returns {[x: number, y: number]}
   */
  centre([column, row]) {
    return [this.left + (column + 0.5) * UNIT, this.edge + (this.rows - row - 0.5) * UNIT];
  }

  /** The four sides of the cells in percent of the drawing, for what is laid over it. */
  get insets() {
    return {
      top: (100 * this.edge) / this.height,
      right: (100 * this.edge) / this.width,
      bottom: (100 * (this.edge + this.margin)) / this.height,
      left: (100 * this.left) / this.width,
    };
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {boolean} round
 */
function hole(x, y, round) {
  if (round) return `M${x - 41} ${y}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0z`;
  return `M${x - 36} ${y - 45}h72q9 0 9 9v72q0 9 -9 9h-72q-9 0 -9 -9v-72q0 -9 9 -9z`;
}

/**
 * Diagonal strokes within a circle: a plug is told from a stone by its hatching.
 * @param {number} x
 * @param {number} y
 */
function hatching(x, y) {
  let path = "";
  for (let away = -30; away <= 30; away += 12) {
    const half = Math.sqrt(38 * 38 - away * away) * Math.SQRT1_2;
    const [cx, cy] = [x + away * Math.SQRT1_2, y + away * Math.SQRT1_2];
    path += `M${(cx - half).toFixed(1)} ${(cy + half).toFixed(1)}L${(cx + half).toFixed(1)} ${(cy - half).toFixed(1)}`;
  }
  return path;
}

/**
 * The runs among the winning cells, each as its two ends. The cells come from the server; this only finds the lines
 * to draw through them.
 * @param {Cell[]} cells
 * @param {number} connect
 * @returns {[Cell, Cell][]}
 */
function runs(cells, connect) {
  const winning = new Set(cells.map(keyOf));
  /** @type {[Cell, Cell][]} */
  const found = [];
  for (const [column, row] of cells) {
    for (const [across, up] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      if (winning.has(keyOf([column - across, row - up]))) continue;
      let length = 1;
      while (winning.has(keyOf([column + across * length, row + up * length]))) length += 1;
      if (length >= connect) {
        found.push([[column, row], [column + across * (length - 1), row + up * (length - 1)]]);
      }
    }
  }
  return found;
}

/**
 * A stone with its own mark: the first player's carries a ring, the second's a dot.
 * @param {Side} side
 * @param {string} [kind]
 * @param {number} [size]
 */
export function stone(side, kind = "", size = 1) {
  return svg(
    "g", { class: `stone ${side} ${kind}` },
    svg("circle", { class: "body", r: 43 * size }),
    svg("circle", { class: "sign", r: (side === "first" ? 21 : 11) * size }),
  );
}

/**
 * A small stone for texts: beside a player's name, in a list.
 * @param {Side} side
 */
export function chip(side) {
  return h("span", { class: "chip", "aria-hidden": "true" }, svg("svg", { viewBox: "-46 -46 92 92" }, stone(side)));
}

/** Draws one board and keeps it in step with the states it is given. */
export class Drawing {
  /** @param {BoardState} state */
  constructor(state) {
    const { columns, rows, gravity } = state;
    this.geometry = new Geometry(state);
    const { left, width, height, type, margin, edge } = this.geometry;
    this.size = gravity ? 1 : 0.84;
    this.stones = svg("g");
    this.face = svg("path", {
      class: columns * rows > LARGEST_SHADED ? "face flat" : "face",
      "fill-rule": "evenodd",
    });
    this.plugs = svg("g");
    this.over = svg("g");
    this.ghosts = svg("g");
    /** @type {Map<string, SVGGElement>} */
    this.placed = new Map();
    this.root = svg(
      "svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: gravity ? "gravity" : "open" },
      svg("rect", {
        class: "ground", x: left - edge / 2, y: edge / 2,
        width: columns * UNIT + edge, height: rows * UNIT + edge, rx: edge,
      }),
      this.stones, this.ghosts, this.face, this.plugs, this.over,
      ...Array.from({ length: columns }, (_unused, column) =>
        svg("text", { class: "label", x: left + (column + 0.5) * UNIT, y: height - 0.35 * type, "font-size": type },
          gravity ? columnText(column) : columnLetters(column)),
      ),
      ...(gravity ? [] : Array.from({ length: rows }, (_unused, row) =>
        svg("text", {
          class: "label", x: 0.4 * margin, y: this.geometry.centre([0, row])[1] + type / 3, "font-size": type,
        }, String(row + 1)),
      )),
    );
  }

  /**
   * @param {BoardState} state
   * @param {boolean} moving whether new stones fall
   */
  draw(state, moving) {
    this.#frame(state);
    const wanted = new Map(state.stones.map((each) => [keyOf(each.cell), each]));
    for (const [key, element] of this.placed) {
      if (!wanted.has(key) || !element.classList.contains(wanted.get(key)?.side ?? "")) {
        element.remove();
        this.placed.delete(key);
      }
    }
    for (const { cell, side } of state.stones) {
      if (!this.placed.has(keyOf(cell))) this.place(cell, side, moving && state.gravity);
    }
    this.over.replaceChildren();
    const last = lastCell(state);
    if (last) {
      const [x, y] = this.geometry.centre(last);
      this.over.append(
        state.gravity
          ? svg("circle", { class: "last", cx: x, cy: y, r: 43 })
          : svg("rect", { class: "last", x: x - 45, y: y - 45, width: 90, height: 90, rx: 9 }),
      );
    }
    for (const [from, to] of runs(state.winning ?? [], state.connect)) {
      const [[x1, y1], [x2, y2]] = [this.geometry.centre(from), this.geometry.centre(to)];
      this.over.append(
        svg("line", { class: "run under", x1, y1, x2, y2 }),
        svg("line", { class: "run", x1, y1, x2, y2 }),
      );
    }
  }

  /**
   * @param {Cell} cell
   * @param {Side} side
   * @param {boolean} falling
   */
  place(cell, side, falling) {
    const [x, y] = this.geometry.centre(cell);
    const element = stone(side, "", this.size);
    element.setAttribute("transform", `translate(${x} ${y})`);
    this.stones.append(element);
    this.placed.set(keyOf(cell), element);
    if (falling && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const share = (this.geometry.rows - cell[1]) / this.geometry.rows;
      element.animate(
        [{ transform: `translate(${x}px, ${-UNIT / 2}px)` }, { transform: `translate(${x}px, ${y}px)` }],
        { duration: 250 + 150 * share, easing: "cubic-bezier(0.5, 0, 0.9, 0.7)" },
      );
    }
  }

  /**
   * Stones that are not there: where one would land, or a line with its numbers.
   * @param {{cell: Cell, side: Side, number?: number}[]} ghosts
   */
  haunt(ghosts) {
    this.ghosts.replaceChildren(
      ...ghosts.map(({ cell, side, number }) => {
        const [x, y] = this.geometry.centre(cell);
        const element = stone(side, number === undefined ? "ghost" : "ghost numbered", this.size);
        element.setAttribute("transform", `translate(${x} ${y})`);
        if (number !== undefined) element.append(svg("text", { y: 14 }, String(number)));
        return element;
      }),
    );
  }

  /** @param {BoardState} state */
  #frame({ columns, rows, gravity, blocked }) {
    const closed = blocked.map(keyOf).join(" ");
    if (this.root.dataset.closed === closed) return;
    this.root.dataset.closed = closed;
    const plugged = new Set(blocked.map(keyOf));
    const { left, edge } = this.geometry;
    const bend = 1.5 * edge;
    const [across, down] = [columns * UNIT + 2 * (edge - bend), rows * UNIT + 2 * (edge - bend)];
    let path =
      `M${left - edge + bend} 0h${across}q${bend} 0 ${bend} ${bend}v${down}q0 ${bend} ${-bend} ${bend}` +
      `h${-across}q${-bend} 0 ${-bend} ${-bend}v${-down}q0 ${-bend} ${bend} ${-bend}z`;
    this.plugs.replaceChildren();
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const [x, y] = this.geometry.centre([column, row]);
        if (plugged.has(keyOf([column, row]))) {
          this.plugs.append(
            svg("path", { class: "plug", d: hole(x, y, gravity) }),
            svg("path", { class: "hatching", d: hatching(x, y) }),
          );
        } else {
          path += hole(x, y, gravity);
        }
      }
    }
    this.face.setAttribute("d", path);
  }
}

/**
 * @param {BoardState} state
 * @returns {Cell | null}
 */
export function lastCell(state) {
  if (state.last !== undefined) return state.last;
  let latest = null;
  for (const each of state.stones) {
    if (typeof each.ply === "number" && each.ply >= (latest?.ply ?? 0)) latest = each;
  }
  return latest?.cell ?? null;
}
