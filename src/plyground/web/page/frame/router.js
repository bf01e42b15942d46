// Shows the page that belongs to the address.
//
// A page is a module with `open(host, route)`. It fills `host` and may return a function that closes its sockets and
// listeners. `go` and plain links change the page without reloading the document. The server joins the modules of a
// folder that is imported here; the styles of the folder are disabled in the document, and enabled when it is opened.

import { h } from "../browser/dom.js";
import { applyTheme } from "../browser/preferences.js";
import { _, loadTexts, preferredLanguage, setLanguage } from "../text/translation.js";
import { showFooter } from "./footer.js";
import { showHeader } from "./header.js";
import { reloadNewVersion } from "./new-version.js";
import { listenForPageKeys } from "./page-keys.js";
import { showWayBack } from "./way-back.js";

/**
 * @typedef {object} Route
 * @property {string[]} params from the path: the id of a game, the name of a tournament
 * @property {URLSearchParams} query
 */
/** @typedef {(() => void) | void} Close */
/**
 * What is asked before a page is left for another one of ours.
 * @typedef {object} Question
 * @property {() => boolean} isNeeded
 * @property {(address: string) => boolean} ask returns true if it asks, and then goes there itself
 */
/** @typedef {{open: (host: HTMLElement, route: Route) => Close | Promise<Close>}} PageModule */

/** @type {[address: RegExp, load: () => Promise<PageModule>, view?: string][]} */
const PAGES = [
  [/^\/(?:new)?$/, () => import("../play/new-game-page.js")],
  [/^\/games$/, () => import("../play/my-games-page.js"), "play"],
  [/^\/game\/([^/]+)$/, () => import("../play/game-page.js")],
  [/^\/analyse$/, () => import("../analysis/analysis-page.js"), "analysis"],
  [/^\/review\/([^/]+)$/, () => import("../analysis/review-page.js"), "analysis"],
  [/^\/arena$/, () => import("../arena/arena-page.js"), "arena"],
  [/^\/arena\/([^/]+)$/, () => import("../arena/tournament-page.js"), "arena"],
  [/^\/think$/, () => import("../think/think-page.js"), "think"],
  [/^\/learn$/, () => import("../learn/lessons-page.js"), "learn"],
  [/^\/learn\/([^/]+)$/, () => import("../learn/lesson-page.js"), "learn"],
  [/^\/learn\/([^/]+)\/sheet$/, () => import("../learn/sheet-page.js"), "learn"],
  [/^\/atlas$/, () => import("../atlas/atlas-page.js"), "atlas"],
  [/^\/puzzle$/, () => import("../puzzle/puzzle-page.js"), "puzzle"],
  [/^\/puzzle\/([^/]+)$/, () => import("../puzzle/puzzle-page.js"), "puzzle"],
  [/^\/help$/, () => import("../help/help-page.js"), "help"],
];

let host = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Close} */
let close;
/** Counts the calls of `show`: a page that loads slowly must not replace one that was opened after it. */
let opened = 0;
/** The path of the page that is open. */
let shown = "";
/** @type {Question | null} */
let question = null;

/**
 * Go to another page. An analysis, a review or a search that is opened from a game or a lesson leads back to it.
 * @param {string} address
 * @param {object} [state] for the page that is opened
 */
export function go(address, state = {}) {
  if (question?.isNeeded() && question.ask(address)) return;
  const from = originOf(location) ?? history.state?.from;
  history.pushState(from && /^\/(analyse|review|think)\b/.test(address) ? { ...state, from } : state, "", address);
  void show(true);
}

/** The address to come back to: that of a game, of a puzzle, or of the step of a lesson. @param {Location} at */
function originOf({ pathname, search, hash }) {
  if (/^\/game\//.test(pathname)) return pathname;
  if (/^\/puzzle\b/.test(pathname)) return pathname + search;
  return /^\/learn\/[^/]+$/.test(pathname) ? pathname + search + hash : null;
}

/** @param {Question | null} asked */
export function askBeforeLeaving(asked) {
  question = asked;
}

/**
 * Set the title of the window.
 * @param {string} text
 */
export function setTitle(text) {
  document.title = text ? `${text} · Plyground` : "Plyground";
}

/** @param {boolean} followed a link, so that the focus moves to the new page */
async function show(followed) {
  const turn = (opened += 1);
  const path = (shown = location.pathname);
  close?.();
  close = undefined;
  question = null;
  showHeader(path, () => show(false));
  showFooter();
  showWayBack(history.state?.from);
  // A new one: a page that is still being opened while the reader goes on fills one that nobody sees.
  const before = host;
  host = /** @type {HTMLElement} */ (before.cloneNode(false));
  before.replaceWith(host);
  setTitle("");
  if (followed) {
    scrollTo(0, 0);
    host.focus({ preventScroll: true });
  }
  const found = PAGES.map(([pattern, load, view]) => ({ match: path.match(pattern), load, view }))
    .find(({ match }) => match);
  if (!found?.match) {
    showFailure(_("There is no page at this address."));
    return;
  }
  const params = found.match.slice(1).map(decodeURIComponent);
  let page;
  try {
    [page] = await Promise.all([found.load(), loadView(found.view)]);
  } catch (error) {
    console.error(error);
    if (turn === opened && !(await reloadNewVersion())) showLoadFailure();
    return;
  }
  if (turn !== opened) return;
  try {
    const closePage = await page.open(host, { params, query: new URLSearchParams(location.search) });
    if (turn === opened) close = closePage;
    else closePage?.();
  } catch (error) {
    console.error(error);
    if (turn === opened) showLoadFailure();
  }
}

/**
 * Load what a view needs besides its modules: its styles and its texts.
 * @param {string | undefined} name none for the views of the first load
 */
export async function loadView(name) {
  if (name) await Promise.all([enableStyles(name), loadTexts(name)]);
}

/**
 * @param {string} name of the view
 * @returns {Promise<void>} fulfilled when the styles apply
 */
function enableStyles(name) {
  const link = document.querySelector(`link[rel="stylesheet"][href$="/${name}.css"]`);
  if (!(link instanceof HTMLLinkElement) || link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve(), { once: true });
    link.addEventListener("error", () => {
      link.disabled = true;
      reject(new Error(`${link.href} could not be loaded`));
    }, { once: true });
    link.disabled = false;
  });
}

function showLoadFailure() {
  showFailure(_("This page could not be loaded. Is the server still running?"));
}

/** @param {string} text */
function showFailure(text) {
  host.replaceChildren(
    h("div", { class: "alone" },
      h("h1", {}, text),
      h("div", { class: "row" },
        h("a", { class: "button main", href: "/" }, _("New game")),
        h("button", { type: "button", onclick: () => void show(false) }, _("Try again")))),
  );
}

addEventListener("popstate", () => {
  // The browser's Back cannot wait for an answer. Instead of a question before it, there is a link back after it.
  if (question?.isNeeded()) history.replaceState({ ...history.state, from: shown }, "");
  void show(false);
});
listenForPageKeys(() => host, go);
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!PAGES.some(([pattern]) => pattern.test(link.pathname))) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

applyTheme();
// No `await` at the top level: the pages import this module, and would wait for it for ever.
void setLanguage(preferredLanguage())
  .catch((error) => console.error(error)) // without the translations, show the page in English
  .then(() => show(false));
