// Saving what the board shows: pictures, an animation, the game as a file, or a line for another website. The server
// makes the files; the browser turns the picture into a PNG.

import { copyButton } from "../browser/clipboard.js";
import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/** The longer side of a PNG has at least so many pixels. */
const LONGER_SIDE = 1200;

/**
 * @param {string} address
 * @param {string} name of the file; empty for the one that the server chose
 */
function save(address, name) {
  h("a", { href: address, download: name }).click();
}

/**
 * @param {string} address of an SVG
 * @returns {Promise<Blob>}
 */
async function pngOf(address) {
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error(address));
    image.src = address;
  });
  const scale = Math.max(1, LONGER_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = h("canvas", { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(address))), "image/png"));
}

/**
 * The line that shows a game or a position on another website.
 * @param {string} path under /embed/
 */
export function embedCode(path) {
  const address = `${location.origin}${path}`.replaceAll("&", "&amp;");
  return `<iframe src="${address}" width="480" height="560"></iframe>`;
}

/**
 * @param {string} name of the files that the browser makes
 * @param {(file: string) => string} address of a file, asked for when it is saved
 * @param {() => string} embedded the path of the page for other websites
 * @param {HTMLElement[]} more what stands before the files
 */
export function exportMenu(name, address, embedded, ...more) {
  const png = h("button", { type: "button", onclick: async () => {
    const label = png.textContent;
    try {
      const url = URL.createObjectURL(await pngOf(address("picture.svg")));
      save(url, `${name}.png`);
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      png.textContent = _("The server is not responding. Is it still running?");
      setTimeout(() => (png.textContent = label), 3000);
    }
  } }, _("Picture (PNG)"));
  /**
   * @param {string} label
   * @param {string} file
   */
  const button = (label, file) => h("button", { type: "button", onclick: () => save(address(file), "") }, label);
  return h("details", { class: "export" },
    h("summary", {}, _("Export")),
    h("div", { class: "files" },
      ...more,
      png,
      button(_("Picture (SVG)"), "picture.svg"),
      button(_("Animation (SVG)"), "animation.svg"),
      button(_("Game file"), "game.txt"),
      copyButton(_("Copy embed code"), () => embedCode(embedded()))));
}
