// The header of every page: the name, the pages, the languages, the settings.

import { h } from "../browser/dom.js";
import { LANGUAGES, _, language, setLanguage } from "../text/translation.js";
import { reloadNewVersion } from "./new-version.js";
import { settingsMenu } from "./settings-menu.js";

const header = /** @type {HTMLElement} */ (document.getElementById("header"));

/**
 * @param {string} path of the page that is shown
 * @param {() => Promise<void>} redraw called when another language was chosen
 */
export function showHeader(path, redraw) {
  /** @param {string} href @param {string} text @param {boolean} isHere */
  const link = (href, text, isHere) => h("a", { href, "aria-current": isHere ? "page" : null }, text);
  const menu = h("button", {
    type: "button", class: "menu", "aria-label": _("Menu"), "aria-expanded": "false", "aria-controls": "pages",
    onclick: () => menu.setAttribute("aria-expanded", String(header.classList.toggle("open"))),
  }, h("span", { "aria-hidden": "true" }, "☰"));
  header.classList.remove("open");
  header.replaceChildren(
    menu,
    h("a", { class: "name", href: "/" },
      h("img", { src: "/page/icon.svg", alt: "", width: 24, height: 24 }), "Plyground"),
    h("nav", { id: "pages", "aria-label": _("Pages") },
      link("/", _("Play"), /^\/($|new|game\/)/.test(path)),
      link("/games", _("My games"), path === "/games"),
      link("/analyse", _("Analyse"), /^\/(analyse|review)/.test(path)),
      link("/think", _("Think"), path === "/think"),
      link("/learn", _("Learn"), path.startsWith("/learn")),
      link("/atlas", _("Atlas"), path === "/atlas"),
      link("/puzzle", _("Puzzles"), path.startsWith("/puzzle")),
      link("/arena", _("Arena"), path.startsWith("/arena"))),
    h("div", { class: "languages", role: "group", "aria-label": _("Language") },
      ...Object.entries(LANGUAGES).map(([code, { name, short, tag }]) =>
        h("button", {
          type: "button", lang: tag, title: name, "aria-label": name, "aria-pressed": String(code === language()),
          onclick: () => void changeLanguage(/** @type {import("../text/translation.js").Language} */ (code), redraw),
        }, short))),
    settingsMenu(),
  );
}

/**
 * @param {import("../text/translation.js").Language} code
 * @param {() => Promise<void>} redraw
 */
async function changeLanguage(code, redraw) {
  try {
    await setLanguage(code, true);
    await redraw();
    /** @type {HTMLElement | null} */ (header.querySelector('.languages [aria-pressed="true"]'))?.focus();
  } catch (error) {
    console.error(error);
    await reloadNewVersion();
  }
}
