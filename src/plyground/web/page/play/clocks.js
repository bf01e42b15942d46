// Clocks between two messages: the server keeps the time, this only lets it run on the screen.

/**
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return `0:${left.toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class ClockFaces {
  /** @type {Clocks | null} */
  #clocks = null;
  #since = 0;
  /** @type {ReturnType<typeof setInterval>} */
  #ticks;

  /** @param {Record<Side, HTMLElement>} faces */
  constructor(faces) {
    this.faces = faces;
    this.#ticks = setInterval(() => this.#draw(), 100);
  }

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.#clocks = clocks;
    this.#since = performance.now();
    this.#draw();
  }

  stop() {
    clearInterval(this.#ticks);
  }

  #draw() {
    for (const side of /** @type {Side[]} */ (["first", "second"])) {
      const face = this.faces[side];
      face.hidden = !this.#clocks;
      if (!this.#clocks) continue;
      const running = this.#clocks.running === side;
      const gone = running ? (performance.now() - this.#since) / 1000 : 0;
      const left = this.#clocks[side] - gone;
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", running);
      face.classList.toggle("short", left < 20);
    }
  }
}
