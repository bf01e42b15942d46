// Form fields that several pages use.

import { h } from "../browser/dom.js";

let count = 0;

/** An id for a field, or a name for a group of radio buttons. */
export function uniqueId() {
  count += 1;
  return `f${count}`;
}

/**
 * Radio buttons side by side.
 * @template {string} T
 * @param {string} legend
 * @param {readonly {value: T, text: string | Node, title?: string}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} changed
 * @returns {HTMLFieldSetElement}
 */
export function radioGroup(legend, choices, chosen, changed) {
  const name = uniqueId();
  return h("fieldset", { class: "picks" },
    h("legend", {}, legend),
    h("div", { class: "row" },
      ...choices.map(({ value, text, title }) =>
        h("label", { class: "pick", title },
          h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
          h("span", {}, text)))));
}

/**
 * A field with its label above it.
 * @param {string} text
 * @param {HTMLElement} field
 * @param {string} [hint]
 */
export function labelled(text, field, hint) {
  field.id ||= uniqueId();
  if (hint) field.setAttribute("aria-describedby", `${field.id}-hint`);
  return h("div", { class: "field" },
    h("label", { for: field.id }, text),
    field,
    hint ? h("span", { class: "small quiet", id: `${field.id}-hint` }, hint) : null);
}

/**
 * A drop-down menu.
 * @template {string} T
 * @param {readonly {value: T, text: string}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} changed
 */
export function menu(choices, chosen, changed) {
  const select = h("select", { onchange: () => changed(/** @type {T} */ (select.value)) },
    ...choices.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)));
  return select;
}
