// Review: a game judged move by move, with a graph of its value. Each mistake is explained, and can be played again.

import "../board/board.js";
import { stoneIcon } from "../board/stone.js";
import { RequestError, fetchJson, fetchMeta } from "../browser/api.js";
import { Connection, reconnectText } from "../browser/connection.js";
import { h, isTyping, updateChildren } from "../browser/dom.js";
import { keyHelp } from "../frame/key-help.js";
import { showGameNotFound } from "../frame/not-found.js";
import { go, setTitle } from "../frame/router.js";
import { showWayBack } from "../frame/way-back.js";
import { isEmptyBoard, moveName, movesText, other, playersText, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { retryForm } from "./retry-form.js";
import { isMarked, reportText } from "./review-text.js";
import { stepButton } from "./step-button.js";
import { ValueGraph } from "./value-graph.js";
import { worthText } from "./values.js";

/** How many moves of a line the board shows at most; the text names all of them. */
const GHOSTS = 16;
/** Milliseconds from one ghost stone to the next. */
const GHOST_EVERY = 600;

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params, query }) {
  setTitle(_("Review"));
  const meta = await fetchMeta();
  /** @type {StoredGame} */
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
  /** @type {PositionState | null} */
  #start = null;
  /** @type {LinePlace[]} */
  #moves = [];
  /** @type {PositionState | null} the last position of the game */
  #end = null;
  /** @type {Map<number, PositionWorth>} */
  #values = new Map();
  /** @type {Map<number, MoveJudged>} */
  #judged = new Map();
  /** @type {Reviewed | null} the end of the review, once it is there */
  #reviewed = null;
  /** How many of the moves the board shows. */
  #at = 0;
  #ghosts = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #lineTimer;
  #request = 0;
  #closing = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #graph = new ValueGraph((ply) => this.#go(ply), (ply) => this.#describe(ply));
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #title = h("h1", {}, _("Review"));
  #summary = h("p", { class: "small quiet figures work" });
  #judgement = h("div", { class: "judgement", "aria-live": "polite" });
  #note = h("p", { class: "note small", hidden: true });
  #fault = h("p", { class: "fault", role: "alert" });
  #list = h("ol", { class: "judged figures" });
  #steps = {
    first: stepButton("«", _("To the start"), () => this.#go(0)),
    back: stepButton("‹", _("Back"), () => this.#go(this.#at - 1)),
    next: stepButton("›", _("Forward"), () => this.#go(this.#at + 1)),
    last: stepButton("»", _("To the end"), () => this.#go(this.#moves.length)),
    mark: stepButton("?", _("Next mistake"), () => this.#nextMark()),
  };
  #analyse = h("a", { class: "button" }, _("Analyse"));
  #help = keyHelp([
    ["← →", _("a move back or forward")],
    [_("Home, End"), _("start and end of the game")],
    ["m", _("next mistake")],
    ["a", _("analyse this position")],
    ["n", _("new game")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {StoredGame} record
   * @param {Meta} meta
   */
  constructor(host, record, meta) {
    this.record = record;
    this.meta = meta;
    this.#board.setAttribute("quiet", "");
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.#closing.signal });
    if (record.id) this.#title.textContent = playersText(record.names);
    host.replaceChildren(
      this.#lost,
      h("div", { class: "review" },
        h("div", { class: "status" }, this.#title, this.#summary, this.#fault, this.#note),
        h("div", { class: "table" }, this.#board, h("div", { class: "row steps" }, ...Object.values(this.#steps))),
        h("div", { class: "side" }, this.#graph.element, this.#judgement, this.#list,
          h("div", { class: "row" }, this.#analyse,
            record.event === null ? null
              : h("a", { class: "button", href: `/arena/${encodeURIComponent(record.event)}` }, _("To the tournament")),
            h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
          this.#help.element),
      ),
    );
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
        this.#lost.textContent = seconds ? reconnectText(seconds) : _("The connection is lost. Trying again…");
      },
    });
  }

  close() {
    this.#closing.abort();
    clearInterval(this.#lineTimer);
    this.#graph.close();
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
      const fresh = this.#start === null;
      this.#start = message.start;
      this.#moves = message.moves;
      this.#end = message.state;
      if (fresh) this.#at = message.moves.length;
      if (this.record.id) this.#title.textContent = playersText(this.record.names, message.start);
      this.#showBoard();
    } else if (message.type === "valued") {
      this.#values.set(message.ply, message);
    } else if (message.type === "judged") {
      this.#judged.set(message.ply, message);
      if (message.ply === this.#at - 1) this.#showJudgement();
    } else if (message.type === "reviewed") {
      this.#reviewed = message;
      this.#note.textContent = message.note;
      this.#note.hidden = !message.note;
    }
    this.#show();
  }

  /** @param {number} at how many of the moves to show */
  #go(at) {
    this.#at = Math.max(0, Math.min(at, this.#moves.length));
    this.#showLine([]);
    this.#showBoard();
    this.#showJudgement();
    this.#show();
  }

  #nextMark() {
    const plies = this.#marked().map(({ ply }) => ply + 1);
    const next = plies.find((ply) => ply > this.#at) ?? plies[0];
    if (next !== undefined) this.#go(next);
  }

  /** The mistakes and inaccuracies, in the order of the game. */
  #marked() {
    return [...this.#judged.values()].filter(isMarked).sort((a, b) => a.ply - b.ply);
  }

  /** @param {number} [at] */
  #showBoard(at = this.#at) {
    if (this.#start) this.#board.state = this.#stateAt(at);
  }

  /**
   * The board after so many moves. The server has said in which cell each move ended.
   * @param {number} at
   * @returns {BoardState}
   */
  #stateAt(at) {
    const start = /** @type {PositionState} */ (this.#start);
    const played = this.#moves.slice(0, at);
    const last = played.at(-1);
    return {
      ...start,
      stones: [...start.stones, ...played.map(({ cell, side }, ply) => ({ cell, side, ply }))],
      turn: last ? other(last.side) : start.turn,
      legal: [],
      last: last?.cell ?? null,
      winning: at === this.#moves.length ? this.#end?.winning : [],
    };
  }

  /**
   * Show a line on the board, one ghost stone after the other.
   * @param {LinePlace[]} line
   */
  #showLine(line) {
    clearInterval(this.#lineTimer);
    const most = Math.min(line.length, GHOSTS);
    this.#ghosts = matchMedia("(prefers-reduced-motion: reduce)").matches ? most : Math.min(1, most);
    this.#board.line = line.slice(0, this.#ghosts);
    if (this.#ghosts === most) return;
    this.#lineTimer = setInterval(() => {
      this.#ghosts += 1;
      this.#board.line = line.slice(0, this.#ghosts);
      if (this.#ghosts >= most) clearInterval(this.#lineTimer);
    }, GHOST_EVERY);
  }

  // Display

  #show() {
    const start = this.#start;
    if (!start) return;
    const marked = this.#marked();
    this.#summary.textContent = this.#reviewed
      ? this.#reviewed.summary.map(({ side, words }) => `${sideName(side, start)}: ${words}`).join(" · ")
      : say("judging… {count} of {all} moves", { count: this.#judged.size, all: this.#moves.length });
    this.#graph.show({
      count: this.#moves.length,
      rules: start,
      cells: start.columns * start.rows - start.blocked.length,
      at: this.#at,
      points: [...this.#values.values()].flatMap(({ ply, side, worth }) => worth.outcome === null ? [] : [{
        ply, plies: worth.plies, outcome: side === "first" ? worth.outcome : flipped(worth.outcome),
      }]),
      marks: marked.map(({ ply, verdict }) => ({ ply, kind: verdict, text: this.#describe(ply + 1) })),
    });
    this.#showList();
    this.#steps.first.disabled = this.#steps.back.disabled = this.#at === 0;
    this.#steps.next.disabled = this.#steps.last.disabled = this.#at === this.#moves.length;
    this.#steps.mark.disabled = !marked.length;
    const moves = movesText(this.#moves.slice(0, this.#at), start.gravity);
    const { rules, position } = start;
    /** @type {Record<string, string>} */
    const query = isEmptyBoard(position) ? { rules, position: moves } : { rules, position, moves };
    this.#analyse.href = `/analyse?${new URLSearchParams(query)}`;
  }

  #showList() {
    const start = /** @type {PositionState} */ (this.#start);
    const shift = start.turn === "second" ? 1 : 0;
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let at = -shift; at < this.#moves.length; at += 2) {
      rows.push(h("li", {}, h("span", { class: "quiet" }, (at + shift) / 2 + 1), this.#move(at), this.#move(at + 1)));
    }
    updateChildren(this.#list, [this.#moves, this.#at, this.#marked().map(({ ply }) => ply)], () => rows);
    const current = this.#list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      this.#list.scrollTop = current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
    }
  }

  /** @param {number} index */
  #move(index) {
    const played = this.#moves[index];
    if (!played) return h("span");
    const judged = this.#judged.get(index);
    const mark = judged && isMarked(judged) ? judged.verdict : "";
    return h("button", {
      type: "button", class: `plain ${mark}`, "data-ply": index, "data-key": index,
      "aria-current": this.#at === index + 1 ? "true" : null,
      "aria-label": this.#describe(index + 1), onclick: () => this.#go(index + 1),
    }, played.move, mark ? h("span", { class: "sign" }, mark === "mistake" ? "?" : "?!") : null);
  }

  /**
   * The last of so many moves in words, with its judgement.
   * @param {number} at
   */
  #describe(at) {
    const played = this.#moves[at - 1];
    if (!played || !this.#start) return _("Start");
    const where = say("Move {number}: {side}, {move}",
      { number: at, side: sideName(played.side, this.#start), move: moveName(this.#start, played.cell) });
    const judged = this.#judged.get(at - 1);
    return judged && isMarked(judged) ? `${where}. ${judged.words}` : where;
  }

  /** The judgement of the last move shown. */
  #showJudgement() {
    const start = this.#start;
    const played = this.#moves[this.#at - 1];
    this.#judgement.replaceChildren();
    if (!start) return;
    if (!played) {
      this.#judgement.append(h("p", {}, _("The start of the game.")), this.#firstMistakeButton());
      return;
    }
    const judged = this.#judged.get(this.#at - 1);
    this.#judgement.append(h("h2", { class: "with-stone" }, stoneIcon(played.side, start),
      say("Move {number}: {side}, {move}",
        { number: this.#at, side: sideName(played.side, start), move: moveName(start, played.cell) })));
    const report = reportText(this.record, this.#at - 1);
    if (report) this.#judgement.append(h("p", { class: "small quiet figures" }, report));
    if (!judged) {
      this.#judgement.append(h("p", { class: "quiet" }, _("not judged yet…")));
      return;
    }
    const change = judged.before && judged.after ? h("p", { class: "figures" }, say("Before: {before}. Now: {after}.",
      { before: worthText(judged.before), after: worthText(judged.after) })) : "";
    if (!isMarked(judged)) {
      this.#judgement.append(h("p", {}, judged.words), judged.verdict === "not judged" ? change : "");
      return;
    }
    this.#judgement.append(
      h("p", { class: judged.verdict }, h("strong", {}, judged.words)),
      change,
      h("div", { class: "row" },
        judged.refutation.length
          ? h("button", { type: "button", class: "main", onclick: () => this.#showRefutation(judged) }, _("Show why")) : null,
        judged.better.length ? h("button", { type: "button", onclick: () => this.#showBetter(judged) },
          say("Better: {move}", { move: moveName(start, judged.better[0].cell) })) : null,
        h("button", { type: "button", onclick: () => this.#showRetryForm(judged) }, _("Try again"))),
    );
  }

  #firstMistakeButton() {
    if (!this.#marked().length) return "";
    return h("p", {}, h("button", { type: "button", onclick: () => this.#nextMark() }, _("To the first mistake")));
  }

  /** Show how a mistake is punished. @param {MoveJudged} judged */
  #showRefutation(judged) {
    this.#showBoard();
    this.#showLine(judged.refutation);
    this.#showLineText(say("{side} answers:", { side: sideName(other(judged.side), this.#start) }), judged.refutation);
  }

  /** @param {MoveJudged} judged */
  #showBetter(judged) {
    this.#showBoard(judged.ply);
    this.#showLine(judged.better);
    this.#showLineText(say("{side} should have played:", { side: sideName(judged.side, this.#start) }), judged.better);
  }

  /**
   * Show the line as text, below the buttons.
   * @param {string} text
   * @param {LinePlace[]} line
   */
  #showLineText(text, line) {
    this.#judgement.querySelector(".line-text")?.remove();
    this.#judgement.append(h("p", { class: "line-text figures" }, `${text} `, line.map(({ move }) => move).join(" ")));
  }

  /** @param {MoveJudged} judged */
  #showRetryForm({ ply, side }) {
    const rules = /** @type {PositionState} */ (this.#start).rules;
    const seat = side === "first" ? 1 : 0;
    const opponent = { player: this.record.players[seat], name: this.record.names[seat] };
    this.#judgement.querySelector(".again")?.remove();
    const form = retryForm(this.meta, opponent, rules, this.#stateAt(ply));
    this.#judgement.append(form);
    form.querySelector("select")?.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || isTyping(event) || this.#board.contains(document.activeElement)) return;
    if (event.key === "ArrowLeft") this.#go(this.#at - 1);
    else if (event.key === "ArrowRight") this.#go(this.#at + 1);
    else if (event.key === "Home") this.#go(0);
    else if (event.key === "End") this.#go(this.#moves.length);
    else if (event.key === "m") this.#nextMark();
    else if (event.key === "n") go("/new");
    else if (event.key === "?") this.#help.toggle();
    else if (event.key === "a") go(this.#analyse.pathname + this.#analyse.search);
    else return;
    event.preventDefault();
  }
}
