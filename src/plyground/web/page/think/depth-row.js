// What a search chooses at every depth, in one row beside the exact value: how deep it has to look, and where looking
// deeper changes its mind.

import { Connection } from "../browser/connection.js";
import { h } from "../browser/dom.js";
import { listText } from "../text/joins.js";
import { formatNumber } from "../text/numbers.js";
import { _ } from "../text/translation.js";
import { signedText } from "../text/values.js";
import { ExactValue } from "./exact-value.js";

/** Depths that are asked for. */
const MOST = 6;

export class DepthRow {
  #request = 0;
  /** @type {ThinkChoices | null} */
  #choices = null;
  /** @type {PositionState | null} */
  #position = null;
  /** @type {ThinkDepth[]} */
  #rows = [];
  #isComplete = false;
  #problem = "";
  /** @type {Connection | null} opened with the first question */
  #connection = null;
  #exact = new ExactValue(() => this.#show());
  #table = h("table", { class: "figures" });
  #status = h("p", { class: "small quiet", role: "status" });
  element = h("details", { class: "depths", ontoggle: () => this.#ask() },
    h("summary", {}, _("What each depth chooses")),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": _("What each depth chooses") }, this.#table),
    this.#status);

  /**
   * Another search. Nothing is asked for before the reader opens the row.
   * @param {ThinkChoices} choices
   * @param {PositionState | null} position null for games that cannot be analysed
   */
  begin(choices, position) {
    this.element.hidden = !["minimax", "alphabeta", "deepening"].includes(choices.search);
    this.#choices = choices;
    this.#position = position;
    this.#rows = [];
    this.#isComplete = false;
    this.#problem = "";
    this.#request += 1;
    this.#ask();
  }

  close() {
    this.#connection?.close();
    this.#exact.close();
  }

  #ask() {
    if (!this.element.open || this.element.hidden || !this.#choices || this.#isComplete) return;
    if (this.#connection) this.#send();
    else {
      this.#connection = new Connection({
        path: () => "/ws/think",
        onMessage: (message) => this.#receive(message),
        onOpen: () => this.#send(),
        onLost: () => {},
      });
    }
    this.#show();
  }

  #send() {
    if (this.#isComplete || !this.#choices) return;
    this.#request += 1;
    this.#connection?.send({ type: "depths", request: this.#request, ...this.#choices, most: MOST });
  }

  /** @param {ThinkDepths | ThinkRefused} message */
  #receive(message) {
    if (message.request !== this.#request) return;
    if (message.type === "refused") {
      this.#problem = message.text;
      this.#isComplete = true;
    } else if (message.type === "depths") {
      this.#rows = message.rows;
      this.#isComplete = message.complete;
      this.#problem = message.text;
      // Not before: it would take the searches' time.
      if (message.complete) this.#exact.ask(this.#position);
    }
    this.#show();
  }

  #show() {
    const rows = this.#rows;
    const worths = this.#exact.worths?.exact ? this.#exact.worths : null;
    this.#status.textContent = this.#problem || (this.#isComplete ? "" : _("thinking…"));
    /** @param {string} name @param {(row: ThinkDepth, index: number) => HTMLElement} cell @param {HTMLElement | null} last */
    const line = (name, cell, last) => h("tr", {}, h("th", { scope: "row" }, name), ...rows.map(cell), last);
    /** @param {string} move */
    const isRight = (move) => worths?.best.includes(move) ?? false;
    const hasExact = this.#position !== null;
    if (!rows.length) return this.#table.replaceChildren();
    this.#table.replaceChildren(
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, _("Depth")),
        ...rows.map(({ depth }) => h("th", { scope: "col" }, depth)),
        hasExact && h("th", { scope: "col", class: "exact" }, _("exact")))),
      h("tbody", {},
        line(_("Choice"), ({ move }, index) => {
          const isNew = index > 0 && rows[index - 1].move !== move;
          return h("td", { class: isNew ? "changed" : "" }, isNew && h("span", { title: _("another choice") }, "→ "), move,
            worths && (isRight(move) ? h("span", { class: "right", title: _("an exact best move") }, " ✓")
              : h("span", { class: "wrong", title: _("not a best move") }, " ✗")));
        }, hasExact ? h("td", { class: "exact" }, worths ? listText(worths.best) : "…") : null),
        line(_("Value"), ({ value }) => h("td", {}, shownValue(value)),
          hasExact ? h("td", { class: "exact" }, worths?.value?.words ?? "…") : null),
        line(_("Nodes"), ({ nodes }) => h("td", {}, formatNumber(nodes)), hasExact ? h("td", { class: "exact" }) : null),
        rows.some(({ cuts }) => cuts) &&
          line(_("Cuts"), ({ cuts }) => h("td", {}, formatNumber(cuts)), hasExact ? h("td", { class: "exact" }) : null)));
    return undefined;
  }
}

/** @param {WireNumber | null} value */
function shownValue(value) {
  if (value === null) return "";
  return signedText(value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
}
