// The form for a new tournament among built-in players.

import { RequestError, fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { labelled, menu, uniqueId } from "../frame/fields.js";
import { go } from "../frame/router.js";
import { _, fill, ngettext, say } from "../text/translation.js";

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
  const stamp = new Date().toISOString().slice(0, 16).replace("T", "-").replace(":", "");
  const name = h("input", { type: "text", value: `page-${stamp}`, maxlength: 60, required: true, autocomplete: "off" });
  const rounds = h("input", { type: "number", min: 1, max: 50, value: 2, inputmode: "numeric" });
  const seconds = h("input", { type: "number", min: 0.05, max: 2, step: 0.05, value: 0.5, inputmode: "decimal" });
  const more = h("textarea", { rows: 2, spellcheck: "false", autocapitalize: "off", placeholder: "uct playouts=2000" });
  const size = h("p", { class: "small quiet figures", role: "status" });
  const fault = h("p", { class: "fault", role: "alert", id: uniqueId() });
  const start = h("button", { type: "submit", class: "main" }, _("Start"));

  const players = () => [...chosen, ...more.value.split("\n").map((line) => line.trim()).filter(Boolean)];

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

  const others = meta.players.filter((player) => !/^level/.test(player.name));
  const games = meta.presets.map((preset) => ({ value: preset.name, text: preset.label }));
  const form = h("form", {
    class: "new-tournament", novalidate: true,
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      fault.textContent = "";
      for (const field of [name, more, rounds, seconds]) field.removeAttribute("aria-invalid");
      start.disabled = true;
      try {
        const made = await fetchJson("/api/tournaments", {
          name: name.value.trim(), players: players(), rules, rounds: Math.round(Number(rounds.value)) || 1,
          seconds: Number(seconds.value) || 0.5,
        });
        go(`/arena/${encodeURIComponent(made.name)}`);
      } catch (error) {
        fault.textContent = error instanceof Error ? error.message : String(error);
        const fields = /** @type {Record<string, HTMLElement>} */ ({ name, players: more, rounds, seconds });
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
      h("div", { class: "row" }, ...others.map((player) => choice(player.name, player.name, player.description)))),
    labelled(_("Players with settings, one a line"), more),
    h("div", { class: "sizes" },
      labelled(_("Game"), menu(games, rules, (value) => { rules = value; })),
      labelled(_("Rounds"), rounds), labelled(_("Seconds a move"), seconds)),
    size, h("div", { class: "row" }, start), fault,
  );
  more.setAttribute("aria-describedby", fault.id);
  more.addEventListener("input", count);
  rounds.addEventListener("input", count);
  count();
  return form;
}
