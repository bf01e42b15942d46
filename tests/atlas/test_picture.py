"""The map says outcome and distance without colour, and says nothing that the atlas does not have."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from plyground.atlas import Atlas, draw_map, make_atlas, map_text
from plyground.errors import PositionError
from plyground.texts import use_language

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    path: Path = tmp_path_factory.mktemp("atlas") / "atlas.tsv"
    found = make_atlas("4x3 connect=3", 2, path, table_mb=1)
    assert found is not None
    return found


def signs(group: ElementTree.Element) -> list[str]:
    """The shapes of a cell, by their form alone."""
    shapes = [each for each in group if each.tag in (f"{SVG}path", f"{SVG}rect")]
    return [each.tag.removeprefix(SVG) + str(each.get("d", ""))[-2:] for each in shapes[1:]]


@pytest.mark.parametrize("blocked", [(), ("b2",)])
def test_every_cell_shows_its_outcome_by_shape_and_its_distance_in_words(atlas: Atlas, blocked: tuple[str]) -> None:
    root = ElementTree.fromstring(draw_map(atlas, blocked))
    groups = {str(each.get("data-cell")): each for each in root.iter(f"{SVG}g")}
    assert len(groups) == 12 - len(blocked)
    for name, group in groups.items():
        entry = atlas.entry([*blocked, name])
        assert entry is not None
        assert group.get("data-outcome") == entry.value.outcome
        assert group.findtext(f"{SVG}title") == f"{name}: {entry.value.words}"
        text = group.findtext(f"{SVG}text")
        assert text == (None if entry.value.moves is None else str(entry.value.moves))
        assert len(signs(group)) == 1
        assert signs(group)[0].startswith("rect" if entry.value.outcome == "draw" else "path")


def test_the_text_has_the_same(atlas: Atlas) -> None:
    lines = map_text(atlas, ["b2"]).splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["3", "2", "1"]
    assert lines[-1].split() == ["a", "b", "c", "d"]
    assert lines[1].split()[2] == "#"
    entry = atlas.entry(["b2", "a1"])
    assert entry is not None
    sign = {"win": "+", "loss": "-", "draw": "="}[str(entry.value.outcome)]
    assert lines[2].split()[1] == sign + ("" if entry.value.moves is None else str(entry.value.moves))


@pytest.mark.parametrize("language", ["ko", "zh_CN"])
def test_its_words_are_translated(atlas: Atlas, language: str) -> None:
    english = draw_map(atlas)
    use_language(language)
    try:
        assert draw_map(atlas) != english
        assert "blocking" not in draw_map(atlas)
    finally:
        use_language("en")


def test_there_is_no_map_around_as_many_as_it_has(atlas: Atlas) -> None:
    for draw in (draw_map, map_text):
        with pytest.raises(PositionError, match="up to 2 blocked cells"):
            draw(atlas, ["a1", "b1"])
