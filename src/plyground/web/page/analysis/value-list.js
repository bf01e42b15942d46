// The values of all moves as a table, best first.

import { h, updateChildren } from "../browser/dom.js";
import { clausesText, labelledText } from "../text/joins.js";
import { moveName } from "../text/notation.js";
import { _, fill, ngettext } from "../text/translation.js";
import { whyButton } from "../why/why.js";
import { isNotJudged, isOpen, ranked, scoreText, shownMoves, worthText } from "./values.js";

/** How many moves are listed at most; without gravity there may be hundreds. */
const LISTED = 12;

/** Moves of a line beside the value of its first one. */
const LINE = 6;

/** Pressing a move plays it; beside each proven value its reason can be asked for. */
export class ValueList {
  element = h("div", { class: "worths" });

  /**
   * @param {(move: string, cell: Cell) => void} play
   * @param {(worth: MoveWorth) => void} why
   */
  constructor(play, why) {
    this.play = play;
    this.why = why;
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  show(state, worths) {
    const all = ranked(shownMoves(worths));
    const hidden = worths?.moves.filter((worth) => !all.includes(worth)) ?? [];
    const lost = hidden.filter(({ outcome }) => outcome === "loss").length;
    const notJudged = hidden.length - lost;
    const best = new Set(worths?.best);
    updateChildren(this.element, [state.position, all, worths?.best, worths?.type], () => {
      if (!all.length || !worths) return [];
      const heads = [_("move"), _("value"), _("score")].map((text) => h("th", { scope: "col" }, text));
      heads.push(h("td"));
      const table = h("table", { class: "figures" },
        h("caption", { class: "unseen" }, _("The value of every move")),
        h("thead", {}, h("tr", {}, ...heads)),
        h("tbody", {}, ...all.slice(0, LISTED).map((worth) => this.#row(state, worths, worth, best.has(worth.move)))));
      const left = all.length - LISTED;
      const more = ngettext("and {count} more, shown on the board", "and {count} more, shown on the board", left);
      const losing = ngettext("{count} more move loses", "{count} more moves lose", lost);
      const others = ngettext("{count} move not judged", "{count} moves not judged", notJudged);
      return [
        table,
        left > 0 ? h("p", { class: "small quiet" }, fill(more, { count: left })) : null,
        lost ? h("p", { class: "small quiet" }, fill(losing, { count: lost })) : null,
        notJudged ? h("p", { class: "small quiet not-judged" }, fill(others, { count: notJudged })) : null,
      ].filter((part) => part !== null);
    });
  }

  /**
   * @param {PositionState} state
   * @param {Worths} worths
   * @param {MoveWorth} worth
   * @param {boolean} isBest
   */
  #row(state, worths, worth, isBest) {
    const open = worths.type === "progress" ? _("not proven yet") : worth.words;
    const words = isNotJudged(worth, worths) ? _("looks best") : isOpen(worth) ? open : worthText(worth);
    const kind = worth.outcome ?? (worth.estimate === null ? "open" : "estimate");
    return h("tr", { class: isBest ? "best" : null, "data-move": worth.move },
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "plain", "data-key": worth.move, onclick: () => this.play(worth.move, worth.cell),
      }, moveName(state, worth.cell))),
      h("td", { class: `words ${kind}` }, words,
        isBest ? h("span", { class: "unseen" }, clausesText(["", _("best")])) : null,
        worth.line.length ? h("span", { class: "goes-on small quiet figures" },
          worth.line.slice(0, LINE).map(({ move }) => move).join(" ")) : null),
      h("td", { class: "score" }, scoreText(worth)),
      h("td", { class: "reason" }, worth.outcome && whyButton(() => this.why(worth),
        { key: `why ${worth.move}`, about: labelledText(moveName(state, worth.cell), words) })));
  }
}
