// Asks the server what it thinks of the last move of a line that the reader tries.

import { Connection } from "../browser/connection.js";

/** The connection is opened for the first question. A new question ends the one before. */
export class MoveJudge {
  /** @type {Connection | null} */
  #connection = null;
  #request = 0;
  /** @type {object | null} what is not answered yet */
  #question = null;
  /** The ply of the move that the question is about. */
  #ply = 0;

  /** @param {(answer: Opened | MoveJudged | Refused) => void} answered with the position, then with the judgement */
  constructor(answered) {
    this.answered = answered;
  }

  /**
   * @param {PositionState} start
   * @param {string} moves from the start
   * @param {number} count of these moves
   */
  ask(start, moves, count) {
    this.#request += 1;
    this.#ply = count - 1;
    const { rules, position } = start;
    this.#question = { type: "review", request: this.#request, rules, position, moves, opening: this.#ply };
    if (this.#connection) this.#connection.send(this.#question);
    else {
      this.#connection = new Connection({
        path: () => "/ws/analysis",
        onMessage: (message) => this.#receive(message),
        onOpen: () => this.#question && this.#connection?.send(this.#question),
      });
    }
  }

  /** Drop the question. */
  stop() {
    if (!this.#question) return;
    this.#question = null;
    this.#connection?.send({ type: "stop" });
  }

  close() {
    this.#connection?.close();
  }

  /** @param {AnalysisMessage} message */
  #receive(message) {
    if (!this.#question || message.request !== this.#request) return;
    if (message.type === "judged" && message.ply !== this.#ply) return;
    if (message.type === "judged" || message.type === "error") this.stop(); // the moves before it are not asked about
    if (message.type === "position" || message.type === "judged" || message.type === "error") this.answered(message);
  }
}
