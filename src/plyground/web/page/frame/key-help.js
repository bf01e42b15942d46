// The list of a page's keyboard shortcuts, which `?` shows and hides.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/**
 * A heading and the list; the row for `?` comes by itself.
 * @param {[keys: string, text: string][]} rows
 */
export function keyList(rows) {
  /** @type {[string, string][]} */
  const all = [...rows, ["?", _("this list")]];
  return [
    h("h2", {}, _("Keyboard")),
    h("dl", {}, ...all.flatMap(([keys, text]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, text)])),
  ];
}

/**
 * @param {[keys: string, text: string][]} rows
 * @returns {{element: HTMLElement, toggle: () => void}}
 */
export function keyHelp(rows) {
  const element = h("section", { class: "help", hidden: true, tabindex: -1 }, ...keyList(rows));
  return {
    element,
    toggle: () => {
      element.hidden = !element.hidden;
      if (!element.hidden) element.focus();
    },
  };
}
