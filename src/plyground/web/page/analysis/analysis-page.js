// Analysis: the exact value of every move of any position. The address contains the position, so a link leads to it.

import "../board/board.js";
import { stoneIcon } from "../board/stone.js";
import { fetchMeta, followMeta } from "../browser/api.js";
import { copyButton } from "../browser/clipboard.js";
import { Connection, reconnectText } from "../browser/connection.js";
import { h, isTyping, updateChildren } from "../browser/dom.js";
import { exportMenu } from "../frame/exports.js";
import { keyHelp } from "../frame/key-help.js";
import { go, setTitle } from "../frame/router.js";
import { howSeen } from "../frame/think-link.js";
import { Stepper, stepperKeys } from "../stepper/stepper.js";
import { listText, sentencesText } from "../text/joins.js";
import { gameText, isEmptyBoard, moveName, movesText, notWinnableText, sideName } from "../text/notation.js";
import { shortNumber } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { Why, whyButton } from "../why/why.js";
import { LineList } from "./line-list.js";
import { PositionEditor } from "./position-editor.js";
import { PositionFields } from "./position-fields.js";
import { drawThreats, threatLegend } from "./threat-marks.js";
import { ValueList } from "./value-list.js";
import { boardValue, endText, isOpen, shownMoves, worthText } from "./values.js";

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { query }) {
  setTitle(_("Analyse"));
  const meta = await fetchMeta();
  const page = new AnalysisPage(host, meta, {
    rules: query.get("rules") ?? "cfour",
    position: query.get("position") ?? "",
    moves: query.get("moves") ?? "",
  });
  return () => page.close();
}

class AnalysisPage {
  /** @type {Question} the last one sent */
  #question;
  #request = 0;
  /** Whether the question is about a new game; its answer then replaces the start and the moves. */
  #isNewGame = true;
  /** @type {Refused | null} the mistake in the address; another board is shown instead */
  #addressError = null;
  /** @type {PositionState | null} */
  #start = null;
  /** @type {PositionState | null} */
  #state = null;
  /** @type {LinePlace[]} the moves from the start, including those after the position shown */
  #moves = [];
  /** How many of the moves are played in the position shown. */
  #at = 0;
  /** @type {Worths | null} */
  #worths = null;
  /** @type {number | null} how many moves of the best line the board shows; null if it is not on the board */
  #shownLine = null;
  #closing = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #editor;
  #fields;
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #verdict = h("h1", { class: "verdict" });
  #work = h("p", { class: "small quiet figures work" });
  #note = h("p", { class: "note small", hidden: true });
  #compiling = h("p", { class: "note warn small", hidden: true });
  #list = new ValueList((move, cell) => this.#play(move, cell), (worth) => this.#explain(worth));
  #threats = h("ul", { class: "threats small", "aria-label": _("Threats on the board") });
  #whyPosition = whyButton(() => this.#explain(null), { key: "why" });
  #content = h("div", { class: "analysis" });
  #why = new Why(this.#content, this.#closing.signal);
  #line = new LineList((count) => this.#preview(count), () => this.#forward());
  #stepper = new Stepper({ go: (at) => this.#step(at), signal: this.#closing.signal });
  #announcement = h("p", { class: "unseen", "aria-live": "polite" });
  #played = h("ol", { class: "played figures", "aria-label": _("Moves") });
  #links = {
    play: h("a", { class: "button" }, _("Play from here")),
    review: h("a", { class: "button" }, _("Review this game")),
    think: h("a", { class: "button" }, _("How does a search see this?")),
    copy: copyButton(_("Copy the link"), () => location.href),
  };
  #edit = h("details", { class: "edit" });
  #help = keyHelp([
    ...stepperKeys(),
    ["1–9", _("choose a column")],
    [_("Shift and an arrow"), _("choose a column or a cell")],
    [_("Enter, space"), _("play there")],
    ["u", _("back")],
    ["f", _("forward, or the best move")],
    ["e", _("set up a position")],
    [_("Escape"), _("remove the line from the board")],
    ["n", _("new game")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {Meta} meta
   * @param {Question} question
   */
  constructor(host, meta, question) {
    this.#question = question;
    this.#editor = new PositionEditor(meta.limits, (changed) => this.#open(changed));
    this.#fields = new PositionFields(meta, (entered) => this.#open(entered));
    this.#board.setAttribute("valued", "");
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<LegalMove>} */ (event).detail;
      this.#play(move, cell);
    });
    this.#board.addEventListener("pick", (event) => {
      this.#editor.apply(/** @type {CustomEvent<{cell: Cell}>} */ (event).detail.cell);
    });
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.#closing.signal });
    this.#arrange(host);
    this.#show();
    this.#fields.show(question.rules, question.position);
    void followMeta(meta, (known) => this.#showCompiling(known), this.#closing.signal);
    this.connection = new Connection({
      path: () => "/ws/analysis",
      onMessage: (message) => this.#receive(message),
      onOpen: () => {
        this.#lost.hidden = true;
        this.#ask();
      },
      onLost: (seconds) => {
        this.#lost.hidden = false;
        this.#lost.textContent = seconds ? reconnectText(seconds) : _("Connection lost. Trying again…");
      },
    });
  }

  close() {
    this.#closing.abort();
    this.connection.close();
  }

  /** @param {HTMLElement} host */
  #arrange(host) {
    this.#edit.append(h("summary", {}, _("Set up a position")), this.#fields.element);
    this.#edit.addEventListener("toggle", () => {
      if (this.#edit.open && this.#state) {
        this.#preview(null);
        this.#editor.load(this.#state);
        // On a phone the board, with the tools below it, may have been scrolled away.
        if (this.#board.getBoundingClientRect().top < 0) this.#board.scrollIntoView();
      }
      this.#show();
    });
    this.#content.append(
      h("div", { class: "status" },
        h("div", { class: "headline" }, this.#verdict, this.#whyPosition), this.#work, this.#compiling, this.#note),
      h("div", { class: "table" }, this.#board, this.#stepper.element, this.#editor.element),
      h("div", { class: "side" }, this.#list.element, this.#threats, this.#edit, this.#line.element, this.#played,
        h("div", { class: "row" }, this.#links.play, this.#links.review, this.#links.think,
          this.#links.copy,
          h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
        exportMenu("plyground-position", (file) => `/api/position/${file}?${new URLSearchParams({ ...this.#shortest() })}`,
          () => this.#embedPath(), copyButton(_("Copy as text"), () => this.#gameText())),
        this.#help.element, this.#announcement));
    host.replaceChildren(this.#lost, this.#content);
  }

  // Questions

  #ask() {
    this.#request += 1;
    this.#worths = null;
    this.connection.send({ type: "analyse", request: this.#request, ...this.#question });
  }

  /**
   * Analyse another game or position: from the fields, the editor or the address.
   * @param {Question} question
   */
  #open(question) {
    this.#addressError = null;
    this.#question = question;
    this.#isNewGame = true;
    this.#ask();
  }

  /** @param {number} at how many of the moves to show */
  #go(at) {
    if (!this.#start) return;
    this.#at = Math.max(0, Math.min(at, this.#moves.length));
    this.#isNewGame = false;
    const moves = this.#playedText();
    this.#question = { rules: this.#start.rules, position: this.#start.position, moves };
    this.#board.values = [];
    this.#board.line = [];
    this.#ask();
    this.#show();
  }

  /**
   * @param {string} move
   * @param {Cell} cell
   */
  #play(move, cell) {
    if (!this.#state) return;
    const side = this.#state.turn;
    if (this.#moves[this.#at]?.move !== move) this.#moves = [...this.#moves.slice(0, this.#at), { move, cell, side }];
    this.#board.drop(cell);
    this.#go(this.#at + 1);
  }

  #forward() {
    const next = this.#moves[this.#at] ?? this.#worths?.line[0];
    if (next) this.#play(next.move, next.cell);
  }

  /** Say why a move, or the position itself, is worth what it is. @param {MoveWorth | null} worth */
  #explain(worth) {
    const state = this.#state;
    if (!state) return;
    const line = worth ? [{ move: worth.move, cell: worth.cell, side: state.turn }] : this.#worths?.line ?? [];
    void this.#why.open({ question: this.#question, move: worth?.move ?? null, state, line });
  }

  /** The moves up to the position shown. */
  #playedText() {
    return movesText(this.#moves.slice(0, this.#at), Boolean(this.#start?.gravity));
  }

  #gameText() {
    return this.#start ? gameText(this.#start, this.#start.position, this.#moves.slice(0, this.#at)) : "";
  }

  // Answers

  /** @param {AnalysisMessage} message */
  #receive(message) {
    if (message.request !== null && message.request !== this.#request) return;
    if (message.type === "error") return this.#refused(message);
    if (message.type === "position") return this.#opened(message);
    if (message.type === "progress" || message.type === "analysis") {
      this.#worths = message;
      if (this.#shownLine === null) this.#show();
      else this.#preview(Math.min(this.#shownLine, message.line.length));
      if (message.type === "analysis") this.#announcement.textContent = this.#summary();
    }
  }

  /** @param {Opened} message */
  #opened({ start, moves, state }) {
    if (!this.#isNewGame) this.#addressError = null;
    if (!this.#addressError) this.#fields.clearErrors();
    if (this.#isNewGame) {
      this.#start = start;
      this.#moves = moves;
      this.#at = moves.length;
      this.#isNewGame = false;
    }
    this.#state = state;
    this.#shownLine = null;
    this.#board.line = [];
    this.#board.values = [];
    this.#board.mode = this.#edit.open ? "edit" : "play";
    this.#board.state = state;
    if (this.#edit.open) this.#editor.load(state);
    this.#show();
    if (this.#addressError) return;
    const shown = this.#shortest();
    this.#fields.show(shown.rules, shown.moves ? state.position : shown.position);
    const query = new URLSearchParams({ rules: shown.rules, position: shown.position });
    if (shown.moves) query.set("moves", shown.moves);
    history.replaceState(history.state, "", `/analyse?${query}`);
  }

  /**
   * The shortest question about the position shown: a game from an empty board needs only its moves.
   * @returns {Question}
   */
  #shortest() {
    if (!this.#start || !this.#state) return this.#question;
    const moves = this.#playedText();
    const { rules, position } = this.#start;
    return isEmptyBoard(position) ? { rules, position: moves, moves: "" } : { rules, position, moves };
  }

  #embedPath() {
    const { rules, position, moves } = this.#shortest();
    return `/embed/position?${new URLSearchParams({ rules, position: moves ? (this.#state?.position ?? "") : position })}`;
  }

  /** @param {Refused} problem */
  #refused(problem) {
    const field = problem.field === "rules" ? "rules" : "position";
    if (problem.code === "input" || problem.field) {
      this.#edit.open = true;
      const { rules, position, moves } = this.#question;
      this.#fields.show(rules, problem.field === "moves" ? moves : position);
      this.#fields.showError(field, problem);
      if (!this.#state && !this.#addressError) {
        this.#addressError = problem;
        this.#question = { rules: field === "rules" ? "cfour" : rules, position: "", moves: "" };
        this.#ask();
      }
    } else {
      this.#note.textContent = problem.text;
      this.#note.hidden = false;
    }
  }

  // Display

  #show() {
    const state = this.#state;
    if (!state) {
      this.#verdict.textContent = _("Analyse");
      this.#whyPosition.hidden = true;
      return;
    }
    const worths = this.#worths;
    const over = endText(state);
    this.#board.mode = this.#edit.open ? "edit" : "play";
    this.#board.values = worths ? shownMoves(worths).map((worth) => boardValue(worth, worths)) : [];
    this.#verdict.replaceChildren(
      ...(over ? [over] : [stoneIcon(state.turn, state), this.#headline(state, worths)]));
    this.#whyPosition.hidden = Boolean(over) || !worths?.value?.outcome;
    this.#work.textContent = over ? "" : this.#workText(state, worths);
    const note = state.winnable ? worths?.note ?? "" : notWinnableText(state);
    this.#note.textContent = note;
    this.#note.hidden = !note;
    this.#list.show(state, worths);
    this.#showThreats(state, worths?.threats ?? []);
    const line = worths?.line ?? [];
    this.#line.show(state, worths, this.#shownLine ?? 0);
    this.#showPlayed();
    this.#editor.element.hidden = !this.#edit.open;
    this.#stepper.element.hidden = this.#edit.open;
    this.#stepper.show(this.#shownLine === null
      ? { count: this.#moves.length, at: this.#at, more: line.length > 0 }
      : { count: line.length, at: this.#shownLine });
    const { rules, position } = state;
    this.#links.play.href = `/new?${new URLSearchParams({ rules, position })}`;
    this.#links.think.href = howSeen(state);
    this.#links.play.hidden = this.#links.think.hidden = Boolean(over);
    const game = this.#playedText();
    this.#links.review.hidden = !game;
    this.#links.review.href =
      `/review/-?${new URLSearchParams({ rules, position: this.#start?.position ?? "", moves: game })}`;
  }

  /**
   * @param {PositionState} state
   * @param {ThreatMark[]} threats
   */
  #showThreats(state, threats) {
    const shown = this.#shownLine || this.#edit.open ? [] : threats; // a line on the board answers them
    this.#board.over = shown.length ? (geometry) => drawThreats(shown, state, geometry) : null;
    updateChildren(this.#threats, [shown, state.rules], () => threatLegend(shown, state));
    this.#threats.hidden = !shown.length;
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  #headline(state, worths) {
    const value = worths?.value;
    const side = sideName(state.turn, state);
    if (!value || (isOpen(value) && worths.type === "progress")) return say("{side} to move", { side });
    return say("{side} to move: {words}", { side, words: worthText(value) });
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  #workText(state, worths) {
    if (!worths) return _("searching…");
    const parts = [];
    if (worths.type === "progress") {
      const place = worths.looking && worths.moves.find(({ move }) => move === worths.looking);
      parts.push(place ? say("solving {move}…", { move: moveName(state, place.cell) }) : _("searching…"));
    }
    if (worths.type === "analysis" && worths.exact) parts.push(_("proven"));
    if (worths.nodes) {
      parts.push(fill(ngettext("{count} node", "{count} nodes", worths.nodes), { count: shortNumber(worths.nodes) }));
    }
    parts.push(say("{seconds} s", { seconds: worths.seconds.toFixed(1) }));
    return parts.join(" · ");
  }

  /** @param {number} at how many steps to show of the best line, or of the game */
  #step(at) {
    if (this.#shownLine !== null) this.#preview(at);
    else if (at > this.#moves.length) this.#forward();
    else this.#go(at);
  }

  /** @param {number | null} count of the best line's moves to show; null takes it off the board */
  #preview(count) {
    const state = this.#state;
    if (!state) return;
    this.#shownLine = count;
    const line = this.#worths?.line.slice(0, count ?? 0) ?? [];
    this.#board.line = line;
    this.#board.state = { ...state, winning: line.at(-1)?.winning ?? state.winning };
    this.#show();
  }

  #showPlayed() {
    updateChildren(this.#played, [this.#moves, this.#at], () => this.#moves.map(({ move, side }, index) =>
      h("li", {}, h("button", {
        type: "button", class: `plain ${side}`, "data-key": index,
        "aria-current": this.#at === index + 1 ? "true" : null,
        "aria-label": say("Move {number}: {move}", { number: index + 1, move }),
        onclick: () => this.#go(index + 1),
      }, move))));
    this.#played.hidden = !this.#moves.length;
  }

  /** The complete answer, for screen readers. */
  #summary() {
    const state = this.#state;
    if (!state) return "";
    const end = endText(state);
    if (end) return end;
    const worths = this.#worths;
    const best = worths?.moves.filter(({ move }) => worths.best.includes(move)) ?? [];
    const names = best.map(({ cell }) => moveName(state, cell));
    const headline = this.#headline(state, worths);
    return names.length ? sentencesText(headline, say("Best: {moves}.", { moves: listText(names) })) : headline;
  }

  /** @param {Meta} meta */
  #showCompiling(meta) {
    // Without gravity, most boards are the champion's: too large to solve.
    const isSolvers = meta.compiling.includes("solver");
    const waits = isSolvers || (this.#state?.gravity === false && meta.compiling.includes("champion"));
    this.#compiling.hidden = meta.kernels !== "failed" && !waits;
    this.#compiling.textContent = meta.kernels === "failed"
      ? _("The solver could not be compiled on this machine; the server's log says why.")
      : isSolvers ? _("The solver is being compiled, once; the first answers take about half a minute.")
        : _("The search for this board is being compiled, once; the first answers can take a minute.");
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || isTyping(event) || this.#why.isOpen) return;
    if (event.key === "u") this.#go(this.#at - 1);
    else if (event.key === "f") this.#forward();
    else if (event.key === "e") this.#edit.open = !this.#edit.open;
    else if (event.key === "Escape" && this.#shownLine !== null) this.#preview(null);
    else if (event.key === "n") go("/new");
    else if (event.key === "?") this.#help.toggle();
    else return;
    event.preventDefault();
  }
}
