// Think: a search on a position, step by step: its tree, the board of the node that it looks at, and why.

import { fetchMeta } from "../browser/api.js";
import { copyButton } from "../browser/clipboard.js";
import { reconnectText } from "../browser/connection.js";
import { h, isTyping } from "../browser/dom.js";
import { keyHelp } from "../frame/key-help.js";
import { go, setTitle } from "../frame/router.js";
import { Stepper, stepperKeys } from "../stepper/stepper.js";
import { _, say } from "../text/translation.js";
import { againstText, readAgainst } from "./against.js";
import { Captions, countsText } from "./captions.js";
import { thinkerName } from "./game-names.js";
import { isGrid } from "./node-board.js";
import { NodePanel } from "./node-panel.js";
import { playedText } from "./played-by.js";
import { chosenText, progressText, resultText } from "./result-text.js";
import { SearchFields, searchTitles } from "./search-fields.js";
import { readAddress, thinkAddress } from "./think-address.js";
import { Thought } from "./thought.js";
import { ThinkViews } from "./think-views.js";

/** @typedef {import("./steps.js").Steps} Steps */

/** Milliseconds after the last step until the address names it: browsers refuse to change it too often. */
const ADDRESS_AFTER = 400;
/** Milliseconds on a leaf until its parts are asked for. */
const PARTS_AFTER = 150;

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { query }) {
  setTitle(_("Think"));
  const meta = await fetchMeta();
  if (!host.isConnected) return undefined; // the reader has gone on
  const page = new ThinkPage(host, meta, readAddress(query), !query.toString());
  return () => page.close();
}

class ThinkPage {
  /** @type {ThinkChoices} */
  #choices;
  /** @type {Captions | null} */
  #captions = null;
  /** @type {number | null} the node that the reader has picked; null for the current one */
  #picked = null;
  /** What is wrong in the address, until the reader changes something. @type {[field: string, text: string][]} */
  #faults;
  /**
   * What the reader waits for until more steps have come: `find` names the step to go to, null while it is not known.
   * @type {{find: (steps: Steps) => number | null, missing: string, step?: number} | null}
   */
  #awaited = null;
  /** The player of a game whose move the reader asked about, until the search is changed. */
  #played;
  /** The result of the search before, to compare with. */
  #before = "";
  /** @type {string} the address that the page has set last */
  #address = location.pathname + location.search;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #partsTimer;
  #closing = new AbortController();

  #fields;
  #thought;
  #content = h("div", { class: "think" });
  #lost = h("div", { class: "lost", role: "status", hidden: true });
  #title = h("h1", {}, _("Think"));
  #result = h("p", { class: "result small figures", role: "status" });
  #earlier = h("p", { class: "earlier small quiet figures", hidden: true });
  #playedBy = h("p", { class: "played-by small" });
  /** For those who come by the menu, until they take a step. */
  #purpose = h("p", { class: "purpose small" }, _("See how a search chooses its move, one step at a time. Go on with → " +
    "or with the buttons below the tree; the search and the position can be changed here."));
  #note = h("p", { class: "note warn small", role: "status", hidden: true });
  #views;
  #panel = new NodePanel({ pick: (node) => this.#pick(node), go: (step) => this.#goTo(step) });
  #stepper = new Stepper({ go: (at) => this.#goTo(at), long: true, signal: this.#closing.signal });
  #jumps;
  #caption = h("p", { class: "caption", "aria-live": "polite" });
  #chosen = h("p", { class: "chosen", "aria-live": "polite" });
  #counts = h("p", { class: "counts small quiet figures" });
  #analyse = h("a", { class: "button" }, _("Analyse"));
  #help = keyHelp([
    ...stepperKeys(true),
    ["o", _("step over what is below")],
    ["c", _("next cut")],
    ["i", _("next better choice")],
    ["e", _("set up a position")],
    ["a", _("analyse")],
    [_("Escape"), _("back to the current node")],
    ["n", _("new game")],
  ]);

  /**
   * @param {HTMLElement} host
   * @param {Meta} meta
   * @param {ReturnType<typeof readAddress>} asked
   * @param {boolean} isBare the address asks for nothing
   */
  constructor(host, meta, { choices, against, played, step, faults }, isBare) {
    this.#purpose.hidden = !isBare;
    this.#choices = choices;
    this.#played = played;
    this.#views = new ThinkViews(meta, readAgainst(against, choices), {
      pick: (node) => this.#pick(node), compared: () => this.#writeAddressLater(),
    });
    this.#faults = faults;
    this.#fields = new SearchFields(meta, choices, (changed) => {
      this.#faults = [];
      this.#played = "";
      this.#ask(changed, 1);
    });
    const { signal } = this.#closing;
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.#jumps = {
      over: h("button", {
        type: "button", title: _("On to where this node or this playout is finished"), onclick: () => this.#stepOver(),
      }, _("Step over")),
      cut: h("button", { type: "button", onclick: () => this.#nextCut() }, _("Next cut")),
      better: h("button", {
        type: "button", title: _("To the step at which the search finds a better first move"),
        onclick: () => this.#nextImprovement(),
      }, _("Next better choice")),
    };
    this.#arrange(host);
    this.#thought = new Thought({
      onStart: (start) => this.#begin(start),
      onSteps: () => this.#receiveSteps(),
      onParts: (parts) => this.#showParts(parts),
      onRefused: (problem) => this.#refused(problem),
      onLost: (seconds) => {
        this.#lost.hidden = seconds === null;
        this.#lost.textContent = seconds ? reconnectText(seconds) : _("Connection lost. Trying again…");
      },
    });
    this.#ask(choices, step);
    this.#showFaults();
  }

  close() {
    this.#writeAddress();
    this.#closing.abort();
    clearTimeout(this.#partsTimer);
    this.#views.close();
    this.#thought.close();
  }

  /** @param {HTMLElement} host */
  #arrange(host) {
    const wide = matchMedia("(min-width: 56.25rem)");
    const choose = h("details", { class: "choose", open: wide.matches }, h("summary", {}, _("Search and position")),
      this.#fields.element);
    wide.addEventListener("change", () => (choose.open = wide.matches), { signal: this.#closing.signal });
    const { over, cut, better } = this.#jumps;
    this.#stepper.element.append(h("div", { class: "row jumps" }, over, cut, better));
    this.#content.append(
      h("div", { class: "in-sight" },
        h("div", { class: "status" }, h("div", { class: "headline" }, this.#title, this.#result, this.#earlier),
          this.#playedBy, this.#purpose, choose, this.#note),
        this.#views.element,
        h("div", { class: "steps" }, this.#stepper.element,
          h("div", { class: "sentence" }, this.#caption, this.#chosen), this.#counts)),
      h("div", { class: "side" }, this.#panel.element, this.#views.side,
        h("div", { class: "row" }, this.#analyse, copyButton(_("Copy the link"), () => this.#link()),
          h("button", { type: "button", class: "plain", onclick: () => this.#help.toggle() }, _("Keyboard"))),
        this.#help.element));
    host.replaceChildren(this.#lost, this.#content);
  }

  // Questions and answers

  /**
   * @param {ThinkChoices} choices
   * @param {number} step to show first
   */
  #ask(choices, step) {
    const { start, end } = this.#thought;
    if (start && end) this.#before = `${searchTitles()[start.search] ?? start.search} · ${resultText(this.#thought)}`;
    this.#choices = choices;
    this.#picked = null;
    this.#captions = null;
    this.#stepper.pause();
    this.#thought.ask(choices);
    this.#awaited = awaitedStep(step);
    this.#note.hidden = true;
    this.#result.textContent = _("thinking…");
    this.#stepper.show({ count: 0, at: 0, growing: true });
    this.#writeAddressLater();
  }

  /** @param {ThinkStart} start */
  #begin(start) {
    this.#content.classList.remove("empty");
    this.#fields.clearErrors();
    this.#fields.show(this.#choices, start.options);
    this.#showFaults();
    const { position } = start;
    const steps = this.#thought.steps;
    this.#captions = new Captions(steps, {
      turn: position.turn, side: (side) => thinkerName(start, side), hasWinners: start.game.kind !== "tree",
    });
    this.#panel.begin(start);
    this.#views.begin(this.#thought, this.#choices, start);
    const name = searchTitles()[start.search] ?? start.search;
    this.#title.textContent = name;
    this.#playedBy.textContent = playedText(this.#played, start.search);
    this.#playedBy.hidden = !this.#playedBy.textContent;
    setTitle(say("Think: {search}", { search: name }));
    this.#jumps.cut.hidden = !["alphabeta", "deepening"].includes(start.search);
    this.#analyse.hidden = !isGrid(position);
    if (isGrid(position)) {
      this.#analyse.href = `/analyse?${new URLSearchParams({ rules: position.rules, position: position.position })}`;
    }
    this.#show();
  }

  #receiveSteps() {
    const { steps, end } = this.#thought;
    if (this.#awaited) {
      const { find, missing } = this.#awaited;
      const found = find(steps);
      if (found !== null || end) {
        this.#awaited = null;
        if (found !== null) this.#moveTo(found);
        else if (missing) this.#say(missing);
        else this.#moveTo(steps.count);
      } else if (steps.at === 0) {
        this.#moveTo(1); // something to look at meanwhile
      }
    }
    if (end) this.#showEnd(end);
    else this.#result.textContent = progressText(this.#thought);
    this.#views.follow();
    this.#showPlace();
  }

  /** @param {ThinkEnd} end */
  #showEnd(end) {
    this.#result.textContent = resultText(this.#thought);
    this.#earlier.hidden = !this.#before;
    this.#earlier.textContent = say("Before: {result}", { result: this.#before });
    this.#note.hidden = !end.text;
    this.#note.textContent = end.text;
  }

  /** @param {ThinkRefused} problem */
  #refused(problem) {
    this.#result.textContent = "";
    const isShown = problem.field !== null && this.#fields.showError(problem.field.split(".").at(-1) ?? "", problem);
    if (isShown) {
      this.#fields.element.closest("details")?.setAttribute("open", "");
    } else {
      this.#note.hidden = false;
      this.#note.textContent = problem.text;
    }
    this.#content.classList.toggle("empty", !this.#thought.start);
  }

  #showFaults() {
    for (const [field, text] of this.#faults) this.#fields.showError(field, { text });
  }

  // Steps

  /** @param {number} at which step the reader asks for; Infinity for the last */
  #goTo(at) {
    this.#purpose.hidden = true;
    const { steps, end } = this.#thought;
    if (at <= steps.count || end) {
      this.#awaited = null;
      return this.#moveTo(Math.min(at, steps.count));
    }
    this.#awaited = awaitedStep(at);
    this.#wait();
    return undefined;
  }

  /** @param {number} at */
  #moveTo(at) {
    this.#picked = null;
    this.#views.show(null);
    this.#thought.steps.goTo(at);
    this.#thought.loadMore();
    this.#views.follow();
    this.#show();
    this.#writeAddressLater();
  }

  /**
   * Go to a step that has to be found, now or when it has come.
   * @param {(steps: Steps) => number | null} find
   * @param {string} missing what to say if there is none; empty to go to the end
   */
  #find(find, missing) {
    this.#purpose.hidden = true;
    this.#stepper.pause();
    const { steps, end } = this.#thought;
    const found = find(steps);
    if (found !== null) return this.#moveTo(found);
    if (end) return missing ? this.#say(missing) : this.#moveTo(steps.count);
    this.#awaited = { find, missing };
    this.#wait();
    return undefined;
  }

  /** Load all steps, for the awaited one is not among those that have come. */
  #wait() {
    this.#say(_("Waiting for the steps until there…"));
    this.#thought.loadAll();
    this.#result.textContent = progressText(this.#thought);
  }

  #stepOver() {
    const from = this.#thought.steps.at;
    this.#find((steps) => (steps.at === from ? steps.endOfSubtree : steps.at), "");
  }

  #nextCut() {
    this.#find((steps) => steps.nextCut, _("There is no further cut."));
  }

  #nextImprovement() {
    this.#find((steps) => steps.nextImprovement, _("The choice does not get better after this."));
  }

  /** @param {number | null} node */
  #pick(node) {
    this.#picked = node === this.#thought.steps.tree.current ? null : node;
    this.#views.show(this.#picked);
    this.#show();
  }

  // Display

  /** @param {string} text in the place of the sentence */
  #say(text) {
    this.#caption.textContent = text;
  }

  #show() {
    this.#showPlace();
    const { steps } = this.#thought;
    const captions = this.#captions;
    if (!captions) return;
    const { current } = steps.tree;
    const node = this.#picked ?? current;
    this.#caption.setAttribute("aria-live", this.#stepper.isPlaying ? "off" : "polite");
    this.#caption.textContent = captions.text || _("Before the first step.");
    this.#chosen.textContent = chosenText(this.#thought);
    this.#counts.textContent = countsText(steps.tree);
    clearTimeout(this.#partsTimer);
    if (node === null) return this.#panel.begin(this.#thought.start);
    this.#panel.show(steps, captions, node);
    if (this.#panel.hasParts(steps, node) && !this.#stepper.isPlaying) {
      this.#partsTimer = setTimeout(() => this.#thought.askParts(steps.tree.movesTo(node)), PARTS_AFTER);
    }
    return undefined;
  }

  /** @param {EvaluationParts} parts */
  #showParts(parts) {
    const { tree } = this.#thought.steps;
    const node = this.#picked ?? tree.current;
    if (node === null || tree.movesTo(node).join(" ") !== parts.path.join(" ")) return;
    if (this.#panel.hasParts(this.#thought.steps, node)) this.#panel.showParts(parts);
  }

  #showPlace() {
    const { steps, end, start } = this.#thought;
    this.#stepper.show({ count: steps.count, at: steps.at, growing: Boolean(start) && !end });
  }

  // The address

  #writeAddressLater() {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => this.#writeAddress(), ADDRESS_AFTER);
  }

  #writeAddress() {
    clearTimeout(this.#addressTimer);
    // After going back or on in the history the address is another page's already.
    if (location.pathname + location.search !== this.#address) return;
    const address = this.#shownAddress;
    if (address !== this.#address) history.replaceState(history.state, "", address);
    this.#address = location.pathname + location.search;
  }

  /** The step that is shown, or will be when it has come. */
  get #step() {
    return this.#awaited?.step ?? (this.#thought.steps.at || 1);
  }

  get #shownAddress() {
    return thinkAddress(this.#choices, this.#step, againstText(this.#views.against), this.#played);
  }

  #link() {
    return new URL(this.#shownAddress, location.href).href;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || isTyping(event) || event.shiftKey && event.key !== "?") return;
    if (event.key === "o") this.#stepOver();
    else if (event.key === "c" && !this.#jumps.cut.hidden) this.#nextCut();
    else if (event.key === "i") this.#nextImprovement();
    else if (event.key === "Escape" && this.#picked !== null) this.#pick(null);
    else if (event.key === "e") this.#setUp();
    else if (event.key === "a" && !this.#analyse.hidden) go(this.#analyse.pathname + this.#analyse.search);
    else if (event.key === "n") go("/new");
    else if (event.key === "?") this.#help.toggle();
    else return;
    event.preventDefault();
  }

  #setUp() {
    this.#fields.element.closest("details")?.setAttribute("open", "");
    this.#fields.focusPosition();
  }
}

/** @param {number} step Infinity for the last */
function awaitedStep(step) {
  return {
    find: (/** @type {Steps} */ { count }) => (count >= step ? step : null), missing: "",
    step: Number.isFinite(step) ? step : undefined,
  };
}
