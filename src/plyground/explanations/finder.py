"""Looking for a certificate with few decisions. What is found here is believed only once it is checked (`checker`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice
from typing import Any, Protocol

from plyground.board import Move, Side
from plyground.explanations.certificates import Answer, Certificate, Cover, FollowUp, Forced, Plan, Replies, Table
from plyground.explanations.covers import covers
from plyground.grid import Cell, GridBoard, Rules

__all__ = ["MOST_DECISIONS", "Finder", "Judge", "Stopped", "get_ready"]

MOST_DECISIONS = 20
_BUDGETS = (0, 1, 2, 3, 5, 8, 13, MOST_DECISIONS)
"""The numbers of decisions that are tried one after the other: small certificates are found first."""

_MOST_POSITIONS = 30_000
"""A plan that needs more positions to be played out is not looked at further."""
_MOST_COVERS = 8
"""The covers of one position that are played out. Where the holder has the even cells, the first one holds."""
_LONGEST_CHAIN = 12
_MOST_CHAINS = 300
MOST_FREE_CELLS, MOST_CONTINUATIONS = 8, 200
"""A `Table` has at most so many."""


class Stopped(Exception):
    """Time is up, or nobody wants the answer any more."""


class Judge(Protocol):
    """Knows the truth about positions: the solver."""

    def outcome(self, board: GridBoard) -> int:
        """1 if the side to move wins, 0 for a draw, -1 if it loses. Raises `Stopped`."""
        ...


class Finder:
    """Looks for certificates of one board's positions."""

    def __init__(self, rules: Rules, judge: Judge | None, is_over: Callable[[], bool]) -> None:
        self._rules = rules
        self._judge = judge
        self._is_over = is_over
        self._plans: dict[tuple[GridBoard, bool], tuple[FollowUp | Cover, int]] = {}
        self._chains: dict[GridBoard, Forced | None] = {}
        self._too_dear: dict[tuple[GridBoard, bool], int] = {}
        self._search: Any = None

    def find(self, board: GridBoard, holder: Side, wins: bool, most: int = MOST_DECISIONS) -> Certificate | None:
        """A certificate that `holder` wins (or does not lose) `board`.

        Without a judge every move is tried that does not lose at once: enough for one decision.
        """
        for tables in (False, True) if self._judge is not None else (False,):
            for budget in _BUDGETS:
                if budget > most:
                    break
                if board.turn is holder:
                    root: Any = self._answer(board, wins, budget, tables)
                else:
                    root = self._replies(board, wins, budget, tables)
                if root is not None:
                    return Certificate(board, holder, wins, root)
            self._too_dear.clear()
        return None

    # The tree

    def _answer(self, board: GridBoard, wins: bool, budget: int, tables: bool) -> Answer | Forced | None:
        """The holder is to move: a decision, or a chain of threats, with at most `budget` decisions in all."""
        self._check_time()
        winning = board.wins_in_one(board.turn)
        if winning:
            return Forced((board.rules.move_into(min(board.rules.layout.cells(winning))),))
        chain = self.chain(board)
        if chain is not None:
            return chain
        if budget < 1:
            return None
        good = self._good_moves(board, wins)
        if board.rules.gravity:
            good.sort(key=lambda move: self._plan(board.move(move), wins)[1].bit_count())
        for least in (*(b for b in _BUDGETS if b < budget - 1), budget - 1):
            for move in good:
                after = board.move(move)
                if not after.legal_moves:
                    return Answer(move)
                then = self._replies(after, wins, least, tables)
                if then is not None:
                    return Answer(move, then)
        return None

    def _replies(self, board: GridBoard, wins: bool, budget: int, tables: bool) -> Replies | None:
        """The opponent is to move: answers to the replies against which the best plan fails."""
        self._check_time()
        key = board, wins
        if self._too_dear.get(key, -1) >= budget or board.wins_in_one(board.turn):
            return None
        leaf, failing = self._plan(board, wins) if board.rules.gravity else (None, -1)
        hard = [move for move in board.legal_moves if failing >> move & 1]
        answers: dict[Move, Answer | Forced] = {}
        open_replies = []
        for reply in hard:
            after = board.move(reply)
            if after.wins_in_one(after.turn) and leaf is None:
                continue
            chain = self.chain(after)
            if chain is None:
                open_replies.append(reply)
            else:
                answers[reply] = chain
        if len(open_replies) <= budget:
            left = budget
            for place, reply in enumerate(open_replies):
                answer = self._answer(board.move(reply), wins, left - (len(open_replies) - place - 1), tables)
                if answer is None:
                    break
                answers[reply] = answer
                left -= _decisions(answer)
            else:
                others = [board.move(reply) for reply in board.legal_moves if reply not in answers]
                # Where the holder wins at once, no plan is needed.
                is_needed = any(not after.wins_in_one(after.turn) for after in others)
                return Replies(answers, leaf if is_needed else None)
        if tables:
            table = self._table(board, wins)
            if table is not None:
                return Replies({}, table)
        self._too_dear[key] = budget
        return None

    def _good_moves(self, board: GridBoard, wins: bool) -> list[Move]:
        """The moves that keep what the holder has, as far as the judge knows."""
        most = -1 if wins else 0
        good = []
        for move in board.legal_moves:
            after = board.move(move)
            if after.is_win or not after.legal_moves:
                if after.is_win or not wins:
                    return [move]
            elif not after.wins_in_one(after.turn) and (self._judge is None or self._judge.outcome(after) <= most):
                good.append(move)
        return good

    # Leaves

    def chain(self, board: GridBoard) -> Forced | None:
        """A chain of threats by the side to move that ends in a win, if there is a short one."""
        if board not in self._chains:
            self._chains[board] = None
            for length in range(1, _LONGEST_CHAIN + 1, 3):
                line = _chain(board, length, [_MOST_CHAINS])
                if line is not None:
                    self._chains[board] = Forced(line)
                    break
        return self._chains[board]

    def _plan(self, board: GridBoard, wins: bool) -> tuple[FollowUp | Cover, int]:
        """The leaf whose plan fails against the fewest replies, and these replies as bits."""
        key = board, wins
        if key not in self._plans:
            self._plans[key] = self._best_plan(board, wins)
        return self._plans[key]

    def _best_plan(self, board: GridBoard, wins: bool) -> tuple[FollowUp | Cover, int]:
        search = self._plan_search()
        holder = board.turn.opposite
        stones, other = board.stones(holder), board.stones(board.turn)
        best, fewest = Plan(), -1
        most = board.rules.columns
        for plan in _plans(board):
            self._check_time()
            failing = search(stones, other, plan, wins, most)
            if failing.bit_count() <= most:
                best, fewest = plan, failing
                most = failing.bit_count() - 1
            if most < 0:
                break
        cover = self._cover(board) if fewest and not wins else None
        return (FollowUp(best), fewest) if cover is None else (cover, 0)

    def _cover(self, board: GridBoard) -> Cover | None:
        """A cover that holds against every reply."""
        search = self._plan_search()
        stones, other = board.stones(board.turn.opposite), board.stones(board.turn)
        for cover in islice(covers(board, self._check_time), _MOST_COVERS):
            if not search(stones, other, cover.plan, False, 0):
                return cover
        return None

    def _plan_search(self) -> Callable[[int, int, Plan, bool, int], int]:
        if self._search is None:
            self._search = plan_search(self._rules)
        found: Callable[[int, int, Plan, bool, int], int] = self._search
        return found

    def _table(self, board: GridBoard, wins: bool) -> Table | None:
        if board.free.bit_count() > MOST_FREE_CELLS:
            return None
        answers: dict[GridBoard, Move] = {}
        waiting = [board]
        while waiting:
            position = waiting.pop()
            for reply in position.legal_moves:
                after = position.move(reply)
                if after in answers or not after.legal_moves:
                    continue
                answers[after] = self._good_moves(after, wins)[0]
                if len(answers) > MOST_CONTINUATIONS:
                    return None
                waiting.append(after.move(answers[after]))
        return Table(answers)

    def _check_time(self) -> None:
        if self._is_over():
            raise Stopped


def _decisions(node: Answer | Replies | Forced | None) -> int:
    if isinstance(node, Answer):
        return 1 + _decisions(node.then)
    if isinstance(node, Replies):
        return sum(_decisions(answer) for answer in node.answers.values())
    return 0


def _plans(board: GridBoard) -> Iterator[Plan]:
    """The plans to try: stones on the landing cells of two uneven columns answer each other; one column goes first
    where a spare move is needed."""
    layout = board.rules.layout
    free = [(board.free & mask).bit_count() for mask in layout.column_masks]
    middle = (board.rules.columns - 1) / 2
    open_columns = sorted((c for c, count in enumerate(free) if count), key=lambda c: (abs(c - middle), c))
    uneven = [board.cell_of(c) for c in sorted(open_columns) if free[c] % 2]
    spares = [tuple(open_columns)]
    for column in open_columns[1:]:
        spares.append((column, *(other for other in open_columns if other != column)))
    pairings: list[dict[Cell, Cell]] = [{}]
    pairings += [{one: other, other: one} for one, other in combinations(uneven, 2)]
    pairings += [{one: two, two: one, three: four, four: three} for one, two, three, four in _double_pairs(uneven)]
    for pairs in pairings:
        for spare in spares:
            for thrifty in (False, True):
                yield Plan(pairs, spare, thrifty)


def _double_pairs(cells: list[Cell]) -> Iterator[tuple[Cell, Cell, Cell, Cell]]:
    for four in combinations(cells, 4):
        a, b, c, d = four
        yield a, b, c, d
        yield a, c, b, d
        yield a, d, b, c


def get_ready(rules: Rules) -> None:
    """Loads the kernels that the search for plans needs, so that nobody's time runs out while they are compiled."""
    if rules.gravity:
        _load_kernels(rules.columns * (rules.rows + 1) > 64)


@cache
def _load_kernels(wide: bool) -> None:
    from plyground.kernels import exact, plans

    plans.get_ready(exact.Setup(2, 2, 2, two_words=wide))


def plan_search(rules: Rules, two_words: bool = False) -> Callable[[int, int, Plan, bool, int], int]:
    """Asks the kernel: the replies against which a plan fails."""
    import numpy as np

    from plyground.kernels import exact, plans

    layout = rules.layout
    setup = exact.Setup(rules.columns, rules.rows, layout.connect, layout.blocked, two_words=two_words)
    search = plans.PlanSearch(setup)

    def failing(holder: int, opponent: int, plan: Plan, wins: bool, most: int) -> int:
        most_choices = 1 + max(map(len, plan.instead.values()), default=0)
        pairs = np.full((rules.columns * layout.height, most_choices), -1, np.int64)
        for stone in plan.pairs:
            bits = [column * layout.height + row for column, row in (stone, *plan.paired(stone))]
            pairs[bits[0], : len(bits) - 1] = bits[1:]
        spare = np.array(plan.spare, np.int64)
        columns, _count = search.failing(
            holder, opponent, pairs, spare, thrifty=plan.thrifty, wins=wins, most=most, positions=_MOST_POSITIONS
        )
        return columns

    return failing


def _chain(board: GridBoard, depth: int, left: list[int]) -> tuple[Move, ...] | None:
    """Moves that threaten to win, with the opponent's only replies, up to a win or to two threats at once."""
    holder, layout = board.turn, board.rules.layout
    winning = board.wins_in_one(holder)
    if winning:
        return (board.rules.move_into(min(layout.cells(winning))),)
    left[0] -= 1
    if depth == 0 or left[0] < 0:
        return None
    urgent = board.wins_in_one(holder.opposite)
    if urgent & (urgent - 1):
        return None
    for move in board.legal_moves:
        if urgent and not board.target(move) & urgent:
            continue
        after = board.move(move)
        threats = after.wins_in_one(holder)
        if not threats or after.wins_in_one(holder.opposite):
            continue
        if threats & (threats - 1):
            return (move,)
        block = board.rules.move_into(next(iter(layout.cells(threats))))
        rest = _chain(after.move(block), depth - 1, left)
        if rest is not None:
            return (move, block, *rest)
    return None
