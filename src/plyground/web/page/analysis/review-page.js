// Review: a game judged move by move. A graph of its value, what was a mistake, why, and another try from there.

import { Refused, ask, meta as askMeta } from "../browser/api.js";
import "../board/board.js";
import { keyHelp } from "../frame/key-help.js";
import { worthText } from "./values.js";
import { h, isTyping } from "../browser/dom.js";
import { chip } from "../board/board-svg.js";
import { ValueGraph } from "./value-graph.js";
import { noSuchGame } from "../frame/not-found.js";
import { other, sideName } from "../text/notation.js";
import { renew } from "../browser/renew.js";
import { tryAgain } from "./retry-form.js";
import { go, titled } from "../frame/router.js";
import { Connection } from "../browser/connection.js";
import { _, fill, ngettext, say, short } from "../text/translation.js";
import { awayText, moveName, valueText } from "../play/game-text.js";

/** So many stones of a line are put on the board; the rest can be read. */
const GHOSTS = 16;
const GHOST_EVERY = 600;

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Place} place
 */
export async function open(host, { params, query }) {
  titled(_("Review"));
  const meta = await askMeta();
  /** @type {StoredGame} */
  let record;
  if (params[0] === "-") {
    record = {
      id: "", rules: query.get("rules") ?? "cfour", start: query.get("position") ?? "", moves: query.get("moves") ?? "",
      played: [], opening: 0, players: ["", ""], outcome: "open", termination: null, reason: "", event: null, round: null,
      began: "",
    };
  } else {
    try {
      record = await ask(`/api/records/${encodeURIComponent(params[0])}`);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return void noSuchGame(host);
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
  /** @type {PositionState | null} how the game stood at its end */
  #end = null;
  /** @type {Map<number, PositionWorth>} */
  #values = new Map();
  /** @type {Map<number, MoveJudged>} */
  #judged = new Map();
  #note = "";
  #isDone = false;
  #at = 0;
  #ghosts = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #growing;
  #request = 0;
  #leave = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #graph = new ValueGraph((ply) => this.#go(ply), (ply) => this.#told(ply));
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #title = h("h1", {}, _("Review"));
  #count = h("p", { class: "small quiet figures work" });
  #said = h("div", { class: "judgement", "aria-live": "polite" });
  #remark = h("p", { class: "note small", hidden: true });
  #fault = h("p", { class: "fault", role: "alert" });
  #list = h("ol", { class: "judged figures" });
  #steps = {
    first: this.#step("«", _("To the start"), () => this.#go(0)),
    back: this.#step("‹", _("Back"), () => this.#go(this.#at - 1)),
    next: this.#step("›", _("Forward"), () => this.#go(this.#at + 1)),
    last: this.#step("»", _("To the end"), () => this.#go(this.#moves.length)),
    mark: this.#step("?", _("Next mistake"), () => this.#nextMark()),
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
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#leave.signal });
    // People without a name are called by their colour.
    const names = record.players
      .map((name, seat) => (name === "human" ? sideName(seat === 0 ? "first" : "second") : name))
      .filter(Boolean)
      .join(" – ");
    if (names) this.#title.textContent = names;
    host.replaceChildren(
      this.#lost,
      h("div", { class: "review" },
        h("div", { class: "status" }, this.#title, this.#count, this.#fault, this.#remark),
        h("div", { class: "table" }, this.#board, h("div", { class: "row steps" }, ...Object.values(this.#steps))),
        h("div", { class: "side" }, this.#graph.element, this.#said, this.#list,
          h("div", { class: "row" }, this.#analyse,
            record.event === null ? null
              : h("a", { class: "button", href: `/arena/${encodeURIComponent(record.event)}` }, _("To the tournament")),
            h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
          this.#help.element),
      ),
    );
    this.connection = new Connection({
      path: () => "/ws/analysis",
      heard: (message) => this.#heard(message),
      opened: () => {
        this.#lost.hidden = true;
        this.#request += 1;
        if (this.#isDone) return;
        const { rules, start, moves } = this.record;
        this.connection.send({ type: "review", request: this.#request, rules, position: start, moves });
      },
      lost: (seconds) => {
        this.#lost.hidden = false;
        this.#lost.textContent = seconds ? awayText(seconds) : _("The connection is lost. Trying again…");
      },
    });
  }

  close() {
    this.#leave.abort();
    clearInterval(this.#growing);
    this.#graph.close();
    this.connection.close();
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

  /** @param {AnalysisMessage} message */
  #heard(message) {
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
      this.#lay();
    } else if (message.type === "valued") {
      this.#values.set(message.ply, message);
    } else if (message.type === "judged") {
      // What an opening gave is nobody's mistake.
      const isGiven = message.ply < this.record.opening;
      this.#judged.set(message.ply, isGiven ? { ...message, mark: null } : message);
      if (message.ply === this.#at - 1) this.#judge();
    } else if (message.type === "reviewed") {
      this.#isDone = true;
      this.#note = message.note;
      if (!this.#judged.has(this.#at - 1)) this.#judge();
    }
    this.#show();
  }

  /** @param {number} at how many of the moves the board shows */
  #go(at) {
    this.#at = Math.max(0, Math.min(at, this.#moves.length));
    this.#haunt([]);
    this.#lay();
    this.#judge();
    this.#show();
  }

  #nextMark() {
    const plies = this.#marked().map(({ ply }) => ply + 1);
    const next = plies.find((ply) => ply > this.#at) ?? plies[0];
    if (next !== undefined) this.#go(next);
  }

  /** The marked moves, in the order of the game. */
  #marked() {
    return [...this.#judged.values()].filter(({ mark }) => mark).sort((a, b) => a.ply - b.ply);
  }

  /** @param {number} [at] */
  #lay(at = this.#at) {
    if (this.#start) this.#board.state = this.#stateAt(at);
  }

  /**
   * The board after so many moves. The moves are the server's, with the cells where they came to rest.
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
   * A line on the board, one stone after the other.
   * @param {LinePlace[]} line
   */
  #haunt(line) {
    clearInterval(this.#growing);
    const most = Math.min(line.length, GHOSTS);
    this.#ghosts = matchMedia("(prefers-reduced-motion: reduce)").matches ? most : Math.min(1, most);
    this.#board.line = line.slice(0, this.#ghosts);
    if (this.#ghosts === most) return;
    this.#growing = setInterval(() => {
      this.#ghosts += 1;
      this.#board.line = line.slice(0, this.#ghosts);
      if (this.#ghosts >= most) clearInterval(this.#growing);
    }, GHOST_EVERY);
  }

  // Showing

  #show() {
    const start = this.#start;
    if (!start) return;
    const marked = this.#marked();
    this.#count.textContent = this.#isDone ? this.#summary(marked)
      : say("judging… {count} of {all} moves", { count: this.#judged.size, all: this.#moves.length });
    this.#remark.textContent = this.#note;
    this.#remark.hidden = !this.#note;
    this.#graph.show({
      count: this.#moves.length,
      cells: start.columns * start.rows - start.blocked.length,
      at: this.#at,
      points: [...this.#values.values()].flatMap(({ ply, side, worth }) => worth.outcome === null ? [] : [{
        ply, plies: worth.plies, outcome: side === "first" ? worth.outcome : flipped(worth.outcome),
      }]),
      marks: marked.map((judged) => ({
        ply: judged.ply, kind: /** @type {"mistake" | "inaccuracy"} */ (judged.mark), text: this.#told(judged.ply + 1),
      })),
    });
    this.#showList();
    this.#steps.first.disabled = this.#steps.back.disabled = this.#at === 0;
    this.#steps.next.disabled = this.#steps.last.disabled = this.#at === this.#moves.length;
    this.#steps.mark.disabled = !marked.length;
    const moves = this.#moves.slice(0, this.#at).map(({ move }) => move).join(start.gravity ? "" : " ");
    const { rules, position } = start;
    /** @type {Record<string, string>} */
    const place = /^[.#/]+ x$/.test(position) ? { rules, position: moves } : { rules, position, moves };
    this.#analyse.href = `/analyse?${new URLSearchParams(place)}`;
  }

  /** @param {MoveJudged[]} marked */
  #summary(marked) {
    /** @type {Side[]} */
    const sides = ["first", "second"];
    return sides.map((side) => {
      const own = marked.filter((judged) => judged.side === side);
      const mistakes = own.filter(({ mark }) => mark === "mistake").length;
      const slips = own.length - mistakes;
      const parts = [];
      if (mistakes) parts.push(fill(ngettext("{count} mistake", "{count} mistakes", mistakes), { count: mistakes }));
      if (slips) parts.push(fill(ngettext("{count} inaccuracy", "{count} inaccuracies", slips), { count: slips }));
      if (!own.length) parts.push(_("no mistake"));
      return `${sideName(side)}: ${parts.join(", ")}`;
    }).join(" · ");
  }

  #showList() {
    const start = /** @type {PositionState} */ (this.#start);
    const shift = start.turn === "second" ? 1 : 0;
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let at = -shift; at < this.#moves.length; at += 2) {
      rows.push(h("li", {}, h("span", { class: "quiet" }, (at + shift) / 2 + 1), this.#move(at), this.#move(at + 1)));
    }
    renew(this.#list, [this.#moves, this.#at, this.#marked().map(({ ply }) => ply)], () => rows);
    const current = this.#list.querySelector("[aria-current]");
    if (current instanceof HTMLElement) {
      this.#list.scrollTop = current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
    }
  }

  /** @param {number} index */
  #move(index) {
    const played = this.#moves[index];
    if (!played) return h("span");
    const mark = this.#judged.get(index)?.mark;
    return h("button", {
      type: "button", class: `plain ${mark ?? ""}`, "data-ply": index, "data-key": index,
      "aria-current": this.#at === index + 1 ? "true" : null,
      "aria-label": this.#told(index + 1), onclick: () => this.#go(index + 1),
    }, played.move, mark ? h("span", { class: "sign" }, mark === "mistake" ? "?" : "?!") : null);
  }

  /**
   * The position after so many moves, in words.
   * @param {number} at
   */
  #told(at) {
    const played = this.#moves[at - 1];
    if (!played || !this.#start) return _("Start");
    const where = say("Move {number}: {side}, {move}",
      { number: at, side: sideName(played.side), move: moveName(this.#start, played.cell) });
    const judged = this.#judged.get(at - 1);
    return judged?.mark ? `${where}. ${this.#verdict(judged)}` : where;
  }

  /** @param {MoveJudged} judged */
  #verdict({ mark, before, after }) {
    if (mark === "inaccuracy") {
      return before.outcome === "win"
        ? _("Inaccuracy: wins later than it could") : _("Inaccuracy: loses sooner than it had to");
    }
    if (before.outcome === "draw") return _("Mistake: drawn → lost");
    return after.outcome === "draw" ? _("Mistake: won → drawn") : _("Mistake: won → lost");
  }

  /** What there is to say about the move that led to the board. */
  #judge() {
    const start = this.#start;
    const played = this.#moves[this.#at - 1];
    this.#said.replaceChildren();
    if (!start) return;
    if (!played) {
      this.#said.append(h("p", {}, _("The start of the game.")), this.#hint());
      return;
    }
    const judged = this.#judged.get(this.#at - 1);
    this.#said.append(h("h2", { class: "with-chip" }, chip(played.side),
      say("Move {number}: {side}, {move}",
        { number: this.#at, side: sideName(played.side), move: moveName(start, played.cell) })));
    const thought = this.#thought(this.#at - 1);
    if (thought) this.#said.append(h("p", { class: "small quiet figures" }, thought));
    if (!judged) {
      this.#said.append(h("p", { class: "quiet" },
        this.#isDone ? _("This move could not be judged.") : _("not judged yet…")));
      return;
    }
    const change = h("p", { class: "figures" }, say("Before: {before}. Now: {after}.",
      { before: worthText(judged.before), after: worthText(judged.after) }));
    if (!judged.mark) {
      const isGiven = judged.ply < this.record.opening;
      const best = say("A best move: {words}.", { words: worthText(judged.after) });
      this.#said.append(isGiven ? change : h("p", {}, best));
      return;
    }
    this.#said.append(
      h("p", { class: judged.mark }, h("strong", {}, this.#verdict(judged))),
      change,
      h("div", { class: "row" },
        judged.refutation.length
          ? h("button", { type: "button", class: "main", onclick: () => this.#why(judged) }, _("Show why")) : null,
        judged.better.length ? h("button", { type: "button", onclick: () => this.#better(judged) },
          say("Better: {move}", { move: moveName(start, judged.better[0].cell) })) : null,
        h("button", { type: "button", onclick: () => this.#again(judged) }, _("Try again"))),
    );
  }

  /**
   * What the player itself said of its move, where that was kept.
   * @param {number} ply
   */
  #thought(ply) {
    const said = this.record.played[ply];
    if (ply < this.record.opening) return _("Given by the opening, not chosen.");
    if (!said || (said.value === null && said.nodes === null)) return "";
    const parts = [];
    if (said.value !== null) parts.push(say("value {value}", { value: valueText(said.value, false) }));
    if (said.nodes !== null) {
      parts.push(fill(ngettext("{count} node", "{count} nodes", said.nodes), { count: short(said.nodes) }));
    }
    parts.push(say("{seconds} s", { seconds: said.seconds.toFixed(2) }));
    return say("The player said: {words}", { words: parts.join(" · ") });
  }

  #hint() {
    if (!this.#marked().length) return "";
    return h("p", {}, h("button", { type: "button", onclick: () => this.#nextMark() }, _("To the first mistake")));
  }

  /** @param {MoveJudged} judged */
  #why(judged) {
    this.#lay();
    this.#haunt(judged.refutation);
    this.#tell(say("{side} answers:", { side: sideName(other(judged.side)) }), judged.refutation);
  }

  /** @param {MoveJudged} judged */
  #better(judged) {
    this.#lay(judged.ply);
    this.#haunt(judged.better);
    this.#tell(say("{side} should have played:", { side: sideName(judged.side) }), judged.better);
  }

  /**
   * The line in words, below the buttons.
   * @param {string} text
   * @param {LinePlace[]} line
   */
  #tell(text, line) {
    this.#said.querySelector(".told")?.remove();
    this.#said.append(h("p", { class: "told figures" }, `${text} `, line.map(({ move }) => move).join(" ")));
  }

  /** @param {MoveJudged} judged */
  #again({ ply, side }) {
    const rules = /** @type {PositionState} */ (this.#start).rules;
    const opponent = this.record.players[side === "first" ? 1 : 0];
    this.#said.querySelector(".again")?.remove();
    const form = tryAgain(this.meta, opponent, rules, this.#stateAt(ply));
    this.#said.append(form);
    form.querySelector("select")?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
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
