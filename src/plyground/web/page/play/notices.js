// The notices beside the board: the result, offers of the other player, and whether you only watch.

import { h } from "../browser/dom.js";
import { notWinnableText, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { resultText } from "./game-text.js";

/**
 * @param {GameState} state
 * @param {() => void} agreeToUndo
 * @returns {HTMLElement[]}
 */
export function notices(state, agreeToUndo) {
  const plays = state.you.length > 0;
  /** @type {HTMLElement[]} */
  const parts = [];
  if (state.outcome !== "open") {
    const { title, detail } = resultText(state);
    parts.push(h("strong", {}, title));
    if (detail) parts.push(h("span", { class: "quiet" }, detail));
  } else if (!plays && Object.values(state.players).some(({ kind }) => kind !== "computer")) {
    parts.push(h("span", { class: "quiet" }, _("You are watching.")));
  }
  if (state.outcome === "open" && !state.winnable) parts.push(h("span", {}, notWinnableText(state)));
  const { undo_offer: undo, rematch_offer: offer, rematch } = state;
  if (undo && plays && !state.you.includes(undo)) {
    parts.push(
      h("span", {}, say("{side} asks to take back a move.", { side: sideName(undo, state) })),
      h("button", { type: "button", onclick: agreeToUndo }, _("Agree")),
    );
  } else if (undo && plays) {
    parts.push(h("span", { class: "quiet" }, _("You asked to take back a move.")));
  }
  if (rematch) parts.push(h("a", { href: `/game/${rematch}` }, _("To the rematch")));
  else if (offer && plays && !state.you.includes(offer)) {
    parts.push(h("span", {}, say("{side} asks for a rematch.", { side: sideName(offer, state) })));
  } else if (offer && plays) {
    parts.push(h("span", { class: "quiet" }, _("You asked for a rematch.")));
  }
  return parts;
}
