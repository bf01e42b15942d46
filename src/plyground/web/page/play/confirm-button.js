// A button that must be pressed twice.

import { h } from "../browser/dom.js";

/** How long the second press may take, in milliseconds. */
const CONFIRM_WITHIN = 4000;

/**
 * @param {string} label
 * @param {string} question shown instead of the label after the first press
 * @param {() => void} act
 */
export function confirmButton(label, question, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const reset = () => {
    clearTimeout(timer);
    delete button.dataset.sure;
    button.textContent = label;
  };
  const button = h("button", {
    type: "button",
    onclick: () => {
      if (button.dataset.sure) {
        reset();
        act();
        return;
      }
      button.dataset.sure = "yes";
      button.textContent = question;
      timer = setTimeout(reset, CONFIRM_WITHIN);
    },
  }, label);
  return button;
}
