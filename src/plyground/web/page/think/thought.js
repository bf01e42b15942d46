// A search that the server runs for this page, and its steps as they come.
//
// The server sends the steps in pieces and waits when it is far enough ahead; the thought asks for more as the reader
// comes near. Searches are repeatable: after a lost connection it asks again, from the first step that is missing.

import { Connection } from "../browser/connection.js";
import { Steps } from "./steps.js";

/** So many steps are loaded without being asked for: a few megabytes. */
const AT_ONCE = 100_000;
/** So many steps are kept ready after the one that is shown. */
const AHEAD = 20_000;
/** After so many steps the server is told that they have come. */
const PIECE = 10_000;

/**
 * @typedef {object} ThoughtHandlers
 * @property {(start: ThinkStart) => void} onStart of another search; the steps are new then
 * @property {() => void} onSteps more of them have come, or the last
 * @property {(problem: ThinkRefused) => void} onRefused
 * @property {(seconds: number | null) => void} onLost until the next attempt to connect; null with a connection
 * @property {(parts: EvaluationParts) => void} [onParts]
 */

export class Thought {
  steps = new Steps();
  /** @type {ThinkStart | null} */
  start = null;
  /** @type {ThinkEnd | null} there once all steps have come */
  end = null;
  /** @type {ThinkChoices | null} */
  #choices = null;
  #request = 0;
  /** The last number of steps that the server was told of. */
  #told = 0;
  /** Whether all steps are wanted. */
  #all = false;
  /** Whether the server has heard of the search on this connection. */
  #isKnown = false;
  #connection;

  /** @param {ThoughtHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.#connection = new Connection({
      path: () => "/ws/think",
      onMessage: (message) => this.#receive(message),
      onOpen: () => {
        handlers.onLost(null);
        this.#isKnown = false;
        if (this.#choices && !this.end) this.#ask();
      },
      onLost: (seconds) => handlers.onLost(seconds),
    });
  }

  /** Run another search. @param {ThinkChoices} choices */
  ask(choices) {
    this.#choices = choices;
    this.steps = new Steps();
    this.start = this.end = null;
    this.#all = false;
    this.#ask();
  }

  #ask() {
    this.#request += 1;
    this.#told = this.steps.count;
    this.#isKnown = this.#connection.send({ type: "think", request: this.#request, ...this.#choices, from: this.steps.count });
  }

  /** Load all steps. */
  loadAll() {
    this.#all = true;
    this.loadMore();
  }

  /** Whether the server waits until the reader comes near the last step that has come. */
  get isResting() {
    return !this.end && this.steps.count >= this.#wanted;
  }

  get #wanted() {
    return this.#all ? Infinity : Math.max(AT_ONCE, this.steps.at + AHEAD);
  }

  /** Ask for more steps if the reader needs them soon. */
  loadMore() {
    const { count } = this.steps;
    if (this.end || count >= this.#wanted || count - this.#told < PIECE) return;
    if (this.#connection.send({ type: "more", request: this.#request, to: count })) this.#told = count;
  }

  /** Ask why a position is worth what it is. @param {string[]} path the moves from the root */
  askParts(path) {
    if (!this.#isKnown) this.#ask();
    this.#connection.send({ type: "parts", request: this.#request, path });
  }

  close() {
    this.#connection.close();
  }

  /** @param {ThinkStart | ThinkSteps | ThinkEnd | EvaluationParts | ThinkRefused} message */
  #receive(message) {
    if (message.request !== null && message.request !== this.#request) return;
    if (message.type === "thinking") {
      if (this.start) return; // the same search again, after a lost connection
      this.start = message;
      this.handlers.onStart(message);
    } else if (message.type === "steps") {
      // Steps that are known already are left out.
      this.steps.append(message.events.slice(Math.max(0, this.steps.count - message.from)));
      this.loadMore();
      this.handlers.onSteps();
    } else if (message.type === "thought") {
      this.end = message;
      this.handlers.onSteps();
    } else if (message.type === "parts") {
      this.handlers.onParts?.(message);
    } else if (message.type === "refused") {
      this.handlers.onRefused(message);
    }
  }
}
