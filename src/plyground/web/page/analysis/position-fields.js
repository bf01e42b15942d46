// Rules and position as texts: to copy, to paste, and to see where one is wrong.

import { h } from "../browser/dom.js";
import { labelled } from "../frame/fields.js";
import { _ } from "../text/translation.js";

/** Characters of a long text that are shown on either side of what is wrong in it. */
const AROUND = 24;

export class PositionTexts {
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
   * @param {(asked: Asked) => void} read
   */
  constructor(meta, read) {
    const { rules, position } = this.#fields;
    rules.setAttribute("aria-describedby", "fault-rules");
    position.setAttribute("aria-describedby", "fault-position");
    const submit = () => read({ rules: rules.value.trim(), position: position.value.trim(), moves: "" });
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
      h("datalist", { id: "presets" }, ...meta.presets.map(({ name, label }) => h("option", { value: name }, label))),
      labelled(_("Rules"), rules), this.#faults.rules,
      labelled(_("Position: moves such as 4453, or rows from the top"), position), this.#faults.position,
      h("div", { class: "row" }, h("button", { type: "submit" }, _("Show"))));
  }

  /**
   * Leaves alone what is being typed.
   * @param {string} rules
   * @param {string} position
   */
  show(rules, position) {
    const { rules: first, position: second } = this.#fields;
    if (document.activeElement !== first) first.value = rules;
    if (document.activeElement !== second) second.value = position;
  }

  clear() {
    for (const name of /** @type {const} */ (["rules", "position"])) {
      this.#faults[name].replaceChildren();
      this.#fields[name].removeAttribute("aria-invalid");
    }
  }

  /**
   * @param {"rules" | "position"} name
   * @param {QuestionRefused} problem
   */
  refuse(name, { text, place }) {
    this.clear();
    const field = this.#fields[name];
    field.setAttribute("aria-invalid", "true");
    this.#faults[name].append(text);
    field.scrollIntoView({ block: "nearest" });
    if (place === null) return;
    const whole = `${field.value} `; // what is missing at the end has a place, too
    this.#faults[name].append(h("code", { class: "excerpt", "aria-hidden": "true" },
      whole.slice(Math.max(0, place - AROUND), place),
      h("mark", {}, whole.slice(place, place + 1)),
      whole.slice(place + 1, place + AROUND)));
  }
}
