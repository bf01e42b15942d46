// For teachers: an address that fixes the exercises, a sheet to print, and the results as files.

import { copyButton } from "../browser/clipboard.js";
import { h } from "../browser/dom.js";
import { labelled, menu } from "../frame/fields.js";
import { _ } from "../text/translation.js";
import { progressOf } from "./progress.js";
import { saveFile } from "./save-file.js";

/** @param {LessonState} lesson */
export function teacherPanel(lesson) {
  const { id } = lesson;
  let difficulty = lesson.difficulty === null ? "" : String(lesson.difficulty);
  const seed = h("input", {
    type: "number", min: 0, max: 999_999, step: 1, value: lesson.seed, inputmode: "numeric", oninput: () => show(),
  });
  const level = menu([
    { value: "", text: _("as in the lesson") }, { value: "1", text: _("easy") }, { value: "2", text: _("medium") },
    { value: "3", text: _("hard") },
  ], difficulty, (chosen) => {
    difficulty = chosen;
    show();
  });
  const address = h("input", { type: "text", readonly: true, class: "address", "aria-label": _("Address of this lesson") });
  const open = h("a", { class: "button" }, _("Open"));
  const sheet = h("a", { class: "button" }, _("Sheet to print"));
  const show = () => {
    const query = new URLSearchParams({ seed: seed.value || "0", ...(difficulty ? { difficulty } : {}) });
    address.value = `${location.origin}/learn/${id}?${query}`;
    open.setAttribute("href", `/learn/${id}?${query}`);
    sheet.setAttribute("href", `/learn/${id}/sheet?${query}`);
  };
  show();
  return h("details", { class: "teachers" },
    h("summary", {}, _("For teachers")),
    h("p", {}, _("The same seed and difficulty give everybody the same exercises.")),
    h("div", { class: "row" }, labelled(_("Seed"), seed), labelled(_("Difficulty"), level)),
    h("div", { class: "row" }, address,
      copyButton(_("Copy"), () => address.value), open, sheet),
    h("p", {}, _("The answers given in this browser, as a file:")),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => saveFile(`plyground-${id}.json`, "application/json", resultsJson(lesson)) },
        "JSON"),
      h("button", { type: "button", onclick: () => saveFile(`plyground-${id}.csv`, "text/csv", resultsCsv(lesson)) }, "CSV")));
}

/** @param {LessonState} lesson */
function resultsJson({ id, seed, difficulty }) {
  return JSON.stringify({ lesson: id, seed, difficulty, ...progressOf(id) }, null, 2);
}

/** @param {LessonState} lesson */
function resultsCsv({ id }) {
  const rows = progressOf(id).answers.map(({ kind, seed, difficulty, right, tries, at }) =>
    [id, kind, seed, difficulty, right, tries, at].join(","));
  return ["lesson,kind,seed,difficulty,right,tries,at", ...rows, ""].join("\r\n");
}
