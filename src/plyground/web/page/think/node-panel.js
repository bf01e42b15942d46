// What is known of one node: its board, the way to it, its value and window, its moves, and why it is worth that.

import "../board/board.js";
import { h, updateChildren } from "../browser/dom.js";
import { _, say } from "../text/translation.js";
import { meanText, signedText, valueText } from "../text/values.js";
import { ChildTable } from "./child-table.js";
import { positionLines, thinkerName } from "./game-names.js";
import { LeafParts } from "./leaf-parts.js";
import { boardAfter, isGrid, placesOf } from "./node-board.js";
import { moveText } from "./node-text.js";

/** @typedef {import("./steps.js").Steps} Steps */
/** @typedef {import("./captions.js").Captions} Captions */

export class NodePanel {
  /** @type {ThinkStart | null} */
  #start = null;
  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #text = h("pre", { class: "position-text figures", hidden: true });
  #path = h("ol", { class: "way figures", "aria-label": _("The way to this node") });
  #facts = h("dl", { class: "facts figures" });
  #cut = h("p", { class: "note small", hidden: true });
  #toStep = h("button", { type: "button" }, _("Go to the step that looks at it"));
  #toCurrent = h("button", { type: "button" }, _("Back to the current node"));
  #picked = h("div", { class: "row picked", hidden: true }, this.#toStep, this.#toCurrent);
  #children;
  #parts;

  /**
   * @param {object} handlers
   * @param {(node: number | null) => void} handlers.pick shows another node; null for the current one
   * @param {(step: number) => void} handlers.go
   */
  constructor({ pick, go }) {
    this.pick = pick;
    this.#children = new ChildTable(pick);
    this.#parts = new LeafParts((draw) => (this.#board.over = draw),
      (side) => (this.#start ? thinkerName(this.#start, side) : ""));
    this.#board.setAttribute("quiet", "");
    this.#board.setAttribute("still", "");
    this.#toCurrent.addEventListener("click", () => pick(null));
    this.#toStep.addEventListener("click", () => go(Number(this.#toStep.dataset.step)));
    this.element = h("div", { class: "shown-node" },
      h("div", { class: "node-board" }, this.#board, this.#text),
      h("div", { class: "node-facts" },
        this.#path, this.#facts, this.#picked, this.#cut, this.#parts.element, this.#children.element));
  }

  /** A new search. @param {ThinkStart | null} start */
  begin(start) {
    this.#start = start;
    const grid = start && isGrid(start.position) ? start.position : null;
    this.#board.hidden = !grid;
    this.#text.hidden = !start || Boolean(grid);
    this.#board.line = [];
    this.#board.state = grid ? boardAfter(grid, []) : null;
    if (start && !isGrid(start.position)) this.#text.textContent = positionLines(start.game, start.position.text);
    this.#parts.hide();
    for (const part of [this.#path, this.#facts]) updateChildren(part, null, () => []);
    for (const part of [this.#cut, this.#picked, this.#children.element]) part.hidden = true;
  }

  /**
   * @param {Steps} steps
   * @param {Captions} captions
   * @param {number} node
   */
  show(steps, captions, node) {
    const start = this.#start;
    if (!start) return;
    const { tree, event } = steps;
    const isCurrent = node === tree.current;
    this.#showBoard(steps, node);
    this.#showPath(steps, node);
    this.#showFacts(steps, captions, node);
    this.#picked.hidden = isCurrent;
    this.#toStep.dataset.step = String(tree.madeAt[node]);
    const cut = tree.cut[node];
    const isSaid = isCurrent && event?.[0] === "cut";
    this.#cut.hidden = !cut || isSaid;
    this.#cut.textContent = cut ? captions.cut(cut) : "";
    const chosen = isCurrent && event?.[0] === "select" ? node : null;
    const c = start.search === "uct" ? Number(start.options.c) : null;
    this.#children.show(steps, chosen === null ? node : tree.parent[node] ?? node, { c, chosen });
    this.#parts.hide();
  }

  /** Whether the evaluator's parts can be shown for a node. @param {Steps} steps @param {number} node */
  hasParts({ tree }, node) {
    return Boolean(this.#start && isGrid(this.#start.position)) && tree.isLeaf[node] && tree.best[node] !== null;
  }

  /** @param {EvaluationParts} parts of the node that is shown */
  showParts(parts) {
    if (this.#start && isGrid(this.#start.position)) this.#parts.show(parts, this.#start.position);
  }

  /** @param {Steps} steps @param {number} node */
  #showBoard({ tree, event }, node) {
    const start = /** @type {ThinkStart} */ (this.#start);
    if (!isGrid(start.position)) {
      this.#text.textContent = positionLines(start.game, tree.text(node) ?? start.position.text);
      return;
    }
    const moves = tree.movesTo(node);
    const playout = event?.[0] === "playout" && event[1] === node ? event[2] : [];
    const line = placesOf(start.position, [...moves, ...playout]).slice(moves.length);
    const state = boardAfter(start.position, moves);
    const winning = playout.length ? boardAfter(start.position, [...moves, ...playout]).winning : state.winning;
    this.#board.state = { ...state, winning };
    this.#board.line = line;
  }

  /** @param {Steps} steps @param {number} node */
  #showPath({ tree }, node) {
    const path = tree.pathOf(node);
    updateChildren(this.#path, [path, tree.current], () => path.map((each) => h("li", {}, h("button", {
      type: "button", class: "plain", "data-key": each, "aria-current": each === node ? "true" : null,
      onclick: () => this.pick(each),
    }, moveText(tree, each)))));
  }

  /** @param {Steps} steps @param {Captions} captions @param {number} node */
  #showFacts(steps, captions, node) {
    const facts = steps.tree.isMonteCarlo ? this.#meanFacts(steps, captions, node) : this.#valueFacts(steps, captions, node);
    updateChildren(this.#facts, facts, () => facts.map(([name, value, more]) => h("div", {},
      h("dt", {}, name), h("dd", {}, value, more ? h("span", { class: "quiet" }, ` ${more}`) : null))));
  }

  /** @param {Steps} steps @param {Captions} captions @param {number} node @returns {[string, string, string?][]} */
  #valueFacts({ tree }, captions, node) {
    const value = tree.value[node];
    const best = tree.best[node];
    const sign = { "=": "", "<=": "≤ ", ">=": "≥ " }[tree.relation(node)];
    /** @type {[string, string, string?][]} */
    const facts = [[
      _("Value"), value !== null ? sign + signedText(value) : best !== null ? signedText(best) : "?",
      value === null && best !== null && !tree.isLeaf[node] ? _("so far") : "",
    ]];
    const [alpha, beta] = [tree.alpha[node], tree.beta[node]];
    if (alpha !== null && beta !== null) {
      facts.push([_("Alpha"), signedText(alpha)], [_("Beta"), signedText(beta)]);
    }
    const side = captions.toMove(node);
    facts.push([
      _("To move"), tree.outcome[node] ? "–" : side,
      tree.isLeaf[node] ? "" : tree.maximizing[node] ? _("takes the highest") : _("takes the lowest"),
    ]);
    if (!tree.isLeaf[node]) facts.push([_("Depth left"), String(tree.depth[node])]);
    return facts;
  }

  /** @param {Steps} steps @param {Captions} captions @param {number} node @returns {[string, string, string?][]} */
  #meanFacts({ tree }, captions, node) {
    const mean = tree.meanFor(node);
    const parent = tree.parent[node];
    return [
      [_("Visits"), valueText(tree.visits[node]),
        parent === null ? "" : say("of {count}", { count: valueText(tree.visits[parent]) })],
      [_("Mean"), mean === null ? "–" : meanText(mean),
        mean === null ? "" : say("for {side}", { side: captions.meanSide(node) })],
      [_("To move"), tree.outcome[node] ? "–" : captions.toMove(node)],
    ];
  }
}
