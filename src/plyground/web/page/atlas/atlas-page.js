// Atlas: what blocking a cell of a board does. The address contains the size and the cells, so a link leads to them.

import "../board/board.js";
import { RequestError, fetchJson } from "../browser/api.js";
import { h, isTyping } from "../browser/dom.js";
import { labelled, menu } from "../frame/fields.js";
import { keyHelp } from "../frame/key-help.js";
import { setTitle } from "../frame/router.js";
import { labelledText, listText } from "../text/joins.js";
import { cellText, moveName, sideName } from "../text/notation.js";
import { formatNumber } from "../text/numbers.js";
import { signedText } from "../text/values.js";
import { _, fill, ngettext, say } from "../text/translation.js";
import { atlasLegend, atlasMap } from "./atlas-map.js";

/** If it is there; else the largest. */
const FIRST_SHOWN = "7x6";
/** What the server answers where an address names no size, or cells that it has not. */
const NOT_THERE = [404, 422];

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { query }) {
  setTitle(_("Atlas"));
  const sizes = /** @type {AtlasSize[]} */ (await fetchJson("/api/atlas"));
  const page = new AtlasPage(host, sizes);
  await page.show({
    size: query.get("size") ?? page.firstShown,
    first: query.get("with") ?? "",
    cell: query.get("cell") ?? "",
  });
  return () => page.close();
}

/**
 * `first` is the cell that the whole map has blocked, empty for none; `cell` the one that was chosen on the map.
 * @typedef {{size: string, first: string, cell: string}} Place
 */

class AtlasPage {
  /** @type {Place} */
  #place = { size: "", first: "", cell: "" };
  #requests = 0;
  #closing = new AbortController();
  #size = h("div", { class: "sizes" });
  #map = h("div", { class: "map" });
  #board = /** @type {import("../board/board.js").PlyBoard} */ (document.createElement("ply-board"));
  #title = h("h2", {});
  #words = h("p", { class: "verdict" });
  #facts = h("div", {});
  #links = h("div", { class: "row" });
  #fault = h("p", { class: "fault", role: "alert" });
  #announcement = h("p", { class: "unseen", "aria-live": "polite" });
  #help = keyHelp([["← → ↑ ↓", _("go to another cell of the map")], [_("Enter, space"), _("block it, or free it again")], ["n", _("new game")]]);

  /**
   * @param {HTMLElement} host
   * @param {AtlasSize[]} sizes
   */
  constructor(host, sizes) {
    this.sizes = sizes;
    for (const name of ["quiet", "still", "valued"]) this.#board.setAttribute(name, "");
    document.addEventListener("keydown", (event) => {
      if (event.key !== "?" || event.defaultPrevented || isTyping(event)) return;
      this.#help.toggle();
      event.preventDefault();
    }, { signal: this.#closing.signal });
    host.replaceChildren(
      h("div", { class: "atlas" },
        h("div", { class: "map-side" },
          h("h1", {}, _("Atlas")),
          h("p", {}, _("Block one cell of the board, and another player may win. Every value here is proven: choose a cell.")),
          this.#size, this.#fault, this.#map, atlasLegend()),
        h("section", { class: "board-side", "aria-label": _("The board you chose") },
          this.#title, this.#words, this.#board, this.#facts, this.#links),
        this.#announcement, this.#help.element));
  }

  close() {
    this.#requests += 1; // an answer that comes later changes nothing, least of all the address of the next page
    this.#closing.abort();
  }

  get firstShown() {
    return (this.sizes.find(({ size }) => size === FIRST_SHOWN) ?? this.sizes[this.sizes.length - 1]).size;
  }

  /**
   * Fetch and show a place.
   * @param {Place} place
   * @param {boolean} [chosen] whether somebody chose it here, so that the address changes and it is announced
   */
  async show(place, chosen = false) {
    const request = (this.#requests += 1);
    try {
      const map = await this.#fetch(place.size, [place.first]);
      const around = place.cell ? await this.#fetch(place.size, [place.first, place.cell]) : map;
      if (request !== this.#requests) return;
      this.#place = place;
      this.#fault.textContent = "";
      this.#draw(map, around.board);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (request !== this.#requests) return;
      if (!this.#place.size && NOT_THERE.includes(error.status)) {
        // An address that leads nowhere: the map of its size, if there is one.
        const isSize = (place.first || place.cell) && this.sizes.some(({ size }) => size === place.size);
        await this.show({ size: isSize ? place.size : this.firstShown, first: "", cell: "" });
      }
      this.#fault.textContent = error.message;
      return;
    }
    if (!chosen) return;
    // On a phone the map may fill the window: what a cell does must not stay below it.
    this.#words.scrollIntoView({ block: "nearest" });
    const query = new URLSearchParams({ size: place.size });
    if (place.first) query.set("with", place.first);
    if (place.cell) query.set("cell", place.cell);
    history.replaceState(history.state, "", `/atlas?${query}`);
    this.#announcement.textContent = labelledText(this.#title.textContent ?? "", this.#words.textContent ?? "");
  }

  /**
   * @param {string} size
   * @param {string[]} blocked
   * @returns {Promise<AtlasMap>}
   */
  #fetch(size, blocked) {
    const query = new URLSearchParams({ blocked: blocked.filter(Boolean).join(",") });
    return fetchJson(`/api/atlas/${encodeURIComponent(size)}?${query}`);
  }

  /**
   * @param {AtlasMap} map
   * @param {AtlasBoard} board
   */
  #draw(map, board) {
    const { size, first, cell } = this.#place;
    const hadFocus = this.#map.contains(document.activeElement);
    this.#size.replaceChildren(labelled(_("Size"), menu(
      this.sizes.map((each) => ({ value: each.size, text: each.size.replace("x", " × ") })), size,
      (chosen) => void this.show({ size: chosen, first: "", cell: "" }, true))));
    const chosen = map.cells.find((each) => cellText(each.cell) === cell)?.cell ?? null;
    this.#map.replaceChildren(
      h("p", { class: "small" }, this.#mapText(first)),
      atlasMap(map, chosen, (picked) => void this.show({ size, first, cell: picked === chosen ? "" : cellText(picked) }, true)));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#map.querySelector('.grid [tabindex="0"]'))?.focus();
    this.#drawBoard(map, board);
  }

  /** @param {string} first */
  #mapText(first) {
    const found = this.sizes.find(({ size }) => size === this.#place.size);
    if (first) return say("With {cell} blocked: what blocking a second cell does.", { cell: first });
    return found ? say("One blocked cell: {won} won, {drawn} drawn, {lost} lost by the first player.",
      { won: found.won, drawn: found.drawn, lost: found.lost }) : "";
  }

  /**
   * @param {AtlasMap} map
   * @param {AtlasBoard} board
   */
  #drawBoard(map, board) {
    const { position } = board;
    const { size, first, cell } = this.#place;
    const blocked = position.blocked.map(cellText);
    this.#title.textContent = blocked.length
      ? say("{cells} blocked", { cells: listText(blocked) }) : _("No cell blocked");
    this.#words.textContent = verdict(board);
    this.#words.className = `verdict ${board.outcome}`;
    this.#board.state = position;
    this.#board.values = board.first_moves.map((each) => ({
      cell: each.cell, words: each.words, score: signedText(each.score), outcome: each.outcome, exact: true, best: each.best,
    }));
    const best = board.first_moves.filter((each) => each.best).map((each) => moveName(position, each.cell));
    this.#facts.replaceChildren(
      h("p", {}, fill(ngettext("Best first move: {moves}", "Best first moves: {moves}", best.length), { moves: listText(best) })),
      cell ? h("p", {}, labelledText(_("Without this blocked cell"), verdict(map.board))) : "",
      h("p", { class: "small quiet" }, say("Found by the solver in {nodes} nodes.", { nodes: formatNumber(board.nodes) }),
        " ", board.proved ? _("A second solver that shares only the rules found the same.") : ""));
    const query = new URLSearchParams({ rules: position.rules });
    const canAdd = !first && cell && (this.sizes.find((each) => each.size === size)?.blocked ?? 0) > 1;
    this.#links.replaceChildren(
      h("a", { class: "button main", href: `/new?${query}` }, _("Play this board")),
      h("a", { class: "button", href: `/analyse?${query}` }, _("Analyse it, and see why")),
      ...(canAdd ? [h("button", { type: "button", onclick: () => void this.show({ size, first: cell, cell: "" }, true) },
        _("Block a second cell"))] : []),
      ...(first ? [h("button", { type: "button", onclick: () => void this.show({ size, first: "", cell: first }, true) },
        _("Back to one blocked cell"))] : []));
  }
}

/** Who wins, in a sentence. @param {AtlasBoard} board */
function verdict({ outcome, moves, position }) {
  if (moves === null) return _("With best play the game is a draw.");
  const [first, second] = [sideName("first", position), sideName("second", position)];
  return outcome === "win"
    ? say("{side} begins, and wins in {moves}.", { side: first, moves })
    : say("{side} begins, and {other} wins in {moves}.", { side: first, other: second, moves });
}
