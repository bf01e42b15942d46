// Tournaments on a server for others are the administrator's: the note that says so, with a field for the token.

import { fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/**
 * @param {() => void} entered called when the server has accepted the token
 * @returns {HTMLElement}
 */
export function administratorForm(entered) {
  const token = h("input", { type: "password", name: "token", autocomplete: "off", required: true, maxlength: "200" });
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      fault.textContent = "";
      try {
        await fetchJson("/api/administrator", { token: token.value });
        entered();
      } catch (error) {
        fault.textContent = error instanceof Error ? error.message : String(error);
      }
    },
  },
    h("p", { class: "quiet" }, _("Only the administrator of this server starts, stops and resumes tournaments.")),
    h("label", {}, h("span", {}, _("Administrator's token")), " ", token), " ",
    h("button", {}, _("Continue")), fault);
  return h("details", { class: "make" }, h("summary", {}, _("New tournament")), form);
}
