"""Part D: the weights and windows, and the three stages of the staged player."""

from __future__ import annotations

from plyground.board import Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import CFOUR, POSITION, GridBoard, Rules, parse_position
from plyground.players import STRENGTHS, StagedPlayer, make_player, player_kinds
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.positions import full_board, quiet_positions, random_game
from plyground.search import alphabeta, minimax
from plyground.texts import say


def staged(text: str = "staged") -> StagedPlayer:
    player = make_player(text)
    assert isinstance(player, StagedPlayer)
    return player


def _lone_stone(side: Side) -> list[list[int]]:
    """What the evaluation gives the first player for one stone of `side` on each cell, top row first."""
    # Without gravity a stone can lie anywhere; one stone alone makes no window.
    rules = Rules(columns=7, rows=6, connect=4, gravity=False)

    def value(column: int, row: int) -> int:
        cell = [(column, row)]
        board = GridBoard.setup(rules, first=cell) if side is Side.FIRST else GridBoard.setup(rules, second=cell)
        return int(POSITION(board, Side.FIRST))

    return [[value(column, row) for column in range(7)] for row in reversed(range(6))]


@measures("D.weights", N_("position weights, top row first"))
def weights(setting: Setting) -> Measured:
    return Measured(_lone_stone(Side.FIRST))


@measures("D.weights-opponent", N_("the opponent's stones subtract theirs; they are the segments through each cell"))
def weights_opponent(setting: Setting) -> Measured:
    own, other = _lone_stone(Side.FIRST), _lone_stone(Side.SECOND)
    counted = [[CFOUR.layout.weights[column, row] for column in range(7)] for row in reversed(range(6))]
    return Measured(other == [[-weight for weight in row] for row in own] and own == counted)


@measures("D.windows", N_("windows: own four, own three, own two, the opponent's three"))
def windows(setting: Setting) -> Measured:
    # A board that is one window, each cell of weight 1. A four ends the game, so its 100 never decides.
    one = Rules(columns=4, rows=1, connect=4)
    three, two, other = (parse_position(f"{row} x", one) for row in ("xx.x", "x.x.", "o.oo"))
    counted = [POSITION(three, Side.FIRST) - 3, POSITION(two, Side.FIRST) - 2, POSITION(other, Side.FIRST) + 3]
    return Measured([int(value) for value in [POSITION.complete, *counted]])


@measures("D.terminal", N_("value of a win, a loss and a full board, whatever the distance"))
def terminal(setting: Setting) -> Measured:
    ended = [random_game(seed)[-1] for seed in range(30)]
    won: set[float] = set()
    lost: set[float] = set()
    lengths = set()
    for board in ended:
        if board.winner is not None:
            won.add(POSITION(board, board.winner))
            lost.add(POSITION(board, board.winner.opposite))
            lengths.add(board.count)
    full = {POSITION(full_board(), side) for side in Side}
    note = say("won games of {least} to {most} stones", least=min(lengths), most=max(lengths))
    return Measured([int(seen.pop()) if len(seen) == 1 else sorted(seen) for seen in (won, lost, full)], note)


def _staged_move(setting: Setting) -> Measured:
    decision = staged().decide(Game(parse_position(setting.given["position"])))
    return Measured(decision.move, _note(decision.note))


def _note(note: str) -> str:
    return say(note) if note else ""


@measures("D.stage-win", N_("stage 1: its own win comes before the block of the opponent's"))
def stage_win(setting: Setting) -> Measured:
    return _staged_move(setting)


@measures("D.stage-block", N_("stage 2: the opponent's win is blocked, even if another remains"))
def stage_block(setting: Setting) -> Measured:
    return _staged_move(setting)


@measures("D.stage-search", N_("stage 3: else alpha-beta decides"))
def stage_search(setting: Setting) -> Measured:
    player, boards = staged(), quiet_positions(6)
    same = sum(player.decide(Game(board)).move == alphabeta(board, 6, POSITION).move for board in boards)
    return Measured(same == len(boards), say("{count} positions", count=len(boards)))


@measures("D.depth", N_("stage 3 looks this many plies ahead"))
def depth(setting: Setting) -> Measured:
    return Measured(staged().decide(Game(quiet_positions(1)[0])).depth)


@measures("D.first-of-best", N_("columns from the left, the first of the best kept"))
def first_of_best(setting: Setting) -> Measured:
    player, right, ties = staged(f"staged depth={setting.given['depth']}"), 0, 0
    # Positions that are their own mirror image have ties.
    boards = [*quiet_positions(8), *map(GridBoard.from_moves, ("444444", "4444441276", "4444442167", "4444443256"))]
    for board in boards:
        values = minimax(board, setting.given["depth"], POSITION).values
        best = [move for move, value in values.items() if value == max(values.values())]
        ties += len(best) > 1
        right += player.decide(Game(board)).move == min(best)
    note = say("{count} positions, {ties} with ties", count=len(boards), ties=ties)
    return Measured(right == len(boards) and ties >= 3, note)


@measures("D.block-example", N_("its block example: three of the opponent in the bottom row"))
def block_example(setting: Setting) -> Measured:
    return _staged_move(setting)


@measures("D.scenario", N_("its scenario, depth 6"))
def scenario(setting: Setting) -> Measured:
    return _staged_move(setting)


@measures("D.first-move", N_("the first move is always in the centre"))
def first_move(setting: Setting) -> Measured:
    moves = {staged().next_move(board) for board in [GridBoard(CFOUR), *map(GridBoard(CFOUR).move, range(7))]}
    return Measured(moves.pop() if len(moves) == 1 else sorted(moves))


@measures("D.first-move-search", N_("its search alone would not choose the centre"))
def first_move_search(setting: Setting) -> Measured:
    move = alphabeta(GridBoard(CFOUR), setting.given["depth"], POSITION).move
    return Measured(move != 3, say("column {column}", column=move))


@measures("D.options", N_("first move in the centre, forks, parity: on unless named otherwise"))
def options(setting: Setting) -> Measured:
    kind = next(kind for kind in player_kinds() if kind.name == "staged")
    defaults = {option.name: option.default for option in kind.options}
    return Measured([defaults[name] for name in ("centre", "forks", "parity")])


@measures("D.pause", N_("the natural pause before a move takes between so many seconds"))
def pause(setting: Setting) -> Measured:
    low, high = 1, 2
    board, taken = parse_position("......./......./......./x....../x....../x.ooo.. x"), []
    for seed in (1, 2):
        taken.append(staged(f"staged think=yes seed={seed}").decide(Game(board)).seconds)
    at_once = staged().decide(Game(board)).seconds
    shown = ", ".join(f"{seconds:.2f}" for seconds in taken)
    within = all(low <= seconds < high + 0.2 for seconds in taken) and taken[0] != taken[1] and at_once < low
    return Measured([low, high] if within else taken, say("{seconds} s", seconds=shown))


@measures("D.strengths", N_("depths of its strengths: weak, medium, strong, very strong"))
def strengths(setting: Setting) -> Measured:
    return Measured([STRENGTHS[name] for name in ("weak", "medium", "strong", "verystrong")])
