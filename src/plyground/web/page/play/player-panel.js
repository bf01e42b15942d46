// The strip of one player: stone, name, clock, and what there is to know about them right now.

import { h } from "../browser/dom.js";
import { chip } from "../board/board-svg.js";
import { sideName } from "../text/notation.js";
import { seatName } from "./opponents.js";
import { _ } from "../text/translation.js";
import { considers, thought } from "./game-text.js";

export class Strip {
  #name = h("span", { class: "who" });
  #doing = h("p", { class: "doing small quiet figures" });
  #more = h("p", { class: "doing small quiet figures" });
  clock = h("span", { class: "clock figures" });

  /** @param {Side} side */
  constructor(side) {
    this.side = side;
    this.element = h("section", { class: "strip" },
      h("h2", { class: "row" }, chip(side), this.#name, this.clock), this.#doing, this.#more);
  }

  /**
   * @param {GameState} state
   * @param {Meta | null} meta
   * @param {Thinking | null} thinking
   * @param {number} gone seconds since that came
   */
  show(state, meta, thinking, gone) {
    const seat = state.players[this.side];
    const yours = state.you.length === 1 && state.you[0] === this.side;
    const friend = seat.kind === "link" && state.you.length > 0;
    const name = yours ? _("You") : seatName(seat, state.rules, meta) || (friend ? _("Your friend") : "");
    this.#name.textContent = name ? `${name} · ${sideName(this.side)}` : sideName(this.side);
    this.element.classList.toggle("turn", state.outcome === "open" && state.turn === this.side);
    this.#doing.textContent = this.#doings(state, seat, meta, thinking, gone, yours);
    this.#more.textContent = thinking?.side === this.side ? considers(thinking) : "";
  }

  /**
   * @param {GameState} state
   * @param {SeatState} seat
   * @param {Meta | null} meta
   * @param {Thinking | null} thinking
   * @param {number} gone
   * @param {boolean} yours
   */
  #doings(state, seat, meta, thinking, gone, yours) {
    if (seat.kind === "computer" && thinking?.side === this.side) return thought(thinking, gone);
    if (seat.kind === "computer" && state.outcome === "open" && state.turn === this.side) {
      return meta?.kernels === "compiling" ? _("getting ready: its code is being compiled…") : _("thinking…");
    }
    if (!seat.taken) return _("has not come yet");
    if (state.outcome !== "open") return "";
    if (seat.kind !== "computer" && !state.you.includes(this.side) && !seat.connected) {
      return _("is away; the game waits");
    }
    return yours && state.turn === this.side ? _("Your move") : "";
  }
}
