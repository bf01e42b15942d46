// New game: the board, and the choices beside it. Every combination of choices can be played at once, by the button or
// by a press on the board.

import "../board/board.js";
import { RequestError, fetchJson, fetchMeta, followMeta } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { remember, remembered } from "../browser/storage.js";
import { labelled, menu, radioGroup } from "../frame/fields.js";
import { go, setTitle } from "../frame/router.js";
import { cellText, notWinnableText, playersText, rulesText } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { clockChoices, computersOf, defaultChoices, newGame, pressText, youBegin } from "./game-choices.js";
import { QUICK, computerFields, needsCompiling } from "./opponents.js";
import { showWrongOption } from "./option-fields.js";
import { ownRules } from "./own-rules.js";

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { query }) {
  setTitle(_("New game"));
  const meta = await fetchMeta();
  // A link from an analysis brings its own position; the choices made for it are not remembered.
  const given = query.has("rules") ? { rules: query.get("rules") ?? "", position: query.get("position") ?? "" } : null;
  const page = new NewGamePage(host, meta, given);
  await page.draw();
  page.arrange(); // not before: the page is laid out by the shape of its board, and nothing should move under a finger
  return () => page.close();
}

class NewGamePage {
  /** @type {import("./game-choices.js").Choices} */
  #choices = Object.assign(defaultChoices(), remembered("new"));
  /** @type {PositionState | null} */
  #shown = null;
  #requests = 0;
  #isStarting = false;
  /** Whether presses on the board block cells, for rules of one's own. */
  #blocks = false;
  /** @type {{refresh: () => void}[]} */
  #computers = [];
  #closing = new AbortController();

  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #press = h("p", { class: "press" });
  #caption = h("p", { class: "small quiet caption" });
  #compiling = h("p", { class: "note small", role: "status", hidden: true });
  #fault = h("p", { class: "fault", role: "alert" });
  #opponentPart = h("div", { class: "opponent" });
  #ownPart = h("div", { class: "own" });
  #startsPart = h("div", {});
  #continue = h("a", { class: "continue small", hidden: true });
  #start = h("button", { type: "submit", class: "main" }, _("Play"));

  /**
   * @param {HTMLElement} host
   * @param {Meta} meta
   * @param {{rules: string, position: string} | null} given
   */
  constructor(host, meta, given) {
    this.host = host;
    this.meta = meta;
    this.given = given;
    const { game } = this.#choices;
    if (game !== "own" && !meta.presets.some(({ name }) => name === game)) this.#choices.game = "cfour";
    this.#board.setAttribute("quiet", "");
    this.#board.addEventListener("choose", (event) => {
      void this.#play(/** @type {CustomEvent<LegalMove>} */ (event).detail);
    });
    this.#board.addEventListener("pick", (event) => {
      this.#block(/** @type {CustomEvent<{cell: Cell}>} */ (event).detail.cell);
    });
    // Where a press is no move of yours, it only starts the game.
    this.#board.addEventListener("click", () => {
      if (this.#board.mode === "look") void this.#play(null);
    });
    this.#showOwn();
    this.#showOpponent();
    void followMeta(meta, (known) => {
      this.meta = known;
      this.#showNote();
    }, this.#closing.signal);
    void this.#showContinue();
  }

  close() {
    this.#closing.abort();
  }

  arrange() {
    const { meta, given } = this;
    const choices = this.#choices;
    const clock = labelled(_("Clock"), menu(clockChoices(), choices.clock, (value) => {
      choices.clock = value;
      this.#save();
    }));
    this.host.replaceChildren(
      h("form", { class: "new", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.#play(null);
      } },
        h("div", { class: "preview" }, this.#board, this.#press, this.#caption, this.#compiling),
        h("div", { class: "choices" },
          h("div", { class: "row heading" }, h("h1", {}, _("New game")), this.#continue),
          given
            ? h("p", {}, _("From this position."), " ", h("a", { href: "/new" }, _("Another game")))
            : radioGroup(_("Game"), [
                ...meta.presets.map(({ name, label }) =>
                  name === "random" ? { value: name, text: _("Random"), title: label } : { value: name, text: label }),
                { value: "own", text: _("Your own") },
              ], choices.game, (value) => {
                choices.game = value;
                this.#save();
                this.#showOwn();
                void this.draw();
              }),
          this.#ownPart,
          radioGroup(_("Opponent"), /** @type {const} */ ([
            { value: "level", text: _("Computer") },
            { value: "search", text: _("Algorithm") },
            { value: "here", text: _("Friend on this screen") },
            { value: "link", text: _("Friend by link") },
            { value: "watch", text: _("Watch two computers") },
          ]), choices.against, (value) => {
            choices.against = value;
            this.#save();
            this.#showOpponent();
          }),
          this.#opponentPart,
          h("div", { class: "terms" }, this.#startsPart, clock),
          this.#fault,
          h("div", { class: "start" }, this.#start))),
    );
  }

  #save() {
    if (!this.given) remember("new", this.#choices);
    this.#showPress();
  }

  #rules() {
    const { game, own } = this.#choices;
    return game === "own" ? rulesText(own) : game;
  }

  /** Fetch the position to start from and show it. */
  async draw() {
    const request = (this.#requests += 1);
    this.#fault.textContent = "";
    try {
      const asked = this.given ?? { rules: this.#rules(), position: "" };
      const state = /** @type {PositionState} */ (await fetchJson("/api/position", asked, this.#closing.signal));
      if (request !== this.#requests) return;
      this.#shown = state;
      this.#showPress();
      this.#board.state = state;
      const size = `${state.columns} × ${state.rows}`;
      const run = say("{count} in a row", { count: state.connect });
      this.#caption.textContent = [size, run, state.gravity ? _("stones fall") : _("any free cell")].join(" · ");
      if (!state.winnable) this.#caption.textContent = notWinnableText(state);
      this.#computers.forEach(({ refresh }) => refresh());
      this.#start.disabled = false;
    } catch (error) {
      if (this.#closing.signal.aborted || request !== this.#requests) return;
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
      this.#start.disabled = true;
    }
  }

  /** What a press on the board does with the choices as they are. */
  #showPress() {
    if (this.#isStarting) return;
    const blocks = this.#blocks && this.#choices.game === "own" && !this.given;
    this.#board.mode = blocks ? "edit" : youBegin(this.#choices) ? "play" : "look";
    this.#press.textContent = blocks || !this.#shown ? "" : pressText(this.#choices, this.#shown.gravity);
    this.#showNote();
  }

  #showOwn() {
    this.#ownPart.replaceChildren();
    this.#blocks = false;
    const { game, own } = this.#choices;
    if (this.given) return;
    if (game === "random") {
      this.#ownPart.append(h("button", { type: "button", onclick: () => void this.draw() }, _("Another board")));
    }
    if (game !== "own") return;
    const changed = () => {
      this.#save();
      void this.draw();
    };
    this.#ownPart.append(...ownRules(own, this.meta.limits, changed, (isOn) => {
      this.#blocks = isOn;
      this.#showPress();
    }));
  }

  /** @param {Cell} cell that was pressed, to block it or to free it again */
  #block(cell) {
    const { own } = this.#choices;
    const others = own.blocked.filter((each) => cellText(each) !== cellText(cell));
    own.blocked = others.length < own.blocked.length ? others : [...own.blocked, cell];
    if (this.#board.state) this.#board.state = { ...this.#board.state, blocked: own.blocked };
    this.#save();
    void this.draw();
  }

  #showOpponent() {
    const choices = this.#choices;
    const { against } = choices;
    this.#computers = [];
    this.#opponentPart.replaceChildren();
    this.#startsPart.replaceChildren();
    const rules = () => this.#shown?.rules ?? this.#rules();
    /**
     * @param {import("./opponents.js").Choice} choice
     * @param {boolean} bothKinds
     */
    const computer = (choice, bothKinds) => {
      const fields = computerFields(choice, this.meta, rules, () => this.#save(), bothKinds);
      this.#computers.push(fields);
      return fields.element;
    };
    if (against === "level" || against === "search") {
      choices.opponent.kind = against;
      this.#opponentPart.append(computer(choices.opponent, false));
    }
    if (against === "watch") {
      this.#opponentPart.append(h("div", { class: "pairs" },
        h("fieldset", { class: "pair" }, h("legend", {}, _("First player")), computer(choices.opponent, true)),
        h("fieldset", { class: "pair" }, h("legend", {}, _("Second player")), computer(choices.partner, true))));
    }
    if (against !== "here" && against !== "link") {
      const quick = h("input", {
        type: "checkbox", checked: remembered(QUICK) === true, onchange: () => remember(QUICK, quick.checked),
      });
      this.#opponentPart.append(h("label", { class: "check" }, quick, _("Computers move instantly")));
    }
    const remarks = {
      here: _("You take turns on this screen."),
      link: _("You get a link to send. Whoever opens it first plays."),
    };
    if (against === "here" || against === "link") {
      this.#opponentPart.append(h("p", { class: "small quiet" }, remarks[against]));
    }
    if (against !== "here" && against !== "watch") {
      this.#startsPart.append(
        radioGroup(_("Who starts"), /** @type {const} */ ([
          { value: "you", text: _("You") },
          { value: "other", text: against === "link" ? _("Your friend") : _("The computer") },
          { value: "lot", text: _("Random") },
        ]), choices.starts, (value) => {
          choices.starts = value;
          this.#save();
        }),
      );
    }
    this.#showPress();
  }

  /**
   * Start the game. The stone of a first move falls at once, while the server makes the game.
   * @param {LegalMove | null} first
   */
  async #play(first) {
    if (this.#isStarting || this.#start.disabled) return;
    this.#fault.textContent = showWrongOption(this.host);
    if (this.#fault.textContent) return;
    this.#isStarting = true;
    this.#start.disabled = true;
    if (first) this.#board.drop(first.cell);
    try {
      const request = newGame(this.#choices, this.meta, this.#shown, this.given);
      const created = /** @type {Created} */ (await fetchJson("/api/games", request));
      if (created.links.first || created.links.second) remember(`links.${created.id}`, created.links);
      await Promise.allSettled(this.#board.getAnimations({ subtree: true }).map(({ finished }) => finished));
      if (!this.#closing.signal.aborted) go(`/game/${created.id}`, first ? { first } : {});
    } catch (error) {
      this.#isStarting = false;
      this.#start.disabled = false;
      this.#showPress();
      this.#board.state = this.#shown;
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
      if (error instanceof RequestError && error.field) {
        const name = error.field.split(".").pop() ?? "";
        /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-option="${CSS.escape(name)}"]`))?.focus();
      }
    }
  }

  /** The note on compiling is about the chosen computers only. */
  #showNote() {
    const { meta } = this;
    const players = computersOf(this.#choices, meta);
    const waits = players.some((player) => needsCompiling(player, meta));
    this.#compiling.hidden = !waits && !(meta.kernels === "failed" && players.length);
    const text = waits
      ? _("This opponent is being compiled, once on this machine; its first move takes up to a minute.")
      : _("The compiled searches could not be prepared; only the slower, plain ones can play.");
    if (this.#compiling.textContent !== text) this.#compiling.textContent = text;
  }

  /** A link to the last game that still runs. */
  async #showContinue() {
    if (history.state?.from) return; // the page has a link back to that game
    const games = /** @type {OwnGame[]} */ (await fetchJson("/api/games", undefined, this.#closing.signal).catch(() => []));
    const running = games.find(({ outcome }) => outcome === "open");
    if (!running) return;
    this.#continue.href = `/game/${running.id}`;
    this.#continue.textContent = say("Continue: {players}", { players: playersText(running.names, running) });
    this.#continue.hidden = false;
  }
}
