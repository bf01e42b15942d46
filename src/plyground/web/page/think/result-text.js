// What a search has decided so far, and what it cost.

import { _, fill, ngettext, say } from "../text/translation.js";
import { signedText, valueText } from "../text/values.js";

/** @typedef {import("./thought.js").Thought} Thought */

/** How far a search is whose end has not come. @param {Thought} thought */
export function progressText({ steps, isResting }) {
  return isResting
    ? say("{count} steps so far; the others come as you go on", { count: valueText(steps.count) }) : _("thinking…");
}

/** What the search decided and what it cost, in a line. @param {Thought} thought */
export function resultText({ start, end, steps }) {
  if (!start || !end) return "";
  const { move, value, nodes, playouts } = end.decision;
  const number = value === "inf" ? Infinity : value === "-inf" ? -Infinity : value;
  const parts = [];
  // A search that was ended has decided nothing.
  if (end.kept || number !== null) {
    parts.push(number === null ? say("chooses {move}", { move })
      : say("chooses {move}, value {value}", { move, value: signedText(number) }));
  }
  parts.push(counted(ngettext("{count} node", "{count} nodes", nodes), nodes));
  const cuts = steps.cuts.length;
  if (cuts) parts.push(counted(ngettext("{count} cut", "{count} cuts", cuts), cuts));
  if (playouts) parts.push(counted(ngettext("{count} playout", "{count} playouts", playouts), playouts));
  return parts.join(" · ");
}

/** What a Monte Carlo search chooses: its last step is like any other. @param {Thought} thought */
export function chosenText({ steps, end }) {
  if (!end?.kept || !steps.tree.isMonteCarlo || steps.at < steps.count) return "";
  return say("The search is over and chooses {move}: it has the highest mean.", { move: end.decision.move });
}

/** @param {string} text @param {number} count */
function counted(text, count) {
  return fill(text, { count: valueText(count) });
}
