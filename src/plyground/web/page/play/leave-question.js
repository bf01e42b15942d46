// The question before a running game is left: a bar at the top, no window. The same key or link again means yes.

import { h } from "../browser/dom.js";
import { askBeforeLeaving, go } from "../frame/router.js";
import { _ } from "../text/translation.js";

export class LeaveQuestion {
  #address = "";
  #leave = h("button", { type: "button", class: "plain", onclick: () => this.#yes() }, _("Leave"));
  #stay = h("button", { type: "button", class: "plain", onclick: () => this.#no() }, _("Stay"));
  element = h("div", { class: "leaving", role: "status", hidden: true },
    h("span", {}, _("Leave this game? You can continue it from My games.")), this.#leave, this.#stay);

  /**
   * @param {() => boolean} isRunning whether there is something to ask about
   * @param {() => void} stayed called when the question was answered with no
   */
  constructor(isRunning, stayed) {
    this.stayed = stayed;
    askBeforeLeaving({ isNeeded: isRunning, ask: (address) => this.#ask(address) });
  }

  /** @param {string} address */
  #ask(address) {
    if (!this.element.hidden && address === this.#address) return false;
    this.#address = address;
    this.element.hidden = false;
    this.#leave.focus();
    return true;
  }

  /** The game goes on. */
  close() {
    this.element.hidden = true;
  }

  #yes() {
    askBeforeLeaving(null);
    go(this.#address);
  }

  #no() {
    this.close();
    this.stayed();
  }
}
