// Shown at the address of a game that does not exist.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";
import { setTitle } from "./router.js";

/** @param {HTMLElement} host */
export function showGameNotFound(host) {
  setTitle(_("Game not found"));
  host.replaceChildren(
    h("div", { class: "alone" },
      h("h1", {}, _("There is no game at this address.")),
      h("p", { class: "quiet" }, _("The link may be incomplete, or the game may be on another server.")),
      h("div", { class: "row" }, h("a", { class: "button main", href: "/" }, _("New game")))),
  );
}
