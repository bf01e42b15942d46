// A search tree that grows with its steps: drawn from left to right, moved and zoomed, folded and unfolded.
//
//   const view = new TreeView(host, { steps, onPick: (node) => showBoard(node) });
//
// It listens to the steps itself. What is seen is SVG up to some thousands of nodes, and a canvas beyond and where
// cards are too small to read.

import { h, svg } from "../browser/dom.js";
import { menu } from "../frame/fields.js";
import { _ } from "../text/translation.js";
import { TreeCanvas } from "./tree-canvas.js";
import { REST, SKIPPED, TreeLayout } from "./tree-layout.js";
import { TreeOutline } from "./tree-outline.js";
import { PICTURE, cardFace, drawCard, drawLine, edgeClasses, edgePath, lineText, shapeIcon } from "./tree-svg.js";
import { Treemap } from "./treemap.js";
import { Viewport } from "./viewport.js";

/** With more things in the view a canvas shows them. */
const MOST_ELEMENTS = 2000;
/** The tree is made smaller to fit, but not so small unless the reader asks for it. */
const LEGIBLE = 0.8;
const MARGIN = 16;
/** Pixels: a narrower view has smaller cards. */
const NARROW = 480;

/**
 * @typedef {object} TreeOptions
 * @property {import("./steps.js").Steps} steps
 * @property {(node: number) => void} [onPick] the reader chose a node
 * @property {number | null} [c] UCT's factor of exploration, if bounds are to be shown
 * @property {(node: number) => BoardState | null} [boardOf] the position of a node, for small boards
 * @property {boolean} [hasBoards] whether small boards are shown at first
 * @property {boolean} [hasTexts] whether cards show the position in words
 * @property {string} [label] what screen readers call the tree
 */

/** @typedef {{element: SVGGElement | null, face: string, edge: SVGPathElement | null, edgeFace: string, round: number}} Drawn */

export class TreeView {
  /** @type {number | null} the node that the reader chose */
  picked = null;
  /** @type {Map<number, Drawn>} by slot; those below a parent have numbers below 0 */
  #drawn = new Map();
  #round = 0;
  /** Nodes that have changed since the last picture; null if they are many. @type {Set<number> | null} */
  #changed = null;
  #frame = 0;
  #isNarrow = false;
  /** Whether the view goes with the node of now. */
  #follows = true;
  #edges = svg("g", { class: "edges" });
  #nodes = svg("g", { class: "nodes" });
  #moved = svg("g", {}, this.#edges, this.#nodes);
  #picture = svg("svg", { "aria-hidden": "true" }, this.#moved);
  #area = h("div", { class: "tree-area" }, this.#picture);
  #canvas = new TreeCanvas(this.#area);
  #legend = h("p", { class: "tree-legend small quiet" });
  #legendKind = "";
  #follow;
  /** @type {Viewport} */
  #viewport;
  #outline;
  #treemap;
  #sizesButton = h("button", {
    type: "button", "aria-pressed": "false", title: _("Areas instead of a tree: the larger, the more nodes below a move"),
    onclick: () => this.#showSizes(this.#treemap.element.hidden),
  }, _("Where the nodes went"));

  /** @param {HTMLElement} host @param {TreeOptions} options */
  constructor(host, options) {
    this.options = options;
    this.layout = new TreeLayout(options.steps);
    /** @type {import("./tree-svg.js").Cards} */
    this.cards = {
      layout: this.layout, c: options.c ?? null, hasTexts: options.hasTexts ?? false, boardOf: null, isForeign: null,
    };
    this.#treemap = new Treemap(this.layout, (node) => this.pick(node));
    this.#outline = new TreeOutline(this.layout, options.label ?? _("Search tree"), {
      choose: (node) => this.pick(node), changed: () => this.#schedule(),
      zoom: (by) => this.#viewport.zoom(by), fit: () => this.fit(),
    });
    this.#area.append(this.#outline.element);
    this.#follow = h("button", {
      type: "button", "aria-pressed": "true", title: _("Keep what the search looks at in view"), onclick: () => this.follow(),
    }, _("Follow"));
    this.element = h("div", { class: "tree-view" },
      h("div", { class: "row tree-head" }, this.#tools(), this.#legend), this.#area, this.#treemap.element);
    host.replaceChildren(this.element);
    this.#viewport = new Viewport(this.#area, {
      moved: () => this.#movedByReader(),
      resized: () => this.#resized(),
      pressed: (target, x, y) => this.#press(target, x, y),
      canMove: () => !this.#fits(this.#viewport.scale),
    });
    this.#isNarrow = this.#viewport.width < NARROW;
    this.#setSizes(options.hasBoards ?? false);
    options.steps.onChange((changed) => this.update(changed));
    this.update(null);
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#viewport.close();
    this.#treemap.close();
  }

  /** Take in what has changed; the picture follows before the next frame. @param {Set<number> | null} [changed] */
  update(changed = new Set()) {
    if (!this.#frame) this.#changed = changed;
    else if (!changed || !this.#changed) this.#changed = null;
    else for (const node of changed) this.#changed.add(node);
    this.#schedule();
  }

  /** Choose a node, and show it. @param {number} node */
  pick(node) {
    this.show(node);
    this.options.onPick?.(node);
  }

  /** Mark a node and unfold the way to it. @param {number | null} node */
  show(node) {
    this.picked = node;
    if (node !== null) {
      this.layout.reveal(node);
      this.#bringIn(node);
    }
    this.#schedule();
  }

  /** Show the whole tree, as small as that makes it. */
  fit() {
    this.#setFollows(false);
    const { width, height } = this.#viewport;
    const box = this.layout.box;
    const scale = Math.min(1, (width - 2 * MARGIN) / (box.right - box.left), (height - 2 * MARGIN) / (box.bottom - box.top));
    this.#viewport.scale = scale;
    this.#viewport.pictureWidth = box.right - box.left;
    this.#centre();
    this.#schedule();
  }

  /** Go with the node of now again. */
  follow() {
    this.#setFollows(true);
    this.picked = null;
    this.#viewport.scale = 1;
    this.#schedule();
  }

  /** How many elements the picture has, and whether it is on the canvas; for tests. */
  get drawing() {
    const { element, drawn } = this.#canvas;
    return { elements: this.#picture.querySelectorAll("*").length, canvas: !element.hidden, drawn };
  }

  #tools() {
    const { boardOf, hasBoards } = this.options;
    const unfolding = menu([
      { value: "deciding", text: _("What decides") },
      { value: "cuts", text: _("All cuts") },
      { value: "everything", text: _("Everything") },
    ], "deciding", (value) => {
      this.layout.unfolding = /** @type {import("./tree-layout.js").Unfolding} */ (value);
      this.#schedule();
    });
    unfolding.setAttribute("aria-label", _("Unfold"));
    unfolding.title = _("Unfold");
    /** @param {string} sign @param {string} label @param {() => void} press */
    const button = (sign, label, press) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: press }, sign);
    return h("div", { class: "tree-tools row", role: "group", "aria-label": _("Picture of the tree") },
      button("−", _("Smaller"), () => this.#viewport.zoom(0.8)),
      button("+", _("Larger"), () => this.#viewport.zoom(1.25)),
      h("button", { type: "button", onclick: () => this.fit() }, _("Whole tree")),
      this.#follow, unfolding,
      boardOf && h("label", { class: "row" },
        h("input", { type: "checkbox", checked: hasBoards, onchange: (/** @type {Event} */ event) => {
          this.#setSizes(/** @type {HTMLInputElement} */ (event.target).checked);
        } }), _("Boards")),
      this.#sizesButton);
  }

  #resized() {
    const isNarrow = this.#viewport.width < NARROW;
    if (isNarrow !== this.#isNarrow) {
      this.#isNarrow = isNarrow;
      this.#setSizes(this.cards.boardOf !== null);
    }
    this.#schedule();
  }

  /** Show where the nodes went instead of the tree, or the tree again. @param {boolean} shown */
  #showSizes(shown) {
    this.#treemap.element.hidden = !shown;
    this.#area.hidden = this.#legend.hidden = shown;
    this.#sizesButton.setAttribute("aria-pressed", String(shown));
    for (const tool of this.#sizesButton.parentElement?.children ?? []) {
      if (tool instanceof HTMLElement && tool !== this.#sizesButton) tool.hidden = shown;
    }
    this.#treemap.update();
    this.#schedule();
  }

  /** @param {boolean} hasBoards */
  #setSizes(hasBoards) {
    const { cards } = this;
    cards.boardOf = hasBoards ? this.options.boardOf ?? null : null;
    const width = (this.#isNarrow ? 116 : 130) + (cards.boardOf ? PICTURE + 8 : 0);
    const height = cards.hasTexts ? 58 : cards.boardOf ? PICTURE + 10 : 42;
    this.layout.resize({ card: { width, height }, gap: this.#isNarrow ? 40 : 48 });
    for (const each of this.#drawn.values()) each.face = each.edgeFace = "";
    this.#schedule();
  }

  // Drawing

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  /** Draw what is seen now. */
  draw() {
    this.layout.update(this.#changed);
    this.#changed = new Set();
    const { tree } = this.layout;
    if (this.picked !== null && this.picked >= tree.size) this.picked = null;
    this.#treemap.update();
    const { width, height } = this.#viewport;
    if (!width || !height) return;
    if (this.#follows) this.#aim();
    const isCanvas = !this.#viewport.isReadable || !this.#drawElements(this.#viewport.seen);
    this.#canvas.element.hidden = !isCanvas;
    this.#picture.toggleAttribute("hidden", isCanvas);
    if (isCanvas) {
      this.#removeElements();
      this.#canvas.draw(this.cards, this.#viewport, this.picked);
    }
    this.#outline.show(this.picked ?? tree.current);
    this.#showLegend();
  }

  /** @param {import("./tree-layout.js").Box} seen @returns {boolean} false if there is too much to draw */
  #drawElements(seen) {
    let count = 0;
    this.#round += 1;
    this.layout.visit(seen, 0, (slot, x, y, parent, parentY, part) => {
      count += 1;
      if (count > MOST_ELEMENTS) return;
      const key = slot >= 0 ? slot : -2 * parent + (slot === REST ? -1 : -2);
      let drawn = this.#drawn.get(key);
      if (!drawn) {
        drawn = { element: null, face: "", edge: null, edgeFace: "", round: 0 };
        this.#drawn.set(key, drawn);
      }
      drawn.round = this.#round;
      const place = `translate(${x} ${y})`;
      if (parent >= 0) this.#drawEdge(drawn, slot, parent, parentY - y, place);
      if (part === "card") this.#drawSlot(drawn, slot, parent, place);
      else if (drawn.element) {
        drawn.element.remove();
        drawn.element = null;
        drawn.face = "";
      }
    });
    if (count > MOST_ELEMENTS) return false;
    for (const [key, { round, element, edge }] of this.#drawn) {
      if (round === this.#round) continue;
      element?.remove();
      edge?.remove();
      this.#drawn.delete(key);
    }
    const { x, y, scale } = this.#viewport;
    this.#moved.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`);
    return true;
  }

  /**
   * @param {Drawn} drawn
   * @param {number} slot
   * @param {number} parent
   * @param {number} rise
   * @param {string} place
   */
  #drawEdge(drawn, slot, parent, rise, place) {
    const classes = edgeClasses(this.cards, slot, parent);
    const face = `${classes} ${rise} ${place}`;
    if (drawn.edgeFace === face) return;
    drawn.edgeFace = face;
    if (!drawn.edge) {
      drawn.edge = svg("path");
      this.#edges.append(drawn.edge);
    }
    drawn.edge.setAttribute("class", classes);
    drawn.edge.setAttribute("d", edgePath(this.layout, rise));
    drawn.edge.setAttribute("transform", place);
    // What decides lies on top.
    if (/path|best/.test(classes)) this.#edges.append(drawn.edge);
  }

  /** @param {Drawn} drawn @param {number} slot @param {number} parent @param {string} place */
  #drawSlot(drawn, slot, parent, place) {
    const face = slot >= 0 ? cardFace(this.cards, slot, this.picked) : null;
    const key = face ? JSON.stringify(face) : lineText(this.cards, slot, parent);
    if (drawn.face !== key || !drawn.element) {
      const element = face ? drawCard(this.cards, slot, face) : drawLine(slot, parent, key);
      if (drawn.element) drawn.element.replaceWith(element);
      else this.#nodes.append(element);
      drawn.element = element;
      drawn.face = key;
    }
    if (drawn.element.getAttribute("transform") !== place) drawn.element.setAttribute("transform", place);
  }

  #removeElements() {
    this.#edges.replaceChildren();
    this.#nodes.replaceChildren();
    this.#drawn.clear();
  }

  /** What the signs mean, of those that this search has. */
  #showLegend() {
    const { tree } = this.layout;
    const kind = tree.root === null ? "" : tree.isMonteCarlo ? "playouts" : tree.counts.cuts ? "cuts" : "values";
    if (kind === this.#legendKind) return;
    this.#legendKind = kind;
    const items = kind === "playouts"
      ? [[null, this.cards.c === null ? _("On each card: the move, its mean result, its visits. A win counts +2, a draw 0, a loss -1.")
        : _("On each card: the move, its mean for whoever makes it (win +1, loss -1), its visits and the bound that UCT compares.")]]
      : [[shapeIcon("highest"), _("takes the highest")], [shapeIcon("lowest"), _("takes the lowest")], [shapeIcon("leaf"), _("leaf")],
         ["…", _("so far")], [h("u", {}, "1"), _("best line")],
         ...(kind === "cuts" ? [["✕", _("cut: not looked at")]] : [])];
    this.#legend.replaceChildren(...(kind ? items.map(([sign, text]) => h("span", {}, sign, " ", text)) : []));
  }

  // Where the view is

  /** @param {number} scale */
  #fits(scale) {
    const { width, height } = this.#viewport;
    const box = this.layout.box;
    return (box.right - box.left) * scale <= width - MARGIN && (box.bottom - box.top) * scale <= height - MARGIN;
  }

  /** The whole tree while it can be read; then the node of now. */
  #aim() {
    const viewport = this.#viewport;
    const { width, height } = viewport;
    const box = this.layout.box;
    const whole = Math.min((width - 2 * MARGIN) / (box.right - box.left), (height - 2 * MARGIN) / (box.bottom - box.top));
    // It does not grow again while it follows, so that it does not flicker.
    viewport.scale = Math.min(viewport.scale, Math.max(LEGIBLE, whole));
    if (whole >= viewport.scale) return this.#centre();
    const at = this.picked ?? this.layout.tree.current;
    if (at !== null) this.#bringIn(at);
  }

  /** Put a small tree to the left and in the middle of the height; a large one in the middle. */
  #centre() {
    const viewport = this.#viewport;
    const { width, height, scale, across } = viewport;
    const box = this.layout.box;
    const room = width - (box.right - box.left) * across;
    viewport.x = Math.min(room / 2, MARGIN + room / 4);
    viewport.y = height / 2 - ((box.top + box.bottom) / 2) * scale;
  }

  /** Move the view so that a node is well inside it, and with it as much of the tree as fits. @param {number} node */
  #bringIn(node) {
    const viewport = this.#viewport;
    const { width, height, scale, across } = viewport;
    const { sizes, card, box } = this.layout;
    const { x, y } = this.layout.placeOf(node);
    // The next level belongs to the node: its children appear there.
    const right = Math.min(box.right, x + sizes.level + card.width) * across;
    if (x * across + viewport.x < MARGIN || right + viewport.x > width - MARGIN) {
      viewport.x = Math.max(MARGIN - x * across, Math.min(MARGIN, width - MARGIN - right));
    }
    const down = y * scale + viewport.y;
    if (down < 0.2 * height || down > 0.8 * height) viewport.y = height / 2 - y * scale;
    viewport.x = within(viewport.x, box.left * across, box.right * across, width, 0);
    viewport.y = within(viewport.y, box.top * scale, box.bottom * scale, height, 0.5);
  }

  #movedByReader() {
    this.#setFollows(false);
    this.#schedule();
  }

  /** @param {boolean} follows */
  #setFollows(follows) {
    this.#follows = follows;
    this.#follow.setAttribute("aria-pressed", String(follows));
  }

  /**
   * @param {Element} target
   * @param {number} x
   * @param {number} y
   */
  #press(target, x, y) {
    const { layout } = this;
    const rest = target.closest("[data-rest]")?.getAttribute("data-rest");
    const card = target.closest("[data-node], [data-cut]");
    let node = card ? Number(card.getAttribute("data-node") ?? card.getAttribute("data-cut")) : null;
    if (!this.#canvas.element.hidden) node = this.#nodeAt(x, y);
    if (rest) layout.showRest(Number(rest));
    else if (node !== null && target.closest(".fold")) layout.toggle(node);
    else if (node !== null) return this.pick(node);
    this.#schedule();
  }

  /** @param {number} x @param {number} y @returns {number | null} */
  #nodeAt(x, y) {
    const { layout } = this;
    const least = 3 / this.#viewport.scale;
    const [across, down] = [layout.card.width, Math.max(layout.sizes.card / 2, least)];
    /** @type {number | null} */
    let found = null;
    layout.visit({ left: x, top: y - least, right: x, bottom: y + least }, least, (slot, left, middle, parent, _parentY, part) => {
      if (part === "edge" || x < left || x > left + across || Math.abs(y - middle) > down) return;
      found = slot === SKIPPED || slot === REST ? parent : slot;
    });
    return found;
  }
}

/**
 * Where to put something so that no room is left on one side while it goes on at the other.
 * @param {number} place of its origin
 * @param {number} start
 * @param {number} end
 * @param {number} room
 * @param {number} share of the free room that is before it, where it fits
 */
function within(place, start, end, room, share) {
  const free = room - 2 * MARGIN - (end - start);
  if (free >= 0) return MARGIN + share * free - start;
  return Math.min(MARGIN - start, Math.max(room - MARGIN - end, place));
}
