// The address of Think: a link reproduces what is shown.

import { say } from "../text/translation.js";

/** What each search takes besides a position. @type {Record<SearchName, (keyof ThinkChoices)[]>} */
export const TAKEN = {
  minimax: ["depth", "evaluator", "order"],
  alphabeta: ["depth", "evaluator", "order", "table"],
  deepening: ["depth", "evaluator", "order", "table"],
  montecarlo: ["playouts", "seed"],
  uct: ["playouts", "seed", "c"],
};

/** What the page shows without being asked for anything: the tree with which every course begins. */
const FIRST = "[[3,12,8],[2,4,6],[14,5,2]]";

/**
 * @param {URLSearchParams} query
 * @returns {{choices: ThinkChoices, against: string | null, played: string, step: number, faults: [field: string, text: string][]}}
 * `against`: the search to compare with; `played`: the player whose move is asked about; `faults`: numbers that are none; the usual ones stand in their place
 */
export function readAddress(query) {
  /** @type {[string, string][]} */
  const faults = [];
  /** @param {string} name */
  const number = (name) => {
    const text = query.get(name)?.trim();
    if (!text) return null;
    const value = Number(text);
    const isFit = name === "c" ? Number.isFinite(value) && value >= 0 : Number.isSafeInteger(value) && value >= 0;
    if (!isFit) faults.push([name, notANumber(text, name)]);
    return isFit ? value : null;
  };
  const isBare = !query.has("rules") && !query.has("position") && !query.has("game");
  return {
    choices: {
      search: query.get("search") || "alphabeta",
      depth: number("depth"),
      evaluator: query.get("evaluator") || null,
      order: query.get("order") || null,
      table: ["1", "true", "yes"].includes(query.get("table") ?? ""),
      playouts: number("playouts"),
      seed: number("seed") ?? 0,
      c: number("c"),
      rules: query.get("rules") || null,
      position: isBare ? FIRST : query.get("position") ?? "",
      game: query.get("game") || null,
    },
    against: query.get("against"),
    played: query.get("played") ?? "",
    step: number("step") ?? 1,
    faults,
  };
}

/**
 * @param {string} text
 * @param {string} name of the field
 */
export function notANumber(text, name) {
  return name === "c"
    ? say("'{value}' is not a number of 0 or more", { value: text })
    : say("'{value}' is not a whole number of 0 or more", { value: text });
}

/**
 * @param {ThinkChoices} choices
 * @param {number} [step]
 * @param {string | null} [against] the search to compare with
 * @param {string} [played] the player whose move is asked about
 */
export function thinkAddress(choices, step, against, played) {
  const taken = TAKEN[choices.search] ?? Object.keys(choices);
  const query = new URLSearchParams({ search: choices.search });
  for (const name of /** @type {const} */ (["depth", "evaluator", "order", "playouts", "c"])) {
    const value = choices[name];
    if (value !== null && taken.includes(name)) query.set(name, String(value));
  }
  if (choices.seed && taken.includes("seed")) query.set("seed", String(choices.seed));
  if (choices.table && taken.includes("table")) query.set("table", "1");
  if (choices.rules) query.set("rules", choices.rules);
  if (choices.game) query.set("game", choices.game);
  query.set("position", choices.position);
  if (step !== undefined && step !== 1) query.set("step", String(step));
  if (against) query.set("against", against);
  if (played) query.set("played", played);
  return `/think?${query}`;
}
