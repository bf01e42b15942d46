// What happens in a game, in words.

import { columnText, cellText, other, sideName } from "../text/notation.js";
import { _, fill, ngettext, number, say, short } from "../text/translation.js";

/**
 * How the game ended, for whoever looks: a player is spoken to.
 * @param {GameState} state
 * @returns {{title: string, detail: string}}
 */
export function result(state) {
  const { outcome, termination, you, reason } = state;
  if (outcome === "draw") return { title: _("A draw"), detail: reason || _("No cell is left.") };
  /** @type {Side} */
  const winner = outcome === "first wins" ? "first" : "second";
  const loser = other(winner);
  let title = say("{side} wins", { side: sideName(winner) });
  if (you.length === 1) title = you[0] === winner ? _("You win") : _("You lose");
  const details = {
    win: say("{count} in a row", { count: state.connect }),
    draw: "",
    resignation: say("{side} resigned", { side: sideName(loser) }),
    timeout: say("{side} ran out of time", { side: sideName(loser) }),
    "illegal move": say("{side} made an illegal move", { side: sideName(loser) }),
    crash: say("{side} stopped working", { side: sideName(loser) }),
    adjudication: "",
  };
  return { title, detail: reason || details[termination ?? "win"] };
}

/**
 * Whose turn it is.
 * @param {GameState} state
 */
export function turnText(state) {
  if (state.you.length === 1) {
    return state.turn === state.you[0] ? _("Your move") : say("{side} to move", { side: sideName(state.turn) });
  }
  return say("{side} to move", { side: sideName(state.turn) });
}

/**
 * @param {number} value
 * @param {boolean} exact
 */
export function valueText(value, exact) {
  const size = Math.abs(value);
  const shown = exact ? number(size) : size.toFixed(size < 10 ? 2 : 0);
  const sign = Number(shown) === 0 ? "" : value > 0 ? "+" : "−";
  return (exact ? "" : "≈\u00a0") + sign + shown;
}

/**
 * What a computer is thinking, or thought, in one line.
 * @param {Thinking} thinking
 * @param {number} gone seconds since it said so
 */
export function thought(thinking, gone) {
  const parts = [];
  if (thinking.waiting) return _("waiting for its turn to think…");
  const seconds = Math.floor(thinking.seconds + gone);
  if (thinking.done) parts.push(say("{seconds} s", { seconds: thinking.seconds.toFixed(1) }));
  else parts.push(seconds ? say("thinking… {seconds} s", { seconds }) : _("thinking…"));
  if (thinking.nodes && !thinking.playouts) {
    parts.push(fill(ngettext("{count} node", "{count} nodes", thinking.nodes), { count: short(thinking.nodes) }));
  }
  if (thinking.playouts) {
    const count = short(thinking.playouts);
    parts.push(fill(ngettext("{count} playout", "{count} playouts", thinking.playouts), { count }));
  }
  if (thinking.depth) parts.push(say("depth {depth}", { depth: thinking.depth }));
  if (thinking.value !== null && Number.isFinite(thinking.value)) {
    parts.push(say("value {value}", { value: valueText(thinking.value, thinking.exact) }));
  }
  return parts.join(" · ");
}

/**
 * The moves that a computer looks at most, or did, best first.
 * @param {Thinking} thinking
 */
export function considers(thinking) {
  const moves = [...thinking.considered]
    .sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || (b.value ?? 0) - (a.value ?? 0))
    .slice(0, 3)
    .map(({ move, value }) => (value === null ? move : `${move} (${valueText(value, thinking.exact)})`));
  return moves.length > 1 ? say("considers {moves}", { moves: moves.join(", ") }) : "";
}

/**
 * The moves as our notation writes a game.
 * @param {GameState} state
 */
export function movesText(state) {
  return state.moves.map(({ move }) => move).join(state.gravity ? "" : " ");
}

/**
 * Where a position can be analysed: by its moves where the game began on an empty board, else by its rows.
 * @param {GameState} state
 */
export function analysisAddress(state) {
  const position = /^[.#/]+ x$/.test(state.start) ? movesText(state) : state.position;
  return `/analyse?${new URLSearchParams({ rules: state.rules, position })}`;
}

/**
 * A move as a person says it.
 * @param {{gravity: boolean}} state
 * @param {Cell} cell
 */
export function moveName(state, cell) {
  return state.gravity ? say("column {column}", { column: columnText(cell[0]) }) : cellText(cell);
}

/**
 * That the connection is lost, and when it is tried again.
 * @param {number} seconds
 */
export function awayText(seconds) {
  const counted = ngettext(
    "Connection lost. Trying again in {count} second.",
    "Connection lost. Trying again in {count} seconds.",
    seconds,
  );
  return fill(counted, { count: seconds });
}
