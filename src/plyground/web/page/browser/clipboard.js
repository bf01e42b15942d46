// Copying text.

import { _ } from "../text/translation.js";
import { h } from "./dom.js";

/**
 * Browsers offer `navigator.clipboard` only over https and on localhost; elsewhere selected text can still be copied.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
async function copyText(text) {
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

/**
 * A button that copies a text and then says so.
 * @param {string} label
 * @param {() => string} text called when the button is pressed
 */
export function copyButton(label, text) {
  const button = h("button", { type: "button", onclick: async () => {
    button.textContent = (await copyText(text())) ? _("Copied") : _("Copying is not allowed here");
    setTimeout(() => (button.textContent = label), 1500);
  } }, label);
  return button;
}
