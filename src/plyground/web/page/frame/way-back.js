// The link above a page that leads back to the game, the lesson or the puzzle from which it was reached.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

const link = h("a", {});
const bar = h("p", { class: "way-back small", hidden: true }, link);

/** @param {string | null | undefined} address of the game, lesson or puzzle; without one there is no link */
export function showWayBack(address) {
  if (!bar.isConnected) document.getElementById("page")?.before(bar);
  bar.hidden = !address;
  link.setAttribute("href", address ?? "/");
  link.replaceChildren("← ", wayBackText(address ?? ""));
}

/** @param {string} address */
function wayBackText(address) {
  if (address.startsWith("/learn/")) return _("Back to the lesson");
  return address.startsWith("/puzzle") ? _("Back to the puzzle") : _("Back to the game");
}
