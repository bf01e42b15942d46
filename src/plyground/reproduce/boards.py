"""Boards: how stones fall, what is won or drawn, and the irregular boards that are drawn at random."""

from __future__ import annotations

from plyground.board import Side
from plyground.errors import N_, IllegalMoveError
from plyground.grid import CFOUR, TICTACTOE, Cell, GridBoard, Rules, parse_position, position_text, random_rules
from plyground.reproduce.measure import Measured, Setting, measures, measures_each
from plyground.reproduce.positions import full_board, random_game, tictactoe
from plyground.texts import say


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


@measures("E.first-is-x", N_("the first player is X"))
def first_is_x(setting: Setting) -> Measured:
    return Measured(position_text(GridBoard(TICTACTOE).move(4).move(0)) == "o../.x./... x")


@measures("B.exercise1-legal-moves", N_("exercise 1: legal moves of XOX/XXO/O.O"))
def exercise1_legal_moves(setting: Setting) -> Measured:
    return Measured(list(tictactoe(setting.given["position"], "x").legal_moves))


@measures("B.exercise1-win", N_("exercise 1: XOX/XOO/X.O is won"))
def exercise1_win(setting: Setting) -> Measured:
    return Measured(tictactoe(setting.given["position"], "x").is_win)


@measures("B.exercise1-draw", N_("exercise 1: XOX/XOO/OXO is drawn"))
def exercise1_draw(setting: Setting) -> Measured:
    return Measured(tictactoe(setting.given["position"], "x").is_draw)


@measures("B.exercise3-one-class", N_("exercise 3: one board class serves both games, with their size as data"))
def exercise3_one_class(setting: Setting) -> Measured:
    boards = [GridBoard(TICTACTOE), GridBoard(CFOUR)]
    return Measured(
        len({type(board) for board in boards}) == 1
        and [len(board.legal_moves) for board in boards] == [9, 7]
        and [len(board.segments) for board in boards] == [8, 69]
    )


# Irregular boards


@measures("C.sizes", N_("boards drawn at random: least and most rows, least and most columns"))
def sizes(setting: Setting) -> Measured:
    drawn = [random_rules(seed) for seed in range(setting.given["seeds"])]
    rows, columns = [rules.rows for rules in drawn], [rules.columns for rules in drawn]
    different = len(set(zip(rows, columns, strict=True)))
    note = say("{count} boards, {different} different sizes", count=len(drawn), different=different)
    return Measured([[min(rows), max(rows)], [min(columns), max(columns)]], note)


@measures(
    "C.blocked-cells",
    N_("cells blocked at random on each board"),
    why=N_("the source does not say how many; one is what the judge of its course can name"),
)
def blocked_cells(setting: Setting) -> Measured:
    drawn = [random_rules(seed) for seed in range(setting.given["seeds"])]
    counts = {len(rules.blocked) for rules in drawn}
    places = {cell for rules in drawn for cell in rules.blocked}
    note = say("{count} boards, {different} different cells", count=len(drawn), different=len(places))
    return Measured(counts.pop() if len(counts) == 1 else sorted(counts), note)


@measures_each(
    {
        "C.landing": N_("stones rest under a blocked cell (row 2) as long as there is room, then above it"),
        "C.landing-bottom": N_("the same with the bottom cell (row 0) blocked"),
    }
)
def landing(setting: Setting) -> Measured:
    board, rows = GridBoard(Rules.parse(setting.given["rules"])), []
    while setting.given["column"] in board.legal_moves:
        board = board.move(setting.given["column"])
        assert board.last_cell is not None
        rows.append(board.last_cell[1])
    return Measured(rows)


@measures("C.four-or-more", N_("a run of three, four, five, six, seven wins"))
def four_or_more(setting: Setting) -> Measured:
    won = []
    for length in range(3, 8):
        gap = length // 2
        row = "x" * gap + "." + "x" * (length - 1 - gap)
        # The last stone closes the gap, so that the run is made at once.
        rules = Rules(columns=7, rows=1, connect=4)
        before = GridBoard.setup(rules, first=[(c, 0) for c, mark in enumerate(row) if mark == "x"])
        won.append(not before.is_win and before.move(gap).winner is Side.FIRST)
    return Measured(won)


@measures("C.blocked-breaks", N_("no stone lies on a blocked cell, so it breaks a run"))
def blocked_breaks(setting: Setting) -> Measured:
    rules = Rules.parse("7x1 connect=4 blocked=c1")
    return Measured(not parse_position("xx#xx.. o", rules).is_win and 2 not in GridBoard(rules).legal_moves)


@measures("C.full-board", N_("a full board without a run is a draw, the blocked cell left out"))
def full_around_a_blocked_cell(setting: Setting) -> Measured:
    rules = Rules.parse("7x6 connect=4 blocked=d6")
    board = parse_position("xxo#xox/ooxooxo/xxoxxox/ooxooxo/xxoxxox/ooxooxo x", rules)
    return Measured(board.is_draw and not board.legal_moves)
