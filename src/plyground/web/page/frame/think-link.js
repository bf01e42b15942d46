// Links to Think: how a search sees a position, and how a computer came to its move.

import { positionText } from "../text/notation.js";
import { _ } from "../text/translation.js";

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
 * The last move of a computer among those that are shown, and a link to how it was found. Of a level, or of a player that
 * is no textbook search, Think shows how another search sees the same position.
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
  const [name, ...words] = (state.players[last.side].player ?? "").split(" ");
  if (!(name in SHOWN)) {
    const query = new URLSearchParams({ search: "uct", rules: state.rules, position });
    return { text: _("How does a search see this?"), href: `/think?${query}` };
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
  return { text: _("How did it decide?"), href: `/think?${query}` };
}
