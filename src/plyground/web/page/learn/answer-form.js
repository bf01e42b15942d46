// The forms of an answer: a number, a choice, several, an order, a move on the board. All of them work by keyboard.

import { h } from "../browser/dom.js";
import { labelled, uniqueId } from "../frame/fields.js";
import { _, say } from "../text/translation.js";
import { trueMinus } from "./text-blocks.js";

/**
 * @typedef {object} AnswerField
 * @property {HTMLElement} element
 * @property {() => Answer | null} value null if nothing was chosen
 * @property {(answer: Answer) => void} put an answer that was given before
 * @property {(name: string) => void} pick something of this name was pressed in the figure
 * @property {() => string[]} picked what is chosen, for the figure
 */

/**
 * @param {AnswerForm} form
 * @param {() => void} changed
 * @returns {AnswerField}
 */
export function answerField(form, changed) {
  switch (form.type) {
    case "number": return numberField(form.infinite);
    case "choice": return optionsField(form.options, "radio", changed);
    case "several": return optionsField(form.options, "checkbox", changed);
    case "order": return orderField(form.options, changed);
    default: return moveField(form.moves, changed);
  }
}

/** @param {boolean} infinite @returns {AnswerField} */
function numberField(infinite) {
  // Not type="number": what is no number has to reach the server, which says so.
  const input = h("input", { type: "text", size: 8, autocomplete: "off", spellcheck: "false", class: "figures" });
  /** @param {string} text */
  const button = (text) => h("button", { type: "button", onclick: () => {
    input.value = text;
    input.focus();
  } }, text);
  return {
    element: h("div", { class: "row answer-number" }, labelled(_("Your answer"), input),
      ...(infinite ? [button("−∞"), button("∞")] : [])),
    value: () => (input.value.trim() === "" ? null : input.value),
    put: (answer) => {
      input.value = String(answer);
    },
    pick: () => undefined,
    picked: () => [],
  };
}

/**
 * @param {string[]} options
 * @param {"radio" | "checkbox"} type
 * @param {() => void} changed
 * @returns {AnswerField}
 */
function optionsField(options, type, changed) {
  const name = uniqueId();
  const boxes = options.map((value) => h("input", { type, name, value, onchange: changed }));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return {
    element: h("fieldset", { class: "picks" },
      h("legend", {}, type === "radio" ? _("Choose one") : _("Choose all that fit, or none")),
      h("div", { class: "row" }, ...boxes.map((box) => h("label", { class: "pick" }, box, h("span", {}, trueMinus(box.value)))))),
    value: () => (type === "radio" ? chosen()[0] ?? null : chosen()),
    put: (answer) => {
      for (const box of boxes) box.checked = [answer].flat().includes(box.value);
    },
    pick: (option) => {
      const box = boxes.find(({ value }) => value === option);
      if (!box) return;
      box.checked = type === "radio" || !box.checked;
      changed();
    },
    picked: chosen,
  };
}

/**
 * The options move from the lower row to the upper one, in the order in which they are pressed.
 * @param {string[]} options
 * @param {() => void} changed
 * @returns {AnswerField}
 */
function orderField(options, changed) {
  /** @type {string[]} */
  let order = [];
  const placed = h("ol", { class: "row order-placed" });
  const left = h("div", { class: "row order-left" });
  /** @param {string} option */
  const toggle = (option) => {
    order = order.includes(option) ? order.filter((each) => each !== option) : [...order, option];
    draw();
    const button = [...placed.querySelectorAll("button"), ...left.querySelectorAll("button")]
      .find((each) => each.dataset.option === option);
    button?.focus();
    changed();
  };
  const draw = () => {
    placed.replaceChildren(...order.map((option, place) => h("li", {},
      h("button", {
        type: "button", "data-option": option, onclick: () => toggle(option),
        "aria-label": say("{option}, place {place}: take it out again", { option, place: place + 1 }),
      }, option))));
    left.replaceChildren(...options.filter((option) => !order.includes(option)).map((option) =>
      h("button", {
        type: "button", "data-option": option, onclick: () => toggle(option),
        "aria-label": say("{option}: put it at place {place}", { option, place: order.length + 1 }),
      }, option)));
  };
  draw();
  return {
    element: h("div", { class: "answer-order", role: "group", "aria-label": _("Your order") },
      h("p", { class: "small quiet" }, _("Press them in your order. To take one out again, press it once more.")),
      placed, left),
    value: () => (order.length ? order : null),
    put: (answer) => {
      order = [answer].flat().map(String);
      draw();
    },
    pick: (option) => {
      if (options.includes(option)) toggle(option);
    },
    picked: () => order,
  };
}

/**
 * @param {string[]} moves
 * @param {() => void} changed
 * @returns {AnswerField}
 */
function moveField(moves, changed) {
  const field = optionsField(moves, "radio", changed);
  field.element.querySelector("legend")?.replaceChildren(_("Choose a move here or on the board"));
  return field;
}
