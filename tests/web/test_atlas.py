"""The atlas over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.atlas import shipped_atlas, shipped_rules
from plyground.grid import cell_text
from plyground.web.atlas.messages import AtlasMap, AtlasSize
from plyground.web.serving.settings import ServerSettings
from tests.web.in_process import InProcess, in_process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    database = tmp_path_factory.mktemp("atlas") / "games.sqlite"
    with in_process(ServerSettings(str(database), preload=False)) as started:
        yield started


def test_the_sizes_are_those_of_the_package(server: InProcess) -> None:
    found = [AtlasSize.model_validate(each) for each in server.get("/api/atlas").json()]
    assert [each.size for each in found] == [f"{rules.columns}x{rules.rows}" for rules in shipped_rules()]
    assert all(each.won + each.drawn + each.lost == each.columns * each.rows for each in found)


def test_a_map_has_every_cell_and_the_board(server: InProcess) -> None:
    atlas = shipped_atlas("5x5")
    assert atlas is not None
    found = AtlasMap.model_validate(server.get("/api/atlas/5x5").json())
    assert found.board.position.blocked == []
    assert {each.cell: (each.words, each.outcome) for each in found.cells} == {
        cell: (entry.value.words, entry.value.outcome) for cell, entry in atlas.around().items()
    }
    assert sum(each.best for each in found.board.first_moves) >= 1


@pytest.mark.parametrize(("cell", "image"), [("a1", "e1"), ("b3", "d3"), ("c2", "c2")])
def test_a_board_and_its_mirror_image(server: InProcess, cell: str, image: str) -> None:
    one, other = (
        AtlasMap.model_validate(server.get("/api/atlas/5x5", params={"blocked": name}).json()) for name in (cell, image)
    )
    assert [cell_text(each) for each in one.board.position.blocked] == [cell]
    assert (one.board.words, one.board.nodes) == (other.board.words, other.board.nodes)
    scores = [each.score for each in one.board.first_moves]
    assert [each.score for each in other.board.first_moves] == scores[::-1]
    assert one.board.score == max(scores)


@pytest.mark.parametrize("language", ["ko", "zh-CN"])
def test_words_are_in_the_visitors_language(server: InProcess, language: str) -> None:
    english = server.get("/api/atlas/5x5").json()["board"]["words"]
    assert server.get("/api/atlas/5x5", headers={"accept-language": language}).json()["board"]["words"] != english


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("12x12", 404, "There is no atlas of 12x12"),
        ("99x99", 404, "There is no atlas of 99x99"),
        ("7by6", 404, "There is no atlas of 7by6"),
        ("7x6 blocked=d2", 404, "There is no atlas of 7x6 blocked=d2"),
        ("gomoku", 404, "There is no atlas of gomoku"),
        ("5x5?blocked=z9", 422, "z9"),
        ("5x5?blocked=a1,", 422, ""),
        ("5x5?blocked=a1,b2,c3", 404, "not with 3"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(server: InProcess, path: str, status: int, said: str) -> None:
    answer = server.get(f"/api/atlas/{path}")
    assert answer.status_code == status, answer.text
    assert said in answer.json()["text"]
