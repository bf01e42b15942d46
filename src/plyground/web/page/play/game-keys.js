// The keys of a game, as a list to read.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/** @param {boolean} gravity */
export function keyList(gravity) {
  /** @type {[string, string][]} */
  const keys = [
    [gravity ? "← →  1–9" : "← → ↑ ↓", gravity ? _("choose a column") : _("choose a cell")],
    [_("Enter, space"), _("play there")],
    ["h", _("hint")],
    ["u", _("undo")],
    ["a", _("analyse")],
    ["n", _("new game")],
    ["?", _("this list")],
  ];
  return [
    h("h2", {}, _("Keyboard")),
    h("dl", {}, ...keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
  ];
}
