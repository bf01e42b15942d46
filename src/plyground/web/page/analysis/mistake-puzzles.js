// The link from a review to its mistakes as puzzles.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

export class MistakePuzzles {
  element = h("a", { class: "button", hidden: true }, _("Puzzles from my mistakes"));

  /**
   * @param {Omit<StoredGame, "board">} record
   * @param {Meta} meta
   */
  constructor(record, meta) {
    this.record = record;
    const names = new Set(meta.players.map(({ name }) => name));
    const [first, second] = record.players.map((player) => names.has(player.split(" ")[0].replace(/\d+$/, "")));
    /** The side of the only person, whose mistakes are asked; null for those of both. @type {Side | null} */
    this.person = first === second ? null : first ? "second" : "first";
  }

  /**
   * @param {MarkedMove[]} marked the mistakes and inaccuracies that are known
   * @param {boolean} isDone whether the whole game was judged
   */
  show(marked, isDone) {
    const plies = marked
      .filter(({ side, verdict, before }) => verdict === "mistake" && before?.exact && side === (this.person ?? side))
      .map(({ ply }) => ply);
    this.element.hidden = !isDone || !plies.length;
    const { rules, start, moves } = this.record;
    this.element.href = `/puzzle/mistakes?${new URLSearchParams({ rules, position: start, moves, plies: plies.join(",") })}`;
  }
}
