// Arena: the tournaments of the database, and each of them with its table, ratings and games, live while it runs.

import { Refused, ask, meta as askMeta } from "../browser/api.js";
import { newTournament } from "./new-tournament.js";
import { h } from "../browser/dom.js";
import { renew } from "../browser/renew.js";
import { titled } from "../frame/router.js";
import { _, fill, language, LANGUAGES, ngettext, number, say } from "../text/translation.js";

const EVERY = 1500;
const GAMES = 50;

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Place} place
 */
export async function open(host, { params }) {
  const page = params[0] ? new TournamentPage(host, params[0]) : new ListPage(host);
  await page.load();
  return () => page.close();
}

/** @returns {Record<TournamentSummary["state"], string>} */
const states = () => ({
  new: _("not begun"), running: _("running"), stopping: _("stopping…"), stopped: _("stopped"), finished: _("finished"),
});

/** @param {string} moment */
function when(moment) {
  const format = new Intl.DateTimeFormat(LANGUAGES[language()].tag, { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(moment));
}

/** Asks again and again, as long as the page is open and something may change. */
class Polling {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  leave = new AbortController();

  /** @param {() => Promise<void>} work */
  later(work) {
    clearTimeout(this.#timer);
    if (!this.leave.signal.aborted) this.#timer = setTimeout(() => void work(), document.hidden ? 4 * EVERY : EVERY);
  }

  close() {
    this.leave.abort();
    clearTimeout(this.#timer);
  }
}

class ListPage {
  #polling = new Polling();
  #list = h("div", { class: "tournaments" });
  #fault = h("p", { class: "fault", role: "alert" });

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    titled(_("Arena"));
  }

  close() {
    this.#polling.close();
  }

  async load() {
    const meta = await askMeta();
    const form = h("details", { class: "make" }, h("summary", {}, _("New tournament")), newTournament(meta));
    this.host.replaceChildren(h("div", { class: "arena" }, h("h1", {}, _("Arena")), this.#fault, this.#list, form));
    await this.#refresh();
    if (!this.#list.querySelector("table")) form.open = true;
  }

  async #refresh() {
    try {
      /** @type {TournamentSummary[]} */
      const found = await ask("/api/tournaments", undefined, this.#polling.leave.signal);
      this.#fault.textContent = "";
      this.#show(found);
    } catch (error) {
      if (this.#polling.leave.signal.aborted) return;
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
    }
    this.#polling.later(() => this.#refresh());
  }

  /** @param {TournamentSummary[]} found */
  #show(found) {
    renew(this.#list, found.map((each) => ({ ...each, idle: null })), () => {
      if (!found.length) {
        return [h("p", { class: "quiet" },
          _("There is no tournament yet. Start one here, or one with bots of your own by: plyground tournament run FILE"))];
      }
      const heads = [_("Tournament"), _("State"), _("Players"), _("Games"), _("Began")];
      return [h("div", { class: "wide" }, h("table", { class: "figures" },
        h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...found.map((each) => this.#row(each)))))];
    });
  }

  /** @param {TournamentSummary} summary */
  #row({ name, state, players, played, wanted, began }) {
    return h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `/arena/${encodeURIComponent(name)}`, "data-key": name }, name)),
      h("td", {}, h("span", { class: `state ${state}` }, states()[state] ?? state)),
      h("td", { title: players.join(", ") }, number(players.length)),
      h("td", {}, `${number(played)} / ${number(wanted)}`),
      h("td", { class: "quiet" }, when(began)));
  }
}

class TournamentPage {
  #polling = new Polling();
  /** @type {TournamentState | null} */
  #state = null;
  /** @type {[player: string, opponent: string] | []} whose games are listed */
  #wanted = [];
  #listed = GAMES;

  #status = h("p", { class: "figures", role: "status" });
  #bar = h("progress", {});
  #buttons = h("div", { class: "row" });
  #fault = h("p", { class: "fault", role: "alert" });
  #note = h("p", { class: "note warn small", hidden: true });
  #table = h("div", { class: "wide cross", tabindex: 0, role: "group", "aria-label": _("Cross table") });
  #plot = h("div", { class: "ratings" });
  #games = h("section", { class: "games" });

  /**
   * @param {HTMLElement} host
   * @param {string} name
   */
  constructor(host, name) {
    this.host = host;
    this.name = name;
    titled(name);
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
      if (error instanceof Refused && error.status === 404) {
        this.host.replaceChildren(h("div", { class: "alone" },
          h("h1", {}, error.message),
          h("div", { class: "row" }, h("a", { class: "button main", href: "/arena" }, _("All tournaments")))));
        return;
      }
      throw error;
    }
    this.host.replaceChildren(h("div", { class: "arena" },
      h("p", { class: "small" }, h("a", { href: "/arena" }, _("All tournaments"))),
      h("h1", {}, this.name),
      this.#status, this.#bar, this.#buttons, this.#fault, this.#note,
      h("div", { class: "halves" },
        h("section", {}, h("h2", {}, _("Table")), this.#table),
        h("section", {}, h("h2", {}, _("Ratings")), this.#plot)),
      this.#games));
    await this.#showGames();
    this.#again();
  }

  #again() {
    this.#polling.later(async () => {
      try {
        const played = this.#state?.played;
        await this.#fetch();
        this.#fault.textContent = "";
        if (this.#state?.played !== played) await this.#showGames();
      } catch (error) {
        if (this.#polling.leave.signal.aborted) return;
        this.#fault.textContent = error instanceof Error ? error.message : String(error);
      }
      this.#again();
    });
  }

  async #fetch() {
    this.#take(await ask(this.#address, undefined, this.#polling.leave.signal));
  }

  /** @param {"stop" | "resume"} what */
  async #tell(what) {
    this.#fault.textContent = "";
    this.#buttons.querySelectorAll("button").forEach((button) => { button.disabled = true; });
    try {
      this.#take(await ask(`${this.#address}/${what}`, {}));
    } catch (error) {
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
      if (this.#state) this.#showButtons(this.#state);
    }
  }

  /** @param {TournamentState} state */
  #take(state) {
    this.#state = state;
    const games = fill(ngettext("{played} of {count} game", "{played} of {count} games", state.wanted),
      { played: number(state.played), count: number(state.wanted) });
    const told = [states()[state.state] ?? state.state, games, state.rules.join(", "), when(state.began)].join(" · ");
    if (this.#status.textContent !== told) this.#status.textContent = told;
    this.#bar.max = state.wanted;
    this.#bar.value = state.played;
    this.#bar.hidden = state.state === "finished";
    this.#note.textContent = this.#notes(state);
    this.#note.hidden = !this.#note.textContent;
    this.#showButtons(state);
    this.#showTable(state);
    this.#showPlot(state);
  }

  /** @param {TournamentState} state */
  #notes({ problem, idle, can_stop, connected, played }) {
    const minutes = Math.floor((idle ?? 0) / 60);
    const notes = [problem];
    if (minutes && !can_stop) {
      notes.push(say("No game has begun for {minutes} min: whoever ran this tournament may have been ended.", { minutes }));
    }
    if (!connected && played) {
      notes.push(_("Some players have not met yet, not even by way of others: their ratings cannot be compared."));
    }
    return notes.filter(Boolean).join(" ");
  }

  /** @param {TournamentState} state */
  #showButtons({ can_stop, can_go_on }) {
    renew(this.#buttons, [can_stop, can_go_on], () => {
      if (can_stop) return [h("button", { type: "button", onclick: () => void this.#tell("stop") }, _("Stop"))];
      if (!can_go_on) return [];
      return [h("button", { type: "button", class: "main", onclick: () => void this.#tell("resume") }, _("Go on"))];
    });
    this.#buttons.querySelectorAll("button").forEach((button) => { button.disabled = false; });
  }

  /** @param {TournamentState} state */
  #showTable({ standings }) {
    renew(this.#table, standings, () => [h("table", { class: "figures" },
      h("thead", {}, h("tr", {},
        h("td"),
        h("th", { scope: "col" }, _("Player")),
        h("th", { scope: "col", class: "end" }, "Elo"),
        h("th", { scope: "col", class: "end" }, "%"),
        ...standings.map(({ name }, index) =>
          h("th", { scope: "col", class: "middle", title: name }, index + 1, h("span", { class: "unseen" }, ` ${name}`))))),
      h("tbody", {}, ...standings.map((row, index) => h("tr", {},
        h("td", { class: "quiet" }, index + 1),
        h("th", { scope: "row" }, row.name),
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
    const told = say("{player} against {opponent}: {won} won, {drawn} drawn, {lost} lost",
      { player: row.name, opponent: other.name, won: record.won, drawn: record.drawn, lost: record.lost });
    const kind = points > games / 2 ? "win" : points < games / 2 ? "loss" : "draw";
    return h("td", { class: `middle ${kind}` },
      h("button", {
        type: "button", class: "plain", title: told, "aria-label": told, "data-key": `${row.name} ${other.name}`,
        onclick: () => void this.#list([row.name, other.name]),
      }, h("span", {}, `${String(points).replace(/\.5$/, "½").replace(/^0½/, "½")}/${games}`)));
  }

  /** @param {TournamentState} state */
  #showPlot({ plot }) {
    renew(this.#plot, plot, () => {
      if (!plot) return [h("p", { class: "quiet" }, _("No games yet."))];
      // A drawing of our own server; it is read as a drawing, and nothing in it can run.
      const drawing = new DOMParser().parseFromString(plot, "image/svg+xml").documentElement;
      return [document.importNode(drawing, true)];
    });
  }

  /** @param {[string, string] | []} wanted */
  async #list(wanted) {
    this.#wanted = wanted;
    this.#listed = GAMES;
    await this.#showGames();
    this.#games.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  }

  async #showGames() {
    const query = new URLSearchParams({ limit: String(this.#listed) });
    if (this.#wanted[0]) query.set("player", this.#wanted[0]);
    if (this.#wanted[1]) query.set("opponent", this.#wanted[1]);
    /** @type {TournamentGame[]} */
    const games = await ask(`${this.#address}/games?${query}`, undefined, this.#polling.leave.signal);
    renew(this.#games, [games, this.#wanted, this.#listed], () => this.#gameList(games));
  }

  /** @param {TournamentGame[]} games */
  #gameList(games) {
    const [player, opponent] = this.#wanted;
    if (!games.length) return [h("h2", {}, _("Games")), h("p", { class: "quiet" }, _("No games yet."))];
    const title = player && opponent ? say("Games of {player} and {opponent}", { player, opponent }) : _("Games");
    /** @type {HTMLElement[]} */
    const parts = [h("h2", {}, title)];
    if (player) {
      parts.push(h("button", { type: "button", class: "plain", onclick: () => void this.#list([]) }, _("Show all games")));
    }
    parts.push(h("ol", { class: "figures" }, ...games.map((game) => this.#game(game))));
    if (games.length === this.#listed) {
      parts.push(h("button", { type: "button", "data-key": "more", onclick: () => this.#more() }, _("Show more")));
    }
    return parts;
  }

  /** @param {TournamentGame} game */
  #game({ id, players, outcome, plies }) {
    const results = { open: "…", "first wins": "1–0", "second wins": "0–1", draw: "½–½" };
    return h("li", {}, h("a", { href: `/review/${encodeURIComponent(id)}`, "data-key": id },
      h("span", { class: "who" }, players.join(" – ")),
      h("strong", {}, results[outcome]),
      h("span", { class: "quiet small" }, fill(ngettext("{count} move", "{count} moves", plies), { count: plies }))));
  }

  #more() {
    this.#listed = Math.min(500, this.#listed * 2);
    void this.#showGames();
  }
}
