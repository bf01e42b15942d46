// Sending a link to a game.

import { copyButton } from "../browser/clipboard.js";
import { h } from "../browser/dom.js";
import { _ } from "../text/translation.js";

/** The port of `plyground serve`, unless its command names another. */
const USUAL_PORT = "7642";

/**
 * The address of this server for a link to send. A page that was opened on the server's own computer has an address that
 * means another computer anywhere else, so it takes the one that the server has in its network.
 * @param {Meta | null} meta
 */
function sharedOrigin(meta) {
  return isOnThisComputer() && meta?.network ? new URL(meta.network).origin : location.origin;
}

function isOnThisComputer() {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
}

/**
 * A link to send.
 * @param {string} path
 * @param {Meta | null} meta
 */
export function sharedLink(path, meta) {
  return new URL(path, sharedOrigin(meta)).href;
}

/**
 * A button that shares a link through the system's own dialog. Only phones and tablets get it: on a desktop the dialog
 * is rarely what people expect, so there the button copies the link.
 * @param {string} shareLabel
 * @param {string} copyLabel
 * @param {() => string} url
 */
export function shareButton(shareLabel, copyLabel, url) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copyButton(copyLabel, url);
  return h("button", { type: "button", onclick: async () => {
    try {
      await navigator.share({ title: "Plyground", url: url() });
    } catch {
      // The dialog was closed without sharing.
    }
  } }, shareLabel);
}

/**
 * The link that lets a friend join: to copy, and as a QR code. If it leads nowhere from another computer, the page says so,
 * and how to change that.
 * @param {string} path
 * @param {Meta | null} meta
 */
export function invitation(path, meta) {
  const url = sharedLink(path, meta);
  const field = h("input", {
    class: "figures", readonly: true, value: url, "aria-label": _("The link to send"), onfocus: () => field.select(),
  });
  const parts = [
    h("p", {}, _("Send this link to your friend. Whoever opens it first plays.")),
    h("div", { class: "row" }, field, shareButton(_("Share"), _("Copy"), () => url)),
  ];
  if (isOnThisComputer() && meta && !meta.network) return [...parts, ...networkHelp()];
  const code = h("figure", { class: "qr" });
  if (meta) void showCode(code, url);
  return [...parts, code];
}

function networkHelp() {
  const port = location.port && location.port !== USUAL_PORT ? ` --port ${location.port}` : "";
  const command = `plyground serve --host 0.0.0.0${port}`;
  return [
    h("p", { class: "note" },
      _("This link works on this computer only."), " ",
      _("To play over your network, stop the server and restart it like this; the game is kept:")),
    h("div", { class: "row" }, h("code", {}, command), copyButton(_("Copy the command"), () => command)),
  ];
}

/**
 * @param {HTMLElement} figure
 * @param {string} url
 */
async function showCode(figure, url) {
  const { qrPicture } = await import("../qr/qr-picture.js");
  const picture = qrPicture(url, _("The link as a QR code"));
  if (picture) figure.replaceChildren(picture, h("figcaption", { class: "small quiet" }, _("Or scan this with a phone.")));
}
