// A tournament: its cross table, ratings and games, updated while it runs.

import { RequestError, fetchJson } from "../browser/api.js";
import { h, updateChildren } from "../browser/dom.js";
import { setTitle } from "../frame/router.js";
import { dateText } from "../text/dates.js";
import { playersText } from "../text/notation.js";
import { formatNumber } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { GameReplay } from "./game-replay.js";
import { Polling, endText, resultText, stateText, tournamentTitle } from "./tournaments.js";

/** So many games are listed at first. */
const GAMES = 50;

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params }) {
  const page = new TournamentPage(host, params[0]);
  await page.load();
  return () => page.close();
}

class TournamentPage {
  #polling = new Polling();
  /** @type {TournamentState | null} */
  #state = null;
  /** @type {[player: string, opponent: string] | []} the two whose games are listed; empty for all */
  #pair = [];
  #listed = GAMES;
  /** @type {TournamentGame | undefined} */
  #newest;

  #title = h("h1", {});
  #status = h("p", { class: "figures", role: "status" });
  #bar = h("progress", {});
  #buttons = h("div", { class: "row" });
  #fault = h("p", { class: "fault", role: "alert" });
  #note = h("p", { class: "note warn small", hidden: true });
  #table = h("div", { class: "wide cross", tabindex: 0, role: "group", "aria-label": _("Cross table") });
  #plot = h("div", { class: "ratings" });
  #forfeits = h("section", { class: "forfeits" });
  #games = h("section", { class: "games" });
  #replay = new GameReplay(this.#polling.signal);

  /**
   * @param {HTMLElement} host
   * @param {string} name
   */
  constructor(host, name) {
    this.host = host;
    this.name = name;
    setTitle(_("Arena"));
    this.#bar.setAttribute("aria-label", _("Games played"));
  }

  close() {
    this.#polling.close();
  }

  get #address() {
    return `/api/tournaments/${encodeURIComponent(this.name)}`;
  }

  async load() {
    try {
      await this.#fetch();
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) {
        this.host.replaceChildren(h("div", { class: "alone" },
          h("h1", {}, error.message),
          h("div", { class: "row" }, h("a", { class: "button main", href: "/arena" }, _("All tournaments")))));
        return;
      }
      throw error;
    }
    this.host.replaceChildren(h("div", { class: "arena" },
      h("p", { class: "small" }, h("a", { href: "/arena" }, _("All tournaments"))),
      this.#title,
      this.#status, this.#bar, this.#buttons, this.#fault, this.#note,
      h("div", { class: "halves" },
        h("section", {}, h("h2", {}, _("Table")), this.#table),
        h("div", {}, this.#replay.element, h("section", {}, h("h2", {}, _("Ratings")), this.#plot))),
      this.#forfeits,
      this.#games));
    await this.#showGames();
    await this.#replayNewest(true);
    this.#poll();
  }

  #poll() {
    this.#polling.schedule(async () => {
      try {
        const played = this.#state?.played;
        await this.#fetch();
        this.#fault.textContent = "";
        if (this.#state?.played !== played) await this.#showGames();
        await this.#replayNewest(this.#state?.played !== played);
      } catch (error) {
        if (this.#polling.signal.aborted) return;
        this.#fault.textContent = error instanceof Error ? error.message : String(error);
      }
      this.#poll();
    });
  }

  async #fetch() {
    this.#show(await fetchJson(this.#address, undefined, this.#polling.signal));
  }

  /** @param {boolean} hasMore whether games have ended since the last call */
  async #replayNewest(hasMore) {
    if (this.#state?.state !== "running") return;
    if (hasMore) [this.#newest] = await fetchJson(`${this.#address}/games?limit=1`, undefined, this.#polling.signal);
    if (this.#newest) await this.#replay.offer(this.#newest.id);
  }

  /** @param {"stop" | "resume"} command */
  async #send(command) {
    this.#fault.textContent = "";
    this.#buttons.querySelectorAll("button").forEach((button) => { button.disabled = true; });
    try {
      this.#show(await fetchJson(`${this.#address}/${command}`, {}));
    } catch (error) {
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
      if (this.#state) this.#showButtons(this.#state);
    }
  }

  /** @param {TournamentState} state */
  #show(state) {
    this.#state = state;
    const title = tournamentTitle(state);
    if (this.#title.textContent !== title) this.#title.textContent = title;
    setTitle(title);
    const games = fill(ngettext("{played} of {count} game", "{played} of {count} games", state.wanted),
      { played: formatNumber(state.played), count: formatNumber(state.wanted) });
    const status = [stateText(state.state), games, ...state.titles, dateText(state.began)].join(" · ");
    if (this.#status.textContent !== status) this.#status.textContent = status;
    this.#bar.max = state.wanted;
    this.#bar.value = state.played;
    this.#bar.hidden = state.state === "finished";
    this.#note.textContent = this.#notes(state);
    this.#note.hidden = !this.#note.textContent;
    this.#showButtons(state);
    this.#showTable(state);
    this.#showPlot(state);
    this.#showForfeits(state);
  }

  /** @param {TournamentState} state */
  #notes({ problem, idle, can_stop, connected, played, forfeited }) {
    const minutes = Math.floor((idle ?? 0) / 60);
    const notes = [problem];
    if (minutes && !can_stop) {
      notes.push(say("No game has started for {minutes} min: the program running this tournament may have stopped.", { minutes }));
    }
    if (!connected && played) {
      notes.push(_("Some players have not met yet, not even through common opponents, so their ratings cannot be compared."));
    }
    if (forfeited) {
      notes.push(fill(ngettext(
        "{count} of the {games} games behind these ratings was lost by forfeit.",
        "{count} of the {games} games behind these ratings were lost by forfeit.",
        forfeited), { count: formatNumber(forfeited), games: formatNumber(played) }));
    }
    return notes.filter(Boolean).join(" ");
  }

  /** @param {TournamentState} state */
  #showButtons({ can_stop, can_go_on }) {
    updateChildren(this.#buttons, [can_stop, can_go_on], () => {
      if (can_stop) return [h("button", { type: "button", onclick: () => void this.#send("stop") }, _("Stop"))];
      if (!can_go_on) return [];
      return [h("button", { type: "button", class: "main", onclick: () => void this.#send("resume") }, _("Resume"))];
    });
    this.#buttons.querySelectorAll("button").forEach((button) => { button.disabled = false; });
  }

  /** @param {TournamentState} state */
  #showTable({ standings }) {
    updateChildren(this.#table, standings, () => [h("table", { class: "figures" },
      h("thead", {}, h("tr", {},
        h("td"),
        h("th", { scope: "col" }, _("Player")),
        h("th", { scope: "col", class: "end" }, "Elo"),
        h("th", { scope: "col", class: "end" }, "%"),
        ...standings.map(({ label }, index) =>
          h("th", { scope: "col", class: "middle", title: label }, index + 1, h("span", { class: "unseen" }, ` ${label}`))))),
      h("tbody", {}, ...standings.map((row, index) => h("tr", {},
        h("td", { class: "quiet" }, index + 1),
        h("th", { scope: "row" }, row.label),
        h("td", { class: "end" }, ...this.#elo(row)),
        h("td", { class: "end" }, row.games ? (100 * row.score).toFixed(0) : "–"),
        ...row.against.map((record, column) => this.#cell(row, standings[column], record))))))]);
  }

  /** @param {TournamentStanding} row */
  #elo({ games, elo, low, high }) {
    if (!games) return ["–"];
    const rating = String(Math.round(elo)).replace("-", "−");
    if (low === null || high === null) return [rating];
    return [rating, h("small", { class: "quiet" }, ` ±${Math.round((high - low) / 2)}`)];
  }

  /**
   * @param {TournamentStanding} row
   * @param {TournamentStanding} other
   * @param {TournamentRecord | null} record
   */
  #cell(row, other, record) {
    if (!record) return h("td", { class: "self", "aria-label": "–" });
    const games = record.won + record.drawn + record.lost;
    if (!games) return h("td", { class: "middle quiet" }, "·");
    const points = record.won + record.drawn / 2;
    const label = say("{player} against {opponent}: {won} won, {drawn} drawn, {lost} lost",
      { player: row.label, opponent: other.label, won: record.won, drawn: record.drawn, lost: record.lost });
    const kind = points > games / 2 ? "win" : points < games / 2 ? "loss" : "draw";
    return h("td", { class: `middle ${kind}` },
      h("button", {
        type: "button", class: "plain", title: label, "aria-label": label, "data-key": `${row.name} ${other.name}`,
        onclick: () => void this.#listGames([row.name, other.name]),
      }, h("span", {}, `${String(points).replace(/\.5$/, "½").replace(/^0½/, "½")}/${games}`)));
  }

  /** @param {TournamentState} state */
  #showPlot({ plot }) {
    updateChildren(this.#plot, plot, () => {
      if (!plot) return [h("p", { class: "quiet" }, _("No games yet."))];
      // Parsed as SVG and imported, a script in it would not run; it comes from our own server anyway.
      const image = new DOMParser().parseFromString(plot, "image/svg+xml").documentElement;
      return [document.importNode(image, true)];
    });
  }

  /** @param {TournamentState} state */
  #showForfeits({ forfeits }) {
    updateChildren(this.#forfeits, forfeits, () => forfeits.length === 0 ? [] : [
      h("h2", {}, _("Games lost by forfeit")),
      h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": _("Games lost by forfeit") },
        h("table", { class: "figures" },
          h("thead", {}, h("tr", {},
            h("th", { scope: "col" }, _("Player")),
            h("th", { scope: "col" }, _("end")),
            h("th", { scope: "col", class: "end" }, _("Games")),
            h("th", { scope: "col" }, _("what happened the first time")))),
          h("tbody", {}, ...forfeits.map(({ label, termination, games, reason }) => h("tr", {},
            h("th", { scope: "row" }, label),
            h("td", {}, endText(termination)),
            h("td", { class: "end" }, formatNumber(games)),
            h("td", { class: "reason" }, reason)))))),
    ]);
  }

  /** @param {[string, string] | []} pair the two players whose games to list; empty for all games */
  async #listGames(pair) {
    this.#pair = pair;
    this.#listed = GAMES;
    await this.#showGames();
    this.#games.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  }

  async #showGames() {
    const query = new URLSearchParams({ limit: String(this.#listed) });
    const [player, opponent] = this.#pair;
    if (player) query.set("player", player);
    if (opponent) query.set("opponent", opponent);
    /** @type {TournamentGame[]} */
    const games = await fetchJson(`${this.#address}/games?${query}`, undefined, this.#polling.signal);
    updateChildren(this.#games, [games, this.#pair, this.#listed], () => this.#gameList(games));
  }

  /** @param {TournamentGame[]} games */
  #gameList(games) {
    const [player, opponent] = this.#pair.map((name) => this.#label(name));
    if (!games.length) return [h("h2", {}, _("Games")), h("p", { class: "quiet" }, _("No games yet."))];
    const title = player && opponent ? say("Games of {player} and {opponent}", { player, opponent }) : _("Games");
    /** @type {HTMLElement[]} */
    const parts = [h("h2", {}, title)];
    if (player) {
      parts.push(h("button", { type: "button", class: "plain", onclick: () => void this.#listGames([]) }, _("Show all games")));
    }
    parts.push(h("ol", { class: "figures" }, ...games.map((game) => this.#game(game))));
    if (games.length === this.#listed) {
      parts.push(h("button", { type: "button", "data-key": "more", onclick: () => this.#more() }, _("Show more")));
    }
    return parts;
  }

  /** @param {string} name */
  #label(name) {
    return this.#state?.standings.find((row) => row.name === name)?.label ?? name;
  }

  /** @param {TournamentGame} game */
  #game({ id, names, outcome, plies }) {
    return h("li", {}, h("a", { href: `/review/${encodeURIComponent(id)}`, "data-key": id },
      h("span", { class: "who" }, playersText(names)),
      h("strong", {}, resultText(outcome)),
      h("span", { class: "quiet small" }, fill(ngettext("{count} move", "{count} moves", plies), { count: plies }))));
  }

  #more() {
    this.#listed = Math.min(500, this.#listed * 2);
    void this.#showGames();
  }
}
