// What is said beside the judgement of a move.

import { shortNumber } from "../text/numbers.js";
import { fill, ngettext, say } from "../text/translation.js";

/**
 * Is the move a mistake or an inaccuracy?
 * @param {MoveJudged} judged
 * @returns {judged is MarkedMove}
 */
export function isMarked(judged) {
  return judged.verdict === "mistake" || judged.verdict === "inaccuracy";
}

/**
 * What the player itself reported about its move; empty if nothing is recorded. Its value is left out: what such a
 * number means depends on the search, which the record does not name.
 * @param {Omit<StoredGame, "board">} record
 * @param {number} ply
 */
export function reportText(record, ply) {
  const move = record.played[ply];
  if (!move || move.nodes === null) return "";
  const parts = [];
  if (move.nodes !== null) {
    parts.push(fill(ngettext("{count} node", "{count} nodes", move.nodes), { count: shortNumber(move.nodes) }));
  }
  parts.push(say("{seconds} s", { seconds: move.seconds.toFixed(2) }));
  return say("The player said: {words}", { words: parts.join(" · ") });
}
