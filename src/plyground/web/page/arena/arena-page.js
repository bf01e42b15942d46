// Arena: the list of all tournaments, and a form for a new one.

import { fetchJson, fetchMeta } from "../browser/api.js";
import { h, updateChildren } from "../browser/dom.js";
import { setTitle } from "../frame/router.js";
import { dateText } from "../text/dates.js";
import { formatNumber } from "../text/numbers.js";
import { _ } from "../text/translation.js";
import { administratorForm } from "./administrator.js";
import { newTournament } from "./new-tournament.js";
import { Polling, stateText, tournamentTitle } from "./tournaments.js";

/** @param {HTMLElement} host */
export async function open(host) {
  const page = new ArenaPage(host);
  await page.load();
  return () => page.close();
}

class ArenaPage {
  #polling = new Polling();
  #list = h("div", { class: "tournaments" });
  #fault = h("p", { class: "fault", role: "alert" });
  #mayStart = false;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    setTitle(_("Arena"));
  }

  close() {
    this.#polling.close();
  }

  async load() {
    const meta = await fetchMeta();
    this.#mayStart = meta.arena;
    const form = meta.arena
      ? h("details", { class: "make" }, h("summary", {}, _("New tournament")), newTournament(meta))
      : administratorForm(async () => { await fetchMeta(true); await this.load(); });
    this.host.replaceChildren(h("div", { class: "arena" }, h("h1", {}, _("Arena")), this.#fault, this.#list, form));
    await this.#refresh();
    if (meta.arena && !this.#list.querySelector("table")) form.setAttribute("open", "");
  }

  async #refresh() {
    try {
      /** @type {TournamentSummary[]} */
      const found = await fetchJson("/api/tournaments", undefined, this.#polling.signal);
      this.#fault.textContent = "";
      this.#show(found);
    } catch (error) {
      if (this.#polling.signal.aborted) return;
      this.#fault.textContent = error instanceof Error ? error.message : String(error);
    }
    this.#polling.schedule(() => this.#refresh());
  }

  /** @param {TournamentSummary[]} found */
  #show(found) {
    updateChildren(this.#list, [this.#mayStart, found.map((each) => ({ ...each, idle: null }))], () => {
      if (!found.length) {
        return [h("p", { class: "quiet" }, this.#mayStart
          ? _("No tournaments yet. Start one here, or one with your own bots: plyground tournament run FILE")
          : _("No tournaments yet."))];
      }
      const heads = [_("Tournament"), _("Status"), _("Players"), _("Games"), _("Started")];
      return [h("div", { class: "wide" }, h("table", { class: "figures" },
        h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...found.map((each) => this.#row(each)))))];
    });
  }

  /** @param {TournamentSummary} summary */
  #row({ name, state, names, played, wanted, began }) {
    return h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `/arena/${encodeURIComponent(name)}`, "data-key": name }, tournamentTitle({ name, began }))),
      h("td", {}, h("span", { class: `state ${state}` }, stateText(state))),
      h("td", { title: names.join(" · ") }, formatNumber(names.length)),
      h("td", {}, `${formatNumber(played)} / ${formatNumber(wanted)}`),
      h("td", { class: "quiet" }, dateText(began)));
  }
}
