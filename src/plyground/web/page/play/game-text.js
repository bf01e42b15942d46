// The state of a game in words.

import { listText } from "../text/joins.js";
import { isEmptyBoard, movesText, other, sideName } from "../text/notation.js";
import { percentText, shortNumber } from "../text/numbers.js";
import { _, fill, ngettext, say } from "../text/translation.js";

/**
 * How the game ended. A player reads "You win", a spectator "Yellow wins".
 * @param {GameState} state
 * @returns {{title: string, detail: string}}
 */
export function resultText(state) {
  const { outcome, termination, you, reason } = state;
  if (outcome === "draw") return { title: _("Draw"), detail: reason || _("The board is full.") };
  /** @type {Side} */
  const winner = outcome === "first wins" ? "first" : "second";
  const loser = other(winner);
  let title = say("{side} wins", { side: sideName(winner, state) });
  if (you.length === 1) title = you[0] === winner ? _("You win") : _("You lose");
  const details = {
    win: say("{count} in a row", { count: state.connect }),
    draw: "",
    resignation: say("{side} resigned", { side: sideName(loser, state) }),
    timeout: say("{side} ran out of time", { side: sideName(loser, state) }),
    "illegal move": say("{side} made an illegal move", { side: sideName(loser, state) }),
    crash: say("{side} crashed", { side: sideName(loser, state) }),
    adjudication: "",
    abandonment: say("{side} left the game", { side: sideName(loser, state) }),
  };
  return { title, detail: reason || details[termination ?? "win"] };
}

/**
 * Whose turn it is.
 * @param {GameState} state
 */
export function turnText(state) {
  if (state.you.length === 1) {
    return state.turn === state.you[0] ? _("Your move") : say("{side} to move", { side: sideName(state.turn, state) });
  }
  return say("{side} to move", { side: sideName(state.turn, state) });
}

/**
 * What a computer reports of its search, in one line.
 * @param {Thinking} thinking
 * @param {number} elapsed seconds since the report
 */
export function thinkingText(thinking, elapsed) {
  const parts = [];
  if (thinking.waiting) return _("waiting for its turn to think…");
  const seconds = Math.floor(thinking.seconds + elapsed);
  if (thinking.done && thinking.text) parts.push(thinking.text);
  if (thinking.done) parts.push(say("{seconds} s", { seconds: thinking.seconds.toFixed(1) }));
  else parts.push(seconds ? say("thinking… {seconds} s", { seconds }) : _("thinking…"));
  // A rule that decides at sight, such as a block, searches a single node.
  if (thinking.nodes > 1 && !thinking.playouts) {
    parts.push(fill(ngettext("{count} node", "{count} nodes", thinking.nodes), { count: shortNumber(thinking.nodes) }));
  }
  if (thinking.playouts) {
    const count = shortNumber(thinking.playouts);
    parts.push(fill(ngettext("{count} playout", "{count} playouts", thinking.playouts), { count }));
  }
  if (thinking.depth) parts.push(say("depth {depth}", { depth: thinking.depth }));
  if (thinking.words) parts.push(thinking.words);
  return parts.join(" · ");
}

/** Playouts of a move that make its mean result worth showing. */
const ENOUGH_PLAYOUTS = 100;

/**
 * The moves that a computer considers most, best first. Mean results of many playouts are shown, evaluations are not.
 * @param {Thinking} thinking
 */
export function consideredText(thinking) {
  const moves = [...thinking.considered]
    .sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || (b.value ?? 0) - (a.value ?? 0))
    .slice(0, 3)
    .map(({ move, value, visits }) => {
      const playouts = thinking.playouts ? visits ?? thinking.playouts : 0;
      return value === null || playouts < ENOUGH_PLAYOUTS ? move : `${move} (${percentText(value)})`;
    });
  return moves.length > 1 ? say("considers {moves}", { moves: listText(moves) }) : "";
}

/**
 * The address of the analysis of a position: its moves if the game began on an empty board, else its rows.
 * @param {GameState} state
 */
export function analysisAddress(state) {
  const position = isEmptyBoard(state.start) ? movesText(state.moves, state.gravity) : state.position;
  return `/analyse?${new URLSearchParams({ rules: state.rules, position })}`;
}

/**
 * A hint as a value for <ply-board>. Cells too small for words show the score; for an estimate, its percentage.
 * @param {Hinted} hint
 * @returns {MoveValue}
 */
export function hintValue({ cell, words, exact, score, outcome }) {
  const brief = outcome === null ? words.match(/^\d+/)?.[0] ?? "" : { win: "+", draw: "=", loss: "−" }[outcome];
  const sign = score ? `${brief}${Math.abs(score)}` : brief;
  return { cell, words, exact, score: sign || undefined, outcome, best: true };
}
