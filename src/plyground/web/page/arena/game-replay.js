// The newest finished game of a running tournament, replayed move by move. The moves of a game that is still being
// played are known only to the process that plays it.

import "../board/board.js";
import { fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { Stepper } from "../stepper/stepper.js";
import { other, playersText } from "../text/notation.js";
import { _ } from "../text/translation.js";
import { resultText } from "./tournaments.js";

export class GameReplay {
  /** @type {StoredGame | null} */
  #game = null;
  #at = 0;
  #isLoading = false;
  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #players = h("strong", {});
  #result = h("span", { class: "figures" });
  #review = h("a", {}, _("Review"));
  #stepper;
  element = h("section", { class: "replay", hidden: true });

  /** @param {AbortSignal} signal ends the replay, with its page */
  constructor(signal) {
    this.signal = signal;
    this.#stepper = new Stepper({ go: (at) => this.#show(at), signal });
    this.#board.setAttribute("quiet", "");
    this.element.append(
      h("h2", {}, _("Latest finished game")),
      this.#board, this.#stepper.element,
      h("p", { class: "row" }, this.#players, this.#result, this.#review),
      h("p", { class: "small quiet" }, _("A game appears here once it is over.")));
  }

  /** Replay this game, unless the reader is still looking at another one. @param {string} id */
  async offer(id) {
    const isBusy = this.#game !== null && (this.#stepper.isPlaying || this.#at < this.#game.played.length);
    if (isBusy || this.#isLoading || id === this.#game?.id) return;
    this.#isLoading = true;
    try {
      this.#game = await fetchJson(`/api/records/${encodeURIComponent(id)}`, undefined, this.signal);
    } finally {
      this.#isLoading = false;
    }
    this.#start();
  }

  #start() {
    if (!this.#game) return;
    const { id, names, outcome, board, played } = this.#game;
    this.#players.textContent = playersText(names, board);
    this.#review.href = `/review/${encodeURIComponent(id)}`;
    this.#result.textContent = resultText(outcome);
    this.element.hidden = false;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#show(still ? played.length : 0);
    if (!still) this.#stepper.play();
  }

  /** @param {number} at how many moves */
  #show(at) {
    if (!this.#game) return;
    const { board, played } = this.#game;
    const count = played.length;
    this.#at = at;
    this.#result.hidden = at < count;
    this.#board.mode = "look";
    this.#board.state = {
      ...board,
      stones: board.stones.filter(({ ply }) => (ply ?? -1) < at),
      turn: (count - at) % 2 ? other(board.turn) : board.turn,
      winning: at === count ? board.winning : [],
      last: board.stones.find(({ ply }) => ply === at - 1)?.cell ?? null,
      legal: [],
    };
    this.#stepper.show({ count, at });
  }
}
