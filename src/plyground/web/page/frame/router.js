// The frame around every page: the header, the languages, and which module shows which address.
//
// A page is a module with `open(host, place)`: it fills `host`, and may return a function that closes it again
// (sockets, listeners). `go` changes the page without loading anew; so do plain links.

import { h } from "../browser/dom.js";
import { LANGUAGES, _, language, preferred, use } from "../text/translation.js";

/**
 * @typedef {object} Place
 * @property {string} path
 * @property {string[]} params what the address names: the id of a game, the name of a tournament
 * @property {URLSearchParams} query
 */
/** @typedef {(() => void) | void} Close */
/** @typedef {{open: (host: HTMLElement, place: Place) => Close | Promise<Close>}} PageModule */

/** @type {[RegExp, () => Promise<PageModule>][]} */
const PAGES = [
  [/^\/(?:new)?$/, () => import("../play/new-game-page.js")],
  [/^\/game\/([^/]+)$/, () => import("../play/game-page.js")],
  [/^\/analyse$/, () => import("../analysis/analysis-page.js")],
  [/^\/review\/([^/]+)$/, () => import("../analysis/review-page.js")],
  [/^\/arena(?:\/([^/]+))?$/, () => import("../arena/arena-page.js")],
];

const header = /** @type {HTMLElement} */ (document.getElementById("header"));
const host = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Close} */
let close;
let opened = 0;

/**
 * Go to another page; `replace` leaves no step back.
 * @param {string} address
 * @param {{replace?: boolean}} [how]
 */
export function go(address, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  void show(true);
}

/**
 * The title of the window.
 * @param {string} text
 */
export function titled(text) {
  document.title = text ? `${text} · Plyground` : "Plyground";
}

/** @param {boolean} moved by a link, so that the focus goes to the new page */
async function show(moved) {
  const turn = (opened += 1);
  const path = location.pathname;
  close?.();
  close = undefined;
  header.classList.remove("open");
  head(path);
  host.replaceChildren();
  titled("");
  if (moved) {
    scrollTo(0, 0);
    host.focus({ preventScroll: true });
  }
  const found = PAGES.map(([pattern, load]) => ({ match: path.match(pattern), load })).find(({ match }) => match);
  if (!found?.match) {
    lost(_("There is no page at this address."));
    return;
  }
  const params = found.match.slice(1).filter((part) => part !== undefined).map(decodeURIComponent);
  try {
    const page = await found.load();
    if (turn !== opened) return;
    const ending = await page.open(host, { path, params, query: new URLSearchParams(location.search) });
    if (turn === opened) close = ending;
    else ending?.();
  } catch (error) {
    console.error(error);
    if (turn === opened) lost(_("This page could not be loaded. Is the server still running?"));
  }
}

/** @param {string} text */
function lost(text) {
  host.replaceChildren(
    h("div", { class: "alone" },
      h("h1", {}, text),
      h("div", { class: "row" },
        h("a", { class: "button main", href: "/" }, _("New game")),
        h("button", { type: "button", onclick: () => void show(false) }, _("Try again")))),
  );
}

/** @param {string} path */
function head(path) {
  /** @param {string} href @param {string} text @param {boolean} here */
  const link = (href, text, here) => h("a", { href, "aria-current": here ? "page" : null }, text);
  const menu = h("button", {
    type: "button", class: "menu", "aria-label": _("Menu"), "aria-expanded": "false", "aria-controls": "pages",
    onclick: () => menu.setAttribute("aria-expanded", String(header.classList.toggle("open"))),
  }, h("span", { "aria-hidden": "true" }, "☰"));
  header.replaceChildren(
    menu,
    h("a", { class: "name", href: "/" },
      h("img", { src: "/page/icon.svg", alt: "", width: 24, height: 24 }), "Plyground"),
    h("nav", { id: "pages", "aria-label": _("Pages") },
      link("/", _("Play"), /^\/($|new|game)/.test(path)),
      link("/analyse", _("Analyse"), /^\/(analyse|review)/.test(path)),
      link("/arena", _("Arena"), path.startsWith("/arena"))),
    h("div", { class: "languages", role: "group", "aria-label": _("Language") },
      ...Object.entries(LANGUAGES).map(([code, { name, short, tag }]) =>
        h("button", {
          type: "button", lang: tag, title: name, "aria-label": name, "aria-pressed": String(code === language()),
          onclick: () => void speak(/** @type {import("../text/translation.js").Language} */ (code)),
        }, short))),
  );
}

/** @param {import("../text/translation.js").Language} code */
async function speak(code) {
  try {
    await use(code, true);
    await show(false);
    /** @type {HTMLElement | null} */ (header.querySelector('.languages [aria-pressed="true"]'))?.focus();
  } catch (error) {
    console.error(error);
  }
}

addEventListener("popstate", () => void show(false));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!PAGES.some(([pattern]) => pattern.test(link.pathname))) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

// Not awaited at the top: the pages import this module, and would wait for it to end.
void use(preferred())
  .catch((error) => console.error(error)) // English is better than an empty page
  .then(() => show(false));
