// The values of all moves as a table, best first.

import { h, updateChildren } from "../browser/dom.js";
import { moveName } from "../text/notation.js";
import { _, fill, ngettext } from "../text/translation.js";
import { isOpen, ranked, scoreText, worthText } from "./values.js";

/** How many moves are listed at most; without gravity there may be hundreds. */
const LISTED = 12;

/** Pressing a move plays it. */
export class ValueList {
  element = h("div", { class: "worths" });

  /** @param {(move: string, cell: Cell) => void} play */
  constructor(play) {
    this.play = play;
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  show(state, worths) {
    const all = ranked(worths?.moves ?? []);
    const best = new Set(worths?.best);
    updateChildren(this.element, [state.position, all, worths?.best], () => {
      if (!all.length) return [];
      const heads = [_("move"), _("value"), _("score")].map((text) => h("th", { scope: "col" }, text));
      const table = h("table", { class: "figures" },
        h("caption", { class: "unseen" }, _("The value of every move")),
        h("thead", {}, h("tr", {}, ...heads)),
        h("tbody", {}, ...all.slice(0, LISTED).map((worth) => this.#row(state, worth, best.has(worth.move)))));
      const left = all.length - LISTED;
      if (left <= 0) return [table];
      const more = ngettext("and {count} more, shown on the board", "and {count} more, shown on the board", left);
      return [table, h("p", { class: "small quiet" }, fill(more, { count: left }))];
    });
  }

  /**
   * @param {PositionState} state
   * @param {MoveWorth} worth
   * @param {boolean} isBest
   */
  #row(state, worth, isBest) {
    const kind = worth.outcome ?? (worth.estimate === null ? "open" : "estimate");
    return h("tr", { class: isBest ? "best" : null, "data-move": worth.move },
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "plain", "data-key": worth.move, onclick: () => this.play(worth.move, worth.cell),
      }, moveName(state, worth.cell))),
      h("td", { class: `words ${kind}` }, isOpen(worth) ? _("not proven yet") : worthText(worth),
        isBest ? h("span", { class: "unseen" }, ", ", _("best")) : null),
      h("td", { class: "score" }, scoreText(worth)));
  }
}
