// Analyse: the exact value of every move of any position. The address carries the position, so a link reproduces it.

import { meta as askMeta } from "../browser/api.js";
import "../board/board.js";
import { keyHelp } from "../frame/key-help.js";
import { LineList, ValueList } from "./value-list.js";
import { Setup } from "./position-editor.js";
import { PositionTexts } from "./position-fields.js";
import { boardValue, endText, isOpen, worthText } from "./values.js";
import { h, isTyping } from "../browser/dom.js";
import { chip } from "../board/board-svg.js";
import { sideName } from "../text/notation.js";
import { renew } from "../browser/renew.js";
import { copy } from "../browser/clipboard.js";
import { go, titled } from "../frame/router.js";
import { Connection } from "../browser/connection.js";
import { _, fill, ngettext, say, short } from "../text/translation.js";
import { awayText, moveName } from "../play/game-text.js";

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Place} place
 */
export async function open(host, { query }) {
  titled(_("Analyse"));
  const meta = await askMeta();
  const page = new AnalysePage(host, meta, {
    rules: query.get("rules") ?? "cfour",
    position: query.get("position") ?? "",
    moves: query.get("moves") ?? "",
  });
  return () => page.close();
}

class AnalysePage {
  /** @type {Asked} what the socket was asked last */
  #asked;
  #request = 0;
  /** Whether the answer tells where the game starts, or only where it stands. */
  #opening = true;
  /** @type {QuestionRefused | null} what was wrong with the address, beside a board that is shown instead */
  #wrong = null;
  /** @type {PositionState | null} */
  #start = null;
  /** @type {PositionState | null} */
  #state = null;
  /** @type {LinePlace[]} the moves from the start, with those that were taken back */
  #moves = [];
  #at = 0;
  /** @type {Worths | null} */
  #worths = null;
  #shownLine = 0;
  #leave = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #setup;
  #texts;
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #verdict = h("h1", { class: "verdict" });
  #work = h("p", { class: "small quiet figures work" });
  #note = h("p", { class: "note small", hidden: true });
  #compiling = h("p", { class: "note warn small", hidden: true });
  #list = new ValueList((move, cell) => this.#play(move, cell));
  #line = new LineList((count) => this.#preview(count), () => this.#forward());
  #said = h("p", { class: "unseen", "aria-live": "polite" });
  #steps = {
    first: this.#step("«", _("To the start"), () => this.#go(0)),
    back: this.#step("‹", _("Back"), () => this.#go(this.#at - 1)),
    next: this.#step("›", _("Forward, or the best move"), () => this.#forward()),
    last: this.#step("»", _("To the end"), () => this.#go(this.#moves.length)),
  };
  #played = h("ol", { class: "played figures", "aria-label": _("Moves") });
  #links = {
    play: h("a", { class: "button" }, _("Play from here")),
    review: h("a", { class: "button" }, _("Review this game")),
    copy: h("button", { type: "button", onclick: () => void this.#copy() }, _("Copy the link")),
  };
  #edit = h("details", { class: "edit" });
  #help = keyHelp([
    ["← →  1–9", _("choose a column or a cell")],
    [_("Enter, space"), _("play there")],
    ["u", _("back")],
    ["f", _("forward, or the best move")],
    ["e", _("set up a position")],
    ["n", _("new game")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {Meta} meta
   * @param {Asked} asked
   */
  constructor(host, meta, asked) {
    this.#asked = asked;
    this.#setup = new Setup(meta.limits, (wanted) => this.#open(wanted));
    this.#texts = new PositionTexts(meta, (wanted) => this.#open(wanted));
    this.#board.setAttribute("valued", "");
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<LegalMove>} */ (event).detail;
      this.#play(move, cell);
    });
    this.#board.addEventListener("pick", (event) => {
      this.#setup.paint(/** @type {CustomEvent<{cell: Cell}>} */ (event).detail.cell);
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#leave.signal });
    this.#arrange(host);
    this.#texts.show(asked.rules, asked.position);
    this.#wait(meta);
    this.connection = new Connection({
      path: () => "/ws/analysis",
      heard: (message) => this.#heard(message),
      opened: () => {
        this.#lost.hidden = true;
        this.#ask();
      },
      lost: (seconds) => {
        this.#lost.hidden = false;
        this.#lost.textContent = seconds ? awayText(seconds) : _("The connection is lost. Trying again…");
      },
    });
  }

  close() {
    this.#leave.abort();
    this.connection.close();
  }

  /** @param {HTMLElement} host */
  #arrange(host) {
    this.#edit.append(h("summary", {}, _("Set up a position")), this.#texts.element, this.#setup.element);
    this.#edit.addEventListener("toggle", () => {
      if (this.#edit.open && this.#state) this.#setup.take(this.#state);
      this.#show();
    });
    host.replaceChildren(
      this.#lost,
      h("div", { class: "analyse" },
        h("div", { class: "status" }, this.#verdict, this.#work, this.#compiling, this.#note),
        h("div", { class: "table" }, this.#board,
          h("div", { class: "row steps" }, ...Object.values(this.#steps))),
        h("div", { class: "side" }, this.#edit, this.#list.element, this.#line.element, this.#played,
          h("div", { class: "row" }, this.#links.play, this.#links.review, this.#links.copy,
            h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
          this.#help.element, this.#said)),
    );
  }

  /**
   * @param {string} sign
   * @param {string} text
   * @param {() => void} press
   */
  #step(sign, text, press) {
    return h("button", { type: "button", "aria-label": text, title: text, onclick: press },
      h("span", { "aria-hidden": "true" }, sign));
  }

  // Asking

  #ask() {
    this.#request += 1;
    this.#worths = null;
    this.connection.send({ type: "analyse", request: this.#request, ...this.#asked });
  }

  /**
   * A position from elsewhere: a text, the set-up, the address.
   * @param {Asked} asked
   */
  #open(asked) {
    this.#wrong = null;
    this.#asked = asked;
    this.#opening = true;
    this.#ask();
  }

  /** @param {number} at how many of the moves to show */
  #go(at) {
    if (!this.#start) return;
    this.#at = Math.max(0, Math.min(at, this.#moves.length));
    this.#opening = false;
    const moves = this.#text(this.#moves.slice(0, this.#at));
    this.#asked = { rules: this.#start.rules, position: this.#start.position, moves };
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

  /** @param {LinePlace[]} moves */
  #text(moves) {
    return moves.map(({ move }) => move).join(this.#start?.gravity ? "" : " ");
  }

  // Hearing

  /** @param {AnalysisMessage} message */
  #heard(message) {
    if (message.request !== null && message.request !== this.#request) return;
    if (message.type === "error") return this.#refused(message);
    if (message.type === "position") return this.#opened(message);
    if (message.type === "progress" || message.type === "analysis") {
      this.#worths = message;
      this.#show();
      if (message.type === "analysis") this.#said.textContent = this.#summary();
    }
  }

  /** @param {Opened} message */
  #opened({ start, moves, state }) {
    if (!this.#opening) this.#wrong = null;
    if (!this.#wrong) this.#texts.clear();
    if (this.#opening) {
      this.#start = start;
      this.#moves = moves;
      this.#at = moves.length;
      this.#opening = false;
    }
    this.#state = state;
    this.#shownLine = 0;
    this.#board.line = [];
    this.#board.values = [];
    this.#board.mode = this.#edit.open ? "edit" : "play";
    this.#board.state = state;
    if (this.#edit.open) this.#setup.take(state);
    this.#show();
    if (this.#wrong) return;
    const shown = this.#shared();
    this.#texts.show(shown.rules, shown.moves ? state.position : shown.position);
    const query = new URLSearchParams({ rules: shown.rules, position: shown.position });
    if (shown.moves) query.set("moves", shown.moves);
    history.replaceState(history.state, "", `/analyse?${query}`);
  }

  /** As short as it can be said: a game from the empty board is its moves. @returns {Asked} */
  #shared() {
    if (!this.#start || !this.#state) return this.#asked;
    const moves = this.#text(this.#moves.slice(0, this.#at));
    const { rules, position } = this.#start;
    return /^[.#/]+ x$/.test(position) ? { rules, position: moves, moves: "" } : { rules, position, moves };
  }

  /** @param {QuestionRefused} problem */
  #refused(problem) {
    const field = problem.field === "rules" ? "rules" : "position";
    if (problem.code === "input" || problem.field) {
      this.#edit.open = true;
      this.#texts.show(this.#asked.rules, problem.field === "moves" ? this.#asked.moves : this.#asked.position);
      this.#texts.refuse(field, problem);
      if (!this.#state && !this.#wrong) {
        this.#wrong = problem;
        this.#asked = { rules: field === "rules" ? "cfour" : this.#asked.rules, position: "", moves: "" };
        this.#ask();
      }
    } else {
      this.#note.textContent = problem.text;
      this.#note.hidden = false;
    }
  }

  // Showing

  #show() {
    const state = this.#state;
    if (!state) {
      this.#verdict.textContent = _("Analyse");
      return;
    }
    const worths = this.#worths;
    const over = endText(state);
    this.#board.mode = this.#edit.open ? "edit" : "play";
    this.#board.values = worths ? worths.moves.map((worth) => boardValue(worth, worths.best)) : [];
    this.#board.line = worths?.line.slice(0, this.#shownLine) ?? [];
    this.#verdict.replaceChildren(
      ...(over ? [over] : [chip(state.turn), this.#headline(state, worths)]));
    this.#work.textContent = over ? "" : this.#working(state, worths);
    this.#note.textContent = worths?.note ?? "";
    this.#note.hidden = !worths?.note;
    this.#list.show(state, worths);
    this.#line.show(worths, this.#shownLine);
    this.#showPlayed();
    this.#steps.first.disabled = this.#steps.back.disabled = this.#at === 0;
    this.#steps.next.disabled = this.#at === this.#moves.length && !worths?.line.length;
    this.#steps.last.disabled = this.#at === this.#moves.length;
    const { rules, position } = state;
    this.#links.play.href = `/new?${new URLSearchParams({ rules, position })}`;
    this.#links.play.hidden = Boolean(over);
    const game = this.#text(this.#moves.slice(0, this.#at));
    this.#links.review.hidden = !game;
    this.#links.review.href =
      `/review/-?${new URLSearchParams({ rules, position: this.#start?.position ?? "", moves: game })}`;
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  #headline(state, worths) {
    const value = worths?.value;
    const side = sideName(state.turn);
    if (!value || isOpen(value)) return say("{side} to move", { side });
    return say("{side} to move: {words}", { side, words: worthText(value) });
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  #working(state, worths) {
    if (!worths) return _("solving…");
    const parts = [];
    if (worths.type === "progress") {
      const place = worths.looking && worths.moves.find(({ move }) => move === worths.looking);
      parts.push(place ? say("solving {move}…", { move: moveName(state, place.cell) }) : _("solving…"));
    }
    if (worths.type === "analysis" && worths.exact) parts.push(_("proven"));
    if (worths.nodes) {
      parts.push(fill(ngettext("{count} node", "{count} nodes", worths.nodes), { count: short(worths.nodes) }));
    }
    parts.push(say("{seconds} s", { seconds: worths.seconds.toFixed(1) }));
    return parts.join(" · ");
  }

  /** @param {number} count of the line's moves as ghosts; the same again takes them away */
  #preview(count) {
    this.#shownLine = count === this.#shownLine ? 0 : count;
    this.#show();
  }

  #showPlayed() {
    renew(this.#played, [this.#moves, this.#at], () => this.#moves.map(({ move, side }, index) =>
      h("li", {}, h("button", {
        type: "button", class: `plain ${side}`, "data-key": index,
        "aria-current": this.#at === index + 1 ? "true" : null,
        "aria-label": say("Move {number}: {move}", { number: index + 1, move }),
        onclick: () => this.#go(index + 1),
      }, move))));
    this.#played.hidden = !this.#moves.length;
  }

  /** For screen readers, once the answer is there. */
  #summary() {
    const state = this.#state;
    if (!state) return "";
    const end = endText(state);
    if (end) return end;
    const worths = this.#worths;
    const best = worths?.moves.filter(({ move }) => worths.best.includes(move)) ?? [];
    const names = best.map(({ cell }) => moveName(state, cell)).join(", ");
    const answer = names ? say("Best: {moves}.", { moves: names }) : "";
    return `${this.#headline(state, worths)}. ${answer}`;
  }

  /** @param {Meta} meta */
  #wait(meta) {
    this.#compiling.hidden = meta.kernels === "ready";
    if (meta.kernels === "ready" || this.#leave.signal.aborted) return;
    this.#compiling.textContent = meta.kernels === "failed"
      ? _("The solver could not be compiled on this machine; the server's log says why.")
      : _("The solver is being compiled, once; the first answers take about half a minute.");
    setTimeout(() => void askMeta(true).then((again) => this.#wait(again), () => this.#wait(meta)), 2000);
  }

  async #copy() {
    await copy(location.href);
    const text = this.#links.copy.textContent;
    this.#links.copy.textContent = _("Copied");
    setTimeout(() => { this.#links.copy.textContent = text; }, 1500);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || isTyping(event)) return;
    if (event.key === "u") this.#go(this.#at - 1);
    else if (event.key === "f") this.#forward();
    else if (event.key === "e") this.#edit.open = !this.#edit.open;
    else if (event.key === "n") go("/new");
    else if (event.key === "?") this.#help.toggle();
    else return;
    event.preventDefault();
  }
}
