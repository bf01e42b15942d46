// The judgement of moves in words.

import { sideName } from "../text/notation.js";
import { shortNumber, valueText } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";

/**
 * What is wrong with a marked move.
 * @param {MoveJudged} judged
 */
export function verdictText({ mark, before, after }) {
  if (mark === "inaccuracy") {
    return before.outcome === "win"
      ? _("Inaccuracy: wins later than it could") : _("Inaccuracy: loses sooner than it had to");
  }
  if (before.outcome === "draw") return _("Mistake: drawn → lost");
  return after.outcome === "draw" ? _("Mistake: won → drawn") : _("Mistake: won → lost");
}

/**
 * The mistakes and inaccuracies of each side, counted.
 * @param {MoveJudged[]} marked
 */
export function summaryText(marked) {
  /** @type {Side[]} */
  const sides = ["first", "second"];
  return sides.map((side) => {
    const own = marked.filter((judged) => judged.side === side);
    const mistakes = own.filter(({ mark }) => mark === "mistake").length;
    const inaccuracies = own.length - mistakes;
    const parts = [];
    if (mistakes) parts.push(fill(ngettext("{count} mistake", "{count} mistakes", mistakes), { count: mistakes }));
    if (inaccuracies) {
      parts.push(fill(ngettext("{count} inaccuracy", "{count} inaccuracies", inaccuracies), { count: inaccuracies }));
    }
    if (!own.length) parts.push(_("no mistake"));
    return `${sideName(side)}: ${parts.join(", ")}`;
  }).join(" · ");
}

/**
 * What the player itself reported about its move; empty if nothing is recorded.
 * @param {StoredGame} record
 * @param {number} ply
 */
export function reportText(record, ply) {
  const move = record.played[ply];
  if (ply < record.opening) return _("Given by the opening, not chosen.");
  if (!move || (move.value === null && move.nodes === null)) return "";
  const parts = [];
  if (move.value !== null) parts.push(say("value {value}", { value: valueText(move.value, false) }));
  if (move.nodes !== null) {
    parts.push(fill(ngettext("{count} node", "{count} nodes", move.nodes), { count: shortNumber(move.nodes) }));
  }
  parts.push(say("{seconds} s", { seconds: move.seconds.toFixed(2) }));
  return say("The player said: {words}", { words: parts.join(" · ") });
}
