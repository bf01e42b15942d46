// A search tree on a canvas, for views that show thousands of nodes or are too small to read. A subtree that would be
// less than a few pixels high is one speck, so that the work depends on the size of the picture and not on the tree.

import { h } from "../browser/dom.js";
import { moveText, worthText } from "./node-text.js";

/** @typedef {import("./tree-svg.js").Cards} Cards */

/** Pixels: a subtree that is less high is a speck. */
const SPECK = 3;
/** From this scale on cards have texts. */
const READABLE = 0.3;

export class TreeCanvas {
  element = h("canvas", { "aria-hidden": "true", hidden: true });
  /** Have the colours of the theme; to read all of them costs the browser one look at its styles. */
  #colours = ["--line", "--ink", "--quiet", "--accent", "--raised", "--loss"].map((name) => {
    const probe = h("span", { hidden: true });
    probe.style.color = `var(${name})`;
    return probe;
  });
  /** How many things were drawn last. */
  drawn = 0;

  /** @param {HTMLElement} host */
  constructor(host) {
    host.append(this.element, ...this.#colours);
  }

  /**
   * @param {Cards} cards
   * @param {import("./viewport.js").Viewport} viewport
   * @param {number | null} picked
   */
  draw(cards, { scale, across: wide, x: left, y: top, width, height, seen }, picked) {
    const { element } = this;
    const ratio = devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = /** @type {CanvasRenderingContext2D} */ (element.getContext("2d"));
    context.scale(ratio, ratio);
    const { layout } = cards;
    const { tree } = layout;
    const gap = (layout.sizes.level - layout.card.width) * wide;
    const [cardWidth, cardHeight] = [layout.card.width * wide, Math.max(1, layout.card.height * scale)];
    const plain = { edges: new Path2D(), cards: new Path2D(), specks: new Path2D() };
    const foreign = { edges: new Path2D(), cards: new Path2D(), specks: new Path2D() };
    const [path, best, cuts, now] = [new Path2D(), new Path2D(), new Path2D(), new Path2D()];
    /** @type {[text: string, x: number, y: number, align: CanvasTextAlign][]} */
    const texts = [];
    this.drawn = 0;
    layout.visit(seen, SPECK / scale, (slot, x, y, parent, parentY, part) => {
      this.drawn += 1;
      const [across, down] = [x * wide + left, y * scale + top];
      const marks = cards.isForeign?.(slot < 0 ? parent : slot) ? foreign : plain;
      if (parent >= 0) {
        const edges = layout.isOnPath(slot) ? path : layout.isOnBest(slot) ? best : marks.edges;
        edges.moveTo(across - gap, parentY * scale + top);
        edges.lineTo(across, down);
      }
      if (part === "edge") return;
      if (part === "clump" || slot < 0) {
        marks.specks.rect(across, down - 0.75, slot < 0 ? cardWidth / 3 : cardWidth, 1.5);
        if (part !== "clump" || slot < 0) return;
      }
      const shape = slot === tree.current || slot === picked ? now : tree.cut[slot] ? cuts : marks.cards;
      if (part === "clump" && shape !== now) return;
      shape.rect(across, down - cardHeight / 2, cardWidth, cardHeight);
      if (scale >= READABLE) {
        texts.push([moveText(tree, slot), across + 6 * scale, down, "left"]);
        texts.push([worthText(tree, slot), across + cardWidth - 6 * scale, down, "right"]);
      }
    });
    const [line, ink, quiet, accent, raised, loss] = this.#colours.map((each) => getComputedStyle(each).color);
    /** @param {Path2D} drawn @param {string} colour @param {number} thick */
    const stroke = (drawn, colour, thick) => {
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.stroke(drawn);
    };
    const thin = Math.max(0.5, Math.min(1.5, 1.5 * scale));
    stroke(foreign.edges, line, thin);
    stroke(plain.edges, quiet, thin);
    stroke(best, ink, 2);
    stroke(path, accent, 2.5);
    context.fillStyle = line;
    context.fill(foreign.specks);
    context.fillStyle = quiet;
    context.fill(plain.specks);
    context.fillStyle = raised;
    for (const drawn of [foreign.cards, plain.cards, cuts, now]) context.fill(drawn);
    stroke(foreign.cards, line, thin);
    stroke(plain.cards, quiet, thin);
    stroke(cuts, loss, Math.max(1, thin));
    stroke(now, accent, 2.5);
    context.fillStyle = ink;
    context.font = `${14 * scale}px ${getComputedStyle(element).fontFamily}`;
    context.textBaseline = "middle";
    for (const [text, x, y, align] of texts) {
      context.textAlign = align;
      context.fillText(text, x, y);
    }
  }
}
