// The part of a large picture that its element shows: dragged, zoomed by wheel, fingers and keys.

/** Pixels that a finger may move and still press. */
const STILL = 6;
const SMALLEST = 0.001;
const LARGEST = 2.5;
/** At smaller scales the picture cannot be read. It shrinks less in its width then, so that a very high one fills the view. */
const READABLE = 0.4;

/**
 * @typedef {object} ViewportActions
 * @property {() => void} moved by the reader
 * @property {() => void} resized
 * @property {(target: Element, x: number, y: number) => void} pressed something, at this place of the picture
 * @property {() => boolean} canMove whether the picture is larger than the view
 */

export class Viewport {
  /** Where the picture's origin is, in pixels of the element. */
  x = 0;
  y = 0;
  scale = 1;
  width = 0;
  height = 0;
  /** Of the picture, in its own units. */
  pictureWidth = 1;
  /** @type {Map<number, [x: number, y: number]>} fingers on the element */
  #fingers = new Map();
  /** How far they have moved since the first touched it. */
  #travelled = 0;
  /** @type {Element | null} */
  #target = null;
  #resized = new ResizeObserver(() => {
    this.#measure();
    this.actions.resized();
  });

  /** @param {HTMLElement} element @param {ViewportActions} actions */
  constructor(element, actions) {
    this.element = element;
    this.actions = actions;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#fingers.delete(event.pointerId));
    element.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
    this.#resized.observe(element);
    this.#measure();
  }

  close() {
    this.#resized.disconnect();
  }

  get isReadable() {
    return this.scale >= READABLE;
  }

  /** The scale of the width. */
  get across() {
    const { scale } = this;
    if (this.isReadable) return scale;
    const fitting = Math.max(scale, Math.min(1, (0.95 * this.width) / this.pictureWidth));
    return scale + (fitting - scale) * (1 - scale / READABLE);
  }

  /** What is seen, in the units of the picture. */
  get seen() {
    const { x, y, scale, across, width, height } = this;
    return { left: -x / across, top: -y / scale, right: (width - x) / across, bottom: (height - y) / scale };
  }

  /**
   * Zoom around a place, by default the middle of the element.
   * @param {number} by
   * @param {number} [atX]
   * @param {number} [atY]
   */
  zoom(by, atX = this.width / 2, atY = this.height / 2) {
    const { scale, across } = this;
    this.scale = Math.max(SMALLEST, Math.min(LARGEST, scale * by));
    this.x = atX - ((atX - this.x) * this.across) / across;
    this.y = atY - ((atY - this.y) * this.scale) / scale;
    this.actions.moved();
  }

  #measure() {
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    if (!this.#fingers.size) {
      this.#travelled = 0;
      this.#target = event.target instanceof Element ? event.target : null;
    }
    this.#fingers.set(event.pointerId, this.#place(event));
    this.element.setPointerCapture(event.pointerId);
    event.preventDefault(); // the focus stays where it is, so that the arrows go on stepping
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#place(event);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, now);
    this.#travelled += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (this.#travelled < STILL) return;
    if (other) {
      const by = distance(now, other) / Math.max(1, distance(before, other));
      this.zoom(by, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else {
      this.x += now[0] - before[0];
      this.y += now[1] - before[1];
      this.actions.moved();
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#fingers.delete(event.pointerId) || this.#fingers.size || this.#travelled >= STILL || !this.#target) return;
    const [x, y] = this.#place(event);
    this.actions.pressed(this.#target, (x - this.x) / this.across, (y - this.y) / this.scale);
  }

  /** @param {WheelEvent} event */
  #turn(event) {
    if (event.ctrlKey || event.metaKey) {
      const [x, y] = this.#place(event);
      this.zoom(Math.exp(-event.deltaY / 300), x, y);
    } else if (this.actions.canMove()) {
      this.x -= event.shiftKey ? event.deltaY : event.deltaX;
      this.y -= event.shiftKey ? 0 : event.deltaY;
      this.actions.moved();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {MouseEvent} event @returns {[x: number, y: number]} */
  #place(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

/** @param {[number, number]} a @param {[number, number]} b */
function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
