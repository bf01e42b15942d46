// What a search that is shown has to do with the computer whose move the reader asked about.

import { _, say } from "../text/translation.js";
import { searchTitles } from "./search-fields.js";

/**
 * @param {string} player as games name it: `level6`, `uct playouts=500`
 * @param {string} search that is shown instead, or that it is
 * @returns {string} empty if the search is shown as it was
 */
export function playedText(player, search) {
  const [name, ...options] = player.split(" ");
  const title = searchTitles()[search] ?? search;
  if (name === "level1") {
    return _("In the game the computer took a win in one move; else it played one random game for each move, as here with other random numbers.");
  }
  if (["level2", "winblock", "random"].includes(name)) {
    return say("In the game the computer did not search: it followed a simple rule or chance. This is how {search} sees the position.",
      { search: title });
  }
  if (name === "solver") {
    return say("In the game the computer solved the position, which takes too large a tree to draw. This is how {search} sees it.",
      { search: title });
  }
  if (/^level\d+$/.test(name) || ["champion", "staged", "openlines"].includes(name)) {
    return say("In the game the computer decided by a search of its own, a relative of {search}. This is the textbook search.",
      { search: title });
  }
  if (name !== search) return "";
  if (options.some((each) => /^(time|nodes)=./.test(each)) || (name === "deepening" && !options.some((each) => each.startsWith("depth=")))) {
    return _("In the game the computer had a limit for its move, so it may have searched less or more than here.");
  }
  if (["montecarlo", "uct"].includes(name)) {
    return _("In the game the computer drew other random numbers, so its counts may have been different.");
  }
  return "";
}
