"""The page's modules mark their texts, and the catalogue collects them."""

from __future__ import annotations

import pytest

from tests.texts.test_catalogue import extracted
from tools import catalogue


def collected(tmp_path, text: str) -> list[tuple[str, ...]]:
    path = tmp_path / "module.js"
    path.write_text(text, "utf-8")
    return list(catalogue.marked_in_page(path))


def test_each_kind_of_mark_is_collected(tmp_path):
    source = """
        import { _, say } from "../text/translation.js";
        h("p", {}, _("Undo"), say("{side} wins, 이겼다", { side }), 'no "_(text)" of ours');
        fill(ngettext("{count} node", "{count} nodes", nodes), { count: nodes });
        // _("Ein Kommentar")
        const shown = `${count} of ${all}`;
        _(variable);
    """
    assert collected(tmp_path, source) == [("Undo",), ("{side} wins, 이겼다",), ("{count} node", "{count} nodes")]


@pytest.mark.parametrize("line", ['`${_("Hint")}: ${move}`', "_(`You win`)", 'x = `a ${say("b {c}", { c })}`;'])
def test_a_text_that_could_not_be_collected_is_refused(tmp_path, line):
    with pytest.raises(catalogue.UnreadableTextError, match="line 1"):
        collected(tmp_path, line)


def test_texts_of_the_page_and_of_the_console_are_one_catalogue():
    found = extracted()
    assert {name.rsplit(".", 1)[1] for name in found["depth {depth}"].files} == {"js", "py"}
    modules = {f"src/plyground/web/page/{name}" for name in ("play/new-game-page.js", "frame/router.js")}
    assert found["New game"].files >= modules
