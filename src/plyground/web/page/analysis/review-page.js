// Review: a game judged move by move, with a graph of its value. Each mistake is explained, and the reader can try a
// better move on the same board. Any move on the board starts a branch, which is judged at once.

import "../board/board.js";
import { RequestError, fetchJson, fetchMeta } from "../browser/api.js";
import { Connection, reconnectText } from "../browser/connection.js";
import { h, isTyping } from "../browser/dom.js";
import { keyHelp } from "../frame/key-help.js";
import { showGameNotFound } from "../frame/not-found.js";
import { go, setTitle } from "../frame/router.js";
import { showWayBack } from "../frame/way-back.js";
import { Stepper, stepButton, stepperKeys } from "../stepper/stepper.js";
import { labelledText, sentencesText } from "../text/joins.js";
import { isEmptyBoard, moveName, movesText, playersText, positionText, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { Why } from "../why/why.js";
import { JudgedList } from "./judged-list.js";
import { JudgementPanel } from "./judgement-panel.js";
import { LegalMoves } from "./legal-moves.js";
import { MistakePuzzles } from "./mistake-puzzles.js";
import { MoveJudge } from "./move-judge.js";
import { retryForm } from "./retry-form.js";
import { ReviewPlace } from "./review-place.js";
import { isMarked, reportText } from "./review-text.js";
import { ValueGraph } from "./value-graph.js";

/** A mistake's mark in the graph, and an arrow. */
const NEXT_MARK = "M8 5L15 12L8 19L1 12zM17 6v12l6-6z";

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params, query }) {
  setTitle(_("Review"));
  const meta = await fetchMeta();
  /** @type {Omit<StoredGame, "board">} */
  let record;
  if (params[0] === "-") {
    record = {
      id: "", rules: query.get("rules") ?? "cfour", start: query.get("position") ?? "", moves: query.get("moves") ?? "",
      played: [], opening: 0, players: ["", ""], names: ["", ""], address: null, outcome: "open", termination: null, reason: "", event: null, round: null,
      began: "",
    };
  } else {
    try {
      record = await fetchJson(`/api/records/${encodeURIComponent(params[0])}`);
      if (record.address) showWayBack(record.address);
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return void showGameNotFound(host);
      throw error;
    }
  }
  const page = new ReviewPage(host, record, meta);
  return () => page.close();
}

/** @param {OutcomeWord} outcome @returns {OutcomeWord} */
const flipped = (outcome) => (outcome === "draw" ? "draw" : outcome === "win" ? "loss" : "win");

class ReviewPage {
  /** @type {ReviewPlace | null} once the server has read the game */
  #place = null;
  /** @type {Map<number, PositionWorth>} */
  #values = new Map();
  /** @type {Map<number, MoveJudged>} */
  #judged = new Map();
  /** @type {Reviewed | null} the end of the review, once it is there */
  #reviewed = null;
  #legal = new LegalMoves("");
  #judge = new MoveJudge((answer) => this.#answered(answer));
  /** The moves to the one whose judgement was asked for last. */
  #asked = "";
  #request = 0;
  /** @type {MistakePuzzles} */
  #puzzles;
  #closing = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #graph = new ValueGraph((ply) => this.#go(ply), (ply) => this.#describe(ply));
  #list = new JudgedList((ply) => this.#go(ply), (ply) => this.#describe(ply));
  #stepper = new Stepper({ go: (at) => this.#move((place) => place.step(at)), signal: this.#closing.signal });
  #panel = new JudgementPanel({
    nextMark: () => this.#nextMark(),
    tryAgain: (judged) => this.#tryAgain(judged),
    playFrom: (judged) => this.#showRetryForm(judged),
    back: () => this.#move((place) => place.back()),
    why: (judged) => this.#explain(judged.ply, [...this.#place?.played.slice(judged.ply, judged.ply + 1) ?? [], ...judged.refutation]),
    better: (judged) => this.#showBetter(judged),
    whyBetter: ({ ply, better }) => this.#explain(ply, better),
  });
  #content = h("div", { class: "review" });
  #why = new Why(this.#content, this.#closing.signal);
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #title = h("h1", {}, _("Review"));
  #summary = h("p", { class: "small quiet figures work" });
  #note = h("p", { class: "note small", hidden: true });
  #fault = h("p", { class: "fault", role: "alert" });
  #again = h("div");
  #mark = stepButton(NEXT_MARK, _("Next mistake"), () => this.#nextMark());
  #analyse = h("a", { class: "button" }, _("Analyse"));
  #help = keyHelp([
    ...stepperKeys(),
    ["m", _("next mistake")],
    ["1–9", _("choose a column")],
    [_("Enter, space"), _("try a move there")],
    [_("Escape"), _("back to the game")],
    ["a", _("analyse this position")],
    ["n", _("new game")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {Omit<StoredGame, "board">} record
   * @param {Meta} meta
   */
  constructor(host, record, meta) {
    this.record = record;
    this.meta = meta;
    this.#puzzles = new MistakePuzzles(record, meta);
    this.#board.setAttribute("quiet", "");
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<LegalMove>} */ (event).detail;
      this.#move((place) => place.play(move, cell));
    });
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.#closing.signal });
    if (record.id) this.#title.textContent = playersText(record.names);
    this.#stepper.element.append(this.#mark);
    this.#content.append(
      h("div", { class: "status" }, this.#title, this.#summary, this.#fault, this.#note),
      h("div", { class: "table" }, this.#board, this.#stepper.element),
      h("div", { class: "side" }, this.#graph.element, this.#panel.element, this.#again, this.#list.element,
        h("div", { class: "row" }, this.#puzzles.element, this.#analyse,
          record.event === null ? null
            : h("a", { class: "button", href: `/arena/${encodeURIComponent(record.event)}` }, _("Back to the tournament")),
          h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
        this.#help.element),
    );
    host.replaceChildren(this.#lost, this.#content);
    this.connection = new Connection({
      path: () => "/ws/analysis",
      onMessage: (message) => this.#receive(message),
      onOpen: () => {
        this.#lost.hidden = true;
        this.#request += 1;
        if (this.#reviewed) return;
        const { rules, start, moves, opening } = this.record;
        this.connection.send({ type: "review", request: this.#request, rules, position: start, moves, opening });
      },
      onLost: (seconds) => {
        this.#lost.hidden = false;
        this.#lost.textContent = seconds ? reconnectText(seconds) : _("Connection lost. Trying again…");
      },
    });
  }

  close() {
    this.#closing.abort();
    this.#graph.close();
    this.#judge.close();
    this.connection.close();
  }

  /** @param {AnalysisMessage} message */
  #receive(message) {
    if (message.request !== this.#request) return;
    if (message.type === "error") {
      this.#fault.textContent = message.text;
      return;
    }
    if (message.type === "position") {
      this.#place ??= new ReviewPlace(message.start, message.moves);
      this.#legal = new LegalMoves(message.start.rules);
      this.#legal.learn(message.state);
      if (this.record.id) this.#title.textContent = playersText(this.record.names, message.start);
    } else if (message.type === "valued") {
      this.#values.set(message.ply, message);
    } else if (message.type === "judged") {
      this.#judged.set(message.ply, message);
    } else if (message.type === "reviewed") {
      this.#reviewed = message;
      this.#note.textContent = message.note;
      this.#note.hidden = !message.note;
    }
    this.#show();
  }

  // Where the reader is

  /** @param {number} at how many of the game's moves to show */
  #go(at) {
    this.#move((place) => place.go(at));
  }

  /** Move the reader elsewhere. @param {(place: ReviewPlace) => void} move */
  #move(move) {
    if (!this.#place) return;
    move(this.#place);
    if (!this.#place.branch) {
      this.#judge.stop();
      this.#asked = "";
    }
    this.#fault.textContent = "";
    this.#again.replaceChildren();
    this.#show();
  }

  #nextMark() {
    const plies = this.#marked().map(({ ply }) => ply + 1);
    const next = plies.find((ply) => ply > (this.#place?.at ?? 0)) ?? plies[0];
    if (next !== undefined) this.#go(next);
  }

  /** The mistakes and inaccuracies, in the order of the game. */
  #marked() {
    return [...this.#judged.values()].filter(isMarked).sort((a, b) => a.ply - b.ply);
  }

  /** Show the board before a mistake, without the answer. @param {MarkedMove} judged */
  #tryAgain(judged) {
    this.#move((place) => {
      place.go(judged.ply);
      place.puzzle = judged;
    });
    this.#board.focus();
  }

  /** Play what should have been played, one ghost stone after the other. @param {MarkedMove} judged */
  #showBetter(judged) {
    const { ply, side, better } = judged;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const title = say("{side} should have played:", { side: sideName(side, this.#place?.start) });
    this.#move((place) => {
      place.line = { from: ply, moves: better, at: still ? better.length : 1, title, insteadOf: judged };
    });
    if (!still && better.length > 1) this.#stepper.play();
  }

  /**
   * Say why the first move of a line is good or bad.
   * @param {number} ply so many moves come before it
   * @param {LinePlace[]} line
   */
  #explain(ply, line) {
    const place = this.#place;
    if (!place || !line.length) return;
    this.#stepper.pause();
    const { rules, position, gravity } = place.start;
    const before = place.played.slice(0, ply);
    const question = { rules, position, moves: movesText(before, gravity) };
    void this.#why.open({ question, move: line[0].move, state: place.stateAfter(before), line });
  }

  /** The answer about a move of the branch. @param {Opened | MoveJudged | Refused} answer */
  #answered(answer) {
    if (answer.type === "error") {
      this.#fault.textContent = answer.text;
      return;
    }
    const branch = this.#place?.branch;
    if (!branch) return;
    if (answer.type === "position") {
      this.#legal.learn(answer.state);
      branch.moves[answer.moves.length - 1 - branch.from].winning = answer.state.winning;
    } else {
      branch.judged.set(answer.ply - branch.from, answer);
    }
    this.#show();
  }

  // Display

  #show() {
    const place = this.#place;
    if (!place) return;
    const { start, moves } = place;
    const marked = this.#marked();
    this.#summary.textContent = this.#reviewed
      ? this.#reviewed.summary.map(({ side, words }) => labelledText(sideName(side, start), words)).join(" · ")
      : say("judging… {count} of {all} moves", { count: this.#judged.size, all: moves.length });
    this.#graph.show({
      count: moves.length,
      rules: start,
      cells: start.columns * start.rows - start.blocked.length,
      at: place.at,
      points: [...this.#values.values()].flatMap(({ ply, side, worth }) => worth.outcome === null ? [] : [{
        ply, plies: worth.plies, outcome: side === "first" ? worth.outcome : flipped(worth.outcome),
      }]),
      marks: marked.map(({ ply, verdict }) => ({ ply, kind: verdict, text: this.#describe(ply + 1) })),
    });
    this.#list.show(moves, start.turn, place.at, this.#judged);
    this.#stepper.show({ count: place.stepped.moves.length, at: place.stepped.at });
    this.#mark.disabled = !marked.length;
    this.#puzzles.show(marked, this.#reviewed !== null);
    this.#showBoard(place);
    this.#showPanel(place);
    const shown = movesText(place.shown, start.gravity);
    const { rules, position } = start;
    /** @type {Record<string, string>} */
    const query = isEmptyBoard(position) ? { rules, position: shown } : { rules, position, moves: shown };
    this.#analyse.href = `/analyse?${new URLSearchParams(query)}`;
  }

  /** @param {ReviewPlace} place */
  #showBoard(place) {
    const { line } = place;
    const state = place.stateAfter(place.shown);
    const legal = state.winning?.length ? [] : this.#legal.of(state);
    // A line lies on the board as ghost stones; a move of the reader follows it all the same.
    const count = state.stones.length - (line?.at ?? 0);
    const last = line ? place.played[line.from - 1]?.cell ?? null : state.last;
    this.#board.mode = "play";
    this.#board.state = { ...state, stones: state.stones.slice(0, count), last, legal: legal ?? [] };
    this.#board.line = line ? line.moves.slice(0, line.at) : [];
    if (!legal && !this.#stepper.isPlaying) void this.#fetchLegal(place, state);
  }

  /**
   * @param {ReviewPlace} place
   * @param {BoardState} state
   */
  async #fetchLegal(place, state) {
    try {
      await this.#legal.fetch(state);
    } catch {
      return; // without a connection the game can still be read
    }
    if (this.#closing.signal.aborted) return;
    if (positionText(place.stateAfter(place.shown)) === positionText(state)) this.#showBoard(place);
  }

  /** @param {ReviewPlace} place */
  #showPanel(place) {
    const { start, branch, puzzle, at } = place;
    const tried = branch?.moves[branch.at - 1];
    if (branch && tried) {
      const judged = branch.judged.get(branch.at - 1);
      this.#panel.showTry(start, tried, judged, branch.from + branch.at - 1, branch.at === 1 ? puzzle : null);
      const { played } = place;
      const moves = movesText(played, start.gravity);
      if (!judged && moves !== this.#asked) this.#judge.ask(start, moves, played.length);
      this.#asked = moves;
    } else if (puzzle) {
      this.#panel.showPuzzle(start, puzzle);
    } else if (at) {
      this.#panel.showMove(start, place.moves[at - 1], at, this.#judged.get(at - 1), reportText(this.record, at - 1));
    } else {
      this.#panel.showStart(this.#marked().length > 0);
    }
    this.#panel.showLine(place.line ?? (branch && { ...branch, title: _("Your moves:") }));
  }

  /**
   * The last of so many moves in words, with its judgement.
   * @param {number} at
   */
  #describe(at) {
    const place = this.#place;
    const played = place?.moves[at - 1];
    if (!place || !played) return _("Start");
    const where = say("Move {number}: {side}, {move}",
      { number: at, side: sideName(played.side, place.start), move: moveName(place.start, played.cell) });
    const judged = this.#judged.get(at - 1);
    return judged && isMarked(judged) ? sentencesText(where, judged.words) : where;
  }

  /** Offer a game from before a mistake. @param {MarkedMove} judged */
  #showRetryForm({ ply, side }) {
    const place = /** @type {ReviewPlace} */ (this.#place);
    const seat = side === "first" ? 1 : 0;
    const opponent = { player: this.record.players[seat], name: this.record.names[seat] };
    const form = retryForm(this.meta, opponent, place.start.rules, place.stateAfter(place.moves.slice(0, ply)));
    this.#again.replaceChildren(form);
    form.querySelector("select")?.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || isTyping(event) || this.#why.isOpen) return;
    if (event.key === "m") this.#nextMark();
    else if (event.key === "Escape") this.#move((place) => place.back());
    else if (event.key === "n") go("/new");
    else if (event.key === "?") this.#help.toggle();
    else if (event.key === "a") go(this.#analyse.pathname + this.#analyse.search);
    else return;
    event.preventDefault();
  }
}
