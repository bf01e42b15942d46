// The list of a page's keys, which `?` shows and hides.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/**
 * @param {[keys: string, text: string][]} rows
 * @returns {{element: HTMLElement, toggle: () => void}}
 */
export function keyHelp(rows) {
  const element = h("section", { class: "help", hidden: true, tabindex: -1 },
    h("h2", {}, _("Keyboard")),
    h("dl", {}, ...[...rows, /** @type {[string, string]} */ (["?", _("this list")])].flatMap(([keys, text]) => [
      h("dt", {}, h("kbd", {}, keys)), h("dd", {}, text),
    ])));
  return {
    element,
    toggle: () => {
      element.hidden = !element.hidden;
      if (!element.hidden) element.focus();
    },
  };
}
