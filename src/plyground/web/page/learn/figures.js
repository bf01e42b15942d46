// The figures of lessons: a board to try moves on, and a small search to step through.

import { fetchJson } from "../browser/api.js";
import { h, svg } from "../browser/dom.js";
import { Stepper } from "../stepper/stepper.js";
import { positionText } from "../text/notation.js";
import { _ } from "../text/translation.js";
import { scrollOf, scrollTree, treePicture } from "./tree-picture.js";

/** @typedef {import("../board/board.js").PlyBoard} PlyBoard */

/**
 * A board on which the reader can try moves of both sides.
 * @param {PositionState} position
 * @param {Cell[]} marks
 * @param {AbortSignal} signal
 * @param {(move: string) => void} [answer] takes the first move that is tried, where that answers a question
 * @returns {{element: HTMLElement, play: (move: string) => void}}
 */
export function boardFigure(position, marks, signal, answer) {
  const board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("lettered", "");
  const back = h("button", { type: "button", hidden: true, onclick: () => show(position) }, _("Back to the position"));
  const hint = h("p", { class: "small quiet" },
    answer ? _("You can answer on the board, too.") : _("You can try moves on the board."));
  /** @param {PositionState} state */
  const show = (state) => {
    board.state = state;
    board.mode = state.legal.length ? "play" : "look";
    board.over = state === position && marks.length ? markCells(marks) : null;
    back.hidden = state === position;
    hint.hidden = !back.hidden || !state.legal.length;
  };
  /** @param {LegalMove} move */
  const play = ({ cell }) => {
    board.drop(cell);
    const asked = { rules: position.rules, position: positionText(/** @type {BoardState} */ (board.state)) };
    fetchJson("/api/position", asked, signal).then(show, () => {
      if (!signal.aborted) show(position);
    });
  };
  board.addEventListener("choose", (event) => {
    const move = /** @type {CustomEvent<LegalMove>} */ (event).detail;
    if (board.state === position) answer?.(move.move);
    play(move);
  });
  show(position);
  return {
    element: h("div", { class: "board-figure" }, board, hint, back),
    play: (name) => {
      const move = position.legal.find((each) => each.move === name);
      if (!move) return;
      show(position);
      play(move);
    },
  };
}

/** @param {Cell[]} cells */
export function markCells(cells) {
  return (/** @type {import("../board/board-svg.js").Geometry} */ geometry) => cells.map((cell) => {
    const [cx, cy] = geometry.centre(cell);
    return svg("rect", { class: "lesson-mark", x: cx - 40, y: cy - 40, width: 80, height: 80, rx: 14 });
  });
}

/**
 * A small search with its stepper and the sentence about the step of now.
 * @param {TreeFigure} figure
 * @param {AbortSignal} signal
 * @param {boolean} [still] without the stepper
 */
export function treeFigure(figure, signal, still = false) {
  const host = h("div", {});
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const link = h("a", { class: "small", href: figure.address }, _("Open in Think"));
  const windows = figure.steps.some(({ changes }) => changes.some(({ alpha }) => alpha !== null));
  const stepper = new Stepper({ go: (at) => show(at), ofSteps: true, signal });
  /** @param {number} at */
  const show = (at) => {
    /** @type {Map<string, NodeLook>} */
    const looks = new Map();
    for (const step of figure.steps.slice(0, at)) {
      if (step.is_new_tree) looks.clear();
      for (const change of step.changes) looks.set(change.path, change);
    }
    const now = figure.steps[at - 1];
    // Before a question the tree is only a drawing: nothing in it waits for the search.
    const scrolled = scrollOf(host);
    host.replaceChildren(treePicture(figure.root, still && !at ? {} : { looks, now: now?.path, windows }));
    scrollTree(host, scrolled);
    caption.replaceChildren(now?.text ?? _("Step forward to begin."));
    stepper.show({ count: figure.steps.length, at });
    link.setAttribute("href", figure.address.replace(/([?&]step=)\d+/, `$1${at}`));
  };
  show(figure.start);
  return h("div", { class: "tree-figure" }, host, ...(still ? [] : [caption, h("div", { class: "row tree-steps" }, stepper.element, link)]));
}
