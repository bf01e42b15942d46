// A game, played or watched. The server's state is the truth; a stone of one's own is shown before it is confirmed.

import { Refused, ask, meta as askMeta } from "../browser/api.js";
import { dropped } from "../board/board.js";
import { ClockFaces } from "./clocks.js";
import { h, isTyping } from "../browser/dom.js";
import { remembered } from "../frame/fields.js";
import { keyList } from "./game-keys.js";
import { noSuchGame } from "../frame/not-found.js";
import { MoveList } from "./move-list.js";
import { news } from "./notices.js";
import { other } from "../text/notation.js";
import { QUICK } from "./opponents.js";
import { canShare, copying, invitation, share } from "../browser/clipboard.js";
import { go, titled } from "../frame/router.js";
import { Connection } from "../browser/connection.js";
import { Strip } from "./player-panel.js";
import { _ } from "../text/translation.js";
import { analysisAddress, awayText, moveName, movesText, result, turnText } from "./game-text.js";

/** How long a press on "Resign" waits for the second one. */
const SURE_WITHIN = 4000;
const GAME_NOT_FOUND = 4404;
/** Codes of errors that do not mean a move. */
const ABOUT_OTHER_THINGS = ["busy", "not_allowed", "computer"];

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Place} place
 */
export async function open(host, { params }) {
  const id = params[0];
  const joining = location.hash.match(/^#join=(.+)$/)?.[1];
  let problem = "";
  if (joining) {
    // The secret leaves the address bar, so that a copied address gives nobody the seat.
    history.replaceState(null, "", location.pathname);
    try {
      await ask(`/api/games/${encodeURIComponent(id)}/join`, { token: decodeURIComponent(joining) });
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return void noSuchGame(host);
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  const page = new GamePage(host, id, problem);
  return () => page.close();
}

class GamePage {
  /** @type {GameState | null} */
  #state = null;
  /** @type {Meta | null} */
  #meta = null;
  /** @type {Thinking | null} */
  #thinking = null;
  #thinkingSince = 0;
  #seconds = setInterval(() => this.#tick(), 1000);
  /** @type {{ply: number, move: string, cell: Cell} | null} sent, and not yet in a state */
  #pending = null;
  /** @type {number | null} how many moves the board shows, where it is not all of them */
  #looking = null;
  /** @type {Strip[]} */
  #strips = [];
  /** @type {ClockFaces | null} */
  #clocks = null;
  #asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #sure;
  #leave = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #moves = new MoveList((ply) => this.#look(ply));
  #news = h("div", { class: "news", role: "status" });
  #problem = h("p", { class: "fault", role: "alert" });
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #invite = h("div", { class: "invite", hidden: true });
  #buttons = {
    hint: this.#button(_("Hint"), () => this.#hint()),
    undo: this.#button(_("Undo"), () => this.#undo()),
    resign: this.#button(_("Resign"), () => this.#resign()),
    rematch: this.#button(_("Rematch"), () => this.#send({ type: "rematch" })),
    now: this.#button(_("Back to the game"), () => this.#look(null)),
  };
  #links = {
    review: h("a", { class: "button" }, _("Review")),
    analyse: h("a", { class: "button" }, _("Analyse")),
    analyseNow: h("a", { class: "button" }, _("Analyse")),
    anew: h("a", { class: "button", href: "/new" }, _("New game")),
  };
  #help = h("section", { class: "help", hidden: true, tabindex: -1 });
  #more = h("details", { class: "more" });

  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {string} problem
   */
  constructor(host, id, problem) {
    this.host = host;
    this.id = id;
    this.#problem.textContent = problem;
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<{move: string, cell: Cell}>} */ (event).detail;
      this.#play(move, cell);
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#leave.signal });
    document.addEventListener("click", (event) => {
      if (event.target instanceof Node && !this.#more.contains(event.target)) this.#more.open = false;
    }, { signal: this.#leave.signal });
    void this.#learn();
    this.connection = new Connection({
      path: () => {
        const asked = new URLSearchParams({ natural: String(remembered(QUICK) !== true) });
        if (this.#state) asked.set("since", String(this.#state.seq));
        return `/ws/games/${encodeURIComponent(id)}?${asked}`;
      },
      heard: (message) => this.#heard(message),
      opened: () => this.#found(),
      lost: (seconds) => this.#away(seconds),
      refused: (code, reason) => this.#refused(code, reason),
    });
    host.replaceChildren(h("p", { class: "alone quiet", role: "status" }, _("Fetching the game…")));
  }

  close() {
    this.#leave.abort();
    this.connection.close();
    this.#clocks?.stop();
    clearTimeout(this.#sure);
    clearInterval(this.#seconds);
  }

  /** What the server offers, for the names of levels; asked again as long as it is still compiling. */
  async #learn() {
    const meta = await askMeta(true).catch(() => null);
    if (this.#leave.signal.aborted) return;
    this.#meta = meta;
    this.#show();
    if (meta?.kernels === "compiling") setTimeout(() => void this.#learn(), 2000);
  }

  /**
   * @param {string} text
   * @param {() => void} press
   */
  #button(text, press) {
    return h("button", { type: "button", onclick: press }, text);
  }

  /** @param {object} message */
  #send(message) {
    if (this.connection.send(message)) return true;
    this.#problem.textContent = _("There is no connection to the server right now.");
    return false;
  }

  /** @param {GameMessage} message */
  #heard(message) {
    if (message.type === "state") this.#arrived(message);
    else if (message.type === "thinking") this.#thinks(message);
    else if (message.type === "hint") this.#hinted(message);
    else if (message.type === "error") this.#failed(message);
  }

  /** @param {GameState} state */
  #arrived(state) {
    const before = this.#state;
    this.#state = state;
    if (!before) this.#build(state);
    // Played, taken back, or too late. Otherwise it is on its way, or said again when there is a connection.
    if (this.#pending && (state.ply !== this.#pending.ply || state.outcome !== "open")) this.#pending = null;
    if (before && state.ply !== before.ply) {
      this.#looking = null;
      this.#problem.textContent = "";
    }
    if (!before || state.ply !== before.ply) {
      this.#asking = false;
      this.#board.values = [];
      this.#board.line = [];
      if (this.#thinking && this.#thinking.side === state.turn) this.#thinking = null;
    }
    if (before && !before.rematch && state.rematch && state.you.length) {
      go(`/game/${state.rematch}`);
      return;
    }
    this.#show();
  }

  /** @param {Thinking} thinking */
  #thinks(thinking) {
    this.#thinking = thinking;
    this.#thinkingSince = performance.now();
    this.#tick();
  }

  /** The strips: what a computer is doing, and for how long. */
  #tick() {
    const state = this.#state;
    const gone = (performance.now() - this.#thinkingSince) / 1000;
    if (state) this.#strips.forEach((strip) => strip.show(state, this.#meta, this.#thinking, gone));
  }

  /** @param {Hinted} hint */
  #hinted(hint) {
    const state = this.#state;
    if (!state || hint.ply !== state.ply) return;
    this.#asking = false;
    const { cell, words, exact, score } = hint;
    // An estimate's number stands in where cells are too small for words.
    const sign = score === null ? words.replace("%", "") : score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "=";
    const outcome = score === null ? null : score > 0 ? "win" : score < 0 ? "loss" : "draw";
    this.#board.values = [{ cell, words, exact, score: sign, outcome, best: true }];
    this.#board.line = [{ cell, side: state.turn }];
    this.#board.announce([_("Hint"), moveName(state, cell), exact ? words : `≈ ${words}`].join(", "));
    this.#show();
  }

  /** @param {ErrorMessage} error */
  #failed(error) {
    this.#asking = false;
    // A refused move is taken back: also where the database is away, which then keeps nothing.
    if (!ABOUT_OTHER_THINGS.includes(error.code)) this.#pending = null;
    this.#show();
    this.#problem.textContent = error.text;
  }

  #found() {
    this.#lost.hidden = true;
    if (this.#problem.textContent === _("There is no connection to the server right now.")) {
      this.#problem.textContent = "";
    }
    // A move that is sent twice is played once, so one that the server may have missed is simply said again.
    if (this.#pending) this.connection.send({ type: "move", ply: this.#pending.ply, move: this.#pending.move });
  }

  /** @param {number} seconds until the next attempt */
  #away(seconds) {
    this.#lost.hidden = false;
    this.#lost.replaceChildren(
      h("span", {}, seconds ? awayText(seconds) : _("Connection lost. Trying again…")),
      h("button", { type: "button", class: "plain", onclick: () => this.connection.now() }, _("Try now")),
    );
    if (!this.#state) this.host.replaceChildren(this.#lost);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #refused(code, reason) {
    if (code === GAME_NOT_FOUND && !this.#state) {
      noSuchGame(this.host);
      return;
    }
    this.#lost.hidden = false;
    this.#lost.replaceChildren(
      h("span", {}, reason || _("The server closed the connection.")),
      h("button", { type: "button", class: "plain", onclick: () => location.reload() }, _("Load again")),
    );
    if (!this.#state) this.host.replaceChildren(this.#lost);
  }

  /**
   * @param {string} move
   * @param {Cell} cell
   */
  #play(move, cell) {
    const state = this.#state;
    if (!state || this.#pending) return;
    this.#pending = { ply: state.ply, move, cell };
    this.#problem.textContent = "";
    this.#board.line = [];
    this.#board.values = [];
    this.#show();
    // Without a connection the stone stays, and the move is sent when there is one again.
    this.connection.send({ type: "move", ply: state.ply, move });
  }

  #hint() {
    if (this.#buttons.hint.disabled || !this.#send({ type: "hint" })) return;
    this.#asking = true;
    this.#show();
  }

  #undo() {
    if (this.#state && !this.#buttons.undo.disabled) this.#send({ type: "undo", ply: this.#state.ply });
  }

  #resign() {
    const button = this.#buttons.resign;
    clearTimeout(this.#sure);
    const calm = () => {
      delete button.dataset.sure;
      button.textContent = _("Resign");
    };
    if (button.dataset.sure) {
      calm();
      this.#send({ type: "resign" });
      return;
    }
    button.dataset.sure = "yes";
    button.textContent = _("Really resign?");
    this.#sure = setTimeout(calm, SURE_WITHIN);
  }

  /** @param {number | null} ply */
  #look(ply) {
    this.#looking = this.#state && ply === this.#state.moves.length ? null : ply;
    this.#board.line = [];
    this.#board.values = [];
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") {
      this.#help.hidden = true;
      this.#more.open = false;
      return;
    }
    if (isTyping(event) || event.defaultPrevented || !this.#state) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => this.#undo(),
      h: () => this.#hint(),
      a: () => go(this.#links.analyse.getAttribute("href") ?? "/analyse"),
      n: () => go("/new"),
      "?": () => this.#showHelp(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #showHelp() {
    this.#more.open = false;
    this.#help.hidden = !this.#help.hidden;
    if (!this.#help.hidden) this.#help.focus();
    else this.#board.focus();
  }

  /** @param {GameState} state */
  #build(state) {
    const me = state.you.length === 1 ? state.you[0] : "first";
    const [top, bottom] = [new Strip(other(me)), new Strip(me)];
    top.element.classList.add("top");
    bottom.element.classList.add("bottom");
    this.#strips = [top, bottom];
    const faces = { [top.side]: top.clock, [bottom.side]: bottom.clock };
    this.#clocks = new ClockFaces(/** @type {Record<Side, HTMLElement>} */ (faces));
    const { hint, undo, resign, rematch, now } = this.#buttons;
    const { review, analyse, analyseNow, anew } = this.#links;
    this.#board.setAttribute("valued", "");
    this.#more.append(
      h("summary", { class: "button", "aria-label": _("More") }, "⋯"),
      h("div", { class: "sheet" },
        analyseNow,
        copying(_("Copy the moves"), () => (this.#state ? `${this.#state.rules}: ${movesText(this.#state)}` : "")),
        canShare()
          ? this.#button(_("Share the game"), () => void share("Plyground", this.#address))
          : copying(_("Copy a link to watch"), () => this.#address),
        this.#button(_("Keyboard"), () => this.#showHelp()),
        h("a", { class: "button", href: "/new" }, _("New game"))));
    this.#help.append(...keyList(state.gravity), this.#button(_("Close"), () => this.#showHelp()));
    this.host.replaceChildren(
      this.#lost,
      h("h1", { class: "unseen" }, _("Game")),
      h("div", { class: "game" },
        top.element,
        h("div", { class: "table" }, this.#board),
        bottom.element,
        h("div", { class: "side" },
          this.#invite, this.#news, this.#problem,
          h("div", { class: "row actions" }, rematch, review, anew, hint, undo, resign, analyse, now, this.#more),
          this.#help, this.#moves.element)),
    );
  }

  get #address() {
    return `${location.origin}/game/${this.id}`;
  }

  /** The board as it is shown: some moves back, or with the stone that is on its way to the server. */
  #shown() {
    const state = /** @type {GameState} */ (this.#state);
    if (this.#looking === null) return this.#pending ? dropped(state, this.#pending.cell) : state;
    const count = this.#looking;
    return {
      ...state,
      stones: state.stones.filter(({ ply }) => typeof ply !== "number" || ply < count),
      last: state.moves[count - 1]?.cell ?? null,
      legal: [],
      winning: [],
    };
  }

  #show() {
    const state = this.#state;
    if (!state || !this.#strips.length) return;
    const over = state.outcome !== "open";
    const plays = state.you.length > 0;
    const mine = !over && state.you.includes(state.turn) && !this.#pending && this.#looking === null;
    this.#board.mode = mine ? "play" : "look";
    this.#board.state = this.#shown();
    this.host.style.setProperty("--ratio", this.#board.style.getPropertyValue("--ratio"));
    this.#tick();
    this.#clocks?.set(state.clocks);
    this.#moves.show(state, this.#looking ?? state.moves.length);
    const { hint, undo, resign, rematch, now } = this.#buttons;
    const linked = Object.values(state.players).some(({ kind }) => kind === "link");
    resign.hidden = !plays || over;
    hint.hidden = !plays || over || linked;
    undo.hidden = !plays || (over && linked);
    hint.disabled = !mine || this.#asking;
    hint.textContent = this.#asking ? _("Looking…") : _("Hint");
    undo.disabled = !state.moves.some(({ side }) => state.you.includes(side)) || Boolean(this.#pending);
    rematch.hidden = !plays || !over || Boolean(state.rematch);
    rematch.classList.toggle("main", over);
    now.hidden = this.#looking === null;
    this.#links.anew.hidden = !over;
    this.#links.review.hidden = !over || !state.moves.length;
    this.#links.review.setAttribute("href", `/review/${this.id}`);
    for (const link of [this.#links.analyse, this.#links.analyseNow]) link.setAttribute("href", analysisAddress(state));
    this.#links.analyse.hidden = plays;
    this.#tell(state);
    this.#inviting(state);
    titled(over ? result(state).title : turnText(state));
  }

  /** @param {GameState} state */
  #tell(state) {
    const parts = news(state, () => this.#send({ type: "undo", ply: state.ply }));
    // A live region that is written again with the same words would be read again.
    const key = parts.map((part) => part.textContent).join("|");
    if (this.#news.dataset.key === key) return;
    this.#news.dataset.key = key;
    this.#news.replaceChildren(...parts);
  }

  /** @param {GameState} state */
  #inviting(state) {
    const side = /** @type {Side[]} */ (["first", "second"]).find((each) => !state.players[each].taken);
    const path = side && remembered(`links.${this.id}`)?.[side];
    this.#invite.hidden = !path || state.outcome !== "open";
    if (this.#invite.hidden || this.#invite.childElementCount) return;
    this.#invite.append(...invitation(new URL(path, location.origin).href));
  }
}
