// Elements are made, not parsed: what a server or a friend wrote is always text, never markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/**
 * `on…` with a function listens; true is an empty attribute, false and null none.
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

/**
 * Whether keys belong to what has the focus, so that a page's one-letter shortcuts must leave them alone.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const target = event.composedPath()[0];
  return (
    event.ctrlKey || event.metaKey || event.altKey || event.isComposing ||
    (target instanceof HTMLElement &&
      (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)))
  );
}
