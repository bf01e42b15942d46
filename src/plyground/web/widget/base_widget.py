"""What both widgets share: the library they are built on, their languages, and how a failure is shown."""

from __future__ import annotations

from typing import Any

from plyground.errors import N_, MissingExtraError
from plyground.texts import language
from plyground.web.serving.page_texts import page_texts
from plyground.web.widget.bundle import joined_modules, joined_styles

try:
    import anywidget
    import traitlets
except ImportError:
    raise MissingExtraError(
        N_("widgets need the extra '{extra}': pip install 'plyground[{extra}]'"), extra="notebook"
    ) from None

__all__ = ["STYLES", "PageWidget", "code_of", "texts_of"]

STYLES = ("frame/base.css", "board/board.css", "stepper/stepper.css")


class PageWidget(anywidget.AnyWidget):
    """A widget whose texts are in the language in use when it is made."""

    language = traitlets.Unicode("en").tag(sync=True)
    texts = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(language=language(), texts=texts_of(self._esm), **traits)


def code_of(entry: str, *styles: str) -> tuple[str, str]:
    """The module and the styles of a widget."""
    return joined_modules(entry), joined_styles(*STYLES, *styles)


def texts_of(module: str) -> dict[str, str | list[str]]:
    return {} if language() == "en" else page_texts(language(), str(module))
