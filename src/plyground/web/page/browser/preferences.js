// How this browser shows the page: the theme, and whether the board shows values. Sounds are in sounds.js.

import { remember, remembered } from "./storage.js";

/** @typedef {"system" | "light" | "dark"} Theme */

/** @returns {Theme} */
export function theme() {
  const chosen = remembered("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  remember("theme", chosen);
  applyTheme();
}

/** Show the document in the theme that was chosen; the styles follow `data-theme`. */
export function applyTheme() {
  const root = document.documentElement;
  if (theme() === "system") delete root.dataset.theme;
  else root.dataset.theme = theme();
  // The browser's own bars get the colour of the page. Each of the two elements holds for one of the system's themes.
  for (const element of document.querySelectorAll("meta[name=theme-color]")) {
    const own = /** @type {HTMLMetaElement} */ (element);
    const shown = theme() === "system" ? own.media.match(/light|dark/)?.[0] : theme();
    own.content = shown === "dark" ? "#17191d" : "#fbfaf7";
  }
}

export function valuesAreShown() {
  return remembered("values") !== false;
}

/** @param {boolean} shown */
export function setValuesShown(shown) {
  remember("values", shown);
  document.dispatchEvent(new Event("settings"));
}
