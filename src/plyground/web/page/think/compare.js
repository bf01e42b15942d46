// A second search on the same position, beside the first: in step with it, or at the same cost. The table says where
// they differ, and the exact value judges both. What the other search never came to is grey.

import { h, updateChildren } from "../browser/dom.js";
import { menu } from "../frame/fields.js";
import { listText } from "../text/joins.js";
import { formatNumber } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { ExactValue } from "./exact-value.js";
import { nodesText, worthText } from "./node-text.js";
import { SearchFields, searchTitles } from "./search-fields.js";
import { Thought } from "./thought.js";
import { treeOptions } from "./tree-options.js";
import { TreeView } from "./tree-view.js";
import { TwinNodes } from "./twin-nodes.js";

/** @typedef {"step" | "nodes" | "moves"} Pace */
/** @typedef {{thought: Thought, view: TreeView}} Search a search and its picture */

export class Compare {
  /** What is compared with; null if nothing is. @type {ThinkChoices | null} */
  choices = null;
  /** @type {Search | null} */
  #first = null;
  /** @type {TreeView | null} of the second search */
  #view = null;
  /** @type {[TwinNodes, TwinNodes] | null} */
  #twins = null;
  /** @type {Pace} */
  #pace = "step";
  /** How many nodes the other has at which step: by node, the step that makes it. @type {number[]} */
  #madeAt = [];
  #scanned = 0;
  /** @type {PositionState | null} */
  #position = null;
  /** @type {Thought | null} the second search; there is none before the first comparison */
  #thought = null;
  #fields;
  #exact = new ExactValue(() => this.#showTable());
  #name = h("summary", {});
  #host = h("div", { class: "tree-host" });
  #problem = h("p", { class: "fault", role: "status" });
  #table = h("table", { class: "figures" });
  #differences = h("div", { class: "small", role: "status" });
  #counted = "";
  /** The picture of the second search, to stand beside the first. */
  beside;
  /** The table that compares them. */
  element;

  /**
   * @param {Meta} meta
   * @param {() => void} changed called when the second search is another one, or there is none any more
   */
  constructor(meta, changed) {
    this.changed = changed;
    this.#fields = new SearchFields(meta, none(), (choices) => this.#ask(choices));
    const pace = menu([
      { value: "step", text: _("step by step") },
      { value: "nodes", text: _("after as many nodes") },
      { value: "moves", text: _("after as much work") },
    ], this.#pace, (value) => {
      this.#pace = /** @type {Pace} */ (value);
      this.follow();
    });
    pace.setAttribute("aria-label", _("How the second search goes along"));
    pace.title = _("Work is counted in moves made on the board, those of playouts too: they take most of a search's time.");
    this.beside = h("section", { class: "second-search", "aria-label": _("Second search"), hidden: true },
      h("div", { class: "row second-head" },
        h("details", {}, this.#name, this.#fields.element), pace,
        h("button", { type: "button", class: "plain", onclick: () => this.end() }, _("Close"))),
      this.#problem, this.#host);
    this.element = h("section", { class: "comparison", "aria-label": _("Comparison"), hidden: true },
      this.#table, this.#differences);
  }

  close() {
    this.#thought?.close();
    this.#exact.close();
    this.#view?.close();
  }

  /** Compare with another search on the position of the first. @param {ThinkChoices} choices */
  start(choices) {
    this.beside.hidden = this.element.hidden = false;
    this.#ask(choices);
  }

  /** Compare no longer. */
  end() {
    this.choices = null;
    this.beside.hidden = this.element.hidden = true;
    this.#thought?.close();
    this.#thought = null;
    this.#view?.close();
    this.#view = null;
    this.#twins = null;
    if (this.#first) this.#first.view.cards.isForeign = null;
    this.#first?.view.update();
    this.changed();
  }

  /**
   * The first search is another one.
   * @param {Search} first
   * @param {ThinkChoices} choices
   * @param {PositionState | null} position null for games that cannot be analysed
   */
  begin(first, choices, position) {
    this.#first = first;
    this.#position = position;
    if (!this.choices) return;
    this.start({ ...this.choices, rules: choices.rules, position: choices.position, game: choices.game });
  }

  /** @param {ThinkChoices} choices */
  #ask(choices) {
    this.choices = choices;
    this.#problem.textContent = "";
    this.#name.textContent = say("{search}: change", { search: searchTitles()[choices.search] ?? choices.search });
    this.#fields.show(choices, {});
    this.#thought ??= new Thought({
      onStart: (start) => this.#begin(start),
      onSteps: () => this.follow(),
      onRefused: ({ text }) => {
        this.#problem.textContent = text;
        this.#name.parentElement?.setAttribute("open", "");
      },
      onLost: () => {},
    });
    this.#thought.ask(choices);
    this.#thought.loadAll();
    this.changed();
  }

  /** @param {ThinkStart} start */
  #begin(start) {
    const thought = this.#thought;
    if (!thought) return;
    const { steps } = thought;
    if (this.choices) this.#fields.show(this.choices, start.options);
    this.#view?.close();
    this.#view = new TreeView(this.#host, {
      label: _("Tree of the second search"), ...treeOptions(start, steps), steps,
      onPick: (node) => this.#mirror(1, node),
    });
    this.#madeAt = [];
    this.#scanned = 0;
    this.#counted = "";
    if (this.#first) this.#pair(this.#first, { thought, view: this.#view });
    this.follow();
  }

  /** @param {Search} first @param {Search} second */
  #pair(first, second) {
    const [own, other] = [first.thought.steps, second.thought.steps];
    const twins = /** @type {[TwinNodes, TwinNodes]} */ ([new TwinNodes(own, other), new TwinNodes(other, own)]);
    this.#twins = twins;
    // Grey before the other search is over would be a guess.
    first.view.cards.isForeign = (node) => second.thought.end !== null && twins[0].of(node) < 0;
    second.view.cards.isForeign = (node) => first.thought.end !== null && twins[1].of(node) < 0;
  }

  /** The node of the other tree at the same place is marked, too. @param {0 | 1} from @param {number} node */
  #mirror(from, node) {
    const twin = this.#twins?.[from].of(node) ?? -1;
    const view = from === 0 ? this.#view : this.#first?.view;
    if (view && twin >= 0 && twin < view.layout.tree.size) view.show(twin);
  }

  /** The reader chose a node of the first tree. @param {number} node */
  picked(node) {
    if (this.choices) this.#mirror(0, node);
  }

  /** Go where the first search is. */
  follow() {
    const [first, second] = [this.#first, this.#thought];
    if (!first || !second || !this.#view) return;
    const { steps, end } = first.thought;
    const other = second.steps;
    const isAtEnd = end !== null && steps.at >= steps.count;
    if (this.#pace === "nodes") other.goTo(this.#stepWith(other, steps.tree.size));
    else if (this.#pace === "moves") other.goTo(other.stepWithMoves(steps.moves));
    else other.goTo(isAtEnd ? other.count : steps.at);
    this.#view.update();
    if (end && second.end) {
      first.view.update();
      // Not before: it would take the searches' time.
      this.#exact.ask(this.#position);
    }
    this.#showTable();
  }

  /**
   * The last step of the second search at which it has no more than so many nodes.
   * @param {import("./steps.js").Steps} steps
   * @param {number} size
   */
  #stepWith({ events, count }, size) {
    for (; this.#scanned < events.length; this.#scanned += 1) {
      const [kind] = events[this.#scanned];
      if (kind === "enter" || kind === "expand") this.#madeAt.push(this.#scanned + 1);
    }
    return this.#madeAt[size] === undefined ? count : this.#madeAt[size] - 1;
  }

  // The table

  #showTable() {
    const [first, second] = [this.#first, this.#thought];
    if (!first || !second?.start || !this.#view) return;
    const both = [first.thought, second];
    const views = [first.view, this.#view];
    const names = both.map(({ start }) => searchTitles()[start?.search ?? ""] ?? start?.search ?? "");
    const choices = views.map(({ layout }) => choiceOf(layout));
    const lines = views.map(({ layout }) => layout.bestLine().slice(1).map((node) => layout.tree.move[node] ?? ""));
    const rows = [
      [_("Steps"), ...both.map(({ steps }) => `${formatNumber(steps.at)} / ${formatNumber(steps.count)}`)],
      [_("Nodes"), ...both.map(({ steps }) => formatNumber(steps.tree.size))],
      [_("Moves made"), ...both.map(({ steps }) => formatNumber(steps.moves))],
      [_("Cuts"), ...both.map(({ steps }) => formatNumber(steps.tree.counts.cuts))],
      [_("Choice"), ...choices.map(({ move }) => move || "–")],
      [_("Value"), ...choices.map(({ worth }) => worth || "–")],
      [_("Best line"), ...lines.map((line) => line.join(" ") || "–")],
    ];
    if (both.every(({ end }) => end)) {
      rows.push([_("Time of the whole search"), ...both.map(({ end }) => secondsText(end?.decision.seconds ?? 0))]);
    }
    if (this.#exact.worths?.exact) {
      rows.push([_("Exact value of the choice"), ...choices.map(({ move }) => this.#exact.of(move)?.words ?? "–")]);
    }
    updateChildren(this.#table, [names, rows], () => [
      h("thead", {}, h("tr", {}, h("td", {}), ...names.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...rows.map(([name, ...cells]) =>
        h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((cell) => h("td", {}, cell))))),
    ]);
    const areOver = both.every(({ steps, end }) => end && steps.at >= steps.count);
    const sentences = this.#sentences(choices.map(({ move }) => move), lines, areOver);
    updateChildren(this.#differences, sentences, () => sentences.map((text) => h("p", {}, text)));
  }

  /** Where they differ. @param {string[]} choices @param {string[][]} lines @param {boolean} areOver */
  #sentences([a, b], lines, areOver) {
    const said = [];
    if (a && b && a !== b) said.push(say("They choose differently: {first} and {second}.", { first: a, second: b }));
    else if (a && b) said.push(say("Both choose {move}.", { move: a }) + this.#partingText(lines));
    if (areOver) said.push(...this.#unsharedTexts());
    const worths = this.#exact.worths;
    if (worths?.exact && worths.value) {
      said.push(say("Exact: {value}; best is {moves}.", { value: worths.value.words, moves: listText(worths.best) }));
    } else if (this.#exact.problem) {
      said.push(this.#exact.problem);
    }
    return said;
  }

  /** @param {string[][]} lines */
  #partingText([a, b]) {
    let same = 0;
    while (same < Math.min(a.length, b.length) && a[same] === b[same]) same += 1;
    if (same === Math.min(a.length, b.length)) return "";
    const text = ngettext(
      "Their best lines are the same for {count} move.", "Their best lines are the same for {count} moves.", same);
    return ` ${fill(text, { count: same })}`;
  }

  /** Counted once, when both are over: all nodes are looked at. */
  #unsharedTexts() {
    const twins = this.#twins;
    if (!twins) return [];
    if (!this.#counted) this.#counted = twins.map((each) => each.unshared).join(" ");
    const [first, second] = this.#counted.split(" ").map(Number);
    return [
      first > 0 && say("The second search never came to {nodes} of the first; they are grey.", { nodes: nodesText(first) }),
      second > 0 && say("The first search never came to {nodes} of the second; they are grey.", { nodes: nodesText(second) }),
    ].filter((text) => text !== false);
  }
}

/** What a search would choose at this step. @param {import("./tree-layout.js").TreeLayout} layout */
function choiceOf(layout) {
  const { tree } = layout;
  const child = tree.root === null ? null : layout.bestChild(tree.root);
  return { move: child === null ? "" : tree.move[child] ?? "", worth: child === null ? "" : worthText(tree, child) };
}

/** @param {number} seconds */
function secondsText(seconds) {
  return say("{seconds} s", { seconds: seconds < 10 ? seconds.toFixed(2) : formatNumber(Math.round(seconds)) });
}

/** @returns {ThinkChoices} */
function none() {
  return {
    search: "minimax", depth: null, evaluator: null, order: null, table: false, playouts: null, seed: 0, c: null,
    rules: null, position: "", game: null,
  };
}
