// The search tree for screen readers and the keyboard: a tree of words that holds the chosen node, the way to it, its
// neighbours and its children. It looks like nothing; the picture shows which node is chosen.

import { h, updateChildren } from "../browser/dom.js";
import { nodeWords } from "./node-text.js";

/** @typedef {import("./tree-layout.js").TreeLayout} TreeLayout */

/** So many neighbours and children are named at most. */
const MOST = 40;

let views = 0;

export class TreeOutline {
  element = h("div", { class: "unseen", tabindex: 0, role: "group" });
  #name = `tree-${(views += 1)}`;
  /** @type {number | null} */
  #at = null;

  /**
   * @param {TreeLayout} layout
   * @param {string} label
   * @param {{choose: (node: number) => void, changed: () => void, zoom: (by: number) => void, fit: () => void}} actions
   */
  constructor(layout, label, actions) {
    this.element.setAttribute("aria-label", label);
    this.layout = layout;
    this.actions = actions;
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {number | null} node the chosen one */
  show(node) {
    const { layout, element } = this;
    const { tree } = layout;
    const at = node !== null && node < tree.size ? layout.placeOf(node).node : null;
    this.#at = at;
    // A tree without items would be an error to screen readers, and so would a name without a role.
    if (at === null) {
      element.setAttribute("role", "group");
      element.removeAttribute("aria-activedescendant");
      element.replaceChildren();
      return;
    }
    element.setAttribute("role", "tree");
    const items = this.#items(at).map(([each, level]) => ({
      node: each, level, words: nodeWords(tree, each, layout.folded(each)),
      expanded: layout.isOpen(each) || layout.folded(each) ? String(layout.isOpen(each)) : null,
    }));
    updateChildren(element, [items, at], () => items.map((item) => h("div", {
      id: `${this.#name}-${item.node}`, role: "treeitem", "aria-level": item.level,
      "aria-expanded": item.expanded, "aria-selected": String(item.node === at),
    }, item.words)));
    element.setAttribute("aria-activedescendant", `${this.#name}-${at}`);
  }

  /** The nodes to name, in the order of the tree, each with its level. @param {number} at @returns {[number, number][]} */
  #items(at) {
    const { layout } = this;
    const { tree } = layout;
    const path = tree.pathOf(at);
    const level = path.length;
    const parent = tree.parent[at];
    /** @type {[number, number][]} */
    const items = path.slice(0, -1).map((node, index) => [node, index + 1]);
    for (const sibling of near(parent === null ? [at] : layout.shownChildren(parent), at)) {
      items.push([sibling, level]);
      if (sibling === at) for (const child of near(layout.shownChildren(at), 0)) items.push([child, level + 1]);
    }
    return items;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#at;
    if (at === null) return;
    const { layout, actions } = this;
    const { tree } = layout;
    const parent = tree.parent[at];
    const children = layout.shownChildren(at);
    /** @type {number | null} */
    let to = null;
    if (event.key === "ArrowRight" && layout.folded(at)) this.#toggle(at);
    else if (event.key === "ArrowRight") to = children[0] ?? null;
    else if (event.key === "ArrowLeft" && children.length) this.#toggle(at);
    else if (event.key === "ArrowLeft") to = parent;
    else if (event.key === "ArrowDown") to = this.#next(at);
    else if (event.key === "ArrowUp") to = this.#previous(at);
    else if (event.key === "Home") to = tree.root;
    else if (event.key === "End") to = this.#last(tree.root);
    else if (event.key === "Enter" || event.key === " ") to = at;
    else if (event.key === "+" || event.key === "=") actions.zoom(1.25);
    else if (event.key === "-") actions.zoom(0.8);
    else if (event.key === "0") actions.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== null) actions.choose(to);
  }

  /** @param {number} node */
  #toggle(node) {
    this.layout.toggle(node);
    this.actions.changed();
  }

  /** @param {number} node */
  #next(node) {
    const { layout } = this;
    const [child] = layout.shownChildren(node);
    if (child !== undefined) return child;
    for (let each = /** @type {number | null} */ (node); each !== null; each = layout.tree.parent[each]) {
      const sibling = this.#sibling(each, 1);
      if (sibling !== null) return sibling;
    }
    return null;
  }

  /** @param {number} node */
  #previous(node) {
    const above = this.#sibling(node, -1);
    return above === null ? this.layout.tree.parent[node] : this.#last(above);
  }

  /** @param {number} node @param {number} by */
  #sibling(node, by) {
    const parent = this.layout.tree.parent[node];
    if (parent === null) return null;
    const siblings = this.layout.shownChildren(parent);
    return siblings[siblings.indexOf(node) + by] ?? null;
  }

  /** The last node shown at or below this one. @param {number | null} node */
  #last(node) {
    let last = node;
    while (last !== null) {
      const child = this.layout.shownChildren(last).at(-1);
      if (child === undefined) return last;
      last = child;
    }
    return null;
  }
}

/** @param {number[]} nodes @param {number} node those around it, if they are many */
function near(nodes, node) {
  const start = Math.max(0, Math.min(nodes.indexOf(node) - MOST / 2, nodes.length - MOST));
  return nodes.slice(start, start + MOST);
}
