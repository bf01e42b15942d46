// The keyboard shortcuts of a game.

import { stepperKeys } from "../stepper/stepper.js";
import { _ } from "../text/translation.js";

/**
 * @param {boolean} gravity
 * @param {boolean} stepping whether the game is over or watched, so that the arrows step through its moves
 * @param {boolean} helped whether there are hints and analyses, as there are not against a friend
 * @returns {[keys: string, text: string][]}
 */
export function gameKeys(gravity, stepping, helped) {
  if (stepping) return [...stepperKeys(), ["u", _("undo")], ["a", _("analyse")], ["n", _("new game")]];
  return [
    [gravity ? "← →  1–9" : "← → ↑ ↓  1–9", gravity ? _("choose a column") : _("choose a cell")],
    [_("Enter, space"), _("play there")],
    ...(helped ? /** @type {[string, string][]} */ ([["h", _("hint")]]) : []),
    ["u", _("undo")],
    ...(helped ? /** @type {[string, string][]} */ ([["a", _("analyse")]]) : []),
    ["n", _("new game")],
  ];
}
