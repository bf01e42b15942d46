// What a game against somebody elsewhere needs beside the board: the link to send, a name for the other to read, and the
// claim of a game that the other has left.

import { h, updateChildren } from "../browser/dom.js";
import { remember, remembered } from "../browser/storage.js";
import { labelled } from "../frame/fields.js";
import { other } from "../text/notation.js";
import { _, say } from "../text/translation.js";
import { friendName, isAgainstFriend } from "./friend.js";
import { invitation } from "./invitation.js";

/** The stored name of the reader. */
export const OWN_NAME = "name";
const LONGEST_NAME = 20;

export class FriendPanel {
  /** @type {GameState | null} */
  #state = null;
  /** When the game may be claimed, as `performance.now()` counts; null while it may not. @type {number | null} */
  #claimAt = null;
  #invite = h("div", { class: "invite", hidden: true });
  #name = h("input", { maxlength: LONGEST_NAME, autocomplete: "nickname" });
  #nameForm = h("form", { class: "own-name row", hidden: true, onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    this.#saveName();
  } }, labelled(_("Your name"), this.#name), h("button", { type: "submit" }, _("Save")));
  #away = h("p", { class: "small quiet", hidden: true });
  #claim = h("button", { type: "button", class: "main", hidden: true, onclick: () => this.send({ type: "claim" }) },
    _("Claim the win"));
  element = h("div", { class: "friend" }, this.#invite, this.#nameForm, this.#away, this.#claim);

  /**
   * @param {string} id of the game
   * @param {(message: object) => boolean} send
   */
  constructor(id, send) {
    this.id = id;
    this.send = send;
  }

  /**
   * @param {GameState} state
   * @param {Meta | null} meta
   */
  show(state, meta) {
    const isFirst = this.#state === null;
    if (state !== this.#state) {
      this.#claimAt = state.claim_in === null ? null : performance.now() + 1000 * state.claim_in;
    }
    this.#state = state;
    const running = isAgainstFriend(state) && state.outcome === "open";
    const own = remembered(OWN_NAME) ?? "";
    // A name that was given in an earlier game holds for this one.
    if (running && own && isFirst && !state.players[state.you[0]].name) this.send({ type: "name", name: own });
    if (isFirst) {
      this.#name.value = own;
      this.#nameForm.hidden = Boolean(own);
    }
    // Who has begun to play without a name does not want one; ⋯ has the field again.
    const isUnused = state.ply > 1 && !this.#name.value && document.activeElement !== this.#name;
    if (!running || isUnused) this.#nameForm.hidden = true;
    this.#showInvitation(state, meta);
    this.tick();
  }

  /** Once a second: how long until the game may be claimed. */
  tick() {
    const state = this.#state;
    const canClaim = state && this.#claimAt !== null && isAgainstFriend(state) && state.turn !== state.you[0];
    const left = canClaim && this.#claimAt !== null ? Math.max(0, (this.#claimAt - performance.now()) / 1000) : null;
    this.#claim.hidden = left !== 0;
    this.#away.hidden = !left;
    if (!state || !left) return;
    const name = friendName(other(state.you[0]), state);
    const seconds = Math.ceil(left);
    this.#away.textContent = say("{name} is away. You can claim the win in {seconds} s.", { name, seconds });
  }

  /** Let the reader change the name. */
  editName() {
    this.#nameForm.hidden = false;
    this.#name.focus();
  }

  #saveName() {
    const name = this.#name.value.trim();
    if (!this.send({ type: "name", name })) return;
    remember(OWN_NAME, name);
    this.#nameForm.hidden = true;
  }

  /**
   * @param {GameState} state
   * @param {Meta | null} meta
   */
  #showInvitation(state, meta) {
    const side = /** @type {Side[]} */ (["first", "second"]).find((each) => !state.players[each].taken);
    const path = side && remembered(`links.${this.id}`)?.[side];
    this.#invite.hidden = !path || state.outcome !== "open";
    if (path) updateChildren(this.#invite, [path, meta !== null, meta?.network], () => invitation(path, meta));
  }
}
