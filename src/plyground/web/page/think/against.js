// The search to compare with, as the address writes it: `minimax,depth=3,order=centre`.

import { TAKEN } from "./think-address.js";

/**
 * @param {string | null} text
 * @param {ThinkChoices} first the search that it is compared with; both have its position
 * @returns {ThinkChoices | null}
 */
export function readAgainst(text, first) {
  if (!text) return null;
  const [search, ...options] = text.split(",");
  const given = new Map(options.map((option) => /** @type {[string, string]} */ (option.split("=", 2))));
  /** @param {string} name */
  const number = (name) => {
    const value = Number(given.get(name) || NaN);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  return {
    ...first, search, depth: number("depth"), evaluator: given.get("evaluator") || null, order: given.get("order") || null,
    table: given.get("table") === "1", playouts: number("playouts"), seed: number("seed") ?? 0, c: number("c"),
  };
}

/** @param {ThinkChoices | null} choices */
export function againstText(choices) {
  if (!choices) return null;
  const options = (TAKEN[choices.search] ?? []).filter((name) => choices[name] !== null && choices[name] !== false)
    .filter((name) => name !== "seed" || choices.seed)
    .map((name) => `${name}=${choices[name] === true ? 1 : choices[name]}`);
  return [choices.search, ...options].join(",");
}

/** What one would compare a search with first. @param {ThinkChoices} first @returns {ThinkChoices} */
export function usualAgainst(first) {
  return { ...first, search: first.search === "alphabeta" ? "minimax" : "alphabeta", order: null, table: false };
}
