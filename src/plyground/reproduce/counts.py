"""Counts that the field knows: perft, positions by ply, tic-tac-toe in full, segments."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.board import Outcome
from plyground.errors import N_
from plyground.grid import CFOUR, TICTACTOE, GridBoard, Rules, canonical
from plyground.reproduce.measure import Measured, Setting, kept, measures, measures_each


def layers(rules: Rules) -> Iterator[dict[GridBoard, int]]:
    """Ply by ply every position, with the number of games that lead to it. Ends with the last position."""
    layer = {GridBoard(rules): 1}
    while layer:
        yield layer
        after: dict[GridBoard, int] = {}
        for board, games in layer.items():
            for move in board.legal_moves:
                child = board.move(move)
                after[child] = after.get(child, 0) + games
        layer = after


@kept
def _first_plies(plies: int) -> tuple[tuple[int, int, int], ...]:
    """Of 7x6, for each ply from 0: positions, games that get there, and games that get one move further."""
    counts = []
    for ply, layer in enumerate(layers(CFOUR)):
        further = sum(games * len(board.legal_moves) for board, games in layer.items())
        counts.append((len(layer), sum(layer.values()), further))
        if ply == plies:
            break
    return tuple(counts)


@kept
def tictactoe_layers() -> tuple[dict[GridBoard, int], ...]:
    return tuple(layers(TICTACTOE))


_PLIES = 8


@measures("facts.perft", N_("perft of 7x6, depth 1 to 9"))
def perft(setting: Setting) -> Measured:
    return Measured([further for _positions, _games, further in _first_plies(_PLIES)])


@measures("facts.positions-by-ply", N_("positions of 7x6 by ply, from ply 0"))
def positions_by_ply(setting: Setting) -> Measured:
    return Measured([positions for positions, _games, _further in _first_plies(_PLIES)])


@measures_each(
    {
        "facts.positions-4x4": N_("all positions of 4x4 (width x height)"),
        "facts.positions-4x5": N_("all positions of 4x5"),
        "facts.positions-5x4": N_("all positions of 5x4"),
    }
)
def all_positions(setting: Setting) -> Measured:
    rules = Rules.parse(setting.given["rules"])
    count = 0
    for ply, layer in enumerate(layers(rules)):
        count += len(layer)
        setting.tick(ply / rules.cells)
    return Measured(count)


@measures("facts.tictactoe-positions", N_("tic-tac-toe: positions"))
def tictactoe_positions(setting: Setting) -> Measured:
    return Measured(sum(len(layer) for layer in tictactoe_layers()))


@measures("facts.tictactoe-symmetry", N_("tic-tac-toe: positions up to symmetry"))
def tictactoe_symmetry(setting: Setting) -> Measured:
    return Measured(sum(len({canonical(board) for board in layer}) for layer in tictactoe_layers()))


@measures("facts.tictactoe-games", N_("tic-tac-toe: games, and those won by X, won by O, drawn"))
def tictactoe_games(setting: Setting) -> Measured:
    ended = dict.fromkeys((Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW), 0)
    for layer in tictactoe_layers():
        for board, games in layer.items():
            if board.outcome.is_over:
                ended[board.outcome] += games
    return Measured([sum(ended.values()), *ended.values()])


@measures("facts.segments", N_("7x6 has this many segments (runs of four cells)"))
def segments(setting: Setting) -> Measured:
    return Measured(len(set(GridBoard(CFOUR).segments)))


@measures("B.segments", N_("Connect Four 7x6 has this many segments"))
def segments_on_the_board(setting: Setting) -> Measured:
    return Measured(len(GridBoard(CFOUR).segments))
