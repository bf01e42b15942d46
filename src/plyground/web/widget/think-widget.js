// A search in a notebook: its tree, the board of the node that it looks at, and the sentence of what happens now.

import "../page/board/board.js";
import { h } from "../page/browser/dom.js";
import { Stepper } from "../page/stepper/stepper.js";
import { useTexts } from "../page/text/translation.js";
import { Captions } from "../page/think/captions.js";
import { positionLines, thinkerName } from "../page/think/game-names.js";
import { boardAfter, isGrid } from "../page/think/node-board.js";
import { Steps } from "../page/think/steps.js";
import { TreeView } from "../page/think/tree-view.js";

/** @param {{model: import("./board-widget.js").Model, el: HTMLElement}} cell */
export function render({ model, el }) {
  useTexts(model.get("language"), model.get("texts"));
  const closing = new AbortController();
  const position = /** @type {PositionState | TextPosition} */ (model.get("position"));
  const start = /** @type {ThinkStart} */ ({ game: { kind: model.get("kind"), name: "" }, position });
  const steps = new Steps();
  steps.append(structuredClone(model.get("events")));
  const captions = new Captions(steps, {
    turn: position.turn, side: (side) => thinkerName(start, side), hasWinners: start.game.kind !== "tree",
  });
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const board = /** @type {import("../page/board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("quiet", "");
  board.setAttribute("still", "");
  const words = h("p", { class: "board-words figures" });
  const host = h("div", { class: "tree-host" });
  const root = h("div", { class: "plyground-widget" });
  const stepper = new Stepper({ go: (at) => goTo(at), long: true, within: root, signal: closing.signal });
  root.append(
    h("div", { class: "think-widget" }, host, h("div", {}, isGrid(position) ? board : words)), caption, stepper.element);
  el.append(root);
  /** @param {number} node */
  const boardOf = (node) => (isGrid(position) ? boardAfter(position, steps.tree.movesTo(node)) : null);
  /** @type {number | null} */
  let picked = null;
  const view = new TreeView(host, {
    steps, boardOf: isGrid(position) ? boardOf : undefined, hasTexts: !isGrid(position),
    onPick: (node) => { picked = node; show(); },
  });

  /** @param {number} at */
  function goTo(at) {
    picked = null;
    steps.goTo(at);
    model.set("at", steps.at);
    model.save_changes();
    show();
  }

  function show() {
    const node = picked ?? steps.tree.current;
    if (isGrid(position)) board.state = node === null ? position : boardOf(node);
    else words.textContent = positionLines(start.game, (node === null ? null : steps.tree.text(node)) ?? position.text);
    caption.textContent = captions.text;
    stepper.show({ count: steps.count, at: steps.at });
  }

  goTo(model.get("at"));
  return () => {
    view.close();
    closing.abort();
  };
}
