// The best line, move by move.

import { h, updateChildren } from "../browser/dom.js";
import { sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";

/** Pressing a move shows the line up to it on the board, as ghost stones. */
export class LineList {
  element = h("div", { class: "line" });

  /**
   * @param {(count: number | null) => void} preview called with the number of moves to show; null for no line
   * @param {() => void} play called to play the line's next move
   */
  constructor(preview, play) {
    this.preview = preview;
    this.play = play;
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   * @param {number} count how many of the moves the board shows
   */
  show(state, worths, count) {
    const line = worths?.line ?? [];
    updateChildren(this.element, [line, count, worths?.exact], () => {
      if (!line.length) return [];
      const all = count === line.length;
      return [
        h("h2", {}, worths?.exact ? _("Best line") : _("Expected line")),
        h("ol", { class: "figures" }, ...line.map((place, index) => h("li", {}, this.#move(state, place, index, count)))),
        h("div", { class: "row" },
          h("button", { type: "button", "data-key": "all", onclick: () => this.preview(all ? null : line.length) },
            all ? _("Remove from the board") : _("Show on the board")),
          h("button", { type: "button", "data-key": "next", onclick: () => this.play() }, _("Play the next move"))),
      ];
    });
  }

  /**
   * @param {PositionState} state
   * @param {LinePlace} place
   * @param {number} index
   * @param {number} count
   */
  #move(state, { move, side }, index, count) {
    return h("button", {
      type: "button", class: `plain ${side}`, "data-key": index, "aria-pressed": String(index < count),
      "aria-label": say("{number}: {side}, {move}", { number: index + 1, side: sideName(side, state), move }),
      onclick: () => this.preview(index + 1),
    }, move);
  }
}
