// Elements are created, never parsed from markup: whatever the server or another player wrote stays text.

/** @typedef {Node | string | number | null | undefined | false} Child */
/**
 * A function under `onclick`, `oninput` … becomes a listener. `true` sets an empty attribute; `false`, `null` and
 * `undefined` set none.
 * @typedef {Record<string, unknown>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  put(element, ...children);
  return element;
}

/**
 * Append the children that are not empty.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function put(parent, ...children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      parent.append(typeof child === "number" ? String(child) : child);
    }
  }
}

/**
 * An HTML element: h("button", {class: "quiet", onclick: undo}, _("Undo")).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** @type {WeakMap<Element, string>} the data that an element shows, as JSON */
const shownData = new WeakMap();

/**
 * Replace an element's children, but only if the data they show has changed: rebuilding a list while somebody presses
 * a button in it would lose the press. The focus stays on the child with the same `data-key`.
 * @param {HTMLElement} element
 * @param {unknown} data
 * @param {() => (Node | string)[]} makeChildren
 */
export function updateChildren(element, data, makeChildren) {
  const key = JSON.stringify(data);
  if (shownData.get(element) === key) return;
  shownData.set(element, key);
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.key : undefined;
  element.replaceChildren(...makeChildren());
  if (focused === undefined) return;
  /** @type {HTMLElement | null} */ (element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

/**
 * Does this key go to a field that has the focus? The pages' one-letter shortcuts must ignore it then. Into a slider
 * nobody types.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const target = event.composedPath()[0];
  return (
    event.ctrlKey || event.metaKey || event.altKey || event.isComposing ||
    (target instanceof HTMLElement &&
      (target.isContentEditable || target.matches("input:not([type=range]), textarea, select")))
  );
}
