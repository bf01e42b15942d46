// A WebSocket that comes back by itself: after a lost connection, a laptop's lid, a restart of the server.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 5000;

/**
 * @typedef {object} Wishes
 * @property {() => string} path asked for anew at every connection, so that it can say what was seen last
 * @property {(message: any) => void} heard
 * @property {() => void} [opened]
 * @property {(seconds: number) => void} [lost] called each second until the next attempt; 0 while it is attempted
 * @property {(code: number, reason: string) => void} [refused] the server closed for good (4000 to 4499, or 1008)
 */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pings;
  #heardAt = 0;
  #wait = FIRST_WAIT;
  #failures = 0;
  #leave = new AbortController();

  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    const { signal } = this.#leave;
    addEventListener("online", () => this.now(), { signal });
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
   * @returns {boolean} false without a connection: nothing is kept for later, the page knows what to say again
   */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Try again without waiting. */
  now() {
    if (this.#socket || this.#leave.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  close() {
    this.#leave.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.wishes.path()}`);
    this.#socket = socket;
    if (this.#failures) this.wishes.lost?.(0);
    socket.onopen = () => {
      this.#heardAt = performance.now();
      this.wishes.opened?.();
    };
    socket.onmessage = (event) => {
      this.#heardAt = performance.now();
      this.#failures = 0;
      this.#wait = FIRST_WAIT;
      const message = JSON.parse(event.data);
      if (message.type !== "pong" && socket === this.#socket) this.wishes.heard(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      if (event.code === 1008 || (event.code >= 4000 && event.code < 4500)) {
        this.wishes.refused?.(event.code, event.reason);
        return;
      }
      this.#later();
    };
  }

  #later() {
    this.#failures += 1;
    let left = this.#wait;
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    const step = () => {
      if (left <= 0) return this.#connect();
      this.wishes.lost?.(Math.ceil(left / 1000));
      const part = left % 1000 || 1000;
      left -= part;
      this.#timer = setTimeout(step, part);
    };
    step();
  }

  /** A connection can be dead without knowing it, above all after a sleep: ask, and do not wait long. */
  #check() {
    const socket = this.#socket;
    if (!socket) return this.now();
    const asked = performance.now();
    if (!this.send({ type: "ping" })) return;
    setTimeout(() => {
      if (socket === this.#socket && this.#heardAt < asked) {
        socket.onclose = null;
        socket.close();
        this.#socket = null;
        this.#later();
      }
    }, PONG_WITHIN);
  }
}
