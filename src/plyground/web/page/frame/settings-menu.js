// The settings in the header: the theme, sounds, and the values on the board. Each is remembered and works at once.

import { h, svg } from "../browser/dom.js";
import { setTheme, setValuesShown, theme, valuesAreShown } from "../browser/preferences.js";
import { soundsAreOn, turnSounds } from "../browser/sounds.js";
import { _ } from "../text/translation.js";
import { radioGroup } from "./fields.js";

/** Listens for what closes the menu while it is open. The header is made anew with every page. */
let listening = new AbortController();

/**
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 */
function checkBox(text, checked, changed) {
  const box = h("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return h("label", { class: "check" }, box, text);
}

function fields() {
  return [
    radioGroup(_("Theme"), /** @type {const} */ ([
      { value: "system", text: _("System") },
      { value: "light", text: _("Light") },
      { value: "dark", text: _("Dark") },
    ]), theme(), setTheme),
    checkBox(_("Sounds"), soundsAreOn(), turnSounds),
    checkBox(_("Values on the board"), valuesAreShown(), setValuesShown),
  ];
}

/** A button that opens the settings below it. Escape and a press elsewhere close them. */
export function settingsMenu() {
  const sheet = h("div", { class: "sheet", id: "settings", hidden: true });
  const button = h("button", {
    type: "button", "aria-label": _("Settings"), title: _("Settings"), "aria-expanded": "false",
    "aria-controls": "settings", onclick: () => show(sheet.hidden),
  },
    // Three sliders.
    svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
      svg("path", { d: "M2 5h16M2 10h16M2 15h16" }),
      svg("circle", { cx: 13, cy: 5, r: 2.2 }), svg("circle", { cx: 6, cy: 10, r: 2.2 }),
      svg("circle", { cx: 11, cy: 15, r: 2.2 })));
  const menu = h("div", { class: "settings" }, button, sheet);
  /** @param {boolean} open */
  const show = (open) => {
    if (sheet.hidden !== open) return;
    sheet.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    sheet.replaceChildren(...(open ? fields() : []));
    listening.abort();
    if (!open) return;
    listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) show(false);
    }, { signal });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      show(false);
      button.focus();
    }, { signal });
  };
  return menu;
}
