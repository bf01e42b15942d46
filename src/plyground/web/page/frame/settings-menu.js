// The settings in the header: the theme, sounds, and the values on the board. Each is remembered and works at once.

import { h, svg } from "../browser/dom.js";
import { setTheme, setValuesShown, theme, valuesAreShown } from "../browser/preferences.js";
import { soundsAreOn, turnSounds } from "../browser/sounds.js";
import { _ } from "../text/translation.js";
import { radioGroup } from "./fields.js";

/**
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 */
function checkBox(text, checked, changed) {
  const box = h("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return h("label", { class: "check" }, box, text);
}

/** A button that opens the settings below it. Escape and a press elsewhere close them. */
export function settingsMenu() {
  const summary = h("summary", { class: "button", "aria-label": _("Settings"), title: _("Settings") },
    // Three sliders.
    svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
      svg("path", { d: "M2 5h16M2 10h16M2 15h16" }),
      svg("circle", { cx: 13, cy: 5, r: 2.2 }), svg("circle", { cx: 6, cy: 10, r: 2.2 }),
      svg("circle", { cx: 11, cy: 15, r: 2.2 })));
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  };
  const menu = h("details", { class: "settings", onkeydown: onKey },
    summary,
    h("div", { class: "sheet" },
      radioGroup(_("Theme"), /** @type {const} */ ([
        { value: "system", text: _("System") },
        { value: "light", text: _("Light") },
        { value: "dark", text: _("Dark") },
      ]), theme(), setTheme),
      checkBox(_("Sounds"), soundsAreOn(), turnSounds),
      checkBox(_("Values on the board"), valuesAreShown(), setValuesShown)));
  return menu;
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.settings")) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
  }
});
