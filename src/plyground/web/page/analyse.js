// Analyse: the exact value of every move of any position. The address carries the position, so a link reproduces it.

import { meta as askMeta } from "./api.js";
import "./board.js";
import { keyHelp } from "./analyse-keys.js";
import { Setup } from "./analyse-setup.js";
import { boardValue, endText, isOpen, ranked, scoreText, worthText } from "./analyse-values.js";
import { h, isTyping } from "./dom.js";
import { chip } from "./drawing.js";
import { labelled } from "./fields.js";
import { sideName } from "./notation.js";
import { copy } from "./share.js";
import { titled } from "./shell.js";
import { Connection } from "./socket.js";
import { _, fill, ngettext, say, short } from "./texts.js";
import { moveName } from "./words.js";

/** Without gravity there may be hundreds of moves; so many are listed. */
const LISTED = 12;

/**
 * @param {HTMLElement} host
 * @param {import("./shell.js").Place} place
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

  #board = /** @type {import("./board.js").PlyBoard} */ (document.createElement("ply-board"));
  #setup;
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #verdict = h("h1", { class: "verdict" });
  #work = h("p", { class: "small quiet figures work" });
  #note = h("p", { class: "note small", hidden: true });
  #compiling = h("p", { class: "note warn small", hidden: true });
  #list = h("div", { class: "worths" });
  #line = h("div", { class: "line" });
  #said = h("p", { class: "unseen", "aria-live": "polite" });
  #steps = {
    first: this.#step("«", _("To the start"), () => this.#go(0)),
    back: this.#step("‹", _("Back"), () => this.#go(this.#at - 1)),
    next: this.#step("›", _("Forward, or the best move"), () => this.#forward()),
    last: this.#step("»", _("To the end"), () => this.#go(this.#moves.length)),
  };
  #played = h("ol", { class: "played figures", "aria-label": _("Moves") });
  #rules = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  #position = h("textarea", { rows: 2, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  #faults = {
    rules: h("p", { class: "fault", role: "alert" }),
    position: h("p", { class: "fault", role: "alert" }),
  };
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
  ]);

  /**
   * @param {HTMLElement} host
   * @param {Meta} meta
   * @param {Asked} asked
   */
  constructor(host, meta, asked) {
    this.#asked = asked;
    this.#setup = new Setup(meta.limits, (wanted) => this.#open(wanted));
    this.#board.setAttribute("valued", "");
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<LegalMove>} */ (event).detail;
      this.#play(move, cell);
    });
    this.#board.addEventListener("pick", (event) => {
      this.#setup.paint(/** @type {CustomEvent<{cell: Cell}>} */ (event).detail.cell);
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#leave.signal });
    this.#arrange(host, meta);
    this.#showFields(asked);
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
        this.#lost.textContent = seconds
          ? fill(ngettext("The connection is lost. Trying again in {count} s…", "The connection is lost. Trying again in {count} s…", seconds), { count: seconds })
          : _("The connection is lost. Trying again…");
      },
    });
  }

  close() {
    this.#leave.abort();
    this.connection.close();
  }

  /**
   * @param {HTMLElement} host
   * @param {Meta} meta
   */
  #arrange(host, meta) {
    for (const [name, field] of /** @type {const} */ ([["rules", this.#rules], ["position", this.#position]])) {
      this.#faults[name].id = `fault-${name}`;
      field.setAttribute("aria-describedby", `fault-${name}`);
    }
    this.#position.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.#read();
      }
    });
    const presets = h("datalist", { id: "presets" }, ...meta.presets.map(({ name, label }) => h("option", { value: name }, label)));
    this.#rules.setAttribute("list", "presets");
    const form = h("form", {
      class: "texts", novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#read();
      },
    },
      labelled(_("Rules"), this.#rules), this.#faults.rules, presets,
      labelled(_("Position: moves such as 4453, or rows from the top"), this.#position), this.#faults.position,
      h("div", { class: "row" }, h("button", { type: "submit" }, _("Show"))));
    this.#edit.append(h("summary", {}, _("Set up a position")), form, this.#setup.element);
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
        h("div", { class: "side" }, this.#edit, this.#list, this.#line, this.#played,
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

  #read() {
    this.#open({ rules: this.#rules.value.trim(), position: this.#position.value.trim(), moves: "" });
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
    if (!this.#wrong) this.#fault(null);
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
    this.#showFields(shown);
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
      this.#showFields(this.#asked);
      this.#fault(field, problem);
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

  /**
   * @param {"rules" | "position" | null} name
   * @param {QuestionRefused} [problem]
   */
  #fault(name, problem) {
    for (const [each, field] of /** @type {const} */ ([["rules", this.#rules], ["position", this.#position]])) {
      const fault = this.#faults[each];
      fault.replaceChildren();
      field.removeAttribute("aria-invalid");
      if (each !== name || !problem) continue;
      field.setAttribute("aria-invalid", "true");
      fault.append(problem.text);
      field.scrollIntoView({ block: "nearest" });
      const place = problem.place;
      if (place === null) continue;
      const text = `${field.value} `;
      fault.append(h("code", { class: "excerpt", "aria-hidden": "true" },
        text.slice(Math.max(0, place - 24), place), h("mark", {}, text.slice(place, place + 1)), text.slice(place + 1, place + 24)));
    }
  }

  // Showing

  /** @param {Asked} asked */
  #showFields({ rules, position, moves }) {
    if (document.activeElement !== this.#rules) this.#rules.value = rules;
    if (document.activeElement !== this.#position) this.#position.value = moves ? this.#state?.position ?? position : position;
  }

  #show() {
    const state = this.#state;
    if (!state) {
      this.#verdict.textContent = _("Analyse");
      return;
    }
    const worths = this.#worths;
    const over = endText(state);
    this.#board.mode = this.#edit.open ? "edit" : "play";
    this.#board.values = worths ? worths.moves.map((worth) => boardValue(worth, worths.best, state)) : [];
    this.#board.line = worths?.line.slice(0, this.#shownLine) ?? [];
    this.#verdict.replaceChildren(
      ...(over ? [over] : [chip(state.turn), this.#headline(state, worths)]));
    this.#work.textContent = over ? "" : this.#working(state, worths);
    this.#note.textContent = worths?.note ?? "";
    this.#note.hidden = !worths?.note;
    this.#showList(state, worths);
    this.#showLine(worths);
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
    if (worths.nodes) parts.push(fill(ngettext("{count} node", "{count} nodes", worths.nodes), { count: short(worths.nodes) }));
    parts.push(say("{seconds} s", { seconds: worths.seconds.toFixed(1) }));
    return parts.join(" · ");
  }

  /**
   * @param {PositionState} state
   * @param {Worths | null} worths
   */
  #showList(state, worths) {
    const all = ranked(worths?.moves ?? []);
    const best = new Set(worths?.best);
    this.#list.replaceChildren();
    if (!all.length) return;
    this.#list.append(h("table", { class: "figures" },
      h("caption", { class: "unseen" }, _("The value of every move")),
      h("thead", {}, h("tr", {}, ...[_("move"), _("value"), _("score")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...all.slice(0, LISTED).map((worth) => this.#row(state, worth, best.has(worth.move))))));
    if (all.length > LISTED) {
      const left = all.length - LISTED;
      this.#list.append(h("p", { class: "small quiet" },
        fill(ngettext("and {count} more, shown on the board", "and {count} more, shown on the board", left), { count: left })));
    }
  }

  /**
   * @param {PositionState} state
   * @param {MoveWorth} worth
   * @param {boolean} isBest
   */
  #row(state, worth, isBest) {
    const kind = worth.outcome ?? (worth.estimate === null ? "open" : "estimate");
    return h("tr", { class: isBest ? "best" : null, "data-move": worth.move },
      h("th", { scope: "row" },
        h("button", { type: "button", class: "plain", onclick: () => this.#play(worth.move, worth.cell) },
          moveName(state, worth.cell))),
      h("td", { class: `words ${kind}` }, isOpen(worth) ? _("not proven yet") : worthText(worth),
        isBest ? h("span", { class: "unseen" }, ", ", _("best")) : null),
      h("td", { class: "score" }, scoreText(worth)));
  }

  /** @param {Worths | null} worths */
  #showLine(worths) {
    const line = worths?.line ?? [];
    this.#line.replaceChildren();
    if (!line.length) return;
    const all = this.#shownLine === line.length;
    this.#line.append(
      h("h2", {}, worths?.exact ? _("Best line") : _("Expected line")),
      h("ol", { class: "figures" }, ...line.map((place, index) =>
        h("li", {}, h("button", {
          type: "button", class: `plain ${place.side}`, "aria-pressed": String(index < this.#shownLine),
          "aria-label": say("{number}: {side}, {move}", { number: index + 1, side: sideName(place.side), move: place.move }),
          onclick: () => this.#preview(index + 1),
        }, place.move)))),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => this.#preview(all ? 0 : line.length) },
          all ? _("Take it off the board") : _("Show it on the board")),
        h("button", { type: "button", onclick: () => this.#forward() }, _("Play its next move"))),
    );
  }

  /** @param {number} count of the line's moves as ghosts; the same again takes them away */
  #preview(count) {
    this.#shownLine = count === this.#shownLine ? 0 : count;
    const index = [...this.#line.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    this.#show();
    this.#line.querySelectorAll("button")[index]?.focus();
  }

  #showPlayed() {
    this.#played.replaceChildren(...this.#moves.map(({ move, side }, index) =>
      h("li", {}, h("button", {
        type: "button", class: `plain ${side}`, "aria-current": this.#at === index + 1 ? "true" : null,
        "aria-label": say("Move {number}: {move}", { number: index + 1, move }),
        onclick: () => this.#go(index + 1),
      }, move))));
    this.#played.hidden = !this.#moves.length;
  }

  /** For screen readers, once the answer is there. */
  #summary() {
    const state = this.#state;
    if (!state) return "";
    const worths = this.#worths;
    const best = worths?.moves.filter(({ move }) => worths.best.includes(move)).map(({ cell }) => moveName(state, cell)) ?? [];
    const end = endText(state);
    if (end) return end;
    const answer = best.length ? say("Best: {moves}.", { moves: best.join(", ") }) : "";
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
    else if (event.key === "?") this.#help.toggle();
    else return;
    event.preventDefault();
  }
}
