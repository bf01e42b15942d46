// The moves of a reviewed game, two in a row, with the marks of mistakes and inaccuracies.

import { h, updateChildren } from "../browser/dom.js";
import { isMarked } from "./review-text.js";

export class JudgedList {
  element = h("ol", { class: "judged figures" });

  /**
   * @param {(at: number) => void} go called with the number of moves to show
   * @param {(at: number) => string} describe the last of so many moves, for screen readers
   */
  constructor(go, describe) {
    this.go = go;
    this.describe = describe;
  }

  /**
   * @param {LinePlace[]} moves
   * @param {Side} turn who moved first
   * @param {number} at how many of them are shown
   * @param {Map<number, MoveJudged>} judged
   */
  show(moves, turn, at, judged) {
    const shift = turn === "second" ? 1 : 0;
    const marks = [...judged.values()].filter(isMarked).map(({ ply, verdict }) => [ply, verdict]);
    updateChildren(this.element, [moves, at, marks], () => {
      /** @type {HTMLElement[]} */
      const rows = [];
      for (let index = -shift; index < moves.length; index += 2) {
        const pair = [index, index + 1].map((each) => this.#move(moves[each], each, at, judged.get(each)));
        rows.push(h("li", {}, h("span", { class: "quiet" }, (index + shift) / 2 + 1), ...pair));
      }
      return rows;
    });
    const current = this.element.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
    }
  }

  /**
   * @param {LinePlace | undefined} played
   * @param {number} index
   * @param {number} at
   * @param {MoveJudged | undefined} judged
   */
  #move(played, index, at, judged) {
    if (!played) return h("span");
    const mark = judged && isMarked(judged) ? judged.verdict : "";
    return h("button", {
      type: "button", class: `plain ${mark}`, "data-ply": index, "data-key": index,
      "aria-current": at === index + 1 ? "true" : null,
      "aria-label": this.describe(index + 1), onclick: () => this.go(index + 1),
    }, played.move, mark ? h("span", { class: "sign" }, mark === "mistake" ? "?" : "?!") : null);
  }
}
