// What a search knows of the moves of a node. For UCT that is mean + bonus = bound, so that its choice can be checked.

import { h, updateChildren } from "../browser/dom.js";
import { _, say } from "../text/translation.js";
import { meanText, signedText, twoDecimals } from "../text/values.js";

/** @typedef {import("./steps.js").Steps} Steps */

const MOST = 60; // rows; beyond them the board is too large for a table

export class ChildTable {
  #heading = h("h2", {});
  #table = h("table", { class: "figures" });
  #formula = h("p", { class: "small quiet figures", hidden: true });
  element = h("section", { class: "child-table", hidden: true }, this.#heading, this.#table, this.#formula);

  /** @param {(node: number) => void} pick */
  constructor(pick) {
    this.pick = pick;
  }

  /**
   * @param {Steps} steps
   * @param {number} node whose moves are listed
   * @param {{c: number | null, chosen: number | null}} how `c` of UCT; `chosen`: the child that was selected now
   */
  show(steps, node, { c, chosen }) {
    const { tree } = steps;
    const rows = tree.isMonteCarlo
      ? c === null ? meanRows(steps, node) : boundRows(steps, node, c, chosen)
      : valueRows(steps, node);
    this.element.hidden = rows.length === 0;
    this.#formula.hidden = c === null;
    this.#formula.textContent = c === null ? ""
      : say("bonus = {c} · √(2 · ln {all} / visits); of equal bounds the first is chosen", { c, all: tree.visits[node] });
    this.#heading.textContent = tree.isMonteCarlo && c !== null && chosen !== null
      ? _("The choice: the highest bound") : _("Its moves");
    this.#table.classList.toggle("with-words", !tree.isMonteCarlo);
    const head = tree.isMonteCarlo
      ? [_("Move"), _("Visits"), _("Mean"), ...(c === null ? [] : [_("+ bonus"), _("= bound")])]
      : [_("Move"), _("Value"), ""];
    updateChildren(this.#table, [head, rows.slice(0, MOST), rows.length], () => [
      h("thead", {}, h("tr", {}, ...head.map((text) => (text ? h("th", { scope: "col" }, text) : h("td"))))),
      h("tbody", {}, ...rows.slice(0, MOST).map((row) => this.#row(row))),
      ...(rows.length > MOST ? [h("tfoot", {}, h("tr", {}, h("td", { colspan: head.length, class: "quiet" },
        say("and {count} more", { count: rows.length - MOST }))))] : []),
    ]);
  }

  /** @param {Row} row */
  #row({ child, move, cells, kind }) {
    const name = child === null ? h("span", {}, move) : h("button", {
      type: "button", class: "plain", "data-key": child, onclick: () => this.pick(child),
    }, move);
    return h("tr", { class: kind }, h("th", { scope: "row" }, name), ...cells.map((text) => h("td", {}, text)));
  }
}

/**
 * @typedef {object} Row
 * @property {number | null} child its node, if there is one
 * @property {string} move
 * @property {string[]} cells
 * @property {"best" | "skipped" | "open" | ""} kind
 */

/** @param {Steps} steps @param {number} node @returns {Row[]} */
function valueRows({ tree }, node) {
  const best = tree.bestMove[node];
  const onPath = new Set(tree.pathOf(tree.current));
  const tried = tree.children[node].map((child) => {
    const move = tree.move[child] ?? "";
    const value = tree.value[child];
    const relation = { "=": "", "<=": "≤ ", ">=": "≥ " }[tree.relation(child)];
    const isBest = move === best;
    return {
      child, move, kind: /** @type {Row["kind"]} */ (isBest ? "best" : value === null ? "open" : ""),
      cells: [
        value === null ? "…" : relation + signedText(value),
        isBest ? tree.value[node] === null ? _("best so far") : _("best") : onPath.has(child) && value === null ? _("being looked at") : "",
      ],
    };
  });
  const skipped = (tree.cut[node]?.[4] ?? []).map((move) => ({
    child: null, move, kind: /** @type {Row["kind"]} */ ("skipped"), cells: ["✕", _("never looked at")],
  }));
  const toCome = tree.toCome(node).map((move) => ({
    child: null, move, kind: /** @type {Row["kind"]} */ ("open"), cells: ["", _("to come")],
  }));
  return [...tried, ...skipped, ...toCome];
}

/** @param {Steps} steps @param {number} node @returns {Row[]} */
function meanRows({ tree }, node) {
  const means = tree.children[node].map((child) => tree.mean(child) ?? -Infinity);
  const best = means.indexOf(Math.max(...means));
  return tree.children[node].map((child, index) => ({
    child, move: tree.move[child] ?? "", kind: index === best && tree.visits[child] ? "best" : "",
    cells: [String(tree.visits[child]), tree.visits[child] ? meanText(means[index]) : "–"],
  }));
}

/** @param {Steps} steps @param {number} node @param {number} c @param {number | null} chosen @returns {Row[]} */
function boundRows({ tree }, node, c, chosen) {
  const bounds = tree.bounds(node, c);
  const highest = bounds.reduce((best, each) => (best && best.bound >= each.bound ? best : each), bounds[0]);
  const rows = bounds.map(({ child, mean, bonus, bound }) => ({
    child, move: tree.move[child] ?? "",
    kind: /** @type {Row["kind"]} */ (child === (chosen ?? highest.child) ? "best" : ""),
    cells: [String(tree.visits[child]), meanText(mean), `+ ${twoDecimals(bonus)}`, `= ${meanText(bound)}`],
  }));
  const fresh = tree.children[node].filter((child) => !tree.visits[child]).map((child) => ({
    child, move: tree.move[child] ?? "", kind: /** @type {Row["kind"]} */ ("open"), cells: ["0", "–", "", ""],
  }));
  return [...rows, ...fresh];
}
