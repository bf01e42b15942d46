// The stepper of a game that is over or watched. Whoever began a game between computers also steers it: the server then
// waits, plays one move, or goes on.

import { Stepper } from "../stepper/stepper.js";

/** Is the game between computers paused? @param {GameState} state */
export function isPaused({ pace, ply, outcome }) {
  return outcome === "open" && pace !== null && pace.until !== null && ply >= pace.until;
}

export class GameSteps {
  /** @type {GameState | null} */
  #state = null;

  /**
   * @param {(count: number | null) => void} look shows the board after so many moves; null after all
   * @param {(message: object) => void} send
   * @param {AbortSignal} signal
   */
  constructor(look, send, signal) {
    this.look = look;
    this.send = send;
    this.stepper = new Stepper({
      go: (at) => this.#go(at),
      run: (running) => {
        this.look(null);
        this.#steer(running ? null : this.#ply);
      },
      pace: (seconds) => {
        if (this.#isSteered && this.#state) this.#steer(this.#state.pace?.until ?? null, seconds);
      },
      signal,
    });
    this.element = this.stepper.element;
    this.element.hidden = true;
  }

  /**
   * @param {GameState} state
   * @param {number} shown how many moves the board shows
   */
  show(state, shown) {
    this.#state = state;
    const over = state.outcome !== "open";
    this.element.hidden = over ? !state.moves.length : state.you.length > 0;
    const steered = this.#isSteered;
    this.stepper.show({
      count: state.moves.length,
      at: shown,
      more: steered && isPaused(state),
      running: steered ? !isPaused(state) : undefined,
      seconds: steered ? state.pace?.delay ?? undefined : undefined,
    });
  }

  get #ply() {
    return this.#state?.ply ?? 0;
  }

  get #isSteered() {
    return this.#state?.outcome === "open" && Boolean(this.#state.pace?.yours);
  }

  /** @param {number} at */
  #go(at) {
    if (at > this.#ply) return this.#steer(at);
    // Whoever looks back does not want the game to run away meanwhile.
    if (this.#isSteered && this.#state && !isPaused(this.#state)) this.#steer(this.#ply);
    this.look(at);
  }

  /**
   * @param {number | null} until
   * @param {number | null} [delay]
   */
  #steer(until, delay = this.#state?.pace?.delay ?? null) {
    this.send({ type: "pace", until, delay });
  }
}
