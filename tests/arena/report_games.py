"""Finished games of all kinds, drawn at random: won, drawn, forfeited, on several boards, with odd names."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from plyground.board import Side
from plyground.game import Game, Termination
from plyground.grid import GridBoard, Rules
from plyground.store.record import GameRecord, MoveRecord

NAMES = ("uct playouts=400", "</script><b>bold</b>", 'quo"ted & co', "강한 선수", "never won")
RULES = ("cfour", "5x4 connect=3", "tictactoe", "6x5 connect=4 blocked=c3,d1", "4x4 connect=3 gravity=no blocked=a1")
FORFEITS = (Termination.TIMEOUT, Termination.CRASH, Termination.ILLEGAL_MOVE, Termination.RESIGNATION)


def played(
    count: int, seed: int = 1, rules: tuple[str, ...] = RULES, names: tuple[str, ...] = NAMES
) -> list[GameRecord]:
    source = random.Random(seed)
    return [_game(number, source, Rules.parse(source.choice(rules)), names) for number in range(count)]


def _game(number: int, source: random.Random, rules: Rules, names: tuple[str, ...]) -> GameRecord:
    first, second = source.sample(names, 2)
    start = GridBoard(rules)
    if source.random() < 0.2:
        start = start.move(source.choice(start.legal_moves))  # a start where the second player is to move
    game = Game(start)
    opening = source.randrange(3)
    last = source.randrange(opening + 1, 12) if source.random() < 0.25 else 99
    moves: list[MoveRecord] = []
    reason = ""
    forfeit_seconds: float | None = None
    while not game.is_over:
        if len(moves) >= max(last, opening):
            loser = game.turn if source.random() < 0.9 else None
            how = source.choice(FORFEITS) if loser is not None else Termination.ADJUDICATION
            game.end(loser, how)
            forfeit_seconds = 0.25 * number if loser is not None else None
            reason = "</script><script>alert(1)</script>" if how is Termination.CRASH else ""
            break
        move = source.choice(game.board.legal_moves)
        given = len(moves) < opening
        value = None if given or source.random() < 0.3 else source.choice([0.5, -3.25, float("inf"), -float("inf")])
        moves.append(MoveRecord(move, 0.0 if given else source.expovariate(20), value, None if given else 17))
        game.play(move)
    if game.winner is not None and (first, second)[game.winner.value] == "never won":
        return _game(number, source, rules, names)
    return GameRecord.of(
        game,
        id=f"cup-{number // 2 + 1}{'ab'[number % 2]}",
        players=(first, second),
        moves=moves,
        began=datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=number),
        opening=min(opening, len(moves)),
        reason=reason,
        event="cup",
        round=number // 10 + 1,
        forfeit_seconds=forfeit_seconds,
    )


def mover(record: GameRecord, ply: int) -> str:
    """Who made the move that is `ply`, from 0."""
    side = record.start.turn if ply % 2 == 0 else record.start.turn.opposite
    return record.players[0 if side is Side.FIRST else 1]
