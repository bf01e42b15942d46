// What is chosen for a new game, and the request that makes it.

import { rulesText } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { defaultChoice, playerText } from "./opponents.js";

/** @typedef {"level" | "search" | "here" | "link" | "watch"} Against */

/**
 * @typedef {object} Choices
 * @property {string} game the name of a preset, or "own"
 * @property {{columns: number, rows: number, connect: number, gravity: boolean, blocked: Cell[]}} own
 * @property {Against} against
 * @property {"you" | "other" | "lot"} starts
 * @property {string} clock "seconds+increment", or empty
 * @property {import("./opponents.js").Choice} opponent
 * @property {import("./opponents.js").Choice} partner the second computer of a game to watch
 */

/** @returns {Choices} */
export function defaultChoices() {
  return {
    game: "cfour",
    own: { columns: 8, rows: 7, connect: 4, gravity: true, blocked: [] },
    against: "level",
    starts: "you",
    clock: "",
    opponent: defaultChoice(),
    partner: { ...defaultChoice(), level: 5 },
  };
}

/**
 * The clocks to choose from.
 * @returns {{value: string, text: string}[]}
 */
export function clockChoices() {
  return ["", "60+1", "180+2", "300+3", "600+5", "1800+0"].map((value) => ({ value, text: clockName(value) }));
}

/** @param {string} value */
function clockName(value) {
  if (!value) return _("No clock");
  const [seconds, increment] = value.split("+").map(Number);
  const minutes = seconds / 60;
  return increment
    ? say("{minutes} min + {seconds} s per move", { minutes, seconds: increment })
    : say("{minutes} min", { minutes });
}

/**
 * The computers that play, as the server reads them.
 * @param {Choices} choices
 * @param {Meta} meta
 */
export function computersOf({ against, opponent, partner }, meta) {
  if (against === "level" || against === "search") return [playerText({ ...opponent, kind: against }, meta)];
  return against === "watch" ? [playerText(opponent, meta), playerText(partner, meta)] : [];
}

/**
 * Is the first move certainly that of the person who presses the board?
 * @param {Choices} choices
 */
export function youBegin({ against, starts }) {
  return against === "here" || (against !== "watch" && starts === "you");
}

/**
 * What a press on the board does.
 * @param {Choices} choices
 * @param {boolean} gravity
 */
export function pressText(choices, gravity) {
  if (youBegin(choices)) {
    return gravity ? _("Choose a column to make the first move.") : _("Choose a cell to make the first move.");
  }
  const { against, starts } = choices;
  if (against === "watch") return _("Press the board to start the game.");
  if (starts === "lot") return _("Press the board to start. Who moves first is random.");
  return against === "link"
    ? _("Press the board to start. Your friend moves first.")
    : _("Press the board to start. The computer moves first.");
}

/**
 * The request for a game with these choices.
 * @param {Choices} choices
 * @param {Meta} meta
 * @param {PositionState | null} shown the preview; a random board is played as it was shown
 * @param {{rules: string, position: string} | null} given
 * @returns {NewGame}
 */
export function newGame(choices, meta, shown, given) {
  const { game, own, against, starts, clock } = choices;
  const computers = computersOf(choices, meta).map((player) => /** @type {Seat} */ ({ kind: "computer", player }));
  /** @type {Seat} */
  const you = { kind: "human" };
  /** @type {[Seat, Seat]} */
  let seats = [you, { kind: "human" }];
  if (against === "link") seats = [you, { kind: "link" }];
  else if (computers.length) seats = computers.length > 1 ? [computers[0], computers[1]] : [you, computers[0]];
  const canChoose = against !== "here" && against !== "watch";
  // Whoever starts gets the side to move, which in a given position may be the second.
  if (canChoose && (starts === "other") !== (shown?.turn === "second")) seats.reverse();
  const [seconds, increment] = clock.split("+").map(Number);
  return {
    rules: given?.rules ?? (game === "random" && shown ? shown.rules : game === "own" ? rulesText(own) : game),
    position: given?.position ?? "",
    first: seats[0],
    second: seats[1],
    lot: canChoose && starts === "lot",
    clock: clock ? { seconds, increment } : null,
  };
}
