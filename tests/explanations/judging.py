"""Judges of certificates that share nothing with the finder, the checker and their kernels.

Brute force says who wins. A plan is played out cell by cell, as its docstring defines it, and a certificate is replayed
from its definition, against everything that the opponent can do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from plyground import GridBoard, Rules, Side
from plyground.explanations import Answer, Certificate, Cover, FollowUp, Forced, Leaf, Node, Plan, Replies, Table
from tests import naive

Cell = tuple[int, int]
Stones = frozenset[Cell]


class Judge:
    """The rules of one board, as lists of cells."""

    def __init__(self, rules: Rules) -> None:
        empty = naive.of_rules(rules)
        self.gravity = rules.gravity
        self.cells = [cell for cell in empty.cells() if empty.get(cell) == "."]
        self.columns = [[cell for cell in self.cells if cell[0] == column] for column in range(rules.columns)]
        self.lines: dict[Cell, list[Stones]] = {cell: [] for cell in self.cells}
        for line in empty.segments():
            for cell in line:
                self.lines[cell].append(frozenset(line) - {cell})
        self._outcomes: dict[tuple[Stones, Stones], int] = {}

    def landing(self, taken: Stones) -> list[Cell]:
        """The cells that can be played, by columns."""
        if not self.gravity:
            return [cell for cell in self.cells if cell not in taken]
        free = ([cell for cell in column if cell not in taken] for column in self.columns)
        return [cells[0] for cells in free if cells]

    def above(self, cell: Cell, taken: Stones) -> Cell | None:
        """The cell that can be played once `cell` is taken."""
        free = [other for other in self.columns[cell[0]] if other not in taken and other[1] > cell[1]]
        return free[0] if free else None

    def completes(self, stones: Stones, cell: Cell | None) -> bool:
        return cell is not None and any(line <= stones for line in self.lines[cell])

    def outcome(self, mover: Stones, other: Stones) -> int:
        """1 if the side to move wins, 0 for a draw, -1 if it loses, by brute force."""
        key = mover, other
        if key not in self._outcomes:
            cells = self.landing(mover | other)
            best = -1 if cells else 0
            if any(self.completes(mover, cell) for cell in cells):
                best = 1
            else:
                for cell in cells:
                    best = max(best, -self.outcome(other, mover | {cell}))
                    if best == 1:
                        break
            self._outcomes[key] = best
        return self._outcomes[key]


def stones_of(board: GridBoard, side: Side) -> Stones:
    return frozenset(
        (column, row)
        for column in range(board.rules.columns)
        for row in range(board.rules.rows)
        if board.at(column, row) is side
    )


def outcome_of(judge: Judge, board: GridBoard) -> int:
    """The outcome of an open position for the side to move."""
    return judge.outcome(stones_of(board, board.turn), stones_of(board, board.turn.opposite))


# Plans


def plan_answer(judge: Judge, plan: Plan, holder: Stones, opponent: Stones, stone: Cell) -> Cell | None:
    """What the plan answers to the opponent's newest stone, which is among `opponent`."""
    taken = holder | opponent
    landing = judge.landing(taken)
    if not plan.blind:
        for side in (holder, opponent):
            for cell in landing:
                if judge.completes(side, cell):
                    return cell
    wanted = [plan.pairs[stone], *plan.instead.get(stone, ())] if stone in plan.pairs else []
    for column in (stone[0], *plan.spare):
        wanted += [cell for cell in landing if cell[0] == column]
    cells = [cell for cell in wanted if cell in landing]
    if plan.blind:
        return cells[0] if cells else None
    safe = [cell for cell in cells if not judge.completes(opponent, judge.above(cell, taken))]
    if plan.thrifty:
        kept = [cell for cell in safe if not judge.completes(holder, judge.above(cell, taken))]
        safe = kept or safe
    return safe[0] if safe else None


@dataclass
class PlayedPlan:
    """What a plan comes to when everything is tried against it."""

    judge: Judge
    plan: Plan
    wins: bool
    ends: set[Cell] = field(default_factory=set)
    reached: set[Cell] = field(default_factory=set)
    known: set[tuple[Stones, Stones]] = field(default_factory=set)

    def holds(self, holder: Stones, opponent: Stones, stone: Cell) -> bool:
        """Does the plan hold after a stone of the opponent?"""
        judge = self.judge
        self.reached.add(stone)
        if judge.completes(opponent, stone):
            return False
        opponent |= {stone}
        if not judge.landing(holder | opponent):
            return not self.wins
        answer = plan_answer(judge, self.plan, holder, opponent, stone)
        if answer is None:
            return False
        if judge.completes(holder, answer):
            self.ends.add(answer)
            return True
        holder |= {answer}
        following = judge.landing(holder | opponent)
        if not following:
            return not self.wins
        if (holder, opponent) in self.known:
            return True
        self.known.add((holder, opponent))
        return all(self.holds(holder, opponent, cell) for cell in following)


def failing_columns(judge: Judge, plan: Plan, holder: Stones, opponent: Stones, wins: bool) -> set[int]:
    """The columns in which a stone of the opponent defeats the plan."""
    return {
        cell[0]
        for cell in judge.landing(holder | opponent)
        if not PlayedPlan(judge, plan, wins).holds(holder, opponent, cell)
    }


# Certificates


def proves(judge: Judge, certificate: Certificate) -> bool:
    """Does a certificate name an answer to everything, and lead to what it claims?"""
    return _Replay(judge, certificate).node(certificate.root, certificate.board)


class _Replay:
    def __init__(self, judge: Judge, certificate: Certificate) -> None:
        self.judge = judge
        self.holder = certificate.holder
        self.wins = certificate.wins

    def node(self, node: Node, board: GridBoard) -> bool:
        if board.outcome.is_over or isinstance(node, Replies) == (board.turn is self.holder):
            return False
        if isinstance(node, Replies):
            return self.replies(node, board)
        if isinstance(node, Forced):
            return self.forced(node.line, board)
        if node.move not in board.legal_moves:
            return False
        after = board.move(node.move)
        if after.outcome.is_over:
            return self.is_success(after)
        return node.then is not None and self.node(node.then, after)

    def is_success(self, board: GridBoard) -> bool:
        return board.winner is self.holder or (board.winner is None and not self.wins)

    def replies(self, node: Replies, board: GridBoard) -> bool:
        if not set(node.answers) <= set(board.legal_moves):
            return False
        others = [move for move in board.legal_moves if move not in node.answers]
        for reply in board.legal_moves:
            after = board.move(reply)
            if after.winner is not None:
                return False
            if reply in node.answers and not self.node(node.answers[reply], after):
                return False
        if isinstance(node.otherwise, Table):
            return self.table(node.otherwise.answers, board, others)
        if isinstance(node.otherwise, FollowUp | Cover):
            played = PlayedPlan(self.judge, node.otherwise.plan, self.wins)
            holder, opponent = stones_of(board, self.holder), stones_of(board, self.holder.opposite)
            return all(played.holds(holder, opponent, board.cell_of(move)) for move in others)
        return all(self.can_win(board.move(move)) for move in others)

    def can_win(self, board: GridBoard) -> bool:
        return any(board.move(move).winner is self.holder for move in board.legal_moves)

    def forced(self, line: tuple[int, ...], board: GridBoard) -> bool:
        if not line or line[0] not in board.legal_moves:
            return False
        after = board.move(line[0])
        if after.outcome.is_over:
            return after.winner is self.holder and len(line) == 1
        expected = line[1] if len(line) > 1 else None
        for reply in after.legal_moves:
            following = after.move(reply)
            if following.winner is not None or (reply != expected and not self.can_win(following)):
                return False
        if expected is None:
            return True
        return expected in after.legal_moves and self.forced(line[2:], after.move(expected))

    def table(self, answers: Mapping[GridBoard, int], board: GridBoard, replies: Iterable[int]) -> bool:
        for reply in replies:
            after = board.move(reply)
            if after.outcome.is_over:
                if not self.is_success(after):
                    return False
                continue
            move = answers.get(after)
            if move not in after.legal_moves:
                return False
            answered = after.move(move)
            if answered.outcome.is_over:
                if not self.is_success(answered):
                    return False
            elif not self.table(answers, answered, answered.legal_moves):
                return False
        return True


# Broken certificates


def edits(certificate: Certificate) -> list[tuple[str, Certificate]]:
    """The certificate with one thing changed, in every way that is worth a try, each with the kind of change."""
    found = [
        ("holder", Certificate(certificate.board, certificate.holder.opposite, certificate.wins, certificate.root)),
        ("claim", Certificate(certificate.board, certificate.holder, not certificate.wins, certificate.root)),
    ]
    return found + [
        (kind, Certificate(certificate.board, certificate.holder, certificate.wins, root))
        for kind, root in _node_edits(certificate.root, certificate.board)
    ]


def _all_moves(board: GridBoard) -> range:
    return range(board.rules.columns if board.rules.gravity else board.rules.columns * board.rules.rows)


def _node_edits(node: Node, board: GridBoard) -> list[tuple[str, Node]]:
    found: list[tuple[str, Node]] = []
    if isinstance(node, Forced):
        line = node.line
        found += [("line cut", Forced(line[:length])) for length in range(len(line))]
        end = board
        for move in line:
            end = end.move(move)
        found += [("line prolonged", Forced((*line, *((0,) if not end.legal_moves else end.legal_moves[:1]))))]
        found += [
            ("wrong move", Forced((*line[:place], move, *line[place + 1 :])))
            for place in range(len(line))
            for move in _all_moves(board)
            if move != line[place]
        ]
        found.append(("misplaced", Replies({line[0]: node})))
    elif isinstance(node, Answer):
        moves = [move for move in _all_moves(board) if move != node.move]
        found += [("wrong move", Answer(move, node.then)) for move in moves]
        if node.then is not None:
            found += [("nothing follows", Answer(node.move)), ("misplaced", node.then)]
            for kind, then in _node_edits(node.then, board.move(node.move)):
                found += [(kind, Answer(node.move, then))] if isinstance(then, Replies) else []
    else:
        found.append(("misplaced", Answer(board.legal_moves[0], node)))
        for reply, answer in node.answers.items():
            rest = {other: then for other, then in node.answers.items() if other != reply}
            found.append(("reply left out", Replies(rest, node.otherwise)))
            found.append(("reply never played", Replies({**node.answers, -1: answer}, node.otherwise)))
            for kind, changed in _node_edits(answer, board.move(reply)):
                if not isinstance(changed, Replies):
                    found.append((kind, Replies({**rest, reply: changed}, node.otherwise)))
        if node.otherwise is not None:
            found.append(("leaf left out", Replies(node.answers)))
            found += [(kind, Replies(node.answers, leaf)) for kind, leaf in _leaf_edits(node.otherwise, board)]
    return found


def _leaf_edits(leaf: Leaf, board: GridBoard) -> list[tuple[str, Leaf]]:
    if isinstance(leaf, Forced):
        return [("chain cut", Forced(leaf.line[:-1]))]
    if isinstance(leaf, Table):
        found: list[tuple[str, Leaf]] = []
        for position, move in leaf.answers.items():
            rest = {other: answer for other, answer in leaf.answers.items() if other != position}
            found.append(("entry missing", Table(rest)))
            wrong = [other for other in _all_moves(board) if other != move]
            found += [("entry wrong", Table({**rest, position: other})) for other in wrong]
        return found
    plan = leaf.plan
    plans = [("pairs", Plan({}, plan.spare, plan.thrifty, plan.blind))] if plan.pairs else []
    for stone in plan.pairs:
        pairs = {one: other for one, other in plan.pairs.items() if one != stone}
        plans.append(("pair removed", Plan(pairs, plan.spare, plan.thrifty, plan.blind)))
        for cell in sorted(board.rules.layout.cells(board.free)):
            plans.append(("wrong cell", Plan({**pairs, stone: cell}, plan.spare, plan.thrifty, plan.blind)))
    if plan.spare:
        plans.append(("spare moves", Plan(plan.pairs, (), plan.thrifty, plan.blind)))
        plans.append(("spare moves", Plan(plan.pairs, plan.spare[::-1], plan.thrifty, plan.blind)))
    plans.append(("thrift", Plan(plan.pairs, plan.spare, not plan.thrifty, plan.blind)))
    plans.append(("sight", Plan(plan.pairs, plan.spare, plan.thrifty, not plan.blind)))
    return [(kind, FollowUp(changed)) for kind, changed in plans]
