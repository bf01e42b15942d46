// The keyboard shortcuts of a game.

import { _ } from "../text/translation.js";

/**
 * @param {boolean} gravity
 * @returns {[keys: string, text: string][]}
 */
export function gameKeys(gravity) {
  return [
    [gravity ? "← →  1–9" : "← → ↑ ↓", gravity ? _("choose a column") : _("choose a cell")],
    [_("Enter, space"), _("play there")],
    ["h", _("hint")],
    ["u", _("undo")],
    ["a", _("analyse")],
    ["n", _("new game")],
  ];
}
