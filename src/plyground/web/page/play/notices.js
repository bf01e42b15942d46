// The notices beside the board: the result, what the other player asks or has declined, and whether you only watch.

import { h } from "../browser/dom.js";
import { notWinnableText, other } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { friendName } from "./friend.js";
import { resultText } from "./game-text.js";

/**
 * @param {GameState} state
 * @param {boolean} declined whether the other player has declined what you asked for
 * @param {(message: object) => void} send
 * @returns {HTMLElement[]}
 */
export function notices(state, declined, send) {
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
  const answers = (/** @type {object} */ agree) => [
    h("button", { type: "button", onclick: () => send(agree) }, _("Agree")),
    h("button", { type: "button", onclick: () => send({ type: "decline" }) }, _("Decline")),
  ];
  if (undo && plays && !state.you.includes(undo)) {
    parts.push(
      h("span", {}, say("{name} asks to take back a move.", { name: friendName(undo, state) })),
      ...answers({ type: "undo", ply: state.ply }),
    );
  } else if (undo && plays) {
    parts.push(h("span", { class: "quiet" }, _("You asked to take back a move.")));
  }
  if (rematch) parts.push(h("a", { href: `/game/${rematch}` }, _("Go to the rematch")));
  else if (offer && plays && !state.you.includes(offer)) {
    parts.push(
      h("span", {}, say("{name} asks for a rematch.", { name: friendName(offer, state) })),
      ...answers({ type: "rematch" }),
    );
  } else if (offer && plays) {
    parts.push(h("span", { class: "quiet" }, _("You asked for a rematch.")));
  }
  if (declined) {
    parts.push(h("span", {}, say("{name} declined.", { name: friendName(other(state.you[0]), state) })));
  }
  return parts;
}
