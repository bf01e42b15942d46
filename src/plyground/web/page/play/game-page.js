// A game, played or watched. The server's state counts; your own stone is shown before the server has confirmed it.

import { withStone } from "../board/board.js";
import { RequestError, fetchJson, fetchMeta, followMeta } from "../browser/api.js";
import { Connection, reconnectText } from "../browser/connection.js";
import { h, isTyping } from "../browser/dom.js";
import { remembered } from "../browser/storage.js";
import { showGameNotFound } from "../frame/not-found.js";
import { go, setTitle } from "../frame/router.js";
import { movesText, other } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { Why, whyButton } from "../why/why.js";
import { ClockDisplay } from "./clocks.js";
import { FriendPanel, OWN_NAME } from "./friend-panel.js";
import { awaitsYou, isDeclined } from "./friend.js";
import { GameControls } from "./game-controls.js";
import { playGameSounds } from "./game-sounds.js";
import { GameSteps, isPaused } from "./game-steps.js";
import { hintValue, resultText, turnText } from "./game-text.js";
import { LeaveQuestion } from "./leave-question.js";
import { MoveList } from "./move-list.js";
import { notices } from "./notices.js";
import { QUICK } from "./opponents.js";
import { PlayerPanel } from "./player-panel.js";
import { Thoughts } from "./thoughts.js";

/** The WebSocket's close code for a game that does not exist. */
const GAME_NOT_FOUND = 4404;
/** After so many milliseconds the page says that it waits for the game. */
const FETCHING_AFTER = 300;
/** Codes of errors that do not refuse a move. */
const NOT_ABOUT_A_MOVE = ["busy", "not_allowed", "computer"];

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params }) {
  const id = params[0];
  const joining = location.hash.match(/^#join=(.+)$/)?.[1];
  let problem = "";
  if (joining) {
    // Remove the secret from the address bar, so that nobody gets the seat by a copied address.
    history.replaceState(null, "", location.pathname);
    try {
      const wanted = { token: decodeURIComponent(joining), name: remembered(OWN_NAME) ?? "" };
      await fetchJson(`/api/games/${encodeURIComponent(id)}/join`, wanted);
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return void showGameNotFound(host);
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  const page = new GamePage(host, id, problem, takeFirstMove());
  return () => page.close();
}

/**
 * The move that was made on the start page, once: it must not be played again after a reload.
 * @returns {LegalMove | null}
 */
function takeFirstMove() {
  const first = history.state?.first ?? null;
  if (first) history.replaceState({ ...history.state, first: null }, "");
  return first;
}

class GamePage {
  /** @type {GameState | null} */
  #state = null;
  /** @type {Meta | null} */
  #meta = null;
  #thoughts = new Thoughts();
  #timer = setInterval(() => this.#tick(), 1000);
  /** @type {{ply: number, move: string, cell: Cell} | null} a move that no state contains yet */
  #pending = null;
  /** @type {number | null} how many moves the board shows; null for all of them */
  #shownMoves = null;
  /** @type {PlayerPanel[]} */
  #panels = [];
  /** @type {ClockDisplay | null} */
  #clocks = null;
  #awaitsHint = false;
  /** Whether the other player has declined what you asked for last. */
  #declined = false;
  #closing = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #moves = new MoveList((ply) => this.#look(ply));
  #steps = new GameSteps((count) => this.#look(count), (message) => this.#send(message), this.#closing.signal);
  #notices = h("div", { class: "notices", role: "status" });
  #hintText = h("p", { class: "small quiet hint" });
  /** @type {LegalMove | null} the hint on the board, if its value is proven */
  #hinted = null;
  #content = h("div", { class: "game" });
  #why = new Why(this.#content, this.#closing.signal);
  #whyHint = whyButton(() => this.#explainHint(), { key: "why" });
  #problem = h("p", { class: "fault", role: "alert" });
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #leaving = new LeaveQuestion(() => this.#isRunning(), () => this.#board.focus());
  /** @type {FriendPanel} */
  #friend;
  /** @type {GameControls} */
  #controls;

  /**
   * @param {HTMLElement} host
   * @param {string} id
   * @param {string} problem
   * @param {LegalMove | null} first a move to play at once
   */
  constructor(host, id, problem, first) {
    this.host = host;
    this.id = id;
    this.first = first;
    this.#friend = new FriendPanel(id, (message) => this.#send(message));
    this.#controls = new GameControls(id, {
      send: (message) => this.#send(message),
      hint: () => this.#hint(),
      undo: () => this.#undo(),
      showNow: () => this.#look(null),
      editName: () => this.#friend.editName(),
      isStepping: () => !this.#steps.element.hidden,
      helpClosed: () => this.#board.focus(),
    }, this.#closing.signal);
    this.#problem.textContent = problem;
    this.#board.addEventListener("choose", (event) => {
      const { move, cell } = /** @type {CustomEvent<{move: string, cell: Cell}>} */ (event).detail;
      this.#play(move, cell);
    });
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal: this.#closing.signal });
    void this.#loadMeta();
    this.connection = new Connection({
      path: () => {
        const query = new URLSearchParams({ natural: String(remembered(QUICK) !== true) });
        if (this.#state) query.set("since", String(this.#state.seq));
        const { until, delay } = this.#state?.pace?.yours ? this.#state.pace : { until: null, delay: null };
        if (until !== null) query.set("until", String(until));
        if (delay !== null) query.set("delay", String(delay));
        return `/ws/games/${encodeURIComponent(id)}?${query}`;
      },
      onMessage: (message) => this.#receive(message),
      onOpen: () => this.#connected(),
      onLost: (seconds) => this.#disconnected(seconds),
      onRefused: (code, reason) => this.#refused(code, reason),
    });
    setTimeout(() => this.#showFetching(), FETCHING_AFTER);
  }

  /** Usually the game is there at once. */
  #showFetching() {
    if (this.#state || this.#closing.signal.aborted || this.host.childElementCount) return;
    this.host.replaceChildren(h("p", { class: "alone quiet", role: "status" }, _("Loading the game…")));
  }

  close() {
    this.#closing.abort();
    this.connection.close();
    this.#clocks?.stop();
    clearInterval(this.#timer);
  }

  /** Load the names of the levels; again every two seconds while the server is compiling its searches. */
  async #loadMeta() {
    const { signal } = this.#closing;
    const meta = await fetchMeta(true).catch(() => null);
    if (!meta || signal.aborted) return;
    await followMeta(meta, (known) => {
      this.#meta = known;
      this.#show();
    }, signal);
  }

  /** @param {object} message */
  #send(message) {
    if (this.connection.send(message)) return true;
    this.#problem.textContent = _("There is no connection to the server right now.");
    return false;
  }

  /** @param {GameMessage} message */
  #receive(message) {
    if (message.type === "state") this.#receiveState(message);
    else if (message.type === "presence") this.#receivePresence(message);
    else if (message.type === "thinking") this.#receiveThinking(message);
    else if (message.type === "hint") this.#receiveHint(message);
    else if (message.type === "error") this.#receiveError(message);
  }

  /** @param {GameState} state */
  #receiveState(state) {
    const before = this.#state;
    this.#state = state;
    if (before) {
      playGameSounds(before, state);
    } else {
      this.#build(state);
      const { first } = this;
      if (first && state.ply === 0 && state.you.includes(state.turn)) this.#play(first.move, first.cell);
    }
    // The move was played, or it came too late. Otherwise it is on its way, or will be sent after a reconnection.
    if (this.#pending && (state.ply !== this.#pending.ply || state.outcome !== "open")) this.#pending = null;
    if (before && state.ply !== before.ply) {
      this.#shownMoves = null;
      this.#problem.textContent = "";
    }
    if (state.outcome !== "open") this.#why.close();
    if (!before || state.ply !== before.ply) {
      this.#awaitsHint = false;
      this.#clearHint();
    }
    // What was thought about a move that was taken back, or not played because of a pause, no longer counts.
    if (isPaused(state) || (before && state.ply < before.ply)) this.#thoughts.forget(state.ply);
    const isSettled = state.undo_offer === null && state.rematch_offer === null && state.seq === before?.seq;
    this.#declined = (before !== null && isDeclined(before, state)) || (this.#declined && isSettled);
    if (before && !before.rematch && state.rematch && state.you.length) {
      go(`/game/${state.rematch}`);
      return;
    }
    this.#show();
  }

  /** @param {PresenceState} presence */
  #receivePresence({ connected, claim_in }) {
    const state = this.#state;
    if (!state) return;
    const { first, second } = state.players;
    const players = {
      first: { ...first, connected: connected.includes("first") },
      second: { ...second, connected: connected.includes("second") },
    };
    this.#state = { ...state, players, claim_in };
    this.#show();
  }

  /** @param {Thinking} thinking */
  #receiveThinking(thinking) {
    this.#thoughts.add(thinking);
    this.#showPlayers();
  }

  /** Once a second, because the panels show how long a computer has been thinking, and a friend away. */
  #tick() {
    this.#showPlayers();
    this.#friend.tick();
  }

  #showPlayers() {
    const state = this.#state;
    if (!state) return;
    // Beside an earlier position stands what led to it.
    const ply = this.#shownMoves === null ? state.ply : this.#shownMoves - 1;
    for (const panel of this.#panels) {
      panel.show(state, this.#meta, this.#thoughts.of(panel.side, ply), this.#thoughts.elapsed);
    }
  }

  /** @param {Hinted} hint */
  #receiveHint(hint) {
    const state = this.#state;
    if (!state || hint.ply !== state.ply) return;
    this.#awaitsHint = false;
    this.#board.hint = hintValue(hint);
    this.#hinted = hint.outcome === null ? null : hint;
    this.#hintText.textContent = say("Hint: {hint}", { hint: hint.text });
    this.#board.announce(this.#hintText.textContent);
    this.#show();
  }

  #clearHint() {
    this.#board.hint = null;
    this.#hinted = null;
    this.#hintText.textContent = "";
    this.#why.close();
  }

  #explainHint() {
    const [state, hint] = [this.#state, this.#hinted];
    if (!state || !hint) return;
    const { rules, start, moves, turn, gravity } = state;
    const question = { rules, position: start, moves: movesText(moves, gravity) };
    void this.#why.open({ question, move: hint.move, state, line: [{ move: hint.move, cell: hint.cell, side: turn }] });
  }

  /** @param {ErrorMessage} error */
  #receiveError(error) {
    this.#awaitsHint = false;
    // A refused move is taken off the board; so is one that the server could not store.
    if (!NOT_ABOUT_A_MOVE.includes(error.code)) this.#pending = null;
    this.#show();
    this.#problem.textContent = error.text;
  }

  #connected() {
    this.#lost.hidden = true;
    if (this.#problem.textContent === _("There is no connection to the server right now.")) {
      this.#problem.textContent = "";
    }
    // The server plays a move once even if it receives it twice, so a move it may have missed is simply sent again.
    if (this.#pending) this.connection.send({ type: "move", ply: this.#pending.ply, move: this.#pending.move });
  }

  /** @param {number} seconds until the next attempt */
  #disconnected(seconds) {
    // Offers do not outlive the server, so one that is gone afterwards was not declined.
    if (this.#state) this.#state = { ...this.#state, undo_offer: null, rematch_offer: null };
    this.#lost.hidden = false;
    this.#lost.replaceChildren(
      h("span", {}, seconds ? reconnectText(seconds) : _("Connection lost. Trying again…")),
      h("button", { type: "button", class: "plain", onclick: () => this.connection.reconnect() }, _("Try now")),
    );
    if (!this.#state) this.host.replaceChildren(this.#lost);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #refused(code, reason) {
    if (code === GAME_NOT_FOUND && !this.#state) {
      showGameNotFound(this.host);
      return;
    }
    this.#lost.hidden = false;
    this.#lost.replaceChildren(
      h("span", {}, reason || _("The server closed the connection.")),
      h("button", { type: "button", class: "plain", onclick: () => location.reload() }, _("Reload")),
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
    this.#leaving.close();
    this.#clearHint();
    this.#show();
    // Without a connection the stone stays on the board, and the move is sent after the reconnection.
    this.connection.send({ type: "move", ply: state.ply, move });
  }

  #hint() {
    if (!this.#controls.canHint || !this.#send({ type: "hint" })) return;
    this.#awaitsHint = true;
    this.#show();
  }

  #undo() {
    if (this.#state && this.#controls.canUndo) this.#send({ type: "undo", ply: this.#state.ply });
  }

  /** @param {number | null} count of moves to show on the board; null for all */
  #look(count) {
    this.#shownMoves = this.#state && count === this.#state.moves.length ? null : count;
    this.#clearHint();
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key === "Escape") {
      this.#controls.close();
      this.#leaving.close();
      return;
    }
    if (isTyping(event) || event.defaultPrevented || !this.#state || this.#why.isOpen) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => this.#undo(),
      h: () => this.#hint(),
      a: () => this.#controls.analysis === null || go(this.#controls.analysis),
      n: () => go("/new"),
      "?": () => this.#controls.toggleHelp(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {GameState} state */
  #build(state) {
    const me = state.you.length === 1 ? state.you[0] : "first";
    const [top, bottom] = [new PlayerPanel(other(me), state), new PlayerPanel(me, state)];
    top.element.classList.add("top");
    bottom.element.classList.add("bottom");
    this.#panels = [top, bottom];
    const elements = { [top.side]: top.clock, [bottom.side]: bottom.clock };
    this.#clocks = new ClockDisplay(/** @type {Record<Side, HTMLElement>} */ (elements));
    this.#board.setAttribute("valued", "");
    this.#content.append(
      top.element,
      h("div", { class: "table" }, this.#board, this.#steps.element),
      bottom.element,
      h("div", { class: "side" },
        this.#friend.element, this.#notices, this.#hintText, this.#whyHint, this.#problem,
        this.#controls.element, this.#controls.help, this.#moves.element));
    this.host.replaceChildren(
      this.#lost, this.#leaving.element, h("h1", { class: "unseen" }, _("Game")), this.#content);
  }

  /** Does the reader play here, and is there something to lose? */
  #isRunning() {
    const state = this.#state;
    return Boolean(state && state.outcome === "open" && state.you.length && state.moves.length);
  }

  /** What the board shows: an earlier position, or the current one with the stone that is not confirmed yet. */
  #shownState() {
    const state = /** @type {GameState} */ (this.#state);
    if (this.#shownMoves === null) return this.#pending ? withStone(state, this.#pending.cell) : state;
    const count = this.#shownMoves;
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
    if (!state || !this.#panels.length) return;
    const over = state.outcome !== "open";
    const mine = !over && state.you.includes(state.turn) && !this.#pending && this.#shownMoves === null;
    this.#board.mode = mine ? "play" : "look";
    this.#board.state = this.#shownState();
    this.#showPlayers();
    this.#clocks?.set(state.clocks);
    this.#moves.show(state, this.#shownMoves ?? state.moves.length);
    this.#steps.show(state, this.#shownMoves ?? state.moves.length);
    this.#controls.show({
      state, meta: this.#meta, shown: this.#shownMoves, mine, pending: this.#pending !== null, awaitsHint: this.#awaitsHint,
    });
    this.#whyHint.hidden = !this.#hinted || !this.#controls.offersHints;
    this.host.querySelector(".game")?.classList.toggle("watched", state.pace !== null);
    this.#showNotices(state);
    this.#friend.show(state, this.#meta);
    setTitle(`${awaitsYou(state) ? "● " : ""}${over ? resultText(state).title : turnText(state)}`);
  }

  /** @param {GameState} state */
  #showNotices(state) {
    const parts = notices(state, this.#declined, (message) => this.#send(message));
    // Screen readers would read a live region again if it were rewritten with the same words.
    const key = parts.map((part) => part.textContent).join("|");
    if (this.#notices.dataset.key === key) return;
    this.#notices.dataset.key = key;
    this.#notices.replaceChildren(...parts);
  }
}
