// The list of moves, two in a row; pressing one shows the board as it was then.

import { h } from "../browser/dom.js";
import { _, say } from "../text/translation.js";

export class MoveList {
  #list = h("ol", { class: "list figures" });
  #shown = "";

  /** @param {(ply: number) => void} look called with how many moves to show */
  constructor(look) {
    this.look = look;
    const wide = matchMedia("(min-width: 56.25rem)").matches;
    this.element = h("details", { class: "moves", open: wide }, h("summary", {}, _("Moves")), this.#list);
  }

  /**
   * @param {GameState} state
   * @param {number} looking how many moves the board shows
   */
  show(state, looking) {
    const key = `${state.moves.map(({ move }) => move).join(" ")}|${looking}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const rows = [];
    // A position may begin with the second player's move; then the first place of the row stays empty.
    const shift = state.moves[0]?.side === "second" ? 1 : 0;
    for (let at = -shift; at < state.moves.length; at += 2) {
      const number = h("span", { class: "quiet" }, (at + shift) / 2 + 1);
      rows.push(h("li", {}, number, this.#move(state, at, looking), this.#move(state, at + 1, looking)));
    }
    this.#list.replaceChildren(...rows);
    if (!rows.length) this.#list.append(h("li", { class: "none quiet" }, _("No moves yet")));
    const current = this.#list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      this.#list.scrollTop = current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
    }
  }

  /**
   * @param {GameState} state
   * @param {number} index
   * @param {number} looking
   */
  #move(state, index, looking) {
    const played = state.moves[index];
    if (!played) return h("span");
    return h("button", {
      type: "button", class: "plain", "aria-current": looking === index + 1 ? "true" : null,
      "aria-label": say("Move {number}: {move}", { number: index + 1, move: played.move }),
      onclick: () => this.look(index + 1),
    }, played.move);
  }
}
