// The link above a page that leads back to the game or the lesson from which it was reached.

import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

const link = h("a", {});
const bar = h("p", { class: "way-back small", hidden: true }, link);

/** @param {string | null | undefined} address of the game or lesson; without one there is no link */
export function showWayBack(address) {
  if (!bar.isConnected) document.getElementById("page")?.before(bar);
  bar.hidden = !address;
  link.setAttribute("href", address ?? "/");
  link.replaceChildren("← ", address?.startsWith("/learn/") ? _("Back to the lesson") : _("Back to the game"));
}
