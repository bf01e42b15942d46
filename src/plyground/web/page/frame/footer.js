// The foot of every page: the way to help, rules and about, and to the page of the API.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

const footer = /** @type {HTMLElement} */ (document.getElementById("footer"));

export function showFooter() {
  footer.replaceChildren(
    h("nav", { "aria-label": _("Help and about") },
      h("a", { href: "/help#rules" }, _("Rules")),
      h("a", { href: "/help#playing" }, _("Help")),
      h("a", { href: "/help#about" }, _("About")),
      h("a", { href: "/api/docs" }, "API")));
}
