// Why a position or a move is won, drawn or lost: the sentences of a proof, its marks on the board, and its line. At
// every move of the other side the reader may play something else, and the proof answers that, too.

import "../board/board.js";
import { Connection, reconnectText } from "../browser/connection.js";
import { h, isTyping, updateChildren } from "../browser/dom.js";
import { keyHelp } from "../frame/key-help.js";
import { Stepper, stepperKeys } from "../stepper/stepper.js";
import { movesText, other, sideName } from "../text/notation.js";
import { formatNumber } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { drawMarks, legend, marksOf } from "./reason-marks.js";

/** Milliseconds that the reader stays at a position before its moves are asked for: not at every step of a fast key. */
const PAUSE = 150;

export class WhyPanel {
  /** @type {Reason | null} */
  #reason = null;
  /** Which of the proofs is shown; a draw has one for each side. */
  #chosen = 0;
  /** @type {LinePlace[]} the moves of the line, or those that the reader tried and their answers */
  #moves = [];
  /** How many of them the board shows. */
  #at = 0;
  /** Whether they are tries of the reader. */
  #isTry = false;
  #request = 0;
  /** @type {string | null} the moves that the question on its way asks about; null without one */
  #pending = null;
  /** @type {Map<string, PositionState>} by the moves that lead there */
  #reached = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closing = new AbortController();
  #connection;

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #stepper = new Stepper({ go: (at) => this.#go(at), signal: this.#closing.signal });
  #verdict = h("h1", { tabindex: -1 }, _("Looking for a reason…"));
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #turn = h("p", { class: "turn small", "aria-live": "polite" });
  #proofs = h("div", { class: "row proofs", role: "group", "aria-label": _("Why?") });
  #said = h("div", { class: "said", "aria-live": "polite" });
  #checked = h("p", { class: "small quiet figures checked" });
  #legend = h("ul", { class: "legend", "aria-label": _("Marks on the board") });
  #back = h("button", { type: "button", hidden: true, onclick: () => this.#backToLine() }, _("Back to the line"));
  #help = keyHelp([
    ...stepperKeys(),
    ["1–9", _("choose a column")],
    [_("Enter, space"), _("try a move there")],
    [_("Escape"), _("close the reason")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {AskedReason} asked
   * @param {() => void} close
   */
  constructor(host, asked, close) {
    this.asked = asked;
    this.#board.setAttribute("quiet", "");
    this.#board.addEventListener("choose", (event) => {
      this.#try(/** @type {CustomEvent<LegalMove>} */ (event).detail);
    });
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || isTyping(event)) return;
      if (event.key === "Escape") close();
      else if (event.key === "?") this.#help.toggle();
      else return;
      event.preventDefault();
    }, { signal: this.#closing.signal });
    host.replaceChildren(this.#lost, h("section", { class: "why", "aria-label": _("Why?") },
      h("div", { class: "status" }, this.#verdict),
      h("div", { class: "table" }, this.#board, this.#stepper.element, this.#turn),
      h("div", { class: "side" }, this.#proofs, this.#said, this.#legend, this.#checked,
        h("div", { class: "row" }, this.#back,
          h("button", { type: "button", class: "close", onclick: close }, _("Close")),
          h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
        this.#help.element)));
    this.#show();
    this.#verdict.focus({ preventScroll: true });
    this.#pending = "";
    // A connection of its own: a new question would end the analysis or the review that still runs on the page's.
    this.#connection = new Connection({
      path: () => "/ws/analysis",
      onMessage: (message) => this.#receive(message),
      onOpen: () => {
        this.#lost.hidden = true;
        this.#send();
      },
      onLost: (seconds) => this.#showLost(seconds ? reconnectText(seconds) : _("Connection lost. Trying again…")),
      onRefused: (_code, reason) => this.#showLost(reason || _("The server closed the connection.")),
    });
  }

  close() {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  /** @param {string} text */
  #showLost(text) {
    this.#lost.hidden = false;
    this.#lost.textContent = text;
  }

  // Questions and answers

  /** Ask for the answer to these moves, and for the position after it. @param {string} tried */
  #ask(tried) {
    clearTimeout(this.#timer);
    this.#pending = tried;
    this.#send();
  }

  #send() {
    if (this.#pending === null) return;
    this.#request += 1;
    const { question, move } = this.asked;
    this.#connection.send({ type: "why", request: this.#request, ...question, move, tried: this.#pending });
  }

  /** @param {Reason | Refused} message */
  #receive(message) {
    if (message.request !== this.#request || this.#pending === null) return;
    const tried = this.#pending;
    this.#pending = null;
    if (message.type === "error") this.#refused(message);
    else if (!this.#reason) this.#opened(message);
    else this.#answered(tried, message);
    this.#show();
  }

  /** @param {Refused} problem */
  #refused({ text }) {
    if (!this.#reason) this.#moves = this.asked.line;
    this.#verdict.textContent = text;
  }

  /** @param {Reason} reason */
  #opened(reason) {
    this.#reason = reason;
    this.#reached.set("", reason.state);
    this.#verdict.textContent = reason.verdict;
    this.#choose(0);
  }

  /**
   * @param {string} tried
   * @param {Reason} message
   */
  #answered(tried, { answer, reached }) {
    const isHere = tried === this.#text(this.#moves.length) && this.#isTry;
    if (isHere && answer) {
      this.#moves = [...this.#moves, answer];
      if (this.#at === this.#moves.length - 1) this.#at += 1;
    }
    const { gravity } = this.asked.state;
    const text = answer ? [tried, answer.move].filter(Boolean).join(gravity ? "" : " ") : tried;
    if (reached) this.#reached.set(text, reached);
  }

  // Where the reader is

  get #proof() {
    return this.#reason?.proofs[this.#chosen] ?? null;
  }

  /** The first moves, as the notation writes them. @param {number} count */
  #text(count) {
    return movesText(this.#moves.slice(0, count), this.asked.state.gravity);
  }

  /** @param {number} proof to show, with its line */
  #choose(proof) {
    this.#chosen = proof;
    const best = this.#reason?.line ?? [];
    // Where time ran out, the best line may stop early, and the page may know more of it.
    this.#moves = this.#proof?.line ?? (best.length < this.asked.line.length ? this.asked.line : best);
    this.#at = 0;
    this.#isTry = false;
  }

  /** @param {number} at how many of the moves to show */
  #go(at) {
    this.#at = at;
    this.#show();
  }

  /** A move of the reader for the other side. @param {LegalMove} chosen */
  #try({ move, cell }) {
    const next = this.#moves[this.#at];
    if (next?.move === move) return this.#go(Math.min(this.#at + 2, this.#moves.length));
    const { turn } = this.#shown();
    this.#moves = [...this.#moves.slice(0, this.#at), { move, cell, side: turn }];
    this.#at += 1;
    this.#isTry = true;
    this.#ask(this.#text(this.#at));
    this.#show();
  }

  #backToLine() {
    const tried = this.#moves;
    this.#choose(this.#chosen);
    while (this.#at < tried.length && tried[this.#at].move === this.#moves[this.#at]?.move) this.#at += 1;
    clearTimeout(this.#timer);
    this.#pending = null;
    this.#show();
    this.#board.focus();
  }

  // Display

  /** The position on the board, without what can be played there. @returns {BoardState} */
  #shown() {
    // A proof speaks of the position after the move; the best line begins with the move.
    const start = this.#proof && this.#reason ? this.#reason.state : this.asked.state;
    const played = this.#moves.slice(0, this.#at);
    const last = played.at(-1);
    if (!last) return { ...start, legal: [] };
    const stones = [...start.stones, ...played.map(({ cell, side }) => ({ cell, side }))];
    return { ...start, stones, turn: other(last.side), legal: [], last: last.cell, winning: last.winning ?? [] };
  }

  #show() {
    const proof = this.#proof;
    const state = this.#shown();
    const here = this.#text(this.#at);
    const reached = this.#reached.get(here);
    const isOver = Boolean(state.winning?.length) || Boolean(reached && reached.outcome !== "open");
    const isReaders = Boolean(proof) && proof?.side !== state.turn && !isOver;
    const legal = isReaders && this.#pending === null ? reached?.legal ?? [] : [];
    this.#board.mode = isReaders ? "play" : "look";
    this.#board.state = { ...state, legal };
    const marks = isOver || !proof ? [] : marksOf(proof.marks, state.stones)
      .filter(({ kind }) => !(this.#isTry && kind === "line")); // other replies may lead to another line
    this.#board.over = (geometry) => drawMarks(marks, geometry);
    updateChildren(this.#legend, marks, () => legend(marks));
    this.#stepper.show({ count: this.#moves.length, at: this.#at });
    this.#turn.textContent = this.#turnText(state, isOver, isReaders);
    this.#back.hidden = !this.#isTry;
    this.#showWords();
    this.#askLater(here, Boolean(proof) && !reached && !isOver && (isReaders || this.#at === this.#moves.length));
  }

  /**
   * @param {string} here
   * @param {boolean} isNeeded whether what can be played there is not known yet
   */
  #askLater(here, isNeeded) {
    clearTimeout(this.#timer);
    if (isNeeded && this.#pending === null) this.#timer = setTimeout(() => this.#ask(here), PAUSE);
  }

  /**
   * @param {BoardState} state
   * @param {boolean} isOver
   * @param {boolean} isReaders
   */
  #turnText(state, isOver, isReaders) {
    if (!this.#proof) return "";
    if (isOver) {
      return state.winning?.length
        ? say("Game over: {side} won.", { side: sideName(other(state.turn), state) })
        : _("Game over: a draw.");
    }
    const side = sideName(state.turn, state);
    if (isReaders) return say("{side} to move: try any move on the board.", { side });
    return this.#pending === null ? say("{side} to move: step forward to see what the proof plays.", { side })
      : say("{side} to move…", { side });
  }

  #showWords() {
    const reason = this.#reason;
    const proof = this.#proof;
    updateChildren(this.#said, [reason?.sentences, proof?.sentences], () =>
      [...proof?.sentences ?? [], ...reason?.sentences ?? []].map((sentence) => h("p", {}, sentence)));
    this.#checked.textContent = proof ? fill(
      ngettext("checked: {count} position", "checked: {count} positions", proof.checked),
      { count: formatNumber(proof.checked) }) : "";
    const proofs = reason && reason.proofs.length > 1 ? reason.proofs : [];
    this.#proofs.hidden = !proofs.length;
    updateChildren(this.#proofs, [proofs.map(({ side }) => side), this.#chosen], () => proofs.map(({ side }, index) =>
      h("button", {
        type: "button", "data-key": side, "aria-pressed": String(index === this.#chosen),
        onclick: () => {
          this.#choose(index);
          this.#show();
        },
      }, say("Why {side} does not lose", { side: sideName(side, reason?.state) }))));
  }
}
