// Rules and position as text, to copy and to paste. A mistake in them is marked where it is.

import { h } from "../browser/dom.js";
import { labelled } from "../frame/fields.js";
import { _ } from "../text/translation.js";

/** How many characters are shown on either side of a mistake. */
const CONTEXT = 24;

export class PositionFields {
  #fields = {
    rules: h("input", { type: "text", list: "presets", autocomplete: "off", spellcheck: "false", autocapitalize: "off" }),
    position: h("textarea", { rows: 2, autocomplete: "off", spellcheck: "false", autocapitalize: "off" }),
  };
  #faults = {
    rules: h("p", { class: "fault", role: "alert", id: "fault-rules" }),
    position: h("p", { class: "fault", role: "alert", id: "fault-position" }),
  };

  /**
   * @param {Meta} meta
   * @param {(question: Question) => void} entered
   */
  constructor(meta, entered) {
    const { rules, position } = this.#fields;
    const forms = _("Moves (4453, 1. 4 4 or d1 d2), rows or a grid of x and o, or a copied text such as connect four: 4453.");
    const field = labelled(_("Game or position"), position, forms);
    rules.setAttribute("aria-describedby", "fault-rules");
    position.setAttribute("aria-describedby", `${position.getAttribute("aria-describedby")} fault-position`);
    // The well-known games stand in the field by their names.
    this.titles = new Map(meta.presets.map(({ name, label }) => [name, label]));
    const names = new Map(meta.presets.map(({ name, label }) => [label.toLowerCase(), name]));
    const submit = () => {
      const text = rules.value.trim();
      entered({ rules: names.get(text.toLowerCase()) ?? text, position: position.value, moves: "" });
    };
    position.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      submit();
    });
    this.element = h("form", {
      class: "texts", novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        submit();
      },
    },
      h("datalist", { id: "presets" }, ...meta.presets.map(({ label }) => h("option", { value: label }))),
      labelled(_("Rules"), rules), this.#faults.rules,
      field, this.#faults.position,
      h("div", { class: "row" }, h("button", { type: "submit" }, _("Show"))));
  }

  /**
   * Fill in the fields, except one that somebody is typing into.
   * @param {string} rules
   * @param {string} position
   */
  show(rules, position) {
    const { rules: first, position: second } = this.#fields;
    if (document.activeElement !== first) first.value = this.titles.get(rules) ?? rules;
    if (document.activeElement !== second) second.value = position;
  }

  clearErrors() {
    for (const name of /** @type {const} */ (["rules", "position"])) {
      this.#faults[name].replaceChildren();
      this.#fields[name].removeAttribute("aria-invalid");
    }
  }

  /**
   * @param {"rules" | "position"} name
   * @param {Refused} problem
   */
  showError(name, { text, place }) {
    this.clearErrors();
    const field = this.#fields[name];
    field.setAttribute("aria-invalid", "true");
    this.#faults[name].append(text);
    field.scrollIntoView({ block: "nearest" });
    if (place === null) return;
    const whole = `${field.value} `; // if something is missing, the place is the end of the text
    this.#faults[name].append(h("code", { class: "excerpt", "aria-hidden": "true" },
      whole.slice(Math.max(0, place - CONTEXT), place),
      h("mark", {}, whole.slice(place, place + 1)),
      whole.slice(place + 1, place + CONTEXT)));
  }
}
