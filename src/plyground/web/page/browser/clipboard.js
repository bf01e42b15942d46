// Copying and sending. The clipboard is missing on plain http in a local network; selected text can be copied anywhere.

import { h } from "./dom.js";
import { _ } from "../text/translation.js";

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "unseen", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** Whether the system has its own way of sending a link; a desktop's is seldom what people expect. */
export function canShare() {
  return Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;
}

/**
 * @param {string} title
 * @param {string} url
 */
export async function share(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // Whoever closed the system's sheet wanted nothing.
  }
}

/**
 * A button that copies, and says so.
 * @param {string} text
 * @param {() => string} what
 */
export function copying(text, what) {
  const button = h("button", { type: "button", onclick: async () => {
    button.textContent = (await copy(what())) ? _("Copied") : _("Copying is not allowed here");
    setTimeout(() => (button.textContent = text), 1500);
  } }, text);
  return button;
}

/**
 * A link to send, with the means to send it.
 * @param {string} url
 */
export function invitation(url) {
  const field = h("input", {
    class: "figures", readonly: true, value: url, "aria-label": _("The link to send"), onfocus: () => field.select(),
  });
  const sending = canShare()
    ? h("button", { type: "button", onclick: () => void share("Plyground", url) }, _("Share"))
    : copying(_("Copy"), () => url);
  return [
    h("p", {}, _("Send this link to your friend. Whoever opens it first plays.")),
    h("div", { class: "row" }, field, sending),
  ];
}
