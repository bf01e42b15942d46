// A lesson: one step at a time, each with its figure.

import "../board/board.js";
import { RequestError, fetchJson } from "../browser/api.js";
import { h, isTyping } from "../browser/dom.js";
import { keyHelp } from "../frame/key-help.js";
import { setTitle } from "../frame/router.js";
import { stepperKeys } from "../stepper/stepper.js";
import { _, say } from "../text/translation.js";
import { exerciseParts, fetchExercise } from "./exercise.js";
import { boardFigure, treeFigure } from "./figures.js";
import { GivenAnswers } from "./given-answers.js";
import { noteAnswer, noteStep } from "./progress.js";
import { teacherPanel } from "./teacher-panel.js";
import { paragraphs, trueMinus } from "./text-blocks.js";

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params: [id], query }) {
  // The address fixes the exercises, so that coming back shows the same ones.
  if (!query.has("seed")) {
    query.set("seed", String(Math.floor(Math.random() * 1_000_000)));
    history.replaceState(history.state, "", `?${query}${location.hash}`);
  }
  /** @type {LessonState} */
  let lesson;
  /** @type {GivenAnswers} */
  let answers;
  try {
    lesson = await fetchJson(`/api/learn/lessons/${encodeURIComponent(id)}?${query}`);
    answers = new GivenAnswers(lesson);
    await Promise.all(lesson.steps.map((step, place) => takeUp(step, answers.at(place))));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    setTitle(_("Learn"));
    const isUnknown = error.status === 404;
    host.replaceChildren(h("div", { class: "alone" },
      h("h1", {}, isUnknown ? _("There is no page at this address.") : error.message),
      isUnknown ? h("p", { class: "quiet" }, error.message) : null,
      h("div", { class: "row" }, h("a", { class: "button main", href: "/learn" }, _("All lessons")))));
    return undefined;
  }
  setTitle(lesson.title);
  const view = new LessonView(host, lesson, answers);
  view.show(Math.min(lesson.steps.length, Math.max(1, Number(location.hash.slice(1)) || 1)) - 1, false);
  return () => view.close();
}

/**
 * Puts the exercise that the reader asked for instead in its place.
 * @param {LessonStep} step
 * @param {import("./given-answers.js").Given | null} given
 */
async function takeUp(step, given) {
  if (step.type !== "exercise" || given?.seed === undefined || given.seed === step.exercise.seed) return;
  step.exercise = await fetchExercise({ ...step.exercise, seed: given.seed });
}

class LessonView {
  /** Ends what belongs to the step that is shown. */
  #closing = new AbortController();
  /** Ends what belongs to the whole lesson. */
  #leaving = new AbortController();
  #help = keyHelp([...stepperKeys(false, true), ["n", _("new game")]]);
  #screen = h("section", { class: "screen", tabindex: -1 });
  #dots;
  #back;
  #on;
  #at = 0;

  /** @param {HTMLElement} host @param {LessonState} lesson @param {GivenAnswers} answers */
  constructor(host, lesson, answers) {
    this.lesson = lesson;
    this.answers = answers;
    const { number, title, steps, next } = lesson;
    this.#dots = steps.map((_step, place) => h("button", {
      type: "button", class: "dot", "aria-label": say("Step {number}", { number: place + 1 }), onclick: () => this.show(place),
    }));
    this.#back = h("button", { type: "button", onclick: () => this.show(this.#at - 1) }, _("Back"));
    this.#on = h("button", { type: "button", class: "main", onclick: () => this.show(this.#at + 1) }, _("Go on"));
    this.end = next
      ? h("a", { class: "button main", href: `/learn/${next.id}` }, say("Next: {title}", { title: next.title }))
      : h("a", { class: "button main", href: "/learn" }, _("All lessons"));
    host.replaceChildren(h("div", { class: "lesson" },
      h("p", { class: "small" }, h("a", { href: "/learn" }, "← ", _("All lessons"))),
      h("div", { class: "lesson-head" },
        h("h1", {}, `${number}  ${title}`),
        h("nav", { class: "dots", "aria-label": _("Steps of this lesson") }, ...this.#dots)),
      this.#screen,
      h("div", { class: "row onward" }, this.#back, this.#on, this.end),
      teacherPanel(lesson), this.#help.element));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "?" || event.defaultPrevented || isTyping(event)) return;
      this.#help.toggle();
      event.preventDefault();
    }, { signal: this.#leaving.signal });
  }

  /** @param {number} at @param {boolean} [moved] by the reader, so that the focus follows */
  show(at, moved = true) {
    const { steps } = this.lesson;
    this.#at = at;
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#dots.forEach((dot, place) => {
      dot.setAttribute("aria-current", String(place === at));
      if (place !== at) dot.removeAttribute("aria-current");
      dot.classList.toggle("seen", place < at);
    });
    this.#back.disabled = at === 0;
    this.#on.hidden = at === steps.length - 1;
    this.end.hidden = at !== steps.length - 1;
    this.#fill(this.#parts(steps[at]));
    noteStep(this.lesson.id, at, steps.length);
    history.replaceState(history.state, "", `${location.search}#${at + 1}`);
    if (moved) {
      this.#screen.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }

  /** @param {LessonStep} step @returns {HTMLElement[]} */
  #parts(step) {
    const { signal } = this.#closing;
    const at = this.#at;
    const given = this.answers.at(at);
    /** @param {import("./given-answers.js").Given} answer */
    const keep = (answer) => this.answers.keep(at, answer);
    switch (step.type) {
      case "say":
        return [h("div", { class: "words" }, ...paragraphs(step.text))];
      case "board":
        return [boardFigure(step.position, step.marks, signal).element, h("div", { class: "words" }, ...paragraphs(step.text))];
      case "tree":
        return [treeFigure(step.tree, signal), h("div", { class: "words" }, ...paragraphs(step.text))];
      case "exercise":
        return exerciseParts(step.exercise, {
          given, keep, signal,
          marked: (exercise, right) => noteAnswer(this.lesson.id, exercise, right),
          replace: (exercise) => {
            step.exercise = exercise;
            this.#fill(this.#parts(step));
            this.#screen.focus({ preventScroll: true });
          },
        });
      default:
        return guessParts(step, given?.choice ?? null, (choice) => keep({ choice }), signal);
    }
  }

  /** @param {HTMLElement[]} parts */
  #fill(parts) {
    this.#screen.replaceChildren(...parts);
    this.#screen.classList.toggle("stacked", this.#screen.querySelector(".tree-picture.broad") !== null);
  }

  close() {
    this.#leaving.abort();
    this.#closing.abort();
  }
}

/**
 * @param {GuessStep} step
 * @param {number | null} given the place of the choice that was made before
 * @param {(choice: number) => void} keep
 * @param {AbortSignal} signal
 */
function guessParts({ text, choices, right, reply, figure }, given, keep, signal) {
  const answer = h("div", { class: "reply", "aria-live": "polite" });
  /** @param {number} place */
  const choose = (place) => {
    keep(place);
    buttons.forEach((button, other) => {
      button.setAttribute("aria-pressed", String(other === place));
      button.classList.toggle("right", other === right);
    });
    const verdict = place === right ? _("Right.") : say("The answer is: {choice}.", { choice: trueMinus(choices[right]) });
    answer.replaceChildren(h("p", {}, h("strong", {}, verdict)),
      ...paragraphs(place === right ? reply : withoutAnswer(reply, choices[right])));
  };
  const buttons = choices.map((choice, place) => h("button", { type: "button", "aria-pressed": "false", onclick: () => {
    choose(place);
    if (asksMove) board?.play(choices[right]);
  } }, trueMinus(choice)));
  if (given !== null) choose(given);
  const words = h("div", { class: "words" }, ...paragraphs(text),
    h("div", { class: "row choices" }, ...buttons), answer);
  const position = figure?.type === "board" ? figure.position : null;
  const asksMove = choices.every((choice) => position?.legal.some(({ move }) => move === choice));
  const board = figure?.type === "board"
    ? boardFigure(figure.position, figure.marks, signal, asksMove ? (move) => {
        if (choices.includes(move)) choose(choices.indexOf(move));
      } : undefined)
    : null;
  if (board) return [board.element, words];
  if (figure?.type === "tree") return [treeFigure(figure.tree, signal, true), words];
  return [words];
}

/**
 * A reply that begins with the answer, as a sentence of its own, without that sentence.
 * @param {string} reply
 * @param {string} answer
 */
function withoutAnswer(reply, answer) {
  const rest = reply.slice(answer.length);
  const [end] = rest.match(/^(?:입니다)?[.。]\s*/) ?? [];
  return end && reply.toLowerCase().startsWith(answer.toLowerCase()) ? rest.slice(end.length) : reply;
}
