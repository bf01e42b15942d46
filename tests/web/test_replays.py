"""A move on the page costs the same at the end of a long game as at its start: nothing is replayed."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from plyground.board import Side
from plyground.grid import GridBoard, Rules, parse_rules
from plyground.store import Seat
from plyground.store import live as store
from plyground.web.play import player_actions
from plyground.web.play.connection import Connection
from plyground.web.play.game_session import GameSession
from plyground.web.play.routes import Games
from plyground.web.serving.callers import Caller
from plyground.web.serving.services import Services
from plyground.web.serving.settings import ServerSettings
from tests.waiting import PATIENCE

RULES = parse_rules("32x32 connect=33")
PLIES = 200


@pytest.fixture
def made(monkeypatch) -> list[int]:
    """The moves that were made on a board; the list is emptied by whoever has counted them."""
    moves: list[int] = []
    plain = GridBoard.move

    def move(board: GridBoard, move: int) -> GridBoard:
        moves.append(move)
        return plain(board, move)

    monkeypatch.setattr(GridBoard, "move", move)
    return moves


def counted(made: list[int]) -> int:
    count = len(made)
    made.clear()
    return count


def text(rules: Rules, ply: int) -> str:
    return GridBoard(rules).move_name(ply % rules.columns)


def somebody() -> Connection:
    """A player of both sides; what is sent stays in the queue, and is never written."""
    connection = Connection(cast(Any, None), None, Caller.at("127.0.0.1"), natural=False)
    connection.sides = frozenset(Side)
    return connection


async def entered(games: Games, seats: tuple[Seat, Seat]) -> tuple[GameSession, Connection]:
    live = await games.stored(store.create, GridBoard(RULES), seats)
    connection = somebody()
    return await games.lobby.enter(live.id, connection), connection


def run(tmp_path, test) -> None:
    async def running() -> None:
        services = Services(ServerSettings(database=str(tmp_path / "games.sqlite")))
        games = Games(services)
        try:
            await test(services, games)
        finally:
            await games.lobby.close()
            services.close()

    asyncio.run(asyncio.wait_for(running(), PATIENCE))


def test_every_move_costs_one_move_on_a_board(made, tmp_path):
    async def test(services: Services, games: Games) -> None:
        session, connection = await entered(games, (Seat("human"), Seat("human")))
        elsewhere = await Games(services).lobby.enter(session.id, somebody())  # as at another worker
        counted(made)
        costs, costs_elsewhere = [], []
        for ply in range(PLIES):
            await player_actions.play(session, connection, ply, text(RULES, ply))
            session.state(connection.sides)
            costs.append(counted(made))
            await elsewhere.refresh()
            costs_elsewhere.append(counted(made))
        assert costs == [1] * PLIES
        assert costs_elsewhere == [1] * PLIES
        assert session.game.moves == elsewhere.game.moves

        await player_actions.undo(session, connection, PLIES)
        await elsewhere.refresh()
        assert counted(made) == 0
        assert (session.ply, elsewhere.ply) == (PLIES - 1, PLIES - 1)
        await player_actions.play(session, connection, PLIES - 1, text(RULES, 5))
        await elsewhere.refresh()
        assert counted(made) == 2
        await player_actions.resign(session, connection)
        await elsewhere.refresh()
        assert counted(made) == 0

        again = await games.stored(store.load, session.id)
        assert again is not None
        assert counted(made) == PLIES, "a game that nobody knows is replayed once"
        assert again.game.boards == session.game.boards == elsewhere.game.boards
        assert again.game.termination is session.game.termination is elsewhere.game.termination

    run(tmp_path, test)


def test_a_computers_move_costs_no_more_later_on(made, tmp_path):
    async def test(services: Services, games: Games) -> None:
        session, connection = await entered(games, (Seat("human"), Seat("computer", player="random")))
        counted(made)
        costs = []
        for ply in range(0, PLIES, 2):
            board = session.game.board
            await player_actions.play(session, connection, ply, board.move_name(board.legal_moves[0]))
            while session.ply < ply + 2:
                await asyncio.sleep(0.001)
            costs.append(counted(made))
        # The move of each side, and the computer's line of one move, which is shown with its cells.
        assert costs == [3] * (PLIES // 2)

    run(tmp_path, test)
