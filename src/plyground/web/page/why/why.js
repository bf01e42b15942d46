// The way to the reasons. A page opens one in place of its own content, which stays as it is behind it. The panel
// itself is loaded when the first reason is asked for.

import { h } from "../browser/dom.js";
import { loadView } from "../frame/router.js";
import { _ } from "../text/translation.js";

const loadPanel = () => import("./why-panel.js");

export class Why {
  #host = h("div");
  /** @type {{close: () => void} | null} */
  #panel = null;
  /** What to do when the reason is closed. */
  #leave = () => {};
  /** Counts the reasons asked for: one that is closed while the panel loads must not open. */
  #asked = 0;

  /**
   * @param {HTMLElement} content of the page
   * @param {AbortSignal} signal ends it, with the page
   */
  constructor(content, signal) {
    this.content = content;
    signal.addEventListener("abort", () => this.#panel?.close());
  }

  get isOpen() {
    return this.#host.isConnected;
  }

  /** @param {AskedReason} reason */
  async open(reason) {
    this.close();
    const asked = (this.#asked += 1);
    const pressed = document.activeElement;
    const from = scrollY;
    this.#host.replaceChildren(h("p", { class: "quiet", role: "status" }, _("Looking for a reason…")));
    this.content.hidden = true;
    this.content.after(this.#host);
    scrollTo(0, 0);
    this.#leave = () => {
      this.content.hidden = false;
      scrollTo(0, from);
      this.#focus(pressed);
    };
    try {
      const [{ WhyPanel }] = await Promise.all([loadPanel(), loadView("why")]);
      if (asked === this.#asked) this.#panel = new WhyPanel(this.#host, reason, () => this.close());
    } catch (error) {
      console.error(error);
      if (asked === this.#asked) this.#showFailure();
    }
  }

  close() {
    if (!this.isOpen) return;
    this.#asked += 1;
    this.#panel?.close();
    this.#panel = null;
    this.#host.remove();
    this.#leave();
  }

  /** Back to the button that opened the reason, or to the one that has replaced it. @param {Element | null} pressed */
  #focus(pressed) {
    if (!(pressed instanceof HTMLElement)) return;
    const key = pressed.dataset.key;
    const again = pressed.isConnected || !key ? pressed : this.content.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  #showFailure() {
    this.#host.replaceChildren(h("div", { class: "alone" },
      h("p", {}, _("This page could not be loaded. Is the server still running?")),
      h("button", { type: "button", onclick: () => this.close() }, _("Close"))));
  }
}

/**
 * The button beside a value.
 * @param {() => void} press
 * @param {{key: string, about?: string}} options `about`: what it explains, for screen readers
 */
export function whyButton(press, { key, about }) {
  const text = _("Why?");
  return h("button", {
    type: "button", class: "plain why-button", "data-key": key, onclick: press,
    "aria-label": about ? `${text} ${about}` : null,
  }, text);
}
