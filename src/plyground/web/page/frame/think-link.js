// Links to Think: how a search sees a position, and how a computer came to its move.

import { positionText } from "../text/notation.js";
import { _, say } from "../text/translation.js";

/** The options of the textbook searches that Think can show. @type {Record<string, string[]>} */
const SHOWN = {
  minimax: ["depth", "evaluator"],
  alphabeta: ["depth", "evaluator"],
  deepening: ["depth", "evaluator"],
  montecarlo: ["playouts", "seed"],
  uct: ["playouts", "seed", "c"],
};
/** With more moves to look at, a tree of three plies is too large to read. */
const MANY_MOVES = 16;

/**
 * A search on a position.
 * @param {PositionState} state
 */
export function howSeen({ rules, position, legal }) {
  const depth = legal.length > MANY_MOVES ? "2" : "3";
  return `/think?${new URLSearchParams({ search: "alphabeta", depth, rules, position })}`;
}

/**
 * The last move of a computer among those that are shown, and a link to how it was found. For a level, or a player that
 * is no textbook search, it leads to the nearest textbook search on the same position, and says which one that is.
 * @param {GameState} state
 * @param {number} shown how many moves
 * @param {Meta | null} meta
 * @returns {{text: string, href: string} | null} null without such a move
 */
export function howDecided(state, shown, meta) {
  const last = state.moves.slice(0, shown).findLast(({ side }) => state.players[side].kind === "computer");
  if (!last || !meta) return null;
  const stones = state.stones.filter(({ ply }) => typeof ply !== "number" || ply < last.ply);
  const position = positionText({ ...state, stones, turn: last.side });
  const played = state.players[last.side].player ?? "";
  const [name, ...words] = played.split(" ");
  if (!(name in SHOWN)) {
    const { title, ...search } = nearest(name, state);
    const query = new URLSearchParams({ ...search, rules: state.rules, position, played: name });
    return { text: say("How would {search} decide here?", { search: title }), href: `/think?${query}` };
  }
  const given = new Map(words.map((word) => /** @type {[string, string]} */ (word.split("="))));
  const options = meta.players.find((player) => player.name === name)?.options ?? [];
  const query = new URLSearchParams({ search: name });
  for (const option of SHOWN[name]) {
    const known = options.find((each) => each.name === option);
    const value = given.get(option) ?? known?.default ?? "";
    const isUsual = option === "evaluator" && value === known?.default;
    if (value && !isUsual) query.set(option, value);
  }
  query.set("rules", state.rules);
  query.set("position", position);
  query.set("played", played);
  return { text: _("How did it decide?"), href: `/think?${query}` };
}

/**
 * The textbook search that is most like what a player does.
 * @param {string} name of the player
 * @param {GameState} state
 * @returns {{title: string, search: string, playouts?: string, depth?: string}}
 */
function nearest(name, { gravity, columns, rows }) {
  if (name === "level1") return { title: _("Monte Carlo, flat"), search: "montecarlo", playouts: "1" };
  // Without gravity the champion, which level 10 is with a second to think, looks ahead move by move.
  const isDeepening = !gravity && ["champion", "level10"].includes(name);
  if (!isDeepening && (name === "champion" || /^level([3-9]|10)$/.test(name))) {
    return { title: _("Monte Carlo (UCT)"), search: "uct" };
  }
  const moves = gravity ? columns : columns * rows;
  return { title: _("Alpha-beta"), search: "alphabeta", depth: moves > MANY_MOVES ? "2" : "3" };
}
