"""The staged player: its three stages, its examples, its first move, its options and its pause."""

from __future__ import annotations

from plyground.errors import N_
from plyground.game import Game
from plyground.grid import CFOUR, POSITION, GridBoard, Rules, parse_position
from plyground.players import STRENGTHS, StagedPlayer, make_player, player_kinds
from plyground.reproduce.measure import Measured, Setting, measures, measures_each
from plyground.reproduce.positions import quiet_positions
from plyground.search import alphabeta, minimax
from plyground.texts import say


def staged(text: str = "staged") -> StagedPlayer:
    player = make_player(text)
    assert isinstance(player, StagedPlayer)
    return player


@measures_each(
    {
        "D.stage-win": N_("stage 1: its own win comes before the block of the opponent's"),
        "D.stage-block": N_("stage 2: the opponent's win is blocked, even if another remains"),
        "D.block-example": N_("its block example: three of the opponent in the bottom row"),
        "D.scenario": N_("its scenario, depth 6"),
    }
)
def staged_move(setting: Setting) -> Measured:
    decision = staged().decide(Game(parse_position(setting.given["position"])))
    return Measured(decision.move, _note(decision.note))


def _note(note: str) -> str:
    return say(note) if note else ""


@measures("D.stage-search", N_("stage 3: else alpha-beta decides"))
def stage_search(setting: Setting) -> Measured:
    player, boards = staged(), quiet_positions(6)
    same = sum(player.decide(Game(board)).move == alphabeta(board, 6, POSITION).move for board in boards)
    return Measured(same == len(boards), say("{count} positions", count=len(boards)))


@measures("D.depth", N_("stage 3 looks this many plies ahead"))
def depth(setting: Setting) -> Measured:
    return Measured(_plies(staged(), quiet_positions(1)[0]))


def _plies(player: StagedPlayer, board: GridBoard) -> int:
    """How far the player looks ahead: the length of the line that it expects, on a board where no game ends sooner."""
    return len(player.decide(Game(board)).line)


@measures(
    "D.scenario-depths",
    N_("its scenario: the column played at each depth from 1 to 8"),
    why=N_("the source shows 3 in a tree of depth 2 with made-up scores; by its table only depths 3, 4 and 6 play it"),
)
def scenario_depths(setting: Setting) -> Measured:
    board, moves = parse_position(setting.given["position"]), []
    for depth in range(1, 9):
        moves.append(staged(f"staged depth={depth}").decide(Game(board)).move)
        setting.tick(depth / 8)
    return Measured(moves)


@measures(
    "D.fork-example",
    N_("its fork example: columns where one stone makes two threats at once"),
    why=N_("a stone in column 4 makes no threat at all"),
)
def fork_example(setting: Setting) -> Measured:
    board = parse_position(setting.given["position"])
    threats = {move: board.move(move).wins_in_one(board.turn).bit_count() for move in board.legal_moves}
    return Measured([move for move, count in threats.items() if count >= 2])


@measures("D.fork-option", N_("its fork example: the column played with forks=yes, and without"))
def fork_option(setting: Setting) -> Measured:
    game = Game(parse_position(setting.given["position"]))
    return Measured([staged(text).decide(game).move for text in ("staged forks=yes", "staged")])


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


@measures("D.first-move", N_("the first move is always in the centre"))
def first_move(setting: Setting) -> Measured:
    moves = {staged().next_move(board) for board in [GridBoard(CFOUR), *map(GridBoard(CFOUR).move, range(7))]}
    return Measured(moves.pop() if len(moves) == 1 else sorted(moves))


@measures("D.first-move-search", N_("its search alone would not choose the centre"))
def first_move_search(setting: Setting) -> Measured:
    move = alphabeta(GridBoard(CFOUR), setting.given["depth"], POSITION).move
    return Measured(move != 3, say("column {column}", column=move))


@measures(
    "D.options",
    N_("first move in the centre, forks, parity: on unless named otherwise"),
    why=N_("the source names the three without code; forks and parity would change what its three stages play"),
)
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


@measures("D.strengths", N_("plies that its strengths look ahead: weak, medium, strong, very strong"))
def strengths(setting: Setting) -> Measured:
    # Two columns and no four: a narrow tree without an early end.
    board = GridBoard.from_moves("12", Rules.parse("2x9 connect=9"))
    return Measured([_plies(staged(f"staged depth={name}"), board) for name in STRENGTHS])
