// Sending a link to a game.

import { copyButton } from "../browser/clipboard.js";
import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/**
 * A button that shares a link through the system's own dialog. Only phones and tablets get it: on a desktop the dialog
 * is rarely what people expect, so there the button copies the link.
 * @param {string} shareLabel
 * @param {string} copyLabel
 * @param {string} url
 */
export function shareButton(shareLabel, copyLabel, url) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copyButton(copyLabel, () => url);
  return h("button", { type: "button", onclick: async () => {
    try {
      await navigator.share({ title: "Plyground", url });
    } catch {
      // The dialog was closed without sharing.
    }
  } }, shareLabel);
}

/**
 * The link that lets a friend join, with a button to send it.
 * @param {string} url
 */
export function invitation(url) {
  const field = h("input", {
    class: "figures", readonly: true, value: url, "aria-label": _("The link to send"), onfocus: () => field.select(),
  });
  return [
    h("p", {}, _("Send this link to your friend. Whoever opens it first plays.")),
    h("div", { class: "row" }, field, shareButton(_("Share"), _("Copy"), url)),
  ];
}
