"""The directive `board`: a position, drawn as the page and the notebooks draw it.

    ```{board} 44556
    :rules: cfour
    :values:
    Yellow to move.
    ```

With `values` every move has its exact value beside it. The text below is the caption.
"""

from __future__ import annotations

import html
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from plyground import Game, analyse, draw_svg
from plyground.errors import PlygroundError

__all__ = ["BoardDirective", "setup"]


class BoardDirective(SphinxDirective):
    """Draws a position that is given by its moves."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "rules": directives.unchanged,
        "values": directives.flag,
        "marked": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        moves = self.arguments[0] if self.arguments else ""
        try:
            picture = self._picture(moves)
        except PlygroundError as error:
            raise self.error(str(error)) from None
        caption = " ".join(self.content)
        under = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
        return [nodes.raw("", f'<figure class="board">{picture}{under}</figure>', format="html")]

    def _picture(self, moves: str) -> str:
        rules = self.options.get("rules", "cfour")
        values = analyse(moves, rules=rules).moves if "values" in self.options else None
        return draw_svg(Game.from_moves(moves, rules), values=values, marked=self.options.get("marked", "").split())


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_directive("board", BoardDirective)
    return {"parallel_read_safe": True}
