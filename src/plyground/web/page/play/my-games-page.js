// My games: those in which this browser has a seat, the last changed first.

import { stoneIcon } from "../board/stone.js";
import { fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { setTitle } from "../frame/router.js";
import { dateText } from "../text/dates.js";
import { labelledText } from "../text/joins.js";
import { playersText, sideName } from "../text/notation.js";
import { _, fill, ngettext, say } from "../text/translation.js";

/** @param {HTMLElement} host */
export async function open(host) {
  setTitle(_("My games"));
  const games = /** @type {OwnGame[]} */ (await fetchJson("/api/games"));
  const running = games.filter(({ outcome }) => outcome === "open");
  const finished = games.filter(({ outcome }) => outcome !== "open");
  host.replaceChildren(h("div", { class: "my-games" },
    h("h1", {}, _("My games")),
    games.length ? null : h("p", { class: "quiet" }, _("The games you play in this browser appear here.")),
    section(_("Running"), running),
    section(_("Finished"), finished),
    h("div", { class: "row" }, h("a", { class: "button", href: "/new" }, _("New game")))));
}

/**
 * @param {string} title
 * @param {OwnGame[]} games
 */
function section(title, games) {
  return games.length ? h("section", {}, h("h2", {}, title), h("ul", {}, ...games.map(row))) : null;
}

/** @param {OwnGame} game */
function row(game) {
  const { id, title, names, you, plies, outcome, changed } = game;
  const count = fill(ngettext("{count} move", "{count} moves", plies), { count: plies });
  const isOver = outcome !== "open";
  const players = playersText(names, game);
  /** @param {string} href @param {string} text @param {string} kind */
  const link = (href, text, kind) =>
    // The names tell a screen reader to which game it leads.
    h("a", { class: `button ${kind}`, href, "aria-label": labelledText(text, players) }, text);
  return h("li", {},
    h("span", { class: "who" }, stoneIcon(you[0] ?? "first", game), players),
    h("strong", {}, isOver ? endText(game) : turnText(game)),
    h("span", { class: "small quiet figures" }, [title, count, dateText(changed)].join(" · ")),
    h("span", { class: "row" },
      isOver ? link(`/review/${id}`, _("Review"), "plain") : null,
      link(`/game/${id}`, isOver ? _("Open") : _("Continue"), "")));
}

/** @param {OwnGame} game */
function turnText(game) {
  const { you, turn, names } = game;
  if (you.length === 1 && you[0] === turn) return _("Your move");
  return say("{side} to move", { side: names[turn === "first" ? 0 : 1] || sideName(turn, game) });
}

/** @param {OwnGame} game */
function endText(game) {
  const { outcome, you } = game;
  if (outcome === "draw") return _("Draw");
  const winner = outcome === "first wins" ? "first" : "second";
  if (you.length === 1) return you[0] === winner ? _("You win") : _("You lose");
  return say("{side} wins", { side: sideName(winner, game) });
}
