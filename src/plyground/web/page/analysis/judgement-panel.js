// What is said about the move that the board of a review shows: the judgement, a line, or a try of the reader.

import { stoneIcon } from "../board/stone.js";
import { h, updateChildren } from "../browser/dom.js";
import { moveName, sideName } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { whyButton } from "../why/why.js";
import { isMarked } from "./review-text.js";
import { worthText } from "./values.js";

/**
 * @typedef {object} PanelActions
 * @property {() => void} nextMark goes to the next mistake
 * @property {(judged: MarkedMove) => void} tryAgain lets the reader find a better move
 * @property {(judged: MarkedMove) => void} playFrom offers a game from before the move
 * @property {() => void} back leaves a line or a try
 * @property {(judged: MarkedMove) => void} why explains what is wrong with the move
 * @property {(judged: MarkedMove) => void} better shows what should have been played
 * @property {(judged: MarkedMove) => void} whyBetter explains why that is better
 */

export class JudgementPanel {
  #said = h("div", { "aria-live": "polite" });
  #line = h("div", { class: "line-shown" });
  element = h("div", { class: "judgement" }, this.#said, this.#line);

  /** @param {PanelActions} actions */
  constructor(actions) {
    this.actions = actions;
  }

  /** @param {boolean} hasMarks */
  showStart(hasMarks) {
    const first = hasMarks ? this.#button(_("Go to the first mistake"), () => this.actions.nextMark()) : null;
    this.#put([], h("p", {}, _("The start of the game.")), h("div", { class: "row" }, first));
  }

  /**
   * A move of the game. Which move would have been better is not said here, so that the reader can find it.
   * @param {PositionState} start
   * @param {LinePlace} played
   * @param {number} number of the move, from 1
   * @param {MoveJudged | undefined} judged
   * @param {string} report of the player
   */
  showMove(start, played, number, judged, report) {
    this.#put([number, judged],
      h("h2", { class: "with-stone" }, stoneIcon(played.side, start), say("Move {number}: {side}, {move}",
        { number, side: sideName(played.side, start), move: moveName(start, played.cell) })),
      report ? h("p", { class: "small quiet figures" }, report) : null,
      ...this.#words(judged),
      judged && isMarked(judged) ? h("div", { class: "row" },
        this.#button(_("Try again"), () => this.actions.tryAgain(judged), "main"),
        whyButton(() => this.actions.why(judged), { key: "why" }),
        judged.better.length ? this.#button(_("Show a better move"), () => this.actions.better(judged)) : null,
        this.#button(_("Play from here"), () => this.actions.playFrom(judged))) : null);
  }

  /**
   * The question to the reader, in place of the answer.
   * @param {PositionState} start
   * @param {MarkedMove} judged
   */
  showPuzzle(start, judged) {
    this.#put([judged],
      h("h2", { class: "with-stone" }, stoneIcon(judged.side, start), say("{side} to move", { side: sideName(judged.side, start) })),
      h("p", {}, _("The game went wrong here. Play a better move on the board.")),
      h("div", { class: "row" }, this.#answer(judged), this.#back()));
  }

  /**
   * A move that the reader tried on the board.
   * @param {PositionState} start
   * @param {LinePlace} tried
   * @param {MoveJudged | undefined} judged
   * @param {number} ply
   * @param {MarkedMove | null} puzzle the mistake that the try replaces
   */
  showTry(start, tried, judged, ply, puzzle) {
    const marked = judged && isMarked(judged) ? judged : null;
    this.#put([ply, judged, puzzle],
      h("h2", { class: "with-stone" }, stoneIcon(tried.side, start), say("Your try: {side}, {move}",
        { side: sideName(tried.side, start), move: moveName(start, tried.cell) })),
      ...this.#words(judged),
      h("div", { class: "row" },
        puzzle && marked ? this.#button(_("Try again"), () => this.actions.tryAgain(puzzle), "main") : null,
        marked ? whyButton(() => this.actions.why(marked), { key: "why" }) : null,
        puzzle && marked ? this.#answer(puzzle) : null));
  }

  /**
   * The line that the board shows, below what is said; null if it shows none.
   * @param {{title: string, moves: LinePlace[], at: number, insteadOf?: MarkedMove} | null} line
   */
  showLine(line) {
    updateChildren(this.#line, line, () => (line ? [
      h("p", { class: "line-text figures" }, `${line.title} `, ...line.moves.flatMap(({ move }, index) =>
        [index ? " " : "", index === line.at - 1 ? h("strong", {}, move) : move])),
      h("div", { class: "row" },
        line.insteadOf && whyButton(() => line.insteadOf && this.actions.whyBetter(line.insteadOf), {
          key: "why better", about: `${line.title} ${line.moves[0]?.move ?? ""}`,
        }), this.#back()),
    ] : []));
  }

  /** @param {MoveJudged | undefined} judged */
  #words(judged) {
    if (!judged) return [h("p", { class: "quiet" }, _("not judged yet…"))];
    const change = judged.before && judged.after ? h("p", { class: "figures" }, say("Before: {before}. Now: {after}.",
      { before: worthText(judged.before), after: worthText(judged.after) })) : null;
    if (isMarked(judged)) return [h("p", { class: judged.verdict }, h("strong", {}, judged.words)), change];
    return [h("p", { class: judged.verdict }, judged.words), judged.verdict === "not judged" ? change : null];
  }

  /** @param {MarkedMove} puzzle */
  #answer(puzzle) {
    return this.#button(_("Show a better move"), () => this.actions.better(puzzle));
  }

  #back() {
    return this.#button(_("Back to the game"), () => this.actions.back());
  }

  /**
   * @param {string} text
   * @param {() => void} press
   * @param {string} [kind]
   */
  #button(text, press, kind) {
    return h("button", { type: "button", class: kind, "data-key": text, onclick: press }, text);
  }

  /**
   * @param {unknown} data that the buttons act on
   * @param {(HTMLElement | null)[]} parts
   */
  #put(data, ...parts) {
    const shown = parts.filter((part) => part !== null);
    updateChildren(this.#said, [data, shown.map((part) => part.textContent)], () => shown);
  }
}
