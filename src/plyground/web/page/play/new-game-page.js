// New game: the choices, and a preview of the board. Every combination of choices can be played at once.

import "../board/board.js";
import { RequestError, fetchJson, fetchMeta } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { remember, remembered } from "../browser/storage.js";
import { labelled, menu, radioGroup } from "../frame/fields.js";
import { go, setTitle } from "../frame/router.js";
import { cellText, rulesText } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { QUICK, computerFields, defaultChoice, playerText } from "./opponents.js";

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
function defaultChoices() {
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

const CLOCKS = ["", "60+1", "180+2", "300+3", "600+5", "1800+0"];

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { query }) {
  setTitle(_("New game"));
  const closing = new AbortController();
  let meta = await fetchMeta();
  /** @type {Choices} */
  const choices = Object.assign(defaultChoices(), remembered("new"));
  // A link from an analysis brings its own position; the choices made for it are not remembered.
  const given = query.has("rules") ? { rules: query.get("rules") ?? "", position: query.get("position") ?? "" } : null;
  if (choices.game !== "own" && !meta.presets.some(({ name }) => name === choices.game)) choices.game = "cfour";
  /** @type {PositionState | null} */
  let shown = null;
  let requests = 0;

  const board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("quiet", "");
  const fault = h("p", { class: "fault", role: "alert" });
  const caption = h("p", { class: "small quiet caption" });
  const opponentPart = h("div", { class: "opponent" });
  const ownPart = h("div", { class: "own" });
  const compiling = h("p", { class: "note small" });
  const start = h("button", { type: "submit", class: "main" }, _("Play"));
  const clocks = CLOCKS.map((value) => ({ value, text: clockName(value) }));
  const clock = labelled(_("Clock"), menu(clocks, choices.clock, (value) => {
    choices.clock = value;
    save();
  }));
  clock.classList.add("beside");
  /** @type {{refresh: () => void}[]} */
  let computers = [];

  const chosenRules = () => (choices.game === "own" ? rulesText(choices.own) : choices.game);

  const draw = async () => {
    const request = (requests += 1);
    fault.textContent = "";
    try {
      const state = await fetchJson("/api/position", given ?? { rules: chosenRules(), position: "" }, closing.signal);
      if (request !== requests) return;
      shown = state;
      board.mode = choices.game === "own" && !given ? "edit" : "look";
      board.state = state;
      const size = `${state.columns} × ${state.rows}`;
      const run = say("{count} in a row", { count: state.connect });
      caption.textContent = [size, run, state.gravity ? _("stones fall") : _("any free cell")].join(" · ");
      computers.forEach(({ refresh }) => refresh());
      start.disabled = false;
    } catch (error) {
      if (closing.signal.aborted || request !== requests) return;
      fault.textContent = error instanceof Error ? error.message : String(error);
      start.disabled = true;
    }
  };

  const save = () => {
    if (!given) remember("new", choices);
  };

  const showOwn = () => {
    ownPart.replaceChildren();
    if (given) return;
    if (choices.game === "random") {
      ownPart.append(h("button", { type: "button", onclick: () => void draw() }, _("Draw another")));
    }
    if (choices.game !== "own") return;
    /**
     * @param {string} text
     * @param {"columns" | "rows" | "connect"} name
     * @param {number} least
     * @param {number} most
     */
    const size = (text, name, least, most) => {
      const field = h("input", {
        type: "number", min: least, max: most, value: choices.own[name], inputmode: "numeric",
        onchange: () => {
          choices.own[name] = Math.min(most, Math.max(least, Math.round(Number(field.value)) || least));
          field.value = String(choices.own[name]);
          const { columns, rows } = choices.own;
          choices.own.blocked = choices.own.blocked.filter(([column, row]) => column < columns && row < rows);
          save();
          void draw();
        },
      });
      return labelled(text, field);
    };
    const { columns, rows } = meta.limits;
    const gravity = h("input", {
      type: "checkbox", checked: choices.own.gravity,
      onchange: () => {
        choices.own.gravity = gravity.checked;
        save();
        void draw();
      },
    });
    ownPart.append(
      h("div", { class: "sizes" },
        size(_("Columns"), "columns", 1, columns), size(_("Rows"), "rows", 1, rows),
        size(_("In a row"), "connect", 2, Math.max(columns, rows))),
      h("label", { class: "check" }, gravity, _("Stones fall to the bottom")),
      h("div", { class: "row" },
        h("span", { class: "small quiet" }, _("Press cells of the board to block them.")),
        h("button", {
          type: "button", class: "plain",
          onclick: () => {
            choices.own.blocked = [];
            save();
            void draw();
          },
        }, _("Unblock all"))),
    );
  };

  board.addEventListener("pick", (event) => {
    const { cell } = /** @type {CustomEvent<{cell: Cell}>} */ (event).detail;
    const same = choices.own.blocked.filter((each) => cellText(each) === cellText(cell));
    choices.own.blocked = same.length
      ? choices.own.blocked.filter((each) => cellText(each) !== cellText(cell))
      : [...choices.own.blocked, cell];
    if (board.state) board.state = { ...board.state, blocked: choices.own.blocked };
    save();
    void draw();
  });

  const showOpponent = () => {
    computers = [];
    opponentPart.replaceChildren();
    const rules = () => shown?.rules ?? chosenRules();
    /**
     * @param {import("./opponents.js").Choice} choice
     * @param {boolean} bothKinds
     */
    const computer = (choice, bothKinds) => {
      const fields = computerFields(choice, meta, rules, save, bothKinds);
      computers.push(fields);
      return fields.element;
    };
    const { against } = choices;
    if (against === "level" || against === "search") {
      choices.opponent.kind = against;
      opponentPart.append(computer(choices.opponent, false));
    }
    if (against === "watch") {
      opponentPart.append(
        h("fieldset", { class: "pair" }, h("legend", {}, _("First player")), computer(choices.opponent, true)),
        h("fieldset", { class: "pair" }, h("legend", {}, _("Second player")), computer(choices.partner, true)),
      );
    }
    if (against !== "here" && against !== "link") {
      const quick = h("input", {
        type: "checkbox", checked: remembered(QUICK) === true, onchange: () => remember(QUICK, quick.checked),
      });
      opponentPart.append(h("label", { class: "check" }, quick, _("Computers answer at once")));
    }
    if (against === "here") opponentPart.append(h("p", { class: "small quiet" }, _("You take turns at this screen.")));
    if (against === "link") {
      opponentPart.append(h("p", { class: "small quiet" }, _("You get a link to send. Whoever opens it first plays.")));
    }
    if (against !== "here" && against !== "watch") {
      opponentPart.append(
        radioGroup(_("Who starts"), /** @type {const} */ ([
          { value: "you", text: _("You") },
          { value: "other", text: against === "link" ? _("Your friend") : _("The computer") },
          { value: "lot", text: _("By lot") },
        ]), choices.starts, (value) => {
          choices.starts = value;
          save();
        }),
      );
    }
  };

  const play = async () => {
    start.disabled = true;
    fault.textContent = "";
    try {
      const created = /** @type {Created} */ (await fetchJson("/api/games", newGame(choices, meta, shown, given)));
      if (created.links.first || created.links.second) remember(`links.${created.id}`, created.links);
      go(`/game/${created.id}`);
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
      if (error instanceof RequestError && error.field) {
        const name = error.field.split(".").pop() ?? "";
        /** @type {HTMLElement | null} */ (host.querySelector(`[data-option="${CSS.escape(name)}"]`))?.focus();
      }
      start.disabled = false;
    }
  };

  host.replaceChildren(
    h("form", { class: "new", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void play();
    } },
      h("div", { class: "choices" },
        h("h1", {}, _("New game")),
        given
          ? h("p", {}, _("From this position."), " ", h("a", { href: "/new" }, _("Another game")))
          : radioGroup(_("Game"), [
              ...meta.presets.map(({ name, label }) =>
                name === "random" ? { value: name, text: _("Random"), title: label } : { value: name, text: label }),
              { value: "own", text: _("Your own") },
            ], choices.game, (value) => {
              choices.game = value;
              save();
              showOwn();
              void draw();
            }),
        ownPart,
        radioGroup(_("Opponent"), /** @type {const} */ ([
          { value: "level", text: _("Level") },
          { value: "search", text: _("Algorithm") },
          { value: "here", text: _("Friend, here") },
          { value: "link", text: _("Friend, by link") },
          { value: "watch", text: _("Watch two computers") },
        ]), choices.against, (value) => {
          choices.against = value;
          save();
          showOpponent();
        }),
        opponentPart,
        clock,
        compiling, fault,
        h("div", { class: "start" }, start)),
      h("div", { class: "preview" }, board, caption)),
  );
  showOwn();
  showOpponent();
  const showCompiling = async () => {
    compiling.hidden = meta.kernels === "ready";
    compiling.textContent = meta.kernels === "failed"
      ? _("The compiled searches could not be prepared; only the plain ones can play.")
      : _("The fast searches are being compiled; their first answers take a little longer.");
    if (meta.kernels !== "compiling") return;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    if (closing.signal.aborted) return;
    meta = await fetchMeta(true).catch(() => meta);
    void showCompiling();
  };
  void showCompiling();
  await draw();
  return () => closing.abort();
}

/** @param {string} value */
function clockName(value) {
  if (!value) return _("No clock");
  const [seconds, increment] = value.split("+").map(Number);
  const minutes = seconds / 60;
  return increment
    ? say("{minutes} min + {seconds} s a move", { minutes, seconds: increment })
    : say("{minutes} min", { minutes });
}

/**
 * The request for a game with these choices.
 * @param {Choices} choices
 * @param {Meta} meta
 * @param {PositionState | null} shown the preview; a random board is played as it was shown
 * @param {{rules: string, position: string} | null} given
 * @returns {NewGame}
 */
function newGame({ game, own, against, starts, clock, opponent, partner }, meta, shown, given) {
  /** @type {Seat} */
  const you = { kind: "human" };
  /** @param {import("./opponents.js").Choice} choice @returns {Seat} */
  const computer = (choice) => ({ kind: "computer", player: playerText(choice, meta) });
  /** @type {[Seat, Seat]} */
  let seats = [you, { kind: "human" }];
  if (against === "level" || against === "search") seats = [you, computer({ ...opponent, kind: against })];
  else if (against === "link") seats = [you, { kind: "link" }];
  else if (against === "watch") seats = [computer(opponent), computer(partner)];
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
