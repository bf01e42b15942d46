// The list of lessons, with what the reader has done.

import { fetchJson } from "../browser/api.js";
import { h } from "../browser/dom.js";
import { setTitle } from "../frame/router.js";
import { _, ngettext, fill, say } from "../text/translation.js";
import { allProgress, forgetProgress, keepProgress, progressIsKept } from "./progress.js";
import { saveFile } from "./save-file.js";

/** @param {HTMLElement} host */
export async function open(host) {
  setTitle(_("Learn"));
  const lessons = /** @type {LessonSummary[]} */ (await fetchJson("/api/learn/lessons"));
  const draw = () => host.replaceChildren(page(lessons, draw));
  draw();
}

/** @param {LessonSummary[]} lessons @param {() => void} redraw */
function page(lessons, redraw) {
  const progress = allProgress();
  return h("div", { class: "lessons" },
    h("h1", {}, _("Learn")),
    h("p", {}, _("How does a program find a move? Each lesson takes a few minutes and asks before it explains. A wrong answer costs nothing.")),
    h("ol", { class: "lesson-list" }, ...lessons.map(({ id, number, title, minutes }) => {
      const { seen = 0, of = 0, done = false } = progress[id] ?? {};
      const state = done ? _("done") : seen ? say("step {seen} of {of}", { seen, of })
        : fill(ngettext("{count} minute", "{count} minutes", minutes), { count: minutes });
      return h("li", { class: done ? "done" : "" },
        h("a", { href: `/learn/${id}${seen && !done ? `#${seen}` : ""}` },
          h("span", { class: "number figures" }, number), h("span", { class: "title" }, title),
          h("span", { class: "small quiet" }, state)));
    })),
    keeping(redraw));
}

/** @param {() => void} redraw */
function keeping(redraw) {
  const box = h("input", { type: "checkbox", checked: progressIsKept(), onchange: () => {
    keepProgress(box.checked);
    redraw();
  } });
  return h("div", { class: "keeping" },
    h("label", { class: "check" }, box, _("Remember my progress in this browser")),
    progressIsKept() ? h("div", { class: "row" },
      h("button", { type: "button", onclick: () =>
        saveFile("plyground-progress.json", "application/json", JSON.stringify(allProgress(), null, 2)) },
      _("Save my progress as a file")),
      h("button", { type: "button", onclick: () => {
        forgetProgress();
        redraw();
      } }, _("Forget it"))) : null);
}
