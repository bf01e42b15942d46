// Keys that work on every page: `?` for the list of keys and `n` for a new game, unless the page itself takes them.

import { isTyping } from "../browser/dom.js";
import { _ } from "../text/translation.js";
import { keyHelp } from "./key-help.js";

/**
 * @param {() => HTMLElement} host of the page that is shown
 * @param {(address: string) => void} go
 */
export function listenForPageKeys(host, go) {
  // On the window: a page listens on the document, and so comes first.
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isTyping(event)) return;
    if (event.key === "?") showHelp(host());
    else if (event.key === "n" && !/^\/(new)?$/.test(location.pathname)) go("/new");
    else return;
    event.preventDefault();
  });
}

/** @param {HTMLElement} host */
function showHelp(host) {
  const last = host.querySelector(".help.general");
  last?.remove();
  if (last && !last.hasAttribute("hidden")) return;
  const help = keyHelp([["n", _("new game")]]);
  help.element.classList.add("general");
  host.append(help.element);
  help.toggle();
}
