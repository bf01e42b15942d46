// The fields for rules of one's own: the size, the row to make, gravity, and whether presses block cells.

import { h } from "../browser/dom.js";
import { labelled } from "../frame/fields.js";
import { _ } from "../text/translation.js";

/**
 * The fields write into `own` and then call `changed`.
 * @param {import("./game-choices.js").Choices["own"]} own
 * @param {Meta["limits"]} limits
 * @param {() => void} changed
 * @param {(isOn: boolean) => void} block called when presses are to block cells, or no longer
 */
export function ownRules(own, limits, changed, block) {
  /**
   * @param {string} text
   * @param {"columns" | "rows" | "connect"} name
   * @param {number} least
   * @param {number} most
   */
  const size = (text, name, least, most) => {
    const field = h("input", {
      type: "number", min: least, max: most, value: own[name], inputmode: "numeric",
      onchange: () => {
        own[name] = Math.min(most, Math.max(least, Math.round(Number(field.value)) || least));
        field.value = String(own[name]);
        own.blocked = own.blocked.filter(([column, row]) => column < own.columns && row < own.rows);
        changed();
      },
    });
    return labelled(text, field);
  };
  const gravity = h("input", {
    type: "checkbox", checked: own.gravity,
    onchange: () => {
      own.gravity = gravity.checked;
      changed();
    },
  });
  const blocking = h("input", { type: "checkbox", name: "block", onchange: () => block(blocking.checked) });
  return [
    h("div", { class: "sizes" },
      size(_("Columns"), "columns", 1, limits.columns), size(_("Rows"), "rows", 1, limits.rows),
      size(_("In a row"), "connect", 2, Math.max(limits.columns, limits.rows))),
    h("label", { class: "check" }, gravity, _("Stones fall to the bottom")),
    h("div", { class: "row" },
      h("label", { class: "check" }, blocking, _("Press cells to block them")),
      h("button", {
        type: "button", class: "plain",
        onclick: () => {
          own.blocked = [];
          changed();
        },
      }, _("Unblock all"))),
  ];
}
