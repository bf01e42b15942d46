// The form for a new tournament among built-in players.

import { RequestError, fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { labelled, menu } from "../frame/fields.js";
import { go } from "../frame/router.js";
import { computerFields, defaultChoice, playerText } from "../play/opponents.js";
import { showWrongOption } from "../play/option-fields.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { newName } from "./tournaments.js";

/** The server's limits. */
const MOST_GAMES = 400;
const MOST_PLAYERS = 8;

/**
 * @param {Meta} meta
 * @returns {HTMLFormElement}
 */
export function newTournament(meta) {
  /** @type {Set<string>} */
  const chosen = new Set(meta.levels.filter(({ number }) => [1, 3, 5].includes(number)).map(({ player }) => player));
  let rules = meta.presets[0]?.name ?? "cfour";
  const name = h("input", { type: "text", maxlength: 60, autocomplete: "off", placeholder: _("the date, if left empty") });
  const rounds = h("input", { type: "number", min: 1, max: 50, value: 2, inputmode: "numeric" });
  const seconds = h("input", { type: "number", min: 0.05, max: 2, step: 0.05, value: 0.5, inputmode: "decimal" });
  /** The player that is being put together, and those that were added so. */
  const own = { ...defaultChoice(), kind: /** @type {const} */ ("search") };
  const added = h("div", { class: "row" });
  const more = h("details", { class: "own-player" });
  const size = h("p", { class: "small quiet figures", role: "status" });
  const fault = h("p", { class: "fault", role: "alert" });
  const start = h("button", { type: "submit", class: "main" }, _("Start"));

  const players = () => [...chosen];

  const count = () => {
    const number = players().length;
    const games = number * (number - 1) * (Number(rounds.value) || 1);
    const fits = number >= 2 && number <= MOST_PLAYERS && games <= MOST_GAMES;
    const parts = [
      fill(ngettext("{count} player", "{count} players", number), { count: number }),
      fill(ngettext("{count} game", "{count} games", games), { count: games }),
    ];
    if (!fits) {
      parts.push(say("at most {players} players and {games} games", { players: MOST_PLAYERS, games: MOST_GAMES }));
    }
    size.textContent = number < 2 ? _("Choose two players or more.") : parts.join(" · ");
    start.disabled = !fits;
  };

  /** @param {string} player @param {string} text @param {string} [title] */
  const choice = (player, text, title) => {
    const box = h("input", {
      type: "checkbox", checked: chosen.has(player),
      onchange: () => {
        if (box.checked) chosen.add(player);
        else chosen.delete(player);
        count();
      },
    });
    return h("label", { class: "pick", title }, box, h("span", {}, text));
  };

  const add = async () => {
    fault.textContent = showWrongOption(more);
    if (fault.textContent) return;
    try {
      const query = new URLSearchParams({ text: playerText(own, meta) });
      const { player, name: text } = await fetchJson(`/api/player?${query}`);
      if (!chosen.has(player)) {
        chosen.add(player);
        added.append(choice(player, text));
      }
      count();
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  const others = meta.players.filter((player) => !/^level/.test(player.name));
  const games = meta.presets.map((preset) => ({ value: preset.name, text: preset.label }));
  const form = h("form", {
    class: "new-tournament", novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      fault.textContent = "";
      for (const field of [name, rounds, seconds]) field.removeAttribute("aria-invalid");
      start.disabled = true;
      try {
        const made = await fetchJson("/api/tournaments", {
          name: name.value.trim() || newName(), players: players(), rules, rounds: Math.round(Number(rounds.value)) || 1,
          seconds: Number(seconds.value) || 0.5,
        });
        go(`/arena/${encodeURIComponent(made.name)}`);
      } catch (error) {
        fault.textContent = error instanceof Error ? error.message : String(error);
        const fields = /** @type {Record<string, HTMLElement>} */ ({ name, rounds, seconds });
        const field = error instanceof RequestError && error.field ? fields[error.field.split(".")[0]] : undefined;
        field?.setAttribute("aria-invalid", "true");
        field?.focus();
        start.disabled = false;
      }
    },
  },
    labelled(_("Name"), name),
    h("fieldset", { class: "picks" },
      h("legend", {}, _("Levels")),
      h("div", { class: "row" }, ...meta.levels.map(({ number, label, player }) => choice(player, `${number} · ${label}`)))),
    h("fieldset", { class: "picks" },
      h("legend", {}, _("Other players")),
      h("div", { class: "row" }, ...others.map((player) => choice(player.name, player.title, player.description))),
      added),
    more,
    h("div", { class: "sizes" },
      labelled(_("Game"), menu(games, rules, (value) => { rules = value; })),
      labelled(_("Rounds"), rounds), labelled(_("Seconds per move"), seconds)),
    size, h("div", { class: "row" }, start), fault,
  );
  more.append(
    h("summary", {}, _("Player with custom settings")),
    computerFields(own, meta, () => rules, () => undefined).element,
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => void add() }, _("Add"))));
  rounds.addEventListener("input", count);
  count();
  return form;
}
