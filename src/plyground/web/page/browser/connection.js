// A WebSocket that reconnects by itself: after a network failure, a sleep of the computer, a restart of the server.

import { fill, ngettext } from "../text/translation.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 5000;

/**
 * @typedef {object} Handlers
 * @property {() => string} path called for every new connection, so that it can name the last state seen
 * @property {(message: any) => void} onMessage
 * @property {() => void} [onOpen]
 * @property {(seconds: number) => void} [onLost] called each second with the time until the next attempt; 0 during it
 * @property {(code: number, reason: string) => void} [onRefused] the server closed for good (4000 to 4499, or 1008)
 */

/**
 * The message while the connection is lost.
 * @param {number} seconds until the next attempt
 */
export function reconnectText(seconds) {
  const text = ngettext(
    "Connection lost. Trying again in {count} second.",
    "Connection lost. Trying again in {count} seconds.",
    seconds,
  );
  return fill(text, { count: seconds });
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pings;
  #lastMessageAt = 0;
  #wait = FIRST_WAIT;
  #failures = 0;
  #closing = new AbortController();

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    const { signal } = this.#closing;
    addEventListener("online", () => this.reconnect(), { signal });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#check();
    }, { signal });
    this.#pings = setInterval(() => this.#check(), PING_EVERY);
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * @param {object} message
   * @returns {boolean} false without a connection; the message is not queued, the page has to send it again
   */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Connect at once instead of waiting for the next attempt. */
  reconnect() {
    if (this.#socket || this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  close() {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.handlers.path()}`);
    this.#socket = socket;
    if (this.#failures) this.handlers.onLost?.(0);
    socket.onopen = () => {
      this.#lastMessageAt = performance.now();
      this.handlers.onOpen?.();
    };
    socket.onmessage = (event) => {
      this.#lastMessageAt = performance.now();
      this.#failures = 0;
      this.#wait = FIRST_WAIT;
      const message = JSON.parse(event.data);
      if (message.type !== "pong" && socket === this.#socket) this.handlers.onMessage(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      if (event.code === 1008 || (event.code >= 4000 && event.code < 4500)) {
        this.handlers.onRefused?.(event.code, event.reason);
        return;
      }
      this.#retryLater();
    };
  }

  #retryLater() {
    this.#failures += 1;
    let left = this.#wait;
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    const step = () => {
      if (left <= 0) return this.#connect();
      this.handlers.onLost?.(Math.ceil(left / 1000));
      const part = left % 1000 || 1000;
      left -= part;
      this.#timer = setTimeout(step, part);
    };
    step();
  }

  /** After a sleep a socket may be dead but still look open. Send a ping; without an answer, reconnect. */
  #check() {
    const socket = this.#socket;
    if (!socket) return this.reconnect();
    const sentAt = performance.now();
    if (!this.send({ type: "ping" })) return;
    setTimeout(() => {
      if (socket === this.#socket && this.#lastMessageAt < sentAt) {
        socket.onclose = null;
        socket.close();
        this.#socket = null;
        this.#retryLater();
      }
    }, PONG_WITHIN);
  }
}
