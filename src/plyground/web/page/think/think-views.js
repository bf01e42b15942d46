// The pictures of a search on the page Think: its tree, a second search beside it, and what each depth chooses.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";
import { usualAgainst } from "./against.js";
import { Compare } from "./compare.js";
import { DepthRow } from "./depth-row.js";
import { isGrid } from "./node-board.js";
import { searchTitles } from "./search-fields.js";
import { treeExportMenu } from "./tree-export.js";
import { treeOptions } from "./tree-options.js";
import { TreeView } from "./tree-view.js";

/** @typedef {import("./thought.js").Thought} Thought */

/**
 * @typedef {object} ViewHandlers
 * @property {(node: number) => void} pick the reader chose a node
 * @property {() => void} compared the second search is another one, or there is none any more
 */

export class ThinkViews {
  /** @type {TreeView | null} */
  #tree = null;
  /** @type {{choices: ThinkChoices, start: ThinkStart} | null} the search that is shown */
  #shown = null;
  /** Of the search, where there are two. */
  #name = h("h2", { class: "search-name" });
  #host = h("div", { class: "tree-host" });
  #depths = new DepthRow();
  #compare;
  #button;
  #export = h("div", {});
  /** The tree, or two of them. */
  element;
  /** What belongs to them and stands beside. */
  side;

  /**
   * @param {Meta} meta
   * @param {ThinkChoices | null} against the second search, if there is one from the start
   * @param {ViewHandlers} handlers
   */
  constructor(meta, against, handlers) {
    this.handlers = handlers;
    this.#button = h("button", { type: "button", onclick: () => this.#startComparing() }, _("Compare with another search"));
    this.#compare = new Compare(meta, () => {
      const isOn = this.against !== null;
      this.#button.hidden = isOn;
      this.element.classList.toggle("two", isOn);
      handlers.compared();
    });
    this.element = h("div", { class: "tree" },
      h("section", { class: "first-search" }, this.#name, this.#host), this.#compare.beside);
    this.side = h("div", { class: "views" }, this.#compare.element, this.#depths.element,
      h("div", { class: "row" }, this.#button), this.#export);
    this.#compare.choices = against;
  }

  /** What the search is compared with; null if nothing is. */
  get against() {
    return this.#compare.choices;
  }

  close() {
    this.clear();
    this.#depths.close();
    this.#compare.close();
  }

  /** There is no search. */
  clear() {
    this.#tree?.close();
    this.#tree = null;
    this.#shown = null;
    this.#host.replaceChildren();
    this.#export.replaceChildren();
  }

  /**
   * Another search has begun.
   * @param {Thought} thought
   * @param {ThinkChoices} choices
   * @param {ThinkStart} start
   */
  begin(thought, choices, start) {
    this.clear();
    const { steps } = thought;
    const position = isGrid(start.position) ? start.position : null;
    const tree = new TreeView(this.#host, {
      steps, onPick: (node) => this.handlers.pick(node), ...treeOptions(start, steps),
    });
    this.#tree = tree;
    this.#shown = { choices, start };
    this.#name.textContent = searchTitles()[start.search] ?? start.search;
    this.#export.replaceChildren(treeExportMenu(tree, () => ({
      search: start.search, options: start.options, game: start.game,
      position: position ? { rules: position.rules, position: position.position } : start.position,
    })));
    this.#depths.begin(choices, position);
    this.#compare.begin({ thought, view: tree }, choices, position);
  }

  /** The search shows another step, or more of its steps have come. */
  follow() {
    this.#compare.follow();
  }

  /** @param {number | null} node that the reader has chosen; null for the node of now */
  show(node) {
    if (!this.#tree || (node === null && this.#tree.picked === null)) return;
    this.#tree.show(node);
    if (node !== null) this.#compare.picked(node);
  }

  #startComparing() {
    if (this.#shown) this.#compare.start(usualAgainst(this.#shown.choices));
  }
}
