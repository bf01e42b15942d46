// The answers that the reader has given in this tab. Whoever comes back to a lesson finds them again, until the lesson
// is opened with other exercises.

/**
 * @typedef {object} Given
 * @property {number} [seed] of the exercise; not that of the lesson's if another one was asked for
 * @property {Answer | null} [answer] null if it is not answered yet
 * @property {boolean} [isSolved] whether the right answer was shown
 * @property {number} [choice] the place of the choice at a guess
 */
/** @typedef {{exercises: string, steps: Record<number, Given>}} GivenInLesson */

const NAME = "plyground.learn-answers";

export class GivenAnswers {
  #id;
  #exercises;

  /** @param {LessonState} lesson */
  constructor({ id, seed, difficulty }) {
    this.#id = id;
    this.#exercises = `${seed} ${difficulty}`;
  }

  /** @param {number} step @returns {Given | null} */
  at(step) {
    return this.#steps[step] ?? null;
  }

  /** @param {number} step @param {Given} given */
  keep(step, given) {
    const steps = { ...this.#steps, [step]: given };
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ ...all(), [this.#id]: { exercises: this.#exercises, steps } }));
    } catch {
      // The storage is full or switched off. The page works without it.
    }
  }

  get #steps() {
    const kept = all()[this.#id];
    return kept?.exercises === this.#exercises ? kept.steps : {};
  }
}

/** @returns {Record<string, GivenInLesson>} by the id of the lesson */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}
