// An exercise: its figure, its question, the answer, and what the server says about it.

import { RequestError, fetchJson, fetchMeta } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { _, say } from "../text/translation.js";
import { answerField } from "./answer-form.js";
import { answerText, exerciseFigure } from "./exercise-figure.js";
import { trueMinus } from "./text-blocks.js";
import { scrollOf, scrollTree } from "./tree-picture.js";

/** How far the seed of another exercise is away; those of the lesson stand close together. */
const ANOTHER = 1_000_000;
/** Milliseconds until somebody who waits for the marking hears what it may be waiting for. */
const COMPILING_AFTER = 2000;

/** @typedef {import("./given-answers.js").Given} Given */

/**
 * @typedef {object} ExerciseOptions
 * @property {Given | null} given what was answered before
 * @property {(given: Given) => void} keep
 * @property {(exercise: ExerciseState, right: boolean) => void} marked
 * @property {(exercise: ExerciseState) => void} replace show another one instead
 * @property {AbortSignal} signal
 */

/**
 * @param {ExerciseState} exercise
 * @param {ExerciseOptions} options
 * @returns {HTMLElement[]} the figure, and all that stands beside it
 */
export function exerciseParts(exercise, { given, keep, marked, replace, signal }) {
  const { kind, seed, difficulty } = exercise;
  const host = h("div", { class: "exercise-figure" });
  const fault = h("p", { class: "fault", role: "alert" });
  const reply = h("div", { class: "reply", role: "status" });
  const submit = h("button", { class: "main" }, _("Check"));

  /** @param {string} name */
  const pick = (name) => field.pick(name);
  const draw = () => {
    // The focus stays where it was on a board that is drawn anew.
    const focused = [...host.querySelectorAll("ply-board button")].findIndex((each) => each === document.activeElement);
    const scrolled = scrollOf(host);
    host.replaceChildren(exerciseFigure(exercise.figure, { pick, picked: field.picked(), form: exercise.answer }));
    scrollTree(host, scrolled);
    if (focused >= 0) /** @type {HTMLElement} */ (host.querySelectorAll("ply-board button")[focused])?.focus();
  };
  const clear = () => {
    fault.replaceChildren();
    reply.replaceChildren();
    reply.classList.remove("right", "wrong");
  };
  const field = answerField(exercise.answer, () => {
    clear();
    draw();
  });

  /** @param {boolean} isSolved whether the right answer is shown, too @param {boolean} isNew and not given before */
  const check = async (isSolved = false, isNew = true) => {
    const answer = field.value();
    clear();
    if (answer === null) return void fault.replaceChildren(_("Give an answer first."));
    submit.disabled = true;
    const waiting = h("p", { class: "quiet" }, _("Checking…"));
    reply.replaceChildren(waiting);
    const timer = setTimeout(() => void fetchMeta().then(({ compiling }) => {
      if (compiling.length) waiting.textContent = _("Checking… The solver is being compiled, once; this can take a minute.");
    }, () => {}), COMPILING_AFTER);
    try {
      /** @type {MarkingState} */
      const marking = await fetchJson(`/api/learn/exercises/${kind}/check`, { seed, difficulty, answer }, signal);
      if (isNew) {
        marked(exercise, marking.is_right);
        keep({ seed, answer });
      }
      showMarking(marking, answer, isSolved);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      clear();
      if (!signal.aborted) fault.replaceChildren(error.message);
    } finally {
      clearTimeout(timer);
      submit.disabled = false;
    }
  };

  /** @param {MarkingState} marking @param {Answer} answer @param {boolean} isSolved */
  const showMarking = ({ is_right, text, address, solution, reason }, answer, isSolved) => {
    reply.classList.add(is_right ? "right" : "wrong");
    const solved = h("div", { hidden: !isSolved },
      h("p", {}, h("strong", {}, say("Answer: {answer}.", { answer: answerText(solution) }))), h("p", {}, trueMinus(reason)));
    /** @param {Event} event */
    const solve = ({ currentTarget }) => {
      solved.hidden = false;
      keep({ seed, answer, isSolved: true });
      /** @type {HTMLElement} */ (currentTarget).remove();
    };
    reply.replaceChildren(
      h("p", {}, trueMinus(text)), solved,
      h("div", { class: "row" },
        address ? h("a", { class: "button", href: address }, _("Show the step that proves it")) : null,
        is_right || isSolved ? null : h("button", { type: "button", onclick: solve }, _("Show the answer")),
        h("button", { type: "button", onclick: another }, _("Another one"))));
  };
  const another = async () => {
    const next = await fetchExercise({ kind, difficulty, seed: (seed + ANOTHER) % 1e12 }, signal);
    keep({ seed: next.seed, answer: null });
    replace(next);
  };

  if (given?.seed === seed && given.answer !== null && given.answer !== undefined) {
    field.put(given.answer);
    // The language of the options may have changed since then.
    if (field.value() !== null) void check(given.isSolved, false);
  }
  draw();
  return [host, h("form", { class: "words exercise", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void check();
  } },
    h("p", { class: "question" }, trueMinus(exercise.question)),
    field.element, fault,
    h("div", { class: "row" }, submit,
      h("details", { class: "hint" }, h("summary", {}, _("Hint")), h("p", {}, trueMinus(exercise.hint)))),
    reply)];
}

/**
 * @param {{kind: string, seed: number, difficulty: number}} exercise
 * @param {AbortSignal} [signal]
 * @returns {Promise<ExerciseState>}
 */
export function fetchExercise({ kind, seed, difficulty }, signal) {
  return fetchJson(`/api/learn/exercises/${kind}?seed=${seed}&difficulty=${difficulty}`, undefined, signal);
}
