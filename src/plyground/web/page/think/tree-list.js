// The tree as a plain list of its nodes, indented by depth: what is drawn where no better view is.

import { h, updateChildren } from "../browser/dom.js";
import { signedText } from "../text/values.js";

export class TreeList {
  element = h("ol", { class: "tree-list figures" });

  /** @param {HTMLElement} host @param {{steps: import("./steps.js").Steps, onPick: (node: number) => void}} options */
  constructor(host, { steps, onPick }) {
    this.steps = steps;
    this.onPick = onPick;
    host.replaceChildren(this.element);
  }

  update() {
    const { tree, at } = this.steps;
    const shown = Array.from({ length: Math.min(tree.size, 300) }, (_unused, node) => node);
    updateChildren(this.element, at, () => shown.map((node) => h("li", {
      style: `margin-inline-start: ${tree.pathOf(node).length - 1}em`,
      "aria-current": node === tree.current ? "true" : null,
    }, h("button", { type: "button", class: "plain", "data-key": node, onclick: () => this.onPick(node) },
      `${tree.move[node] ?? "•"} ${tree.value[node] === null ? "" : signedText(tree.value[node] ?? 0)}${tree.cut[node] ? " ✕" : ""}`))));
  }
}
