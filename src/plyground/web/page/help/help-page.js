// Help: the rules of the games, how to play by hand and by keys, and what Plyground is.

import { fetchMeta } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { remembered } from "../browser/storage.js";
import { setTitle } from "../frame/router.js";
import { _, say } from "../text/translation.js";

/**
 * The rules of each game; those of the game that was chosen last come first.
 * @returns {HTMLElement[]}
 */
function rules() {
  /** @type {[name: string, title: string, text: string][]} */
  const games = [
    ["cfour", _("Connect Four"), _("In turn, each player drops a stone into one of the seven columns; it falls to the lowest free cell. Whoever has four stones in a row first wins: across, upright or diagonally.")],
    ["tictactoe", _("Tic-tac-toe"), _("In turn, each player marks a free cell of the 3 × 3 board. Whoever has three in a row first wins: across, upright or diagonally.")],
    ["gomoku", _("Gomoku"), _("In turn, each player puts a stone on a free cell of the 15 × 15 board. Whoever has five or more stones in a row first wins: across, upright or diagonally.")],
    ["own", _("Other boards"), _("You choose the size, how many in a row win, and whether stones fall or lie where they are put. A hatched cell is blocked: no stone can lie there.")],
  ];
  const chosen = remembered("new")?.game ?? "cfour";
  const first = games.find(([name]) => name === chosen) ?? games[games.length - 1];
  return [
    ...[first, ...games.filter((game) => game !== first)]
      .flatMap(([, title, text]) => [h("h3", {}, title), h("p", {}, text)]),
    h("p", {}, _("If no cell is left and nobody has won, the game is a draw.")),
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
    ["← →", _("after the end, in analysis and in a review: a move back or forward")],
    ["?", _("all keys of a page")],
  ];
  return [
    h("p", {}, _("Press a column or a cell of the board to play there. A hint shows a best move; undo takes your last move back. After the game, the review shows which moves changed its result.")),
    h("p", {}, _("Yellow begins. Yellow stones carry a ring and red stones a dot, so no colour is needed to tell them apart.")),
    h("h3", {}, _("Keyboard")),
    h("dl", {}, ...keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
  ];
}

function frames() {
  const address = `<iframe src="${location.origin}/embed/game/…" width="480" height="560"></iframe>`;
  return [
    h("p", {}, _("Another page can show a game to look at: put this line into it, with the end of the game's address in the place of the dots.")),
    h("pre", {}, h("code", {}, address)),
  ];
}

/** @param {Meta} meta */
function about({ version }) {
  return [
    h("p", {}, say("Plyground {version}, free software under the MIT licence.", { version })),
    h("p", {}, _("There are no accounts. A cookie keeps your seats in your games, another your language; nothing is loaded from elsewhere.")),
    h("p", {}, h("a", { href: "/api/docs" }, _("The interface for programs"))),
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
      section("frames", _("A game in your own page"), frames()),
      section("about", _("About"), about(meta))));
  const heading = document.getElementById(location.hash.slice(1))?.querySelector("h2");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}
