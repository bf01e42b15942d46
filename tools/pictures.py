"""The pictures of the console in docs/pictures, made by the console itself: `python -m tools.pictures`.

A test makes them again and compares, so they show what the program shows.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.text import Text

from plyground.console.start import start_session
from plyground.console.terminal import Terminal
from plyground.console.watch.viewer import Viewer
from plyground.grid import GridBoard
from plyground.learn import EventStream, choose_search

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
WIDTH = 80
COLUMN = 12.2  # the width of a letter in rich's pictures


def console() -> Terminal:
    """A console that records its output in colours, whatever terminal it runs in."""
    return Terminal(
        record=True,
        width=WIDTH,
        height=24,
        file=io.TextIOWrapper(io.BytesIO(), "utf-8"),
        color_system="truecolor",
        force_terminal=False,
        markup=False,
        highlight=False,
        emoji=False,
        _environ={},
    )


def svg(recorded: Terminal, title: str) -> str:
    """Replaces the seconds, which would differ each time."""
    text = recorded.export_svg(title=title, unique_id="plyground")
    text = re.sub(r"\d+\.\d\d(&#160;s)", r"0.02\1", text)
    # A picture in a document should not load a font from the web.
    text = re.sub(r"\s*@font-face \{.*?\}", "", text, flags=re.DOTALL)
    return re.sub(r'x="([\d.]+)"( y="[\d.]+") textLength="([\d.]+)"([^>]*>)((?:&#160;)+)', _shifted, text) + "\n"


def _shifted(match: re.Match[str]) -> str:
    """Spaces before a text as a place further right: some viewers drop them."""
    x, length = float(match[1]), float(match[3])
    spaces = match[5].count("&#160;") * COLUMN
    if length - spaces < 1:
        return match[0]
    return f'x="{x + spaces:g}"{match[2]} textLength="{length - spaces:g}"{match[4]}'


def play() -> str:
    """The last moves of a game that the human wins."""
    screen, typed = console(), sys.stdin
    sys.stdin = io.StringIO("hint\n6\nquit\n")
    try:
        start_session(screen, "cfour", None, None, False, 0, "44553").run()
    finally:
        sys.stdin = typed
    return svg(screen, "plyground play")


def watch() -> str:
    """Alpha-beta at the moment of a cut."""
    screen = console()
    chosen = choose_search("alphabeta", GridBoard.from_moves("44556"))
    with EventStream(chosen.search) as stream:
        viewer = Viewer(stream, screen, f"{chosen.title}  cfour", chosen.options)
        while not (viewer.caption.startswith("Cut") and viewer.step > 200):
            viewer.forward()
        screen.print(Text("\n").join(viewer.lines(WIDTH, 24)))
    return svg(screen, "plyground watch")


PICTURES = {"play": play, "watch": watch}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
