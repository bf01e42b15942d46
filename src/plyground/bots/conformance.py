"""A conformance run: games that ask a bot for everything that the protocol allows, and a report of its faults."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from plyground.board import Board, Cancel, Decision, Limit, Move, Side, SplitMix
from plyground.bots.gomocup_player import GomocupPlayer
from plyground.bots.player import BotPlayer
from plyground.errors import N_, PlayerError, PlygroundError, UnsupportedError
from plyground.game import Game, Player, Termination, seat_player, step
from plyground.grid import GridBoard, parse_moves, parse_rules, position_text

__all__ = ["Report", "Trial", "end_of", "run_trial", "trials"]

QUICKLY = 0.1
SLOWLY = 1.0
"""Seconds a move in the trials of time limits."""

_ENDS = 2.0  # seconds that a bot has to end by itself after its input did


@dataclass(frozen=True)
class Trial:
    """One game: what it asks for, on which board, and where the bot sits."""

    aim: str
    """For the catalogue: translate it before it is shown."""
    rules: str
    side: Side
    moves: str = ""
    """Stones that lie on the board at the start."""
    seconds: float | None = None
    """Where the trial is about time."""


@dataclass(frozen=True)
class Report:
    """How a trial went. `fault` is what is wrong with the bot, `declined` why it does not play such games."""

    trial: Trial
    moves: int = 0
    slowest: float = 0.0
    fault: PlygroundError | None = None
    declined: PlygroundError | None = None


def trials(quick: bool = False, bot: Player | None = None, rules: str | None = None) -> Iterator[Trial]:
    """The games of a run, in order; a quick one has one of each aim.

    With `rules`, all games are under these. Otherwise a `bot` of a kind that is for boards of certain sizes gets those
    alone, and an engine for five in a row gets boards of that game.
    """
    seats = itertools.cycle(Side)
    seen: set[str] = set()
    sizes = bot.usual_sizes if isinstance(bot, BotPlayer) else None
    usual = (_fives,) if isinstance(bot, GomocupPlayer) else _KINDS
    kinds = usual if rules is None else (partial(_asked_for, rules),)
    for trial in itertools.chain.from_iterable(kind(seats) for kind in kinds):
        board = parse_rules(trial.rules)
        if rules is None and sizes is not None and not (board.columns in sizes and board.rows in sizes):
            continue
        if not quick or trial.aim not in seen:
            yield trial
        seen.add(trial.aim)


def _asked_for(rules: str, seats: Iterator[Side]) -> Iterator[Trial]:
    for seconds in (None, None, QUICKLY, SLOWLY):
        aim = N_("the rules asked for") if seconds is None else N_("time limits")
        yield Trial(aim, rules, next(seats), seconds=seconds)


def _usual(seats: Iterator[Side]) -> Iterator[Trial]:
    for side in Side:
        yield Trial(N_("the usual board"), "cfour", side)


def _sizes(seats: Iterator[Side]) -> Iterator[Trial]:
    most = [f"{columns}x{rows}" for columns, rows in itertools.product(range(9, 13), repeat=2)]
    for size in ("32x32", "1x4", "4x1", "5x4", "8x7", "20x3", *most):
        yield Trial(N_("board sizes"), f"{size} connect=4", next(seats))


def _blocked(seats: Iterator[Side]) -> Iterator[Trial]:
    for aim, cells in (
        (N_("blocked cell in the bottom row"), ("f1", "a1", "k1")),
        (N_("blocked cell in the top row"), ("f9", "a9", "k9")),
        (N_("blocked cell in the middle"), ("f5", "f2", "a5", "k8")),
        (N_("several blocked cells"), ("a1,f5,k9", "d1,d2,e9,e8,f4,f6")),
    ):
        for cell in cells:
            yield Trial(aim, f"11x9 connect=4 blocked={cell}", next(seats))


def _lengths(seats: Iterator[Side]) -> Iterator[Trial]:
    for rules in ("7x6 connect=3", "8x8 connect=5", "9x9 connect=6"):
        yield Trial(N_("other lengths of a run"), rules, next(seats))


def _no_gravity(seats: Iterator[Side]) -> Iterator[Trial]:
    for rules in ("tictactoe", "5x4 connect=4 gravity=no blocked=b2", "15x15 connect=5 gravity=no"):
        yield Trial(N_("without gravity"), rules, next(seats))


def _long(seats: Iterator[Side]) -> Iterator[Trial]:
    # Nobody can connect more cells than there are: the board has to be filled.
    for rules in (
        "12x12 connect=4",
        "12x12 connect=4 blocked=f6",
        "7x6 connect=43",
        "12x12 connect=145 blocked=f6",
        "6x6 connect=37 gravity=no",
    ):
        yield Trial(N_("long games"), rules, next(seats))


def _set_up(seats: Iterator[Side]) -> Iterator[Trial]:
    for rules in ("9x9 connect=4", "9x9 connect=4 blocked=e4"):
        for side, moves in zip(Side, ("4651", "46519"), strict=True):
            yield Trial(N_("games that start with stones on the board"), rules, side, moves)


def _time(seats: Iterator[Side]) -> Iterator[Trial]:
    for seconds in (QUICKLY, SLOWLY):
        yield Trial(N_("time limits"), "9x9 connect=4", next(seats), seconds=seconds)


def _fives(seats: Iterator[Side]) -> Iterator[Trial]:
    """What the Gomocup protocol can ask for."""
    for side in Side:
        yield Trial(N_("the usual board"), "gomoku", side)
    for size in ("20x20", "9x9", "19x19", "12x9"):
        yield Trial(N_("board sizes"), f"{size} connect=5 gravity=no", next(seats))
    yield Trial(N_("long games"), "6x6 connect=5 gravity=no", next(seats))
    for side, moves in zip(Side, ("h8 i9 g7 j10", "h8 i9 g7"), strict=True):
        yield Trial(N_("games that start with stones on the board"), "gomoku", side, moves)
    for seconds in (QUICKLY, SLOWLY):
        yield Trial(N_("time limits"), "9x9 connect=5 gravity=no", next(seats), seconds=seconds)


_KINDS = (_usual, _sizes, _blocked, _lengths, _no_gravity, _long, _set_up, _time)


def run_trial(
    bot: Player,
    trial: Trial,
    seconds: float | None = None,
    seed: int = 0,
    watch: Callable[[int], None] = lambda move: None,
) -> Report:
    """Plays the game. `seconds` are for a move, unless the trial has a time of its own or the bot is not told. `watch`
    is called with the number of each move before it is made."""
    rules = parse_rules(trial.rules)
    start = GridBoard(rules)
    for move in parse_moves(rules, trial.moves):
        start = start.move(move)
    start = GridBoard.from_stones(rules, start.stones(Side.FIRST), start.stones(Side.SECOND), start.turn)
    told = bot.told_time if isinstance(bot, BotPlayer) else True
    allowed = (trial.seconds or seconds) if told else None
    if trial.seconds is not None and not told:
        return Report(trial, declined=UnsupportedError(N_("its protocol does not tell a bot how much time it has")))
    opponent = Prolonging(seed)
    players: dict[Side, Player] = {trial.side: bot, trial.side.opposite: opponent}
    game, slowest = Game(start), 0.0
    fault: PlygroundError | None = None
    try:
        for side, player in players.items():
            if not game.is_over:
                seat_player(game, side, player)
        while not game.is_over:
            watch(len(game.moves) + 1)
            turn = step(game, players, None if allowed is None else Limit(time=allowed), strict=True)
            if turn.player is bot:
                slowest = max(slowest, turn.seconds)
    except UnsupportedError as error:
        return Report(trial, declined=error)
    forfeit = game.forfeit
    # A bot may resign.
    if forfeit is not None and forfeit.loser is trial.side and forfeit.termination is not Termination.RESIGNATION:
        fault = forfeit.error
        if forfeit.termination is Termination.ILLEGAL_MOVE:
            fault = PlayerError(
                N_("{reason}; the position is '{position}', where the legal moves are {legal}"),
                reason=forfeit.error,
                position=position_text(game.board),
                legal=" ".join(game.board.move_name(move) for move in game.board.legal_moves),
            )
    return Report(trial, len(game.moves), slowest, fault)


def end_of(bot: Player) -> PlygroundError | None:
    """Ends the bot; the error if it did not end properly."""
    if not isinstance(bot, BotPlayer) or bot.close(_ENDS):
        return None
    return PlayerError(N_("it did not end by itself within {seconds:g} s after its input ended"), seconds=_ENDS)


class Prolonging(Player):
    """An opponent for long games: it avoids winning and losing.

    Every other move goes to the middle or next to a blocked cell, where a bot can be wrong, the rest anywhere.
    """

    def __init__(self, seed: int) -> None:
        self.name = "prolonging"
        self.identifier = Side.FIRST
        self._random = SplitMix(seed)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        board = game.board
        assert isinstance(board, GridBoard)
        moves = list(board.legal_moves)
        hard = {column for column, _row in board.rules.blocked} | {(board.rules.columns - 1) // 2}
        wishes: list[Callable[[Move], bool]] = [
            lambda move: not board.move(move).is_win,
            lambda move: not _wins_next(board.move(move)),
        ]
        if self._random.below(2):
            wishes.append(lambda move: move % board.rules.columns in hard)
        for wish in wishes:
            moves = [move for move in moves if wish(move)] or moves
        return Decision(moves[self._random.below(len(moves))])


def _wins_next(board: GridBoard) -> bool:
    return not board.is_win and bool(board.wins_in_one(board.turn))
