// The form that starts a game from the position before a mistake.

import { fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { remember, remembered } from "../browser/storage.js";
import { labelled, menu } from "../frame/fields.js";
import { go } from "../frame/router.js";
import { offeredLevels } from "../play/opponents.js";
import { positionText } from "../text/notation.js";
import { _ } from "../text/translation.js";

/** The share of the levels below the one that is offered if none was chosen before. */
const DEFAULT_SHARE = 0.4;

/**
 * Offers the opponent of the game if that was a computer, and the levels.
 * @param {Meta} meta
 * @param {{player: string, name: string}} opponent who played the other side
 * @param {string} rules
 * @param {BoardState} state where the game starts
 * @returns {HTMLFormElement}
 */
export function retryForm(meta, { player: opponent, name }, rules, state) {
  const levels = offeredLevels(meta, rules).map(({ number, label, player }) => ({ value: player, text: `${number} · ${label}` }));
  const isComputer = levels.some(({ value }) => value === opponent)
    || meta.players.some((each) => each.name === opponent.split(" ")[0]);
  if (isComputer && !levels.some(({ value }) => value === opponent)) {
    levels.unshift({ value: opponent, text: name });
  }
  const wanted = isComputer ? opponent : remembered("again");
  let chosen = (levels.find(({ value }) => value === wanted) ?? levels[Math.floor(DEFAULT_SHARE * levels.length)])?.value ?? "";
  const fault = h("p", { class: "fault", role: "alert" });
  const field = menu(levels, chosen, (value) => {
    chosen = value;
    remember("again", value);
  });
  /** @type {Seat} */
  const human = { kind: "human" };

  const start = async () => {
    /** @type {Seat} */
    const computer = { kind: "computer", player: chosen };
    const [first, second] = state.turn === "first" ? [human, computer] : [computer, human];
    try {
      const made = await fetchJson("/api/games", { rules, position: positionText(state), first, second });
      go(`/game/${made.id}`);
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  return h("form", {
    class: "again",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void start();
    },
  }, labelled(_("Against"), field), h("button", { type: "submit", class: "main" }, _("Play")), fault);
}
