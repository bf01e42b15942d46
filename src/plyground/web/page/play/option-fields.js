// The fields for the options of a computer player.

import { h } from "../browser/dom.js";
import { labelled, menu } from "../frame/fields.js";
import { _, say } from "../text/translation.js";

/** In a menu of named numbers: any other number. */
const OTHER = "other";

/**
 * The page's default for an option. Compiled searches play the same moves, sooner, so the page prefers them.
 * @param {OptionInfo} option
 */
export function defaultValue(option) {
  return option.name === "compiled" ? "yes" : (option.default ?? "");
}

/**
 * A field that writes the option into `chosen`, if it differs from the default, and then calls `changed`.
 * @param {OptionInfo} option
 * @param {Record<string, string>} chosen
 * @param {() => void} changed
 * @returns {HTMLElement}
 */
export function optionField(option, chosen, changed) {
  /** @param {string} value */
  const set = (value) => {
    if (value === "" || value === defaultValue(option)) delete chosen[option.name];
    else chosen[option.name] = value;
    changed();
  };
  const now = chosen[option.name] ?? defaultValue(option);
  const help = [option.description, option.range].filter(Boolean).join(" · ");
  const choices = option.choices.map((value, index) => ({ value, text: option.choice_labels[index] }));
  if (!choices.length) return labelled(option.label, textField(option, now, set), help);
  if (option.kind !== "whole") return labelled(option.label, menu(choices, now, set), help);
  const isNamed = option.choices.includes(now);
  const own = h("div", { hidden: isNamed },
    labelled(_("Depth"), textField(option, isNamed ? "" : now, set), help));
  const names = menu([...choices, { value: OTHER, text: _("another depth") }], isNamed ? now : OTHER, (value) => {
    own.hidden = value !== OTHER;
    if (own.hidden) set(value);
    else own.querySelector("input")?.focus();
  });
  return h("div", {}, labelled(option.label, names), own);
}

/**
 * @param {OptionInfo} option
 * @param {string} now
 * @param {(value: string) => void} set called with values that the option takes
 */
function textField(option, now, set) {
  const isNumber = option.kind === "whole" || option.kind === "number";
  const field = h("input", {
    value: now, size: 10, autocomplete: "off", spellcheck: "false", maxlength: 40, inputmode: isNumber ? "decimal" : null,
    onchange: () => {
      const value = field.value.trim();
      const isRight = !isNumber || value === "" || isAllowed(option, Number(value));
      field.setAttribute("aria-invalid", String(!isRight));
      if (isRight) set(value);
    },
  });
  field.dataset.option = option.name;
  field.dataset.problem = say("{label}: {range}", { label: option.label, range: option.range });
  return field;
}

/**
 * @param {OptionInfo} option
 * @param {number} value
 */
function isAllowed({ kind, least, most }, value) {
  const isRight = kind === "whole" ? Number.isInteger(value) : Number.isFinite(value);
  return isRight && value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

/**
 * The first field with a wrong value, made visible and focused.
 * @param {HTMLElement} host
 * @returns {string} what is wrong there; empty if nothing is
 */
export function showWrongOption(host) {
  const field = host.querySelector('input[aria-invalid="true"]');
  if (!(field instanceof HTMLInputElement)) return "";
  const details = field.closest("details");
  if (details) details.open = true;
  field.focus();
  return field.dataset.problem ?? "";
}
