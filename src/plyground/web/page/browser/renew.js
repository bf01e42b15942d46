// Lists that change while they are read.

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Fill an element anew, but only when what it shows has changed: a press is never lost to a redraw. The focus goes
 * to the part with the same `data-key` as before.
 * @param {HTMLElement} element
 * @param {unknown} what it shows
 * @param {() => (Node | string)[]} make
 */
export function renew(element, what, make) {
  const key = JSON.stringify(what);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.key : undefined;
  element.replaceChildren(...make());
  if (focused === undefined) return;
  /** @type {HTMLElement | null} */ (element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}
