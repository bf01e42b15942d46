// A board in a notebook: a click makes a move, the stepper shows the moves one by one.
//
// The kernel knows the game; what is shown can be stepped through without it.

import "../page/board/board.js";
import { h, svg } from "../page/browser/dom.js";
import { Stepper } from "../page/stepper/stepper.js";
import { useTexts } from "../page/text/translation.js";

/**
 * @typedef {object} Model what anywidget gives
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(message: object) => void} send
 * @property {(events: string, listener: () => void) => void} on
 * @property {(events: string, listener: () => void) => void} off
 */

const SHOWN = "change:positions change:at change:values change:arrows change:playable change:note";

/** @param {{model: Model, el: HTMLElement}} cell */
export function render({ model, el }) {
  useTexts(model.get("language"), model.get("texts"));
  const closing = new AbortController();
  const root = h("div", { class: "plyground-widget" });
  const board = /** @type {import("../page/board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("focused-keys", "");
  const note = h("p", { class: "small quiet", role: "status" });
  const stepper = new Stepper({ go: (at) => goTo(at), within: root, signal: closing.signal });
  root.append(board, stepper.element, note);
  el.append(root);

  /** @param {number} at */
  function goTo(at) {
    model.set("at", at);
    model.save_changes();
    show();
  }

  function show() {
    const positions = /** @type {PositionState[]} */ (model.get("positions"));
    if (!positions.length) return;
    const at = Math.min(model.get("at"), positions.length - 1);
    const values = model.get("values");
    const arrows = /** @type {[Cell, Cell][]} */ (model.get("arrows"));
    board.state = positions[at];
    board.mode = model.get("playable") && positions[at].legal.length ? "play" : "look";
    board.values = values.at === at ? values.moves : [];
    board.over = arrows.length ? (geometry) => arrows.flatMap(([from, to]) => arrow(geometry.centre(from), geometry.centre(to))) : null;
    stepper.show({ count: positions.length - 1, at });
    stepper.element.hidden = positions.length < 2;
    note.textContent = model.get("note");
    note.hidden = !note.textContent;
  }

  board.addEventListener("choose", (event) => {
    const { move, cell } = /** @type {CustomEvent<LegalMove>} */ (event).detail;
    model.send({ type: "choose", at: model.get("at"), move });
    board.drop(cell);
  });
  model.on(SHOWN, show);
  show();
  return () => {
    model.off(SHOWN, show);
    closing.abort();
  };
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function arrow([x, y], [toX, toY]) {
  const angle = Math.atan2(toY - y, toX - x);
  const [endX, endY] = [toX - 30 * Math.cos(angle), toY - 30 * Math.sin(angle)];
  /** @param {number} turn @param {number} far */
  const corner = (turn, far) => `${(endX + far * Math.cos(angle + turn)).toFixed(1)} ${(endY + far * Math.sin(angle + turn)).toFixed(1)}`;
  return [
    svg("path", { class: "arrow", d: `M${x} ${y}L${endX.toFixed(1)} ${endY.toFixed(1)}` }),
    svg("path", { class: "arrow-head", d: `M${corner(0, 30)}L${corner(2.2, 28)}L${corner(-2.2, 28)}z` }),
  ];
}
