// Puzzles: a position, a question, and an answer on the board that the server judges at once. The reason is shown as
// everywhere; the next puzzle is about as hard as the reader is strong.

import "../board/board.js";
import { stoneIcon } from "../board/stone.js";
import { RequestError } from "../browser/api.js";
import { h, isTyping } from "../browser/dom.js";
import { keyHelp } from "../frame/key-help.js";
import { go, setTitle } from "../frame/router.js";
import { isEmptyBoard, moveName, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { Why, whyButton } from "../why/why.js";
import { forgetRating, noteAnswer, ownRating } from "./own-rating.js";
import { fetchMarking, fetchMistake, fetchNext, fetchPuzzle, mistakesOf } from "./puzzle-source.js";

/** @typedef {import("./puzzle-source.js").Mistakes} Mistakes */

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params, query }) {
  setTitle(_("Puzzles"));
  const page = new PuzzlePage(host, params[0] === "mistakes" ? mistakesOf(query) : null);
  await page.start(params[0]);
  return () => page.close();
}

class PuzzlePage {
  /** @type {PuzzleState | null} */
  #puzzle = null;
  /** @type {PuzzleMarking | null} once an answer was given */
  #marking = null;
  /** Which of the mistakes of a game is asked, from 0. */
  #place = 0;
  /** Counts the puzzles that were asked for: one that comes late must not replace another. */
  #asked = 0;
  #closing = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #title = h("h1", { tabindex: -1 }, _("Puzzles"));
  #rating = h("p", { class: "small quiet figures" });
  #turn = h("p", { class: "with-stone" });
  #question = h("p", { class: "question" });
  #choices = h("div", { class: "row choices" });
  #reply = h("div", { class: "reply", role: "status" });
  #fault = h("p", { class: "fault", role: "alert" });
  #onward = h("div", { class: "row onward" });
  #links = h("div", { class: "row links" });
  #own = h("p", { class: "small quiet figures own" });
  #content = h("div", { class: "puzzle" });
  #why = new Why(this.#content, this.#closing.signal);
  #help = keyHelp([
    ["← →  1–9", _("choose a column; without gravity, the arrows choose a cell")],
    [_("Enter, space"), _("play there")],
    ["+ −", _("a harder puzzle, an easier one")],
    ["w", _("why?")],
    ["a", _("analyse this position")],
    ["n", _("new game")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {Mistakes | null} mistakes of a game, if they are asked
   */
  constructor(host, mistakes) {
    this.mistakes = mistakes;
    this.#board.setAttribute("quiet", "");
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<LegalMove>} */ (event).detail;
      this.#board.drop(cell);
      void this.#answer(move);
    });
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.#closing.signal });
    this.#content.append(
      h("div", { class: "status" }, this.#title, this.#rating),
      h("div", { class: "table" }, this.#board),
      h("div", { class: "side" }, this.#turn, this.#question, this.#choices, this.#fault, this.#reply, this.#onward, this.#links,
        this.#own, this.#help.element));
    this.#showLinks([]);
    host.replaceChildren(this.#content);
  }

  close() {
    this.#closing.abort();
  }

  /** @param {string | undefined} name an id, `daily` or `mistakes`; none for any puzzle */
  async start(name) {
    const { signal } = this.#closing;
    if (this.mistakes) return this.#open(() => fetchMistake(/** @type {Mistakes} */ (this.mistakes), this.#place, signal));
    return this.#open(() => (name ? fetchPuzzle(name, signal) : fetchNext(signal)), name === "daily");
  }

  /**
   * Show another puzzle.
   * @param {() => Promise<PuzzleState>} fetch
   * @param {boolean} [keepAddress]
   */
  async #open(fetch, keepAddress = Boolean(this.mistakes)) {
    const asked = (this.#asked += 1);
    this.#fault.textContent = "";
    try {
      const puzzle = await fetch();
      if (asked !== this.#asked || this.#closing.signal.aborted) return;
      this.#puzzle = puzzle;
      this.#marking = null;
      if (!keepAddress) history.replaceState(history.state, "", `/puzzle/${puzzle.id}`);
      this.#show(keepAddress && !this.mistakes);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      if (!this.#puzzle && error.status === 404) return this.#showNotFound(error.message);
      this.#fault.textContent = error.message;
      if (!this.#puzzle) this.#showLinks([this.#link("/puzzle", _("Another puzzle"))]);
    }
  }

  /** @param {string} text */
  #showNotFound(text) {
    this.#content.replaceWith(h("div", { class: "alone" }, h("h1", {}, text),
      h("div", { class: "row" }, h("a", { class: "button main", href: "/puzzle" }, _("Another puzzle")))));
  }

  /** @param {string} answer */
  async #answer(answer) {
    const puzzle = this.#puzzle;
    if (!puzzle || this.#marking) return;
    const from = this.mistakes && { mistakes: this.mistakes, place: this.#place };
    this.#disableChoices();
    try {
      const marking = await fetchMarking(puzzle, answer, from, this.#closing.signal);
      if (puzzle !== this.#puzzle) return;
      this.#marking = marking;
      this.#showMarking(puzzle, answer, marking, noteAnswer(puzzle, marking.is_right));
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      this.#fault.textContent = error.message;
      this.#showBoard(puzzle);
    }
  }

  // Display

  /** @param {boolean} isDaily */
  #show(isDaily) {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const { state } = puzzle;
    setTitle(puzzle.title);
    this.#title.textContent = isDaily ? say("Puzzle of the day: {title}", { title: puzzle.title }) : puzzle.title;
    this.#rating.textContent = this.mistakes
      ? say("From your game: {number} of {count}", { number: this.#place + 1, count: this.mistakes.plies.length })
      : say("Puzzle {id}, rating {rating}", { id: puzzle.id, rating: puzzle.rating });
    this.#turn.replaceChildren(stoneIcon(state.turn, state), say("{side} to move", { side: sideName(state.turn, state) }));
    this.#question.textContent = puzzle.question;
    this.#reply.replaceChildren();
    this.#reply.className = "reply";
    this.#showBoard(puzzle);
    this.#showChoices(puzzle);
    this.#showOnward();
    this.#showOwn(0);
    this.#board.announce(puzzle.question);
  }

  /** @param {PuzzleState} puzzle */
  #showBoard({ kind, state }) {
    this.#board.line = [];
    this.#board.state = state;
    this.#board.mode = kind === "who" ? "look" : "play";
  }

  /** @param {PuzzleState} puzzle */
  #showChoices({ kind, state }) {
    /** @type {[answer: string, text: string][]} */
    const choices = kind !== "who" ? [] : [
      ["first", say("{side} wins", { side: sideName("first", state) })],
      ["second", say("{side} wins", { side: sideName("second", state) })],
      ["draw", _("Draw")],
    ];
    this.#choices.hidden = !choices.length;
    this.#choices.replaceChildren(...choices.map(([answer, text]) =>
      h("button", { type: "button", "data-answer": answer, onclick: () => void this.#answer(answer) }, text)));
  }

  #disableChoices() {
    for (const button of this.#choices.querySelectorAll("button")) button.disabled = true;
  }

  /**
   * @param {PuzzleState} puzzle
   * @param {string} answer that was given
   * @param {PuzzleMarking} marking
   * @param {number} change of the reader's rating
   */
  #showMarking(puzzle, answer, { is_right, text, refutation, places, answers, move }, change) {
    const { state } = puzzle;
    this.#reply.classList.add(is_right ? "right" : "wrong");
    for (const button of this.#choices.querySelectorAll("button")) {
      button.classList.toggle("right", answers.includes(button.dataset.answer ?? ""));
    }
    // A right stone stays on the board; after a wrong one the right one is shown.
    if (!is_right && places.length) {
      this.#board.state = { ...state, legal: [] };
      this.#board.mode = "look";
      this.#board.line = places.map(({ cell }) => ({ cell, side: state.turn, number: 0 }));
    }
    const moves = places.map(({ cell }) => moveName(state, cell));
    const solution = [moves.length === 1 ? say("The answer is {moves}.", { moves: moves[0] }) : text, " ",
      whyButton(() => this.#explain(move), { key: "why" })];
    const verdict = h("strong", {}, is_right ? _("Right.") : _("Not right."));
    // A wrong move has a reason of its own, unless the reason speaks of the position.
    this.#reply.replaceChildren(...refutation === null ? [h("p", {}, verdict, " ", ...solution)] : [
      h("p", {}, verdict, " ", refutation, " ",
        move === null ? null : whyButton(() => this.#explain(answer), { key: "why-not", about: refutation })),
      h("p", {}, ...solution),
    ]);
    this.#showOnward();
    this.#showOwn(change);
    /** @type {HTMLElement | null} */ (this.#onward.querySelector(".main"))?.focus({ preventScroll: true });
  }

  /** The ways on: other puzzles in a row of their own once an answer was given, and quiet links below. */
  #showOnward() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const isAnswered = this.#marking !== null;
    const kind = isAnswered ? "main" : "plain";
    const ways = this.mistakes ? this.#waysInGame(this.mistakes, kind) : this.#ways(puzzle.rating, kind);
    this.#onward.replaceChildren(...isAnswered ? ways.first : []);
    const query = new URLSearchParams({ rules: puzzle.state.rules, position: puzzle.state.position });
    this.#showLinks([
      ...isAnswered ? [this.#link(`/analyse?${query}`, _("Analyse"))] : ways.first.slice(0, 1),
      ...ways.more,
    ]);
  }

  /** @param {HTMLElement[]} links */
  #showLinks(links) {
    this.#links.replaceChildren(...links, this.#button(_("Keyboard"), () => this.#help.toggle(), "plain"));
  }

  /**
   * @param {number} rating of the puzzle
   * @param {string} kind of the first way
   */
  #ways(rating, kind) {
    const next = this.#marking ? _("Next puzzle") : _("Another puzzle");
    return {
      first: [
        this.#button(next, () => this.#next(), kind),
        this.#button(_("Harder"), () => this.#next({ than: rating, harder: true })),
        this.#button(_("Easier"), () => this.#next({ than: rating, harder: false })),
      ],
      more: location.pathname === "/puzzle/daily" ? [] : [this.#link("/puzzle/daily", _("Puzzle of the day"))],
    };
  }

  /**
   * @param {Mistakes} mistakes
   * @param {string} kind of the first way
   */
  #waysInGame({ rules, position, moves, plies }, kind) {
    const start = isEmptyBoard(position) ? "" : position;
    const review = `/review/-?${new URLSearchParams({ rules, position: start, moves })}`;
    /** @param {string} [of] */
    const back = (of) => this.#link(review, _("Back to the review"), of);
    if (this.#place + 1 >= plies.length) return { first: [back(kind)], more: [] };
    return { first: [this.#button(_("Next puzzle"), () => this.#nextMistake(), kind)], more: [back()] };
  }

  /** @param {string} text @param {() => void} press @param {string} [kind] */
  #button(text, press, kind = "") {
    return h("button", { type: "button", class: kind, onclick: press }, text);
  }

  /** @param {string} href @param {string} text @param {string} [kind] */
  #link(href, text, kind = "plain") {
    return h("a", { class: `button ${kind}`, href }, text);
  }

  /** @param {number} change */
  #showOwn(change) {
    const { rating, tried, right } = ownRating();
    if (this.mistakes || !tried) return this.#own.replaceChildren();
    const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
    const changed = change || this.#marking ? ` (${sign}${Math.abs(change)})` : "";
    return this.#own.replaceChildren(
      say("Your rating: {rating}", { rating: `${rating}${changed}` }), " · ",
      say("{right} of {tried} right", { right, tried }), " ",
      h("button", { type: "button", class: "plain small", onclick: () => {
        forgetRating();
        this.#showOwn(0);
      } }, _("Forget")));
  }

  // Other puzzles, and the reason

  /** @param {{than?: number, harder?: boolean}} [wanted] */
  #next(wanted) {
    // From the puzzle of the day on, the address is that of the next puzzle.
    void this.#open(() => fetchNext(this.#closing.signal, wanted), false).then(() => this.#board.focus());
  }

  #nextMistake() {
    const mistakes = this.mistakes;
    if (!mistakes) return;
    this.#place += 1;
    void this.#open(() => fetchMistake(mistakes, this.#place, this.#closing.signal)).then(() => this.#board.focus());
  }

  /** @param {string | null} move that the reason speaks of; null if it speaks of the position */
  #explain(move) {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const { rules, position } = puzzle.state;
    const question = { rules, position, moves: "" };
    void this.#why.open({ question, move, state: puzzle.state, line: [] });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || isTyping(event) || this.#why.isOpen || !this.#puzzle) return;
    const { rating, state } = this.#puzzle;
    if (event.key === "?") this.#help.toggle();
    else if (event.key === "+" && !this.mistakes) this.#next({ than: rating, harder: true });
    else if (event.key === "-" && !this.mistakes) this.#next({ than: rating, harder: false });
    else if (event.key === "w" && this.#marking) this.#explain(this.#marking.move);
    else if (event.key === "a" && this.#marking) {
      go(`/analyse?${new URLSearchParams({ rules: state.rules, position: state.position })}`);
    } else return;
    event.preventDefault();
  }
}
