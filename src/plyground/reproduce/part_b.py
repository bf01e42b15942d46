"""Part B: the abstract board, its two games, minimax and alpha-beta, and the exercises."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Self

from plyground.board import Board, Move, Outcome, Side
from plyground.errors import N_
from plyground.game import Game
from plyground.grid import CFOUR, OUTCOME, SEGMENTS_THOUSAND, TICTACTOE, GridBoard, Rules, parse_position
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.positions import stacks, tictactoe
from plyground.reproduce.unbeatable import lost_games
from plyground.search import alphabeta, find_best_move, minimax
from plyground.texts import say


def tictactoe_move(board: Board) -> Move:
    """The source's player: the best-move helper with its default depth, and +1, -1 and 0."""
    return find_best_move(board, evaluator=OUTCOME)


# Exercise 1: properties of tic-tac-toe


@measures("B.exercise1-legal-moves", N_("exercise 1: legal moves of XOX/XXO/O.O"))
def exercise1_legal_moves(setting: Setting) -> Measured:
    return Measured(list(tictactoe(setting.given["position"], "x").legal_moves))


@measures("B.exercise1-win", N_("exercise 1: XOX/XOO/X.O is won"))
def exercise1_win(setting: Setting) -> Measured:
    return Measured(tictactoe(setting.given["position"], "x").is_win)


@measures("B.exercise1-draw", N_("exercise 1: XOX/XOO/OXO is drawn"))
def exercise1_draw(setting: Setting) -> Measured:
    return Measured(tictactoe(setting.given["position"], "x").is_draw)


# Exercise 2: minimax finds the move


def _red_plays(setting: Setting) -> Measured:
    return Measured(find_best_move(stacks(setting.given["position"]), setting.given["depth"]))


@measures("B.exercise2-win", N_("exercise 2, red to move, depth 3: win at once"))
def exercise2_win(setting: Setting) -> Measured:
    return _red_plays(setting)


@measures("B.exercise2-block", N_("exercise 2, red to move, depth 3: block"))
def exercise2_block(setting: Setting) -> Measured:
    return _red_plays(setting)


@measures("B.exercise2-hard", N_("exercise 2, red to move, depth 3: the hard position"))
def exercise2_hard(setting: Setting) -> Measured:
    return _red_plays(setting)


# Evaluations


@measures("B.tictactoe-evaluation", N_("tic-tac-toe: evaluation of a win, a loss and the rest"))
def tictactoe_evaluation(setting: Setting) -> Measured:
    won = tictactoe("XXX/OO./...", "o")
    values = [OUTCOME(won, Side.FIRST), OUTCOME(won, Side.SECOND), OUTCOME(GridBoard(TICTACTOE), Side.FIRST)]
    return Measured([int(value) for value in values])


@measures("B.segments", N_("Connect Four 7x6 has this many segments"))
def segments(setting: Setting) -> Measured:
    return Measured(len(GridBoard(CFOUR).segments))


def _segment_values(evaluate: Callable[[GridBoard, Side], float]) -> Measured:
    """A board that is one segment: the evaluation of the board is the segment's."""
    one = Rules(columns=4, rows=1, connect=4)
    own = [parse_position(f"{row} x", one) for row in ("xxox", "x.x.", "xx.x", "xxxx")]
    other = [parse_position(f"{row} x", one) for row in ("o.o.", "oo.o", "oooo")]
    return Measured([int(evaluate(board, Side.FIRST)) for board in [*own, *other]])


@measures(
    "B.segment-values", N_("value of a segment: mixed; two, three, four of a colour; two, three, four of the opponent")
)
def segment_values(setting: Setting) -> Measured:
    return _segment_values(lambda board, side: board.evaluate(side))


@measures("B.exercise3-segment-values", N_("exercise 3: the same in its variant"))
def exercise3_segment_values(setting: Setting) -> Measured:
    return _segment_values(SEGMENTS_THOUSAND)


@measures("B.exercise3-one-class", N_("exercise 3: one board class serves both games, with their size as data"))
def exercise3_one_class(setting: Setting) -> Measured:
    boards = [GridBoard(TICTACTOE), GridBoard(CFOUR)]
    return Measured(
        len({type(board) for board in boards}) == 1
        and [len(board.legal_moves) for board in boards] == [9, 7]
        and [len(board.segments) for board in boards] == [8, 69]
    )


# The searches


class Ladder(Board):
    """A game without end and with one legal move at a time; notes how deep it was evaluated."""

    def __init__(self, rung: int = 0, evaluated: list[int] | None = None) -> None:
        self.rung = rung
        self.evaluated: list[int] = [] if evaluated is None else evaluated

    @property
    def turn(self) -> Side:
        return Side(self.rung % 2)

    @property
    def legal_moves(self) -> Sequence[Move]:
        return (0,)

    @property
    def is_win(self) -> bool:
        return False

    def move(self, move: Move, /) -> Self:
        return type(self)(self.rung + 1, self.evaluated)

    def evaluate(self, side: Side, /) -> float:
        self.evaluated.append(self.rung)
        return 0


@measures("B.depth-convention", N_("find_best_move(board, 3) looks this many plies ahead"))
def depth_convention(setting: Setting) -> Measured:
    ladder = Ladder()
    find_best_move(ladder, setting.given["depth"])
    return Measured(max(ladder.evaluated))


@measures("B.default-depth", N_("default depth of the best-move helper"))
def default_depth(setting: Setting) -> Measured:
    ladder = Ladder()
    find_best_move(ladder)
    said: int = inspect.signature(find_best_move).parameters["max_depth"].default
    # The candidate move itself is one ply more.
    return Measured(said if max(ladder.evaluated) == said + 1 else max(ladder.evaluated) - 1)


@measures("B.first-of-best", N_("of equally good moves the first is kept"))
def first_of_best(setting: Setting) -> Measured:
    # Level all over; two ways to win at once; level with the first two columns full.
    level = GridBoard(Rules(columns=5, rows=2, connect=6))
    won = parse_position("......./......./......./......./......./.xxx... x", CFOUR)
    filled = parse_position("xo.../ox... x", Rules(columns=5, rows=2, connect=6))
    return Measured([find_best_move(board, 1, evaluator=OUTCOME) for board in (level, won, filled)] == [0, 0, 2])


@measures("B.alphabeta", N_("alpha-beta finds the same value and move as minimax with fewer nodes"))
def alphabeta_agrees(setting: Setting) -> Measured:
    games = ["", "4", "44", "4453", "434535", "12345671234567", "4444", "3545", "77123", "2626"]
    boards = [GridBoard.from_moves(moves) for moves in games]
    good, nodes = 0, [0, 0]
    for board in boards:
        plain, pruned = minimax(board, setting.given["depth"]), alphabeta(board, setting.given["depth"])
        good += (plain.value, plain.move) == (pruned.value, pruned.move) and pruned.nodes < plain.nodes
        nodes[0] += plain.nodes
        nodes[1] += pruned.nodes
    note = say(
        "{count} positions, {pruned} nodes instead of {plain}", count=len(boards), pruned=nodes[1], plain=nodes[0]
    )
    return Measured(good == len(boards), note)


# Games that the source shows


@measures("B.tictactoe-answer", N_("tic-tac-toe: the human plays 4, the computer answers"))
def tictactoe_answer(setting: Setting) -> Measured:
    return Measured(tictactoe_move(GridBoard(TICTACTOE).move(setting.given["human"])))


@measures("B.tictactoe-last-answer", N_("tic-tac-toe: OXX/XXO/O.. with O to move"))
def tictactoe_last_answer(setting: Setting) -> Measured:
    return Measured(tictactoe_move(tictactoe(setting.given["position"], "o")))


@measures("B.tictactoe-last-draw", N_("tic-tac-toe: after that the human's 8 draws"))
def tictactoe_last_draw(setting: Setting) -> Measured:
    board = tictactoe(setting.given["position"], "o")
    return Measured(board.move(tictactoe_move(board)).move(setting.given["human"]).is_draw)


@measures("B.tictactoe-lost-second", N_("tic-tac-toe: games lost against all replies of a human who starts"))
def tictactoe_lost_second(setting: Setting) -> Measured:
    return lost_games(tictactoe_move, Side.SECOND)


@measures("B.tictactoe-lost-first", N_("tic-tac-toe: games lost against all replies, the computer starting"))
def tictactoe_lost_first(setting: Setting) -> Measured:
    return lost_games(tictactoe_move, Side.FIRST)


@measures("B.connectfour-answer", N_("Connect Four, depth 3: the human plays 1, the computer answers"))
def connectfour_answer(setting: Setting) -> Measured:
    return Measured(find_best_move(GridBoard(CFOUR).move(setting.given["human"]), setting.given["depth"]))


@measures("B.connectfour-late-answer", N_("Connect Four, depth 3: the last position shown, red to move"))
def connectfour_late_answer(setting: Setting) -> Measured:
    return _red_plays(setting)


@measures("B.connectfour-late-loss", N_("Connect Four, depth 3: after that black wins in column 2"))
def connectfour_late_loss(setting: Setting) -> Measured:
    board = stacks(setting.given["position"])
    after = board.move(find_best_move(board, setting.given["depth"])).move(setting.given["human"])
    return Measured(after.winner is Side.FIRST)


# Exercise 4: minimax against itself


def self_play(depth: int, opening: Move | None) -> tuple[tuple[Move, ...], Outcome]:
    """One game of minimax against itself, the first move forced unless `opening` is None; every move is searched."""
    game = Game(GridBoard(CFOUR), () if opening is None else (opening,))
    while not game.is_over:
        game.play(find_best_move(game.board, depth))
    return game.moves, game.outcome


def _score(outcomes: Sequence[Outcome]) -> str:
    counted = Counter(outcomes)
    text = f"{counted[Outcome.FIRST_WINS]} : {counted[Outcome.SECOND_WINS]}"
    return f"{text} (= {counted[Outcome.DRAW]})" if counted[Outcome.DRAW] else text


def _exercise4(setting: Setting) -> Measured:
    opening, depth, count = (setting.given[name] for name in ("opening", "depth", "games"))
    games = []
    for number in range(count):
        games.append(self_play(depth, opening))
        setting.tick((number + 1) / count)
    moves = {moves for moves, _outcome in games}
    note = (
        say("all {count} games are the same, {plies} moves long", count=count, plies=len(next(iter(moves))))
        if len(moves) == 1
        else say("{count} games, {different} of them different", count=count, different=len(moves))
    )
    return Measured(_score([outcome for _moves, outcome in games]), note)


@measures("B.exercise4-opening-0", N_("exercise 4, depth 3: five games, first move 0 (first : second player)"))
def exercise4_opening_0(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-opening-1", N_("exercise 4, depth 3: five games, first move 1"))
def exercise4_opening_1(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-opening-2", N_("exercise 4, depth 3: five games, first move 2"))
def exercise4_opening_2(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-opening-3", N_("exercise 4, depth 3: five games, first move 3"))
def exercise4_opening_3(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-opening-4", N_("exercise 4, depth 3: five games, first move 4"))
def exercise4_opening_4(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-opening-5", N_("exercise 4, depth 3: five games, first move 5"))
def exercise4_opening_5(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-opening-6", N_("exercise 4, depth 3: five games, first move 6"))
def exercise4_opening_6(setting: Setting) -> Measured:
    return _exercise4(setting)


@measures("B.exercise4-openings", N_("exercise 4: openings won by the first : by the second player"))
def exercise4_openings(setting: Setting) -> Measured:
    outcomes = []
    for opening in range(CFOUR.columns):
        outcomes.append(self_play(setting.given["depth"], opening)[1])
        setting.tick(len(outcomes) / CFOUR.columns)
    return Measured(_score(outcomes))


@measures("B.unforced-opening", N_("depth 3, nothing forced: the first player opens in column"))
def unforced_opening(setting: Setting) -> Measured:
    return Measured(find_best_move(GridBoard(CFOUR), setting.given["depth"]))


@measures("B.unforced-games", N_("depth 3, nothing forced: the first player loses"))
def unforced_games(setting: Setting) -> Measured:
    moves, outcome = self_play(setting.given["depth"], None)
    return Measured(_score([outcome]), say("{count} moves", count=len(moves)))
