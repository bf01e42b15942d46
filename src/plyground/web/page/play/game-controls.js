// What can be pressed beside a game: its buttons and links, the menu behind ⋯, and the list of keys.

import { copyButton } from "../browser/clipboard.js";
import { h } from "../browser/dom.js";
import { exportMenu } from "../frame/exports.js";
import { keyList } from "../frame/key-help.js";
import { howDecided } from "../frame/think-link.js";
import { gameText } from "../text/notation.js";
import { _ } from "../text/translation.js";
import { confirmButton } from "./confirm-button.js";
import { isAgainstFriend } from "./friend.js";
import { gameKeys } from "./game-keys.js";
import { analysisAddress } from "./game-text.js";
import { shareButton, sharedLink } from "./invitation.js";

/**
 * What the buttons do.
 * @typedef {object} GameActions
 * @property {(message: object) => void} send
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} showNow shows the game as it is now, after a look at an earlier position
 * @property {() => void} editName
 * @property {() => boolean} isStepping whether the arrow keys step through the moves
 * @property {() => void} helpClosed
 */

/**
 * @typedef {object} ControlsState
 * @property {GameState} state
 * @property {Meta | null} meta
 * @property {number | null} shown how many moves the board shows; null for all of them
 * @property {boolean} mine whether the reader can move now
 * @property {boolean} pending whether a move is on its way
 * @property {boolean} awaitsHint
 */

export class GameControls {
  /** @type {ControlsState | null} */
  #now = null;
  #buttons;
  #links = {
    review: h("a", { class: "button" }, _("Review")),
    analyse: h("a", { class: "button" }, _("Analyse")),
    analyseNow: h("a", { class: "button" }, _("Analyse")),
    think: h("a", { class: "button" }),
    thinkNow: h("a", { class: "button" }),
    newGame: h("a", { class: "button", href: "/new" }, _("New game")),
  };
  #more = h("details", { class: "more" });
  /** The list of keys. */
  help = h("section", { class: "help", hidden: true, tabindex: -1 });

  /**
   * @param {string} id of the game
   * @param {GameActions} actions
   * @param {AbortSignal} signal ends the listeners, with the page
   */
  constructor(id, actions, signal) {
    this.id = id;
    this.actions = actions;
    this.#buttons = {
      hint: button(_("Hint"), actions.hint),
      undo: button(_("Undo"), actions.undo),
      resign: confirmButton(_("Resign"), _("Resign this game?"), () => actions.send({ type: "resign" })),
      rematch: button(_("Rematch"), () => actions.send({ type: "rematch" })),
      now: button(_("Back to the game"), actions.showNow),
      name: button(_("Your name"), () => {
        this.#more.open = false;
        actions.editName();
      }),
    };
    const { hint, undo, resign, rematch, now, name } = this.#buttons;
    const { review, analyse, analyseNow, think, thinkNow, newGame } = this.#links;
    this.#more.append(
      h("summary", { class: "button", "aria-label": _("More") }, "⋯"),
      h("div", { class: "sheet" },
        analyseNow, thinkNow,
        copyButton(_("Copy the moves"), () => this.#gameText()),
        exportMenu(`plyground-${id}`, (file) => this.#fileAddress(file), () => `/embed/game/${encodeURIComponent(id)}`),
        shareButton(_("Share the game"), _("Copy a link to watch"),
          () => sharedLink(`/game/${id}`, this.#now?.meta ?? null)),
        name,
        button(_("Keyboard"), () => this.toggleHelp()),
        h("a", { class: "button", href: "/new" }, _("New game"))));
    this.element = h("div", { class: "row actions" },
      rematch, review, newGame, hint, undo, resign, analyse, think, now, this.#more);
    document.addEventListener("click", (event) => {
      if (event.target instanceof Node && !this.#more.contains(event.target)) this.#more.open = false;
    }, { signal });
  }

  get canHint() {
    return !this.#buttons.hint.disabled;
  }

  get offersHints() {
    return !this.#buttons.hint.hidden;
  }

  get canUndo() {
    return !this.#buttons.undo.disabled;
  }

  /** The address of the analysis; null while there is none, in a game against a person. */
  get analysis() {
    return this.#links.analyseNow.hidden ? null : this.#links.analyse.getAttribute("href");
  }

  /** @param {ControlsState} now */
  show(now) {
    this.#now = now;
    const { state, meta, shown, mine, pending, awaitsHint } = now;
    const over = state.outcome !== "open";
    const plays = state.you.length > 0;
    const linked = Object.values(state.players).some(({ kind }) => kind === "link");
    const { hint, undo, resign, rematch, now: back, name } = this.#buttons;
    const { review, analyse, analyseNow, think, thinkNow, newGame } = this.#links;
    resign.hidden = !plays || over;
    hint.hidden = !plays || over || linked;
    hint.disabled = !mine || awaitsHint;
    hint.textContent = awaitsHint ? _("Looking…") : _("Hint");
    undo.hidden = !plays || (over && linked);
    undo.disabled = !state.moves.some(({ side }) => state.you.includes(side)) || pending;
    rematch.hidden = !plays || !over || Boolean(state.rematch);
    rematch.classList.toggle("main", over);
    back.hidden = shown === null;
    newGame.hidden = !over;
    review.hidden = !over || !state.moves.length;
    review.setAttribute("href", `/review/${this.id}`);
    for (const link of [analyse, analyseNow]) link.setAttribute("href", analysisAddress(state));
    analyse.hidden = plays;
    // The server refuses it, too.
    const isFair = isAgainstFriend(state) && !over;
    analyseNow.hidden = isFair;
    name.hidden = !isFair;
    const decided = isFair ? null : howDecided(state, shown ?? state.moves.length, meta);
    for (const link of [think, thinkNow]) {
      link.textContent = decided?.text ?? "";
      link.setAttribute("href", decided?.href ?? "/think");
    }
    think.hidden = !decided || (plays && !over);
    thinkNow.hidden = !decided || !think.hidden;
  }

  /** Close the menu and the list of keys. */
  close() {
    if (!this.help.hidden) this.toggleHelp();
    this.#more.open = false;
  }

  toggleHelp() {
    this.#more.open = false;
    const keys = gameKeys(Boolean(this.#now?.state.gravity), this.actions.isStepping(), !this.#links.analyseNow.hidden);
    this.help.replaceChildren(...keyList(keys), button(_("Close"), () => this.toggleHelp()));
    this.help.hidden = !this.help.hidden;
    if (this.help.hidden) this.actions.helpClosed();
    else this.help.focus();
  }

  #gameText() {
    const state = this.#now?.state;
    return state ? gameText(state, state.start, state.moves) : "";
  }

  /** @param {string} file */
  #fileAddress(file) {
    const shown = this.#now?.shown ?? null;
    const ply = file === "picture.svg" && shown !== null ? `?ply=${shown}` : "";
    return `/api/records/${encodeURIComponent(this.id)}/${file}${ply}`;
  }
}

/**
 * @param {string} text
 * @param {() => void} press
 */
function button(text, press) {
  return h("button", { type: "button", onclick: press }, text);
}
