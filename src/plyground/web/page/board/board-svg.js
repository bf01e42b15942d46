// The SVG of a board, in units of a hundredth of a cell.
//
// From back to front: the ground, the stones, the ghost stones, the face with a hole for each cell, the plugs of
// blocked cells, the marks, the hint, and what a page draws over all of it. Stones lie behind the face, so that a falling stone passes behind it.

import { svg } from "../browser/dom.js";
import { columnLetters, columnText, hasLetters } from "../text/notation.js";
import { stone } from "./stone.js";

export const UNIT = 100;
const LARGEST_SHADED = 200; // cells; with more, the blurred shadow makes a falling stone stutter

/** A cell as a key of maps and sets. @param {Cell} cell */
export const cellKey = (cell) => `${cell[0]},${cell[1]}`;

/** Where things are on the board of these rules. */
export class Geometry {
  /**
   * @param {{columns: number, rows: number, gravity: boolean}} rules
   * @param {boolean} [isSmall] on the screen, so that the labels need more of it
   */
  constructor({ columns, rows, gravity }, isSmall = false) {
    this.columns = columns;
    this.rows = rows;
    /** The width of the face around the cells. */
    this.edge = Math.min(16, 2 + 2 * columns);
    /** The size of the labels. It grows with the columns, so that labels are about equally large on the screen. */
    this.labelSize = Math.min(40, Math.max(isSmall ? 22 : 14, columns * 3.2));
    this.margin = 1.7 * this.labelSize; // below the face, and left of it without gravity
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

  /** The distance of the cells from each edge of the image, in percent; for the elements laid over it. */
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
 * Diagonal strokes within a circle. Its hatching sets a plug apart from a stone.
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
 * The runs among the winning cells, each as its two ends. The server names the cells; this only finds the lines to draw
 * through them.
 * @param {Cell[]} cells
 * @param {number} connect
 * @returns {[Cell, Cell][]}
 */
function runs(cells, connect) {
  const winning = new Set(cells.map(cellKey));
  /** @type {[Cell, Cell][]} */
  const found = [];
  for (const [column, row] of cells) {
    for (const [across, up] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      if (winning.has(cellKey([column - across, row - up]))) continue;
      let length = 1;
      while (winning.has(cellKey([column + across * length, row + up * length]))) length += 1;
      if (length >= connect) {
        found.push([[column, row], [column + across * (length - 1), row + up * (length - 1)]]);
      }
    }
  }
  return found;
}

/** The image of one board. `draw` brings it up to date with a state. */
export class BoardSvg {
  /**
   * @param {BoardState} state
   * @param {boolean} [lettered] whether columns show their letters beside their numbers
   * @param {boolean} [small] whether it is small on the screen
   */
  constructor(state, lettered = false, small = false) {
    const { columns, rows, gravity } = state;
    this.geometry = new Geometry(state, small);
    const { left, width, height, labelSize, margin, edge } = this.geometry;
    this.size = gravity ? 1 : 0.84;
    this.letters = hasLetters(state);
    this.stones = svg("g");
    this.face = svg("path", {
      class: columns * rows > LARGEST_SHADED ? "face flat" : "face",
      "fill-rule": "evenodd",
    });
    this.plugs = svg("g");
    this.marks = svg("g");
    this.ghosts = svg("g");
    this.hint = svg("g");
    this.over = svg("g");
    /** @type {Map<string, SVGGElement>} */
    this.placed = new Map();
    /** @type {Set<Animation>} of the stones that fall now */
    this.falling = new Set();
    this.root = svg(
      "svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: gravity ? "gravity" : "open" },
      svg("rect", {
        class: "ground", x: left - edge / 2, y: edge / 2,
        width: columns * UNIT + edge, height: rows * UNIT + edge, rx: edge,
      }),
      this.stones, this.ghosts, this.face, this.plugs, this.marks, this.hint, this.over,
      ...Array.from({ length: columns }, (_unused, column) =>
        svg("text", {
          class: "label", x: left + (column + 0.5) * UNIT, y: height - 0.35 * labelSize, "font-size": labelSize,
        }, [...(gravity ? [columnText(column)] : []), ...(lettered || !gravity ? [columnLetters(column)] : [])].join(" ")),
      ),
      ...(gravity ? [] : Array.from({ length: rows }, (_unused, row) =>
        svg("text", {
          class: "label", x: 0.4 * margin, y: this.geometry.centre([0, row])[1] + labelSize / 3, "font-size": labelSize,
        }, String(row + 1)),
      )),
    );
  }

  /**
   * @param {BoardState} state
   * @param {boolean} animated whether new stones fall
   */
  draw(state, animated) {
    this.#drawFace(state);
    const wanted = new Map(state.stones.map((each) => [cellKey(each.cell), each]));
    for (const [key, element] of this.placed) {
      if (!wanted.has(key) || !element.classList.contains(wanted.get(key)?.side ?? "")) {
        element.remove();
        this.placed.delete(key);
      }
    }
    for (const { cell, side } of state.stones) {
      if (!this.placed.has(cellKey(cell))) this.#addStone(cell, side, animated && state.gravity);
    }
    this.marks.replaceChildren();
    const last = lastCell(state);
    if (last) {
      const [x, y] = this.geometry.centre(last);
      this.marks.append(
        state.gravity
          ? svg("circle", { class: "last", cx: x, cy: y, r: 43 })
          : svg("rect", { class: "last", x: x - 42, y: y - 42, width: 84, height: 84, rx: 7 }),
      );
    }
    for (const [from, to] of runs(state.winning ?? [], state.connect)) {
      const [[x1, y1], [x2, y2]] = [this.geometry.centre(from), this.geometry.centre(to)];
      this.marks.append(
        svg("line", { class: "run under", x1, y1, x2, y2 }),
        svg("line", { class: "run", x1, y1, x2, y2 }),
      );
    }
    this.#showMarksLater();
  }

  /** Resolves when no stone is falling any more. */
  get landed() {
    return Promise.allSettled([...this.falling].map(({ finished }) => finished));
  }

  /** The marks belong to stones that lie still. */
  #showMarksLater() {
    this.marks.classList.toggle("waiting", this.falling.size > 0);
    if (!this.falling.size) return;
    void this.landed.then(() => {
      if (!this.falling.size) this.marks.classList.remove("waiting");
    });
  }

  /**
   * @param {Cell} cell
   * @param {Side} side
   * @param {boolean} falling
   */
  #addStone(cell, side, falling) {
    const [x, y] = this.geometry.centre(cell);
    const element = stone(side, this.letters, "", this.size);
    element.setAttribute("transform", `translate(${x} ${y})`);
    this.stones.append(element);
    this.placed.set(cellKey(cell), element);
    if (falling && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const share = (this.geometry.rows - cell[1]) / this.geometry.rows;
      const fall = element.animate(
        [{ transform: `translate(${x}px, ${-UNIT / 2}px)` }, { transform: `translate(${x}px, ${y}px)` }],
        { duration: 250 + 150 * share, easing: "cubic-bezier(0.5, 0, 0.9, 0.7)" },
      );
      this.falling.add(fall);
      const landed = () => void this.falling.delete(fall);
      fall.finished.then(landed, landed); // it rejects where the fall is cancelled
    }
  }

  /**
   * Translucent stones: where a stone would land, or the numbered moves of a line.
   * @param {{cell: Cell, side: Side, number?: number}[]} ghosts
   */
  drawGhosts(ghosts) {
    this.ghosts.replaceChildren(
      ...ghosts.map(({ cell, side, number }) => {
        const [x, y] = this.geometry.centre(cell);
        const element = stone(side, this.letters, number ? "ghost numbered" : "ghost", this.size);
        element.setAttribute("transform", `translate(${x} ${y})`);
        if (number) element.append(svg("text", { y: 14 }, String(number)));
        return element;
      }),
    );
  }

  /**
   * Four corners around the cell of a hint. They look unlike the ghost stone under the pointer.
   * @param {Cell | null} cell
   */
  drawHint(cell) {
    this.hint.replaceChildren();
    if (!cell) return;
    const [x, y] = this.geometry.centre(cell);
    let d = "";
    for (const [right, down] of [[1, 1], [1, -1], [-1, -1], [-1, 1]]) {
      d += `M${x + right * 45} ${y + down * 23}v${down * 22}h${-right * 22}`;
    }
    this.hint.append(svg("path", { class: "hint-mark under", d }), svg("path", { class: "hint-mark", d }));
  }

  /**
   * What a page draws over the board.
   * @param {((geometry: Geometry) => SVGElement[]) | null} draw
   */
  drawOver(draw) {
    this.over.replaceChildren(...(draw?.(this.geometry) ?? []));
  }

  /** @param {BoardState} state */
  #drawFace({ columns, rows, gravity, blocked }) {
    const closed = blocked.map(cellKey).join(" ");
    if (this.root.dataset.closed === closed) return;
    this.root.dataset.closed = closed;
    const plugged = new Set(blocked.map(cellKey));
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
        if (plugged.has(cellKey([column, row]))) {
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
 * The stone to mark as the last one.
 * @param {BoardState} state
 * @returns {Cell | null}
 */
function lastCell(state) {
  if (state.last !== undefined) return state.last;
  let latest = null;
  for (const each of state.stones) {
    if (typeof each.ply === "number" && each.ply >= (latest?.ply ?? 0)) latest = each;
  }
  return latest?.cell ?? null;
}
