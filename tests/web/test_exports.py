"""Games and positions as files: what they contain, how they are called, and who gets them."""

from __future__ import annotations

from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest

from plyground import Game, GridBoard, animate_svg, draw_svg
from plyground.store.game_text import parse_game
from tests.web.people import Person, Server

SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"


@pytest.fixture
def played(anna: Person) -> str:
    made = anna.new_game(first={"kind": "human", "name": "Anna"})
    with anna.sit(made["id"]) as chair:
        chair.first()
        for move in "1213141":
            chair.play(move)
    return str(made["id"])


def fetched(server: Server, path: str, name: str, kind: str) -> str:
    """The content of a file, if it has this name and this type."""
    answer = server.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    return answer.text


def test_the_files_of_a_game(server, played):
    """Nobody needs a seat: whoever knows the id may watch, and the id is all that is asked for."""
    files, name = f"/api/records/{played}", f"plyground-{played}"
    game = Game.from_moves("1213141")
    assert fetched(server, f"{files}/picture.svg", f"{name}.svg", SVG) == draw_svg(game)
    assert fetched(server, f"{files}/picture.svg?ply=3", f"{name}-3.svg", SVG) == draw_svg(game.boards[3])
    assert fetched(server, f"{files}/picture.svg?ply=99", f"{name}-7.svg", SVG) == draw_svg(game)
    assert fetched(server, f"{files}/animation.svg", f"{name}-animated.svg", SVG) == animate_svg(game)
    record = parse_game(fetched(server, f"{files}/game.txt", f"{name}.txt", TEXT))
    assert (record.id, record.players, record.game().moves) == (played, ("Anna", "human"), game.moves)


def test_the_files_of_a_position(server):
    def file(name: str, **query: str) -> str:
        return f"/api/position/{name}?{urlencode(query)}"

    tictactoe = Game(GridBoard.parse("o../.x./... x", "tictactoe")).push("c3")
    asked = {"rules": "cfour", "position": "tic-tac-toe: o../.x./... x", "moves": "c3"}
    assert fetched(server, file("picture.svg", **asked), "plyground-position.svg", SVG) == draw_svg(tictactoe)
    assert fetched(server, file("animation.svg", **asked), "plyground-position-animated.svg", SVG) == animate_svg(
        tictactoe
    )
    record = parse_game(fetched(server, file("game.txt", **asked), "plyground-position.txt", TEXT))
    assert record.game().boards == tictactoe.boards
    korean = server.get(file("picture.svg", position="44", lang="ko")).text
    assert "차례" in str(ElementTree.fromstring(korean)[0].text)


def test_what_is_not_there_or_cannot_be_read(server):
    for file in ("picture.svg", "animation.svg", "game.txt"):
        answer = server.get(f"/api/records/nosuchgame/{file}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        answer = server.get(f"/api/position/{file}", params={"position": "cfour: 4483"})
        assert answer.status_code == 422
        assert (answer.json()["field"], answer.json()["place"]) == ("position", 9)
        assert server.get(f"/api/position/{file}", params={"rules": "33x3"}).json()["field"] == "rules"
    assert server.get("/api/records/x/picture.svg?ply=-1").status_code == 422
