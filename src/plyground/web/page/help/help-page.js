// Help: the rules of the games, how to play by hand and by keys, and what Plyground is.

import { fetchMeta } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { remembered } from "../browser/storage.js";
import { embedCode } from "../frame/exports.js";
import { setTitle } from "../frame/router.js";
import { _, say } from "../text/translation.js";

/**
 * The rules of each game; those of the game that was chosen last come first.
 * @returns {HTMLElement[]}
 */
function rules() {
  /** @type {[name: string, title: string, text: string][]} */
  const games = [
    ["cfour", _("Connect Four"), _("Players take turns dropping a stone into one of the seven columns; it falls to the lowest free cell. The first to get four stones in a row wins: horizontally, vertically or diagonally.")],
    ["tictactoe", _("Tic-tac-toe"), _("Players take turns marking a free cell of the 3 × 3 board. The first to get three in a row wins: horizontally, vertically or diagonally.")],
    ["gomoku", _("Gomoku"), _("Players take turns placing a stone on a free cell of the 15 × 15 board. The first to get five or more stones in a row wins: horizontally, vertically or diagonally.")],
    ["own", _("Other boards"), _("You choose the size, how many in a row win, and whether stones fall or stay where they are placed. A hatched cell is blocked: no stone can go there.")],
  ];
  const chosen = remembered("new")?.game ?? "cfour";
  const first = games.find(([name]) => name === chosen) ?? games[games.length - 1];
  return [
    ...[first, ...games.filter((game) => game !== first)]
      .flatMap(([, title, text]) => [h("h3", {}, title), h("p", {}, text)]),
    h("p", {}, _("If the board fills up and nobody has won, the game is a draw.")),
  ];
}

function playing() {
  /** @type {[keys: string, text: string][]} */
  const keys = [
    ["← →  1–9", _("choose a column; without gravity, the arrows choose a cell")],
    [_("Enter, space"), _("play there")],
    ["h", _("hint")],
    ["u", _("undo")],
    ["a", _("analyse")],
    ["n", _("new game")],
    ["← →", _("after the game, in analysis and in a review: one move back or forward")],
    ["?", _("show all keys of the page")],
  ];
  return [
    h("p", {}, _("Press a column or a cell to play there. A hint shows a best move; undo takes back your last move. After the game, the review shows which moves changed the result.")),
    h("p", {}, _("Yellow moves first. Yellow stones have a ring and red stones a dot, so you can tell them apart without colour.")),
    h("h3", {}, _("Keyboard")),
    h("dl", {}, ...keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
  ];
}

function frames() {
  return [
    h("p", {}, _("Any website can show a game, read-only: paste this line into it, with the end of the game's address in place of the dots. In a game, the line is ready to copy under Export.")),
    h("pre", {}, h("code", {}, embedCode("/embed/game/…"))),
  ];
}

/** @param {Meta} meta */
function about({ version }) {
  return [
    h("p", {}, say("Plyground {version}, free software under the MIT licence.", { version })),
    h("p", {}, _("There are no accounts. One cookie keeps your seats in your games, another your language; nothing is loaded from other sites.")),
    h("p", {}, h("a", { href: "/api/docs" }, _("The API for programs"))),
  ];
}

/** @param {HTMLElement} host */
export async function open(host) {
  setTitle(_("Help"));
  const meta = await fetchMeta();
  /** @param {string} id @param {string} title @param {HTMLElement[]} parts */
  const section = (id, title, parts) => h("section", { id }, h("h2", { tabindex: -1 }, title), ...parts);
  host.replaceChildren(
    h("article", { class: "help-page" },
      h("h1", {}, _("Help")),
      section("rules", _("Rules"), rules()),
      section("playing", _("Playing"), playing()),
      section("frames", _("A game on your own page"), frames()),
      section("about", _("About"), about(meta))));
  const heading = document.getElementById(location.hash.slice(1))?.querySelector("h2");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}
