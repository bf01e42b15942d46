// The choice of a computer player: a level, or any search with its settings.

import { h } from "../browser/dom.js";
import { labelled, menu, radioGroup } from "../frame/fields.js";
import { _, say } from "../text/translation.js";
import { defaultValue, optionField } from "./option-fields.js";

/**
 * @typedef {object} Choice
 * @property {"level" | "search"} kind
 * @property {number} level
 * @property {string} search
 * @property {Record<string, Record<string, string>>} options by search; only those that differ from the default
 */

/** The stored setting that makes computers move instantly; usually they wait, so that a move can be followed. */
export const QUICK = "quick";

/** @returns {Choice} */
export function defaultChoice() {
  return { kind: "level", level: 3, search: "alphabeta", options: {} };
}

/**
 * The name under which the levels were measured on a board, if they were.
 * @param {string} rules the name of a preset, or the text of rules
 */
function measuredBoard(rules) {
  // All boards that the preset "random" can draw share one rating.
  return /^(9|1[0-2])x(9|1[0-2]) connect=4 blocked=[a-l]\d+$/.test(rules) ? "random" : rules;
}

/**
 * The levels to offer on a board: those that differ there.
 * @param {Meta} meta
 * @param {string} rules
 */
export function offeredLevels(meta, rules) {
  const game = measuredBoard(rules);
  return meta.levels.filter((level) => !level.left_out.includes(game));
}

/**
 * The measured strength of a level in a game; empty if it was not measured.
 * @param {LevelInfo} level
 * @param {string} rules the name of a preset, or the text of rules
 */
function strengthText(level, rules) {
  const game = measuredBoard(rules);
  const elo = level.elo[game];
  if (elo === undefined) return "";
  const error = level.error[game];
  return error === undefined
    ? say("Elo {elo}", { elo: Math.round(elo) })
    : say("Elo {elo} ± {error}", { elo: Math.round(elo), error: Math.round(error) });
}

/**
 * The chosen player as the server reads it: a name and options.
 * @param {Choice} choice
 * @param {Meta} meta
 */
export function playerText(choice, meta) {
  if (choice.kind === "level") return meta.levels.find(({ number }) => number === choice.level)?.player ?? "level3";
  const player = meta.players.find(({ name }) => name === choice.search);
  const chosen = choice.options[choice.search] ?? {};
  const options = (player?.options ?? [])
    .map((option) => [option.name, chosen[option.name] ?? defaultValue(option), option.default ?? ""])
    .filter(([, value, fallback]) => value !== "" && value !== fallback);
  return [choice.search, ...options.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/**
 * The name of a player, with the measured strength of a level.
 * @param {SeatState} seat
 * @param {string} rules
 * @param {Meta | null} meta
 */
export function seatName(seat, rules, meta) {
  const level = meta?.levels.find(({ player }) => player === seat.player);
  return level ? [seat.name, strengthText(level, rules)].filter(Boolean).join(" · ") : seat.name;
}

/**
 * Is the code of this player still to be compiled, so that its first move waits?
 * @param {string} player
 * @param {Meta} meta
 */
export function needsCompiling(player, meta) {
  const [kind] = player.split(" ");
  const options = meta.players.find(({ name }) => name === kind)?.options ?? [];
  const isPlain = options.some(({ name }) => name === "compiled") && !player.includes("compiled=yes");
  return meta.compiling.includes(kind) && !isPlain;
}

/**
 * The fields for one computer player. They write into `choice` and then call `changed`.
 * @param {Choice} choice
 * @param {Meta} meta
 * @param {() => string} rules
 * @param {() => void} changed
 * @param {boolean} [bothKinds] whether to offer levels and searches, instead of the kind in `choice` only
 * @returns {{element: HTMLElement, refresh: () => void}}
 */
export function computerFields(choice, meta, rules, changed, bothKinds = false) {
  const element = h("div", { class: "computer" });
  const strengthNote = h("p", { class: "small quiet strength", "aria-live": "polite" });
  const searches = meta.players.filter(({ name }) => !["human", "level"].includes(name));

  const noteStrength = () => {
    const level = meta.levels.find(({ number }) => number === choice.level);
    if (!level) return;
    const measured = strengthText(level, rules());
    const strength = measured || _("Elo not measured on this board");
    const basis = measured ? level.basis : "";
    strengthNote.textContent = [level.title, level.label, strength, basis].filter(Boolean).join(" · ");
  };

  let shownLevels = "";
  const show = () => {
    element.replaceChildren();
    if (bothKinds) {
      element.append(
        radioGroup(_("Kind"), /** @type {const} */ ([
          { value: "level", text: _("Level") },
          { value: "search", text: _("Algorithm") },
        ]), choice.kind, (kind) => {
          choice.kind = kind;
          changed();
          show();
          /** @type {HTMLElement | null} */ (element.querySelector("input:checked"))?.focus();
        }),
      );
    }
    if (choice.kind === "level") {
      const offered = offeredLevels(meta, rules());
      shownLevels = levelNumbers(offered);
      // The chosen level may be one that is not offered on this board: take the nearest.
      const distance = (/** @type {LevelInfo} */ { number }) => Math.abs(number - choice.level);
      choice.level = offered.reduce((best, each) => (distance(each) < distance(best) ? each : best)).number;
      const numbers = offered.map(({ number, label: title }) => ({ value: `${number}`, text: `${number}`, title }));
      const levels = radioGroup(_("Level"), numbers, String(choice.level), (value) => {
        choice.level = Number(value);
        noteStrength();
        changed();
      });
      levels.classList.add("levels");
      element.append(levels, strengthNote);
      noteStrength();
      return;
    }
    const player = searches.find(({ name }) => name === choice.search) ?? searches[0];
    choice.search = player.name;
    element.append(
      labelled(_("Algorithm"), menu(searches.map(({ name, title }) => ({ value: name, text: title })), player.name, (name) => {
        choice.search = name;
        changed();
        show();
        element.querySelector("select")?.focus();
      }), player.description),
    );
    if (player.options.length) {
      const chosen = (choice.options[player.name] ??= {});
      const [strength, others] = [player.options.filter(isStrength), player.options.filter((each) => !isStrength(each))];
      element.append(
        ...strength.map((each) => optionField(each, chosen, changed)),
        h("details", {}, h("summary", {}, _("Settings")), ...others.map((each) => optionField(each, chosen, changed))));
    }
  };

  const refresh = () => {
    if (choice.kind === "level" && shownLevels !== levelNumbers(offeredLevels(meta, rules()))) show();
    else noteStrength();
  };

  show();
  return { element, refresh };
}

/**
 * Named strengths are chosen at once; the other options wait behind "Settings".
 * @param {OptionInfo} option
 */
function isStrength({ kind, choices }) {
  return kind === "whole" && choices.length > 0;
}

/** @param {LevelInfo[]} levels */
function levelNumbers(levels) {
  return levels.map(({ number }) => number).join(" ");
}
