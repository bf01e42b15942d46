// The clocks on the screen. The server keeps the time; between its messages these count on by themselves.

/** @param {number} seconds */
function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return `0:${left.toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Shows the time in one element for each side. */
export class ClockDisplay {
  /** @type {Clocks | null} */
  #clocks = null;
  #since = 0;
  /** @type {ReturnType<typeof setInterval>} */
  #ticks;

  /** @param {Record<Side, HTMLElement>} elements */
  constructor(elements) {
    this.elements = elements;
    this.#ticks = setInterval(() => this.#draw(), 100);
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    if (clocks === this.#clocks) return; // they count on
    this.#clocks = clocks;
    this.#since = performance.now();
    this.#draw();
  }

  stop() {
    clearInterval(this.#ticks);
  }

  #draw() {
    for (const side of /** @type {Side[]} */ (["first", "second"])) {
      const element = this.elements[side];
      element.hidden = !this.#clocks;
      if (!this.#clocks) continue;
      const running = this.#clocks.running === side;
      const elapsed = running ? (performance.now() - this.#since) / 1000 : 0;
      const left = this.#clocks[side] - elapsed;
      const text = clockText(left);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("running", running);
      element.classList.toggle("short", left < 20);
    }
  }
}
