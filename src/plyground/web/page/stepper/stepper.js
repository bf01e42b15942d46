// Steps through a series: the moves of a game, a best line, a game that is being played. The one stepper of every page.
//
//   const stepper = new Stepper({ go: (at) => show(at), signal });
//   stepper.show({ count: 17, at: 3 });        // whenever what the page shows has changed
//   stepper.play();                            // step by step to the end
//
// A page says how many steps there are and how many of them it shows; the stepper asks it to show another number of
// them. Where the steps come from elsewhere, as in a game between computers, the page passes `run` and shows `running`.
// For a long series, such as the steps of a search, pass `long`: it adds a field for the number of the step, a slider and
// higher speeds. The keys work anywhere on the page while the stepper is visible; it gets them before the board does.

import { h, isTyping, svg } from "../browser/dom.js";
import { remember, remembered } from "../browser/storage.js";
import { menu } from "../frame/fields.js";
import { formatNumber } from "../text/numbers.js";
import { _, say } from "../text/translation.js";

/** Seconds for a step. */
const SPEEDS = [4, 2, 1, 0.5, 0.2];
const HIGH_SPEEDS = [0.1, 0.03];
const USUAL_SPEED = 1;

/**
 * @typedef {object} StepperOptions
 * @property {(at: number) => void} go asks for so many steps; for `count + 1` where there may be `more`, and in a
 * growing series for any number, or for Infinity
 * @property {(running: boolean) => void} [run] lets steps that come from elsewhere go on, or stops them
 * @property {(seconds: number) => void} [pace] called when another speed was chosen
 * @property {boolean} [long] whether the series is long, and of steps rather than moves
 * @property {boolean} [ofSteps] whether a short series is of steps rather than moves
 * @property {HTMLElement} [within] the keys work only while the focus is in there; without it, anywhere on the page
 * @property {AbortSignal} signal ends the stepper, with its page
 */

/**
 * @typedef {object} Steps
 * @property {number} count
 * @property {number} at how many of them the page shows
 * @property {boolean} [more] whether a step beyond the last can be asked for
 * @property {boolean} [growing] whether the series is not known to its end yet
 * @property {boolean} [running] for steps that come from elsewhere: whether they do now
 * @property {number} [seconds] for these: how long one takes
 */

/**
 * The keys of every stepper, for the lists of keys.
 * @param {boolean} [long]
 * @param {boolean} [ofSteps] rather than moves
 * @returns {[keys: string, text: string][]}
 */
export function stepperKeys(long = false, ofSteps = long) {
  return [
    ["← →", ofSteps ? _("one step back or forward") : _("one move back or forward")],
    [_("Home, End"), _("to the start, to the end")],
    ["p", ofSteps ? _("play the steps, or pause") : _("play the moves, or pause")],
    ...(long ? /** @type {[string, string][]} */ ([["g", _("go to a step by its number")]]) : []),
  ];
}

/** @type {Record<"first" | "back" | "play" | "pause" | "next" | "last", string>} */
const ICONS = {
  first: "M5 5v14h2.5V5zM19 5v14L9 12z",
  back: "M16 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M8 5v14l10-7z",
  last: "M5 5v14l10-7zM16.5 5v14H19V5z",
};

/** @param {string} path */
export function stepIcon(path) {
  return svg("svg", { class: "step-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * @param {string} path of its icon
 * @param {string} label
 * @param {() => void} press
 */
export function stepButton(path, label, press) {
  return h("button", { type: "button", "aria-label": label, title: label, onclick: press }, stepIcon(path));
}

export class Stepper {
  /** @type {Steps} */
  #steps = { count: 0, at: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the stepper plays the steps itself. */
  #playing = false;
  #ticking = false;
  #seconds;
  #place = h("output", { class: "place figures" });
  /** @type {{field: HTMLInputElement, slider: HTMLInputElement} | null} */
  #jump = null;
  #speed;
  #buttons;

  /** @param {StepperOptions} options */
  constructor(options) {
    this.options = options;
    const speeds = options.long ? [...SPEEDS, ...HIGH_SPEEDS] : SPEEDS;
    const stored = remembered(this.#speedName);
    this.#seconds = speeds.includes(stored) ? Number(stored) : USUAL_SPEED;
    this.#buttons = {
      first: stepButton(ICONS.first, _("To the start"), () => this.#ask(0)),
      back: stepButton(ICONS.back, _("Back"), () => this.#ask(this.#steps.at - 1)),
      play: stepButton(ICONS.play, this.#playLabel, () => this.toggle()),
      next: stepButton(ICONS.next, _("Forward"), () => this.#ask(this.#steps.at + 1)),
      last: stepButton(ICONS.last, _("To the end"), () => this.#askLast()),
    };
    this.#speed = menu(
      speeds.map((seconds) => ({ value: String(seconds), text: say("{seconds} s", { seconds }) })),
      String(this.#seconds), (value) => this.#choose(Number(value)));
    this.#speed.setAttribute("aria-label", _("Speed"));
    this.#speed.title = _("Speed");
    this.#place.setAttribute("aria-live", "off");
    this.element = h("div", { class: "stepper row", role: "group", "aria-label": _("Steps") },
      ...Object.values(this.#buttons), this.#place, this.#speed);
    if (options.long) this.#addJump();
    const { signal } = options;
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal, capture: true });
    signal.addEventListener("abort", () => this.pause());
  }

  get #speedName() {
    return this.options.long ? "seconds-per-small-step" : "seconds-per-step";
  }

  get #playLabel() {
    return this.options.long || this.options.ofSteps ? _("Play the steps") : _("Play the moves");
  }

  #addJump() {
    const field = h("input", {
      type: "text", inputmode: "numeric", class: "figures", "aria-label": _("Go to step"), title: _("Go to step"),
      autocomplete: "off", onfocus: () => field.select(),
    });
    field.addEventListener("change", () => {
      const step = Number(field.value.replace(/[^0-9]/g, "") || NaN);
      if (Number.isSafeInteger(step)) this.#ask(this.#steps.growing ? step : Math.min(step, this.#steps.count));
      field.value = String(this.#steps.at);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") field.blur();
    });
    const slider = h("input", { type: "range", min: 0, step: 1, class: "scrub", "aria-label": _("Step") });
    slider.addEventListener("input", () => this.#ask(Number(slider.value)));
    this.#jump = { field, slider };
    this.element.classList.add("long");
    this.element.prepend(h("div", { class: "scrubber" }, slider, field, this.#place));
  }

  /** @param {Steps} steps */
  show(steps) {
    if (this.#playing && !this.#ticking && steps.at !== this.#steps.at) this.pause();
    this.#steps = steps;
    const { count, at, more, running, seconds } = steps;
    this.#buttons.first.disabled = this.#buttons.back.disabled = at === 0;
    this.#buttons.next.disabled = at >= count && !more && !steps.growing;
    this.#buttons.last.disabled = at >= count && !steps.growing;
    this.#buttons.play.disabled = running === undefined && count === 0;
    if (this.#jump) {
      const { field, slider } = this.#jump;
      this.#place.textContent = `/ ${formatNumber(count)}${steps.growing ? "…" : ""}`;
      if (document.activeElement !== field) field.value = String(at);
      slider.max = String(count);
      slider.value = String(at);
      slider.setAttribute("aria-valuetext", say("{at} of {count}", { at, count }));
    } else {
      this.#place.textContent = `${at} / ${count}`;
    }
    if (seconds !== undefined) this.#speed.value = String(seconds);
    this.#showPlaying();
  }

  get isPlaying() {
    return this.#playing;
  }

  /** Step to the end; from the start, if the end is shown. */
  play() {
    if (this.#steps.at >= this.#steps.count && !this.#steps.growing) this.options.go(0);
    this.#playing = true;
    this.#showPlaying();
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#playing = false;
    this.#showPlaying();
  }

  toggle() {
    const { running } = this.#steps;
    if (this.#playing) this.pause();
    else if (running !== undefined) this.options.run?.(!running);
    else if (this.#steps.count) this.play();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#ticking = true;
      this.options.go(this.#steps.at + 1);
      this.#ticking = false;
      if (this.#steps.at >= this.#steps.count && !this.#steps.growing) this.pause();
      else if (this.#playing) this.#wait();
    }, 1000 * this.#seconds);
  }

  /** @param {number} at */
  #ask(at) {
    const { count, more, growing } = this.#steps;
    if (at < 0 || at > count + (growing ? Infinity : more ? 1 : 0)) return;
    this.pause();
    this.options.go(at);
  }

  #askLast() {
    this.#ask(this.#steps.growing ? Infinity : this.#steps.count);
  }

  /** @param {number} seconds */
  #choose(seconds) {
    this.#seconds = seconds;
    remember(this.#speedName, seconds);
    this.options.pace?.(seconds);
    if (this.#playing) this.#wait();
  }

  #showPlaying() {
    const running = this.#playing || Boolean(this.#steps.running);
    const label = running ? _("Pause") : this.#playLabel;
    const { play } = this.#buttons;
    if (play.title === label) return;
    play.title = label;
    play.setAttribute("aria-label", label);
    play.replaceChildren(stepIcon(running ? ICONS.pause : ICONS.play));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || event.shiftKey || isTyping(event) || !this.element.offsetParent) return;
    if (this.options.within && !this.options.within.contains(document.activeElement)) return;
    // A table that scrolls sideways needs the arrows itself, and so does a tree.
    if (event.target instanceof Element && event.target.matches(".wide, [role=tree]") && event.key !== "p") return;
    const { at } = this.#steps;
    if (event.key === "ArrowLeft") this.#ask(at - 1);
    else if (event.key === "ArrowRight") this.#ask(at + 1);
    else if (event.key === "Home") this.#ask(0);
    else if (event.key === "End") this.#askLast();
    else if (event.key === "p") this.toggle();
    else if (event.key === "g" && this.#jump) this.#jump.field.focus();
    else return;
    event.preventDefault();
  }
}
