// What the list of tournaments and a tournament's own page share.

import { dateText } from "../text/dates.js";
import { _, say } from "../text/translation.js";

const POLL_EVERY = 1500;

/** @param {TournamentSummary["state"]} state */
export function stateText(state) {
  const texts = {
    new: _("not started"), running: _("running"), stopping: _("stopping…"), stopped: _("stopped"), finished: _("finished"),
  };
  return texts[state] ?? state;
}

/**
 * How a game was lost off the board.
 * @param {string} termination
 */
export function endText(termination) {
  /** @type {Record<string, string>} */
  const texts = {
    resignation: _("resignation"), timeout: _("timeout"), "illegal move": _("illegal move"), crash: _("crash"),
  };
  return texts[termination] ?? termination;
}

/** @param {Outcome} outcome */
export function resultText(outcome) {
  return { open: "…", "first wins": "1–0", "second wins": "0–1", draw: "½–½" }[outcome];
}

/** A name for the server, for a tournament without one. */
export function newName() {
  return `page-${new Date().toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "")}`;
}

/**
 * What to call a tournament: its name, or when it began.
 * @param {{name: string, began: string}} tournament
 */
export function tournamentTitle({ name, began }) {
  const isNamed = !/^page-\d{4}-\d\d-\d\d-\d{4,6}$/.test(name);
  return isNamed ? name : say("Tournament of {date}", { date: dateText(began) });
}

/** Repeats a request while the page is open; less often while its tab is hidden. */
export class Polling {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closing = new AbortController();

  /** Aborted when the page closes. */
  get signal() {
    return this.#closing.signal;
  }

  /** @param {() => Promise<void>} work to do once, later */
  schedule(work) {
    clearTimeout(this.#timer);
    const wait = document.hidden ? 4 * POLL_EVERY : POLL_EVERY;
    if (!this.signal.aborted) this.#timer = setTimeout(() => void work(), wait);
  }

  close() {
    this.#closing.abort();
    clearTimeout(this.#timer);
  }
}
