// Form parts that several pages use.

import { h } from "../browser/dom.js";

let count = 0;

/** A name that is used once: labels and groups of radio buttons need one. */
export function unique() {
  count += 1;
  return `f${count}`;
}

/**
 * Several choices side by side, of which one holds.
 * @template {string} T
 * @param {string} legend
 * @param {readonly {value: T, text: string | Node, title?: string}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} changed
 * @returns {HTMLFieldSetElement}
 */
export function picks(legend, choices, chosen, changed) {
  const name = unique();
  return h("fieldset", { class: "picks" },
    h("legend", {}, legend),
    h("div", { class: "row" },
      ...choices.map(({ value, text, title }) =>
        h("label", { class: "pick", title },
          h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
          h("span", {}, text)))));
}

/**
 * A label above a field.
 * @param {string} text
 * @param {HTMLElement} field
 * @param {string} [hint]
 */
export function labelled(text, field, hint) {
  field.id ||= unique();
  if (hint) field.setAttribute("aria-describedby", `${field.id}-hint`);
  return h("div", { class: "field" },
    h("label", { for: field.id }, text),
    field,
    hint ? h("span", { class: "small quiet", id: `${field.id}-hint` }, hint) : null);
}

/**
 * A menu of texts.
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

/**
 * What was chosen last time here.
 * @param {string} name
 * @returns {any}
 */
export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(`plyground.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`plyground.${name}`, JSON.stringify(value));
  } catch {
    // Without storage the page forgets, and works.
  }
}
