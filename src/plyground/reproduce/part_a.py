"""Part A: the loop, the immutable board, and flat Monte Carlo with its +2, 0 and -1."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field

from plyground.board import Board, Cancel, Decision, Limit, Move, Side
from plyground.errors import N_, IllegalMoveError
from plyground.executors import local_executor
from plyground.game import Game, Played, Player, Termination, play
from plyground.grid import CFOUR, Cell, GridBoard, Rules, parse_position
from plyground.players import make_player, player_kinds
from plyground.reproduce.measure import Measured, Setting, measures
from plyground.reproduce.positions import full_board, random_game
from plyground.search import flat_monte_carlo
from plyground.texts import say

PLAYOUTS = 50
SEED = 1

# One row, two in a row win: small enough that every playout is forced, so that its value is known.
TINY = Rules(columns=3, rows=1, connect=2)


@dataclass
class Scripted(Player):
    """Plays what it was told, and keeps a record of what it was asked."""

    name: str
    script: list[Move]
    record: list[str]
    identifier: Side = field(default=Side.FIRST)

    def decide(self, game: Game[Board], limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        self.record.append(f"ask {self.name}")
        return Decision(self.script.pop(0))


@measures("A.loop", N_("the loop asks each player in turn, applies and shows the move, and stops at the win"))
def loop(setting: Setting) -> Measured:
    record: list[str] = []

    def show(played: Played) -> None:
        # An observer sees the move applied already, and the board before it unchanged.
        applied = played.before.move(played.decision.move) == played.game.board
        record.append(f"show {played.player.name}" if applied else "unapplied")

    moves: list[Move] = list(setting.given["moves"])
    red, yellow = Scripted("red", moves[::2], record), Scripted("yellow", moves[1::2], record)
    game = play(Game(GridBoard(CFOUR)), red, yellow, observers=[show])
    turns = ["red", "yellow"] * len(moves)
    expected = [f"{step} {name}" for name in turns[: len(moves)] for step in ("ask", "show")]
    ok = record == expected and game.winner is Side.FIRST and red.identifier is Side.FIRST
    ok = ok and yellow.identifier is Side.SECOND and not red.script and not yellow.script
    return Measured(ok, say("{count} moves", count=len(game.moves)))


@measures("A.interface", N_("every computer player satisfies the one interface, and plays through the same loop"))
def interface(setting: Setting) -> Measured:
    kinds = [kind for kind in player_kinds() if kind.build is not None and not kind.takes_rest]
    good = 0
    for kind in kinds:
        text = f"{kind.name} depth=2" if any(option.name == "depth" for option in kind.options) else kind.name
        own: object = make_player(text, seed=1)
        if isinstance(own, Player):
            game = Game(GridBoard(Rules.parse(setting.given["rules"])))
            # Some would think for seconds if they were let.
            play(game, own, make_player("random"), Limit(time=0.1))
            good += own.identifier is Side.FIRST and game.termination in (Termination.WIN, Termination.DRAW)
    return Measured(good == len(kinds), say("{count} kinds of players", count=len(kinds)))


@measures("A.immutable", N_("a move returns a new board and leaves the old one as it was"))
def immutable(setting: Setting) -> Measured:
    moved, changed = 0, 0
    for seed in range(20):
        for board in random_game(seed):
            before = repr(board), hash(board), str(board)
            for move in board.legal_moves:
                moved += 1
                changed += board.move(move) == board or (repr(board), hash(board), str(board)) != before
    return Measured(changed == 0, say("{count} moves", count=moved))


@measures("A.falls", N_("a stone falls to the lowest free cell of its column"))
def falls(setting: Setting) -> Measured:
    for column in range(CFOUR.columns):
        board = GridBoard(CFOUR)
        for row in range(CFOUR.rows):
            board = board.move(column)
            if board.last_cell != (column, row):
                return Measured(False, say("column {column}, row {row}", column=column, row=row))
    return Measured(True)


@measures("A.full-column", N_("a full column is refused with an error"))
def full_column(setting: Setting) -> Measured:
    for column in range(CFOUR.columns):
        board = GridBoard(CFOUR)
        for _stone in range(CFOUR.rows):
            board = board.move(column)
        try:
            board.move(column)
        except IllegalMoveError:
            continue
        return Measured(False, say("column {column}", column=column))
    return Measured(True)


@measures("A.directions", N_("four in a row is found from every cell in four directions"))
def directions(setting: Setting) -> Measured:
    # Without gravity each run can stand alone on the board, so that nothing else can make it a win.
    rules = Rules(columns=7, rows=6, connect=4, gravity=False)
    found, runs = [], 0
    for arrow, (right, up) in {"→": (1, 0), "↘": (1, -1), "↓": (0, -1), "↙": (-1, -1)}.items():
        seen = []
        for column in range(7):
            for row in range(6):
                cells = [(column + k * right, row + k * up) for k in range(4)]
                if not all(0 <= c < 7 and 0 <= r < 6 for c, r in cells):
                    continue
                for side in Side:
                    four, three = (_alone(rules, stones, side) for stones in (cells, cells[:3]))
                    seen.append(four.winner is side and four.winning_cells == frozenset(cells) and not three.is_win)
        runs += len(seen) // 2
        if seen and all(seen):
            found.append(arrow)
    return Measured(found, say("{count} runs, each for both colours", count=runs))


def _alone(rules: Rules, stones: list[Cell], side: Side) -> GridBoard:
    """A board with these stones of `side` and nothing else."""
    return GridBoard.setup(rules, first=stones) if side is Side.FIRST else GridBoard.setup(rules, second=stones)


@measures("A.state", N_("the state says whether the game is over, and who won"))
def state(setting: Setting) -> Measured:
    boards = [
        GridBoard(CFOUR),
        GridBoard.from_moves("1212121"),
        GridBoard.from_moves("71212121"),
        full_board(),
    ]
    return Measured(
        [[board.outcome.is_over, board.winner is Side.FIRST, board.winner is Side.SECOND] for board in boards]
    )


def _sums(board: GridBoard, seed: int = SEED) -> tuple[Move, dict[Move, float]]:
    """What flat Monte Carlo chooses, and each column's sum over its playouts."""
    decision = flat_monte_carlo(board, PLAYOUTS, seed)
    return decision.move, {move: mean * decision.visits[move] for move, mean in decision.values.items()}


@measures("A.rewards", N_("a playout adds this for a win, a draw and a loss; the opponent moves first in it"))
def rewards(setting: Setting) -> Measured:
    after_own, after_other = _sums(parse_position("x.. x", TINY))[1], _sums(parse_position("o.. x", TINY))[1]
    # x at 1 wins at once; x at 1 beside o leaves the last cell to o: a draw; x at 2 leaves it the win.
    sums = [after_own[1], after_other[1], after_other[2]]
    shown = ", ".join(f"{value:g}" for value in sums)
    return Measured(
        [int(value / PLAYOUTS) if value % PLAYOUTS == 0 else value / PLAYOUTS for value in sums],
        say("sums over {count} playouts: {sums}", count=PLAYOUTS, sums=shown),
    )


@measures("A.win-at-once", N_("a candidate that wins at once counts as won in all its playouts"))
def win_at_once(setting: Setting) -> Measured:
    move, sums = _sums(GridBoard.from_moves(setting.given["moves"]))
    return Measured(move == 3 and sums[3] == 2 * PLAYOUTS)


@measures("A.unplayable", N_("an unplayable column is never chosen, even when every playable one has a sum below -1"))
def unplayable(setting: Setting) -> Measured:
    board = parse_position(setting.given["position"], Rules.parse(setting.given["rules"]))
    below, legal = True, True
    for seed in range(20):
        move, sums = _sums(board, seed)
        below = below and max(sums.values()) < -1
        legal = legal and move in board.legal_moves and set(sums) == set(board.legal_moves)
    return Measured(below and legal, say("{count} seeds", count=20))


@measures("A.highest", N_("the column with the highest sum is chosen, and of equal ones the lowest"))
def highest(setting: Setting) -> Measured:
    boards = [board for seed in range(3) for board in random_game(seed)[-9:-1]]
    # Nobody can win on these two: every column is as good as the others, and the first ones may be full.
    boards += [GridBoard(Rules.parse("5x1 connect=9")), parse_position("xoxo... x", Rules.parse("7x1 connect=9"))]
    right, ties = 0, 0
    for board in boards:
        move, sums = _sums(board)
        best = [candidate for candidate, value in sums.items() if value == max(sums.values())]
        ties += len(best) > 1
        right += move == min(best)
    note = say("{count} positions, {ties} with ties", count=len(boards), ties=ties)
    return Measured(right == len(boards) and ties >= 2, note)


@measures("A.parallel", N_("the candidate moves simulated in parallel give the same answer"))
def parallel(setting: Setting) -> Measured:
    with local_executor(2) as executor:
        return _compared(executor)


def _compared(executor: Executor) -> Measured:
    same = 0
    boards = [GridBoard(CFOUR), GridBoard.from_moves("4453")]
    for seed, board in enumerate(boards):
        alone = flat_monte_carlo(board, PLAYOUTS, seed)
        together = flat_monte_carlo(board, PLAYOUTS, seed, executor=executor)
        same += (alone.move, alone.values, alone.visits) == (together.move, together.values, together.visits)
    return Measured(same == len(boards), say("{count} positions", count=len(boards)))
