// Copying and sending. The clipboard is missing on plain http in a local network; selected text can be copied anywhere.

import { h } from "./dom.js";

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
