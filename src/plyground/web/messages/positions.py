"""Positions as messages. The server alone decides what is legal, so every position lists its legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from plyground.board import Move, Outcome, Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import (
    GridBoard,
    Rules,
    move_text,
    parse_board,
    parse_moves,
    parse_rules,
    play_moves,
    position_text,
    read_position,
    rules_name,
)
from plyground.web.messages.base import (
    Cell,
    GameText,
    MoveText,
    OutcomeName,
    PositionText,
    Received,
    RulesText,
    Sent,
    SideName,
)
from plyground.web.messages.refusals import Refusal, of_field
from plyground.web.serving.settings import ServerSettings

__all__ = [
    "GameRequest",
    "Place",
    "PositionRequest",
    "PositionState",
    "Stone",
    "line_places",
    "place_of",
    "position_state",
    "read_board",
    "read_game",
    "read_rules",
    "side_name",
    "start_text",
]


class Place(Sent):
    """A move, and the cell where its stone comes to rest."""

    move: MoveText
    cell: Cell


class Stone(Sent):
    cell: Cell
    side: SideName
    ply: Annotated[int | None, Field(description="Null for stones that lay there at the start.")] = None


class PositionRequest(Received):
    rules: RulesText = "cfour"
    position: PositionText = ""


class GameRequest(Received):
    """A game that is not in the database: `moves` are played from `position`."""

    rules: RulesText = "cfour"
    position: GameText = ""
    moves: PositionText = ""


class PositionState(Sent):
    """Everything needed to draw a position and to choose a move in it."""

    rules: Annotated[str, Field(description="The canonical text, or the preset's name.")]
    position: Annotated[str, Field(description="Rows from the top and the side to move.")]
    columns: int
    rows: int
    connect: int
    gravity: bool
    blocked: list[Cell]
    stones: list[Stone]
    turn: SideName
    legal: list[Place]
    outcome: OutcomeName
    winning: list[Cell]
    winnable: Annotated[bool, Field(description="False if no run fits on the board, so that every game is a draw.")]
    last: Cell | None = None


def side_name(side: Side) -> SideName:
    return "first" if side is Side.FIRST else "second"


def read_rules(text: str, settings: ServerSettings) -> Rules:
    """Rules from a request, no larger than this server allows."""
    rules = parse_rules(text)
    _check_size(rules, settings)
    return rules


def _check_size(rules: Rules, settings: ServerSettings) -> None:
    if rules.columns > settings.columns or rules.rows > settings.rows:
        raise Refusal(
            "too_large",
            422,
            N_("a board of {columns}x{rows} is too large for this server, which allows {most}"),
            columns=rules.columns,
            rows=rules.rows,
            most=f"{settings.columns}x{settings.rows}",
        )


def read_board(rules: Rules, text: str) -> GridBoard:
    return parse_board(text, rules)


def read_game(asked: GameRequest, settings: ServerSettings) -> Game[GridBoard]:
    """The game that is asked about. Errors name the field, and where in it."""
    with of_field("rules"):
        rules = read_rules(asked.rules, settings)
    with of_field("position"):
        line = read_position(asked.position, rules)
        _check_size(line.start.rules, settings)
    game = Game(line.start, line.moves)
    with of_field("moves"):
        moves = asked.moves.rstrip()
        play_moves(game.board, moves)  # its errors say where in the text the bad move stands
    for move in parse_moves(game.board.rules, moves):
        game.play(move)
    return game


# A state has hundreds of small parts, almost all of them the same in the next state: each is made once.
_MOST_PARTS = 1 << 16


@lru_cache(_MOST_PARTS)
def _place(move: str, cell: Cell) -> Place:
    return Place.model_construct(move=move, cell=cell)


@lru_cache(_MOST_PARTS)
def _stone(cell: Cell, side: SideName, ply: int | None) -> Stone:
    return Stone.model_construct(cell=cell, side=side, ply=ply)


@lru_cache(1024)
def start_text(board: GridBoard) -> str:
    """The text of the position that a game starts from; every state of the game has it."""
    return position_text(board)


def place_of(board: GridBoard, move: Move) -> Place:
    return _place(move_text(board.rules, move), board.cell_of(move))


def line_places(board: GridBoard, line: Iterable[Move], most: int = 40) -> list[Place]:
    """The moves of an expected continuation with their cells, up to the first that cannot be played."""
    places: list[Place] = []
    for move in line:
        if len(places) == most or move not in board.legal_moves:
            break
        places.append(place_of(board, move))
        board = board.move(move)
    return places


def position_state(board: GridBoard, boards: Sequence[GridBoard] = ()) -> PositionState:
    """The message about a position. With the `boards` of the game that led to it, every stone gets its ply."""
    rules, layout = board.rules, board.rules.layout
    plies: dict[Cell, int] = {}
    for ply, after in enumerate(boards[1:]):
        if after.last_cell is not None:
            plies[after.last_cell] = ply
    stones = [
        _stone(cell, side_name(side), plies.get(cell))
        for side in Side
        for cell in sorted(layout.cells(board.stones(side)))
    ]
    # These values need no validation: tests check the messages against their schema.
    return PositionState.model_construct(
        rules=rules_name(rules),
        position=position_text(board),
        columns=rules.columns,
        rows=rules.rows,
        connect=rules.connect,
        gravity=rules.gravity,
        blocked=sorted(rules.blocked),
        stones=stones,
        turn=side_name(board.turn),
        legal=[] if board.outcome is not Outcome.OPEN else [place_of(board, move) for move in board.legal_moves],
        outcome=board.outcome.value,
        winning=sorted(board.winning_cells),
        winnable=layout.has_run(layout.playable),
        last=board.last_cell,
    )
