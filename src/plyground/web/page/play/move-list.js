// The list of moves, two in a row. Pressing a move shows the board as it was after it.

import { h } from "../browser/dom.js";
import { _, say } from "../text/translation.js";

export class MoveList {
  #list = h("ol", { class: "list figures" });
  #key = "";

  /** @param {(count: number) => void} onPress called with the number of moves to show */
  constructor(onPress) {
    this.onPress = onPress;
    const wide = matchMedia("(min-width: 56.25rem)").matches;
    this.element = h("details", { class: "moves", open: wide }, h("summary", {}, _("Moves")), this.#list);
    // The result and other buttons take room from the list after a move was added to it.
    new ResizeObserver(() => this.#showCurrent()).observe(this.#list);
  }

  /**
   * @param {GameState} state
   * @param {number} shown how many moves the board shows
   */
  show(state, shown) {
    const key = `${state.moves.map(({ move }) => move).join(" ")}|${shown}`;
    if (key === this.#key) return;
    this.#key = key;
    const rows = [];
    // If the second side moves first, the first place of the first row stays empty.
    const shift = state.moves[0]?.side === "second" ? 1 : 0;
    for (let at = -shift; at < state.moves.length; at += 2) {
      const number = h("span", { class: "quiet" }, (at + shift) / 2 + 1);
      rows.push(h("li", {}, number, this.#move(state, at, shown), this.#move(state, at + 1, shown)));
    }
    this.#list.replaceChildren(...rows);
    if (!rows.length) this.#list.append(h("li", { class: "none quiet" }, _("No moves yet")));
    this.#showCurrent();
  }

  #showCurrent() {
    const current = this.#list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      this.#list.scrollTop = current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
    }
  }

  /**
   * @param {GameState} state
   * @param {number} index
   * @param {number} shown
   */
  #move(state, index, shown) {
    const played = state.moves[index];
    if (!played) return h("span");
    return h("button", {
      type: "button", class: "plain", "aria-current": shown === index + 1 ? "true" : null,
      "aria-label": say("Move {number}: {move}", { number: index + 1, move: played.move }),
      onclick: () => this.onPress(index + 1),
    }, played.move);
  }
}
