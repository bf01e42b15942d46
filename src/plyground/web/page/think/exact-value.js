// The exact value of a position, from the analysis: the judge of what searches say.

import { Connection } from "../browser/connection.js";

export class ExactValue {
  /** @type {Worths | null} what is known so far */
  worths = null;
  /** Why nothing is known; empty otherwise. */
  problem = "";
  #request = 0;
  /** @type {PositionState | null} */
  #position = null;
  /** @type {Connection | null} opened with the first question */
  #connection = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {PositionState | null} position null for games that cannot be analysed */
  ask(position) {
    const known = this.#position;
    if (position?.rules === known?.rules && position?.position === known?.position) return;
    this.#position = position;
    this.worths = null;
    this.problem = "";
    if (this.#connection) this.#send();
    else if (position) {
      this.#connection = new Connection({
        path: () => "/ws/analysis",
        onMessage: (message) => this.#receive(message),
        onOpen: () => this.#send(),
        onLost: () => {},
      });
    }
    this.changed();
  }

  /** What is known of a move. @param {string} move @returns {MoveWorth | null} */
  of(move) {
    return this.worths?.moves.find((worth) => worth.move === move && worth.exact) ?? null;
  }

  close() {
    this.#connection?.close();
  }

  #send() {
    if (!this.#position || this.worths?.exact) return;
    this.#request += 1;
    const { rules, position } = this.#position;
    this.#connection?.send({ type: "analyse", request: this.#request, rules, position, moves: "" });
  }

  /** @param {AnalysisMessage} message */
  #receive(message) {
    if (message.request !== null && message.request !== this.#request) return;
    if (message.type === "error") this.problem = message.text;
    else if (message.type === "progress" || message.type === "analysis") this.worths = message;
    else return;
    this.changed();
  }
}
