"""The pictures in docs/ show what the program shows."""

from __future__ import annotations

import html
import re

import pytest

from tools.pictures import FOLDER, PICTURES


def shown(svg: str) -> list[str]:
    """The texts in a picture; the frame around them is the business of the library that draws it."""
    return [html.unescape(text).replace("\xa0", " ") for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_up_to_date(name):
    """If this fails, look at what changed and run `python -m tools.pictures`."""
    assert shown(PICTURES[name]()) == shown((FOLDER / f"{name}.svg").read_text("utf-8"))


def test_the_pictures_show_the_end_of_a_game_and_a_cut():
    played = "".join(shown((FOLDER / "play.svg").read_text("utf-8")))
    assert "You win!" in played
    assert "[●][●][●][●]" in played.replace("] [", "][")
    assert "Cut: beta" in "".join(shown((FOLDER / "watch.svg").read_text("utf-8")))
