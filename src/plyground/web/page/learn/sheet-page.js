// A sheet to print: the exercises of a lesson, then their solutions.

import "../board/board.js";
import { RequestError, fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { setTitle } from "../frame/router.js";
import { labelledText, listText } from "../text/joins.js";
import { _, say } from "../text/translation.js";
import { answerText, exerciseFigure } from "./exercise-figure.js";
import { trueMinus } from "./text-blocks.js";

/**
 * @param {HTMLElement} host
 * @param {import("../frame/router.js").Route} route
 */
export async function open(host, { params: [id], query }) {
  /** @type {SheetState} */
  let sheet;
  try {
    sheet = await fetchJson(`/api/learn/sheet/${encodeURIComponent(id)}?${query}`);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    setTitle(_("Learn"));
    host.replaceChildren(h("div", { class: "alone" }, h("h1", {}, error.message),
      h("div", { class: "row" }, h("a", { class: "button main", href: "/learn" }, _("All lessons")))));
    return;
  }
  const { number, title, seed, exercises } = sheet;
  setTitle(title);
  host.replaceChildren(h("div", { class: "sheet-page" },
    h("div", { class: "row on-screen" },
      h("a", { class: "button", href: `/learn/${id}?${query}` }, _("To the lesson")),
      h("button", { type: "button", class: "main", onclick: () => print() }, _("Print"))),
    h("h1", {}, `${number}  ${title}`),
    h("p", { class: "small quiet" }, say("Exercise sheet, seed {seed}", { seed })),
    h("ol", { class: "sheet-exercises" }, ...exercises.map(({ exercise }) => h("li", {},
      h("p", {}, trueMinus(exercise.question)),
      exerciseFigure(exercise.figure),
      optionsOf(exercise.answer),
      h("p", { class: "answer-line" }, labelledText(_("Answer"), ""))))),
    h("section", { class: "sheet-solutions" },
      h("h2", {}, _("Solutions")),
      h("ol", {}, ...exercises.map(({ solution, reason }) => h("li", {}, h("strong", {}, answerText(solution)), " ", trueMinus(reason)))))));
}

/** @param {AnswerForm} form */
function optionsOf(form) {
  if (form.type === "number") return null;
  return h("p", { class: "small" }, listText("options" in form ? form.options : form.moves));
}
