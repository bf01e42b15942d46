// The fields of Think: a search, its options, and the game and position that it looks at. A change works at once.

import { h } from "../browser/dom.js";
import { labelled, uniqueId } from "../frame/fields.js";
import { _ } from "../text/translation.js";
import { notANumber, TAKEN } from "./think-address.js";

/** @typedef {"search" | "depth" | "evaluator" | "order" | "table" | "playouts" | "seed" | "c" | "game" | "position"} FieldName */

const NIM = "nim";
const TREE = "tree";
/** The usual positions of games that are no grids. */
const STARTS = { [NIM]: "nim 1 2 3", [TREE]: "[[3,12,8],[2,4,6],[14,5,2]]" };

/** How searches are called. @returns {Record<SearchName, string>} */
export const searchTitles = () => ({
  minimax: _("Minimax"),
  alphabeta: _("Alpha-beta"),
  deepening: _("Iterative deepening"),
  montecarlo: _("Monte Carlo, flat"),
  uct: _("Monte Carlo (UCT)"),
});

/** @returns {{value: string, text: string}[]} */
const orders = () => [
  { value: "", text: _("as on the board") },
  { value: "centre", text: _("centre first") },
  { value: "reversed", text: _("reversed") },
  { value: "evaluated", text: _("best first, by the evaluator") },
];

/** How many characters are shown on either side of a mistake. */
const CONTEXT = 24;

export class SearchFields {
  /** @type {ThinkChoices} */
  #choices;
  /** What the server filled in. @type {Record<string, any>} */
  #options = {};
  #presets;
  /** Games of the server's owner. @type {string[]} */
  #ownGames;
  #fields;
  /** @type {Record<string, HTMLElement>} the fields with their labels */
  #rows;
  #faults = new Map(/** @type {FieldName[]} */ (
    ["search", "depth", "evaluator", "order", "table", "playouts", "seed", "c", "game", "position"]
  ).map((name) => [name, h("p", { class: "fault", role: "alert" })]));

  /**
   * @param {Meta} meta
   * @param {ThinkChoices} choices
   * @param {(choices: ThinkChoices) => void} changed
   */
  constructor(meta, choices, changed) {
    this.#choices = choices;
    this.changed = changed;
    this.#presets = meta.presets.filter(({ name }) => name !== "random");
    this.#ownGames = meta.games;
    const number = (/** @type {FieldName} */ name) => h("input", {
      type: "text", inputmode: name === "c" ? "decimal" : "numeric", class: "figures number", autocomplete: "off",
      onchange: () => this.#changeNumber(/** @type {"depth" | "playouts" | "seed" | "c"} */ (name)),
    });
    /** @param {"search" | "evaluator" | "order"} name */
    const chooser = (name) => h("select", { onchange: () => this.#change({ [name]: this.#fields[name].value || null }) });
    this.#fields = {
      search: chooser("search"),
      depth: number("depth"),
      evaluator: chooser("evaluator"),
      order: chooser("order"),
      table: h("input", { type: "checkbox", title: _("remember positions"), onchange: () => this.#change({ table: this.#fields.table.checked }) }),
      playouts: number("playouts"),
      seed: number("seed"),
      c: number("c"),
      game: h("select", { onchange: () => this.#changeGame() }),
      // An area, for a grid that is pasted has several lines.
      position: h("textarea", {
        rows: 1, autocomplete: "off", spellcheck: "false", autocapitalize: "off",
        onchange: () => this.#change({ position: this.#fields.position.value.trim() }),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          this.#change({ position: this.#fields.position.value.trim() });
        },
      }),
    };
    const evaluators = meta.players.find(({ name }) => name === "alphabeta")?.options
      .find(({ name }) => name === "evaluator");
    this.evaluators = (evaluators?.choices ?? []).map((value, index) => ({
      value: value === evaluators?.default ? "" : value, text: evaluators?.choice_labels[index] || value,
    }));
    const { search, depth, evaluator, order, table, playouts, seed, c, game, position } = this.#fields;
    this.#rows = {
      search: labelled(_("Search"), search), depth: labelled(_("Depth"), depth),
      evaluator: labelled(_("Evaluator"), evaluator), order: labelled(_("Move order"), order),
      table: labelled(_("Position table"), table),
      playouts: labelled(_("Playouts"), playouts), c: labelled(_("Exploration c"), c), seed: labelled(_("Seed"), seed),
      game: labelled(_("Game"), game), position: labelled(_("Position"), position),
    };
    for (const [name, fault] of this.#faults) {
      fault.id = uniqueId();
      this.#fields[name].setAttribute("aria-describedby", fault.id);
      this.#rows[name].append(fault);
      this.#rows[name].classList.add(`choose-${name}`);
    }
    this.element = h("form", {
      class: "search-fields", novalidate: true,
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
    }, ...Object.values(this.#rows));
    this.show(choices, {});
  }

  /** Puts the cursor into the field of the position. */
  focusPosition() {
    this.#fields.position.focus();
  }

  /**
   * @param {ThinkChoices} choices
   * @param {Record<string, any>} options what the server filled in
   */
  show(choices, options) {
    this.#choices = choices;
    this.#options = options;
    const { search, depth, evaluator, order, table, playouts, seed, c, game, position } = this.#fields;
    fillMenu(search, Object.entries(searchTitles()).map(([value, text]) => ({ value, text })), choices.search);
    fillMenu(evaluator, this.evaluators, choices.evaluator ?? "");
    fillMenu(order, orders(), choices.order === "legal" ? "" : choices.order ?? "");
    fillMenu(game, this.#games(), this.#game());
    table.checked = choices.table;
    const shown = { depth, playouts, seed, c };
    for (const name of /** @type {const} */ (["depth", "playouts", "seed", "c"])) {
      const field = shown[name];
      if (document.activeElement !== field) field.value = String(choices[name] ?? options[name] ?? "");
    }
    if (document.activeElement !== position) position.value = choices.position;
    position.placeholder = this.#isGrid ? _("empty board") : "";
    const taken = TAKEN[choices.search] ?? [];
    for (const name of /** @type {const} */ (["depth", "evaluator", "order", "table", "playouts", "seed", "c"])) {
      this.#rows[name].hidden = !taken.includes(name);
    }
    if (!this.#isGrid) this.#rows.evaluator.hidden = true;
  }

  clearErrors() {
    for (const [name, fault] of this.#faults) {
      fault.replaceChildren();
      this.#fields[name].removeAttribute("aria-invalid");
    }
  }

  /**
   * @param {string} field
   * @param {{text: string, place?: number | null}} problem
   * @returns {boolean} whether there is such a field
   */
  showError(field, { text, place }) {
    const name = /** @type {FieldName} */ (field === "rules" ? "game" : field);
    const fault = this.#faults.get(name);
    if (!fault) return false;
    this.#rows[name].hidden = false;
    this.#fields[name].setAttribute("aria-invalid", "true");
    fault.replaceChildren(text);
    if (typeof place === "number") {
      const whole = `${this.#fields[name].value} `; // if something is missing, the place is the end of the text
      fault.append(" ", h("code", { class: "excerpt", "aria-hidden": "true" },
        whole.slice(Math.max(0, place - CONTEXT), place),
        h("mark", {}, whole.slice(place, place + 1)),
        whole.slice(place + 1, place + CONTEXT)));
    }
    return true;
  }

  // The game: a preset, rules of its own, one that is no grid, or one of the server's owner

  #games() {
    const { rules, game } = this.#choices;
    const known = this.#presets.map(({ name, label }) => ({ value: name, text: label }));
    if (rules && !this.#presets.some(({ name }) => name === rules)) known.push({ value: rules, text: rules });
    known.push({ value: NIM, text: _("Nim") }, { value: TREE, text: _("Tree of numbers") });
    const own = game && !this.#ownGames.includes(game) ? [...this.#ownGames, game] : this.#ownGames;
    return [...known, ...own.map((name) => ({ value: `own:${name}`, text: name }))];
  }

  #game() {
    const { rules, position, game } = this.#choices;
    if (game) return `own:${game}`;
    if (/^\s*nim\b/i.test(position)) return NIM;
    if (/^\s*([a-z][a-z0-9]*\s*:\s*)?\[/i.test(position)) return TREE;
    const named = position.match(/^\s*(\w+)\s*(?::|$)/)?.[1].toLowerCase();
    if (this.#presets.some(({ name }) => name === named)) return named ?? "";
    return rules ?? "cfour";
  }

  get #isGrid() {
    const game = this.#game();
    return game !== NIM && game !== TREE && !game.startsWith("own:");
  }

  #changeGame() {
    const { value } = this.#fields.game;
    const own = value.startsWith("own:") ? value.slice(4) : null;
    const position = value === NIM || value === TREE ? STARTS[value] : "";
    const isGrid = !position && !own;
    this.#change({ game: own, rules: isGrid ? value : null, position, ...(isGrid ? {} : { evaluator: null }) });
  }

  /** @param {"depth" | "playouts" | "seed" | "c"} name */
  #changeNumber(name) {
    const text = this.#fields[name].value.trim();
    const value = Number(text.replace(",", "."));
    if (!text) return this.#change({ [name]: name === "seed" ? 0 : null });
    if (!(value >= 0) || (name !== "c" && !Number.isSafeInteger(value)) || !Number.isFinite(value)) {
      this.clearErrors();
      this.showError(name, { text: notANumber(text, name) });
      return undefined;
    }
    return this.#change({ [name]: value });
  }

  /** @param {Partial<ThinkChoices>} changes */
  #change(changes) {
    this.clearErrors();
    this.#choices = { ...this.#choices, ...changes };
    this.show(this.#choices, this.#options);
    this.changed(this.#choices);
  }
}

/**
 * @param {HTMLSelectElement} select
 * @param {{value: string, text: string}[]} choices
 * @param {string} chosen shown even if it is none of them: what an address asked for can be seen
 */
function fillMenu(select, choices, chosen) {
  const all = choices.some(({ value }) => value === chosen) ? choices : [...choices, { value: chosen, text: chosen }];
  select.replaceChildren(...all.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)));
}
