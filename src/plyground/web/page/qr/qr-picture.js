// A QR code as a picture.

import { svg } from "../browser/dom.js";
import { qrCode } from "./qr-code.js";

/** The light border that readers need, in modules. */
const BORDER = 4;

/**
 * @param {string} text
 * @param {string} label what the picture is, for those who do not see it
 * @returns {SVGElement | null} null for a text that is too long
 */
export function qrPicture(text, label) {
  const modules = qrCode(text);
  if (!modules) return null;
  const size = modules.length + 2 * BORDER;
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : "")))
    .join("");
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { class: "light", width: size, height: size }), svg("path", { class: "dark", d: path }));
}
