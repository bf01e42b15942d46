// Another try: a game from before a mistake, for the side that made it.

import { ask } from "../browser/api.js";
import { positionText } from "./values.js";
import { h } from "../browser/dom.js";
import { labelled, menu, remember, remembered } from "../frame/fields.js";
import { go } from "../frame/router.js";
import { _ } from "../text/translation.js";

/** The level that is proposed to whoever has chosen none yet. */
const USUAL = 4;

/**
 * The choice of an opponent: whoever it was, if that was a computer, else a level.
 * @param {Meta} meta
 * @param {string} opponent the text of who played the other side
 * @param {string} rules
 * @param {BoardState} state where the game starts
 * @returns {HTMLFormElement}
 */
export function tryAgain(meta, opponent, rules, state) {
  const levels = meta.levels.map(({ number, label, player }) => ({ value: player, text: `${number} · ${label}` }));
  const isComputer = levels.some(({ value }) => value === opponent)
    || meta.players.some(({ name }) => name === opponent.split(" ")[0]);
  if (isComputer && !levels.some(({ value }) => value === opponent)) {
    levels.unshift({ value: opponent, text: opponent });
  }
  const wanted = isComputer ? opponent : remembered("again");
  let chosen = (levels.find(({ value }) => value === wanted) ?? levels[USUAL] ?? levels[0])?.value ?? "";
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
      const made = await ask("/api/games", { rules, position: positionText(state), first, second });
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
