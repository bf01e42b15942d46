// The list of a page's keyboard shortcuts, which `?` shows and hides. Escape hides it, too.

import { h, isTyping } from "../browser/dom.js";
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
  let shown = new AbortController();
  const toggle = () => {
    shown.abort();
    element.hidden = !element.hidden;
    if (element.hidden) return;
    const before = document.activeElement;
    element.focus();
    shown = new AbortController();
    // Before the page, for which Escape may mean something else.
    document.addEventListener("keydown", (event) => {
      if (!element.isConnected) return shown.abort();
      if (event.key !== "Escape" || event.defaultPrevented || isTyping(event)) return undefined;
      toggle();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      event.preventDefault();
      event.stopImmediatePropagation();
      return undefined;
    }, { capture: true, signal: shown.signal });
  };
  return { element, toggle };
}
