// One player beside the board: stone, name, clock, and what the player is doing.

import { stoneIcon } from "../board/stone.js";
import { h } from "../browser/dom.js";
import { sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { isPaused } from "./game-steps.js";
import { consideredText, thinkingText } from "./game-text.js";
import { needsCompiling, seatName } from "./opponents.js";

export class PlayerPanel {
  #name = h("span", { class: "who" });
  #activity = h("p", { class: "activity small quiet figures" });
  #considered = h("p", { class: "activity small quiet figures" });
  clock = h("span", { class: "clock figures" });

  /**
   * @param {Side} side
   * @param {GameState} state
   */
  constructor(side, state) {
    this.side = side;
    this.element = h("section", { class: `player ${side}` },
      h("h2", { class: "row" }, stoneIcon(side, state), this.#name, this.clock), this.#activity, this.#considered);
  }

  /**
   * @param {GameState} state
   * @param {Meta | null} meta
   * @param {Thinking | null} thinking the last thought of this side
   * @param {number} elapsed seconds since the last report of a search
   */
  show(state, meta, thinking, elapsed) {
    const seat = state.players[this.side];
    const yours = state.you.length === 1 && state.you[0] === this.side;
    const friend = seat.kind === "link" && state.you.length > 0;
    const name = yours ? _("You") : seatName(seat, state.rules, meta) || (friend ? _("Your friend") : "");
    const colour = sideName(this.side, state);
    this.#name.textContent = name ? `${name} · ${colour}` : colour;
    const { classList } = this.element;
    classList.toggle("turn", state.outcome === "open" && state.turn === this.side);
    classList.toggle("shared", state.you.length > 1);
    this.#activity.textContent = this.#activityText(state, seat, meta, thinking, elapsed, yours);
    this.#considered.textContent = thinking ? consideredText(thinking) : "";
  }

  /**
   * @param {GameState} state
   * @param {SeatState} seat
   * @param {Meta | null} meta
   * @param {Thinking | null} thinking
   * @param {number} elapsed
   * @param {boolean} yours
   */
  #activityText(state, seat, meta, thinking, elapsed, yours) {
    const toMove = seat.kind === "computer" && state.outcome === "open" && state.turn === this.side;
    if (toMove && isPaused(state)) {
      return thinking ? say("paused; its last move: {words}", { words: thinkingText(thinking, elapsed) }) : _("paused");
    }
    if (thinking && (!toMove || thinking.ply >= state.ply)) return thinkingText(thinking, elapsed);
    if (toMove) {
      const isCompiling = meta !== null && needsCompiling(seat.player ?? "", meta);
      return isCompiling ? _("getting ready: its code is being compiled…") : _("thinking…");
    }
    if (!seat.taken) return state.you.length ? _("waiting for your friend") : _("not here yet");
    if (state.outcome !== "open") return "";
    if (seat.kind !== "computer" && !state.you.includes(this.side) && !seat.connected) {
      return _("away; the game is waiting");
    }
    if (state.turn !== this.side || !state.you.includes(this.side)) return "";
    return yours ? _("Your move") : say("{side} to move", { side: sideName(this.side, state) });
  }
}
