// The value of every move as a list, and the best line.

import { isOpen, ranked, scoreText, worthText } from "./values.js";
import { h } from "../browser/dom.js";
import { sideName } from "../text/notation.js";
import { renew } from "../browser/renew.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { moveName } from "../play/game-text.js";

/** Without gravity there may be hundreds of moves; so many are listed. */
const LISTED = 12;

/** The moves, best first; pressing one plays it. */
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
    renew(this.element, [state.position, all, worths?.best], () => {
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

/** The best line; `count` of its moves stand on the board as ghosts. */
export class LineList {
  element = h("div", { class: "line" });

  /**
   * @param {(count: number) => void} preview
   * @param {() => void} play its next move
   */
  constructor(preview, play) {
    this.preview = preview;
    this.play = play;
  }

  /**
   * @param {Worths | null} worths
   * @param {number} count
   */
  show(worths, count) {
    const line = worths?.line ?? [];
    renew(this.element, [line, count, worths?.exact], () => {
      if (!line.length) return [];
      const all = count === line.length;
      return [
        h("h2", {}, worths?.exact ? _("Best line") : _("Expected line")),
        h("ol", { class: "figures" }, ...line.map((place, index) => h("li", {}, this.#move(place, index, count)))),
        h("div", { class: "row" },
          h("button", { type: "button", "data-key": "all", onclick: () => this.preview(all ? 0 : line.length) },
            all ? _("Take it off the board") : _("Show it on the board")),
          h("button", { type: "button", "data-key": "next", onclick: () => this.play() }, _("Play its next move"))),
      ];
    });
  }

  /**
   * @param {LinePlace} place
   * @param {number} index
   * @param {number} count
   */
  #move({ move, side }, index, count) {
    return h("button", {
      type: "button", class: `plain ${side}`, "data-key": index, "aria-pressed": String(index < count),
      "aria-label": say("{number}: {side}, {move}", { number: index + 1, side: sideName(side), move }),
      onclick: () => this.preview(index + 1),
    }, move);
  }
}
