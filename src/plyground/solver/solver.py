"""`Solver`: exact values for any position that fits the kernels."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import cached_property, partial
from typing import TYPE_CHECKING

from plyground.board import Cancel, Limit, Move, Side, is_whole
from plyground.errors import N_, LimitError, MissingError, PositionError, RulesError
from plyground.executors import TRIES, cores, run_tasks
from plyground.grid import GridBoard, Position, Rules, board_of, rules_of
from plyground.solver.results import BOOK, SEARCH, Analysis, Solution
from plyground.solver.setup import get_ready, setup_of
from plyground.solver.sizes import DEFAULT_TABLE_MB, check_memory, check_size
from plyground.solver.threads import SolverDeadline, Watcher, run_watched
from plyground.solver.values import Value, score_at_end, worst_and_best

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from plyground.kernels.exact import Answers, Questions, Window
    from plyground.solver.book import Book
    from plyground.solver.opening import BookChoice, Opening

__all__ = ["Solver"]

_AT_ONCE = 20_000
"""Nodes that are searched before threads are started: a few milliseconds."""


class Solver:
    """Solves positions of one set of rules. Keeps what it has learnt between calls, until `clear`.

    Rules and positions may be given as text: `Solver("9x7 connect=5").solve("44")`.

    `threads` None means the cores that this process may use. `table_mb` is the memory for learnt
    positions. `book` True means the opening book for these rules, if there is one; False none; or name one by
    its path. A solver serves one caller at a time; several callers need several solvers.

    >>> Solver("cfour", threads=1, table_mb=16).solve("4444445623333356555225221171").value.words
    'wins in 1'
    """

    def __init__(
        self,
        rules: Rules | str,
        *,
        threads: int | None = None,
        table_mb: float = DEFAULT_TABLE_MB,
        book: BookChoice = True,
    ) -> None:
        rules = rules_of(rules)
        check_size(rules)
        check_memory(table_mb)
        if threads is not None and not (is_whole(threads) and threads >= 1):
            raise LimitError(N_("the number of threads is {value}; it has to be 1 or more"), value=repr(threads))
        from plyground.kernels import exact

        self.rules = rules
        self.threads = threads or cores()
        self._setup = setup_of(rules)
        self._table = exact.Table(self._setup, table_mb)
        self._workspace = self._setup.workspace()
        self._choice = book

    def get_ready(self) -> None:
        """Loads the compiled kernel, or compiles it. Otherwise the first question does so."""
        get_ready(self._setup)

    def clear(self) -> None:
        """Forgets everything learnt."""
        self._table.clear()

    @property
    def table_mb(self) -> float:
        return self._table.megabytes

    @property
    def book(self) -> Book | None:
        """The opening book in use. A book that is damaged or for other rules is ignored, with one warning."""
        return self._opening.book

    # Questions

    def look_up(self, board: Position, *, weak: bool = False) -> Solution | None:
        """What is known without a search, of a position in the opening book or of a full board; else None.

        That is its value, and a best move unless the book ends there. It needs no kernel, so it answers at once even
        where none was compiled yet.
        """
        board = self._checked(board)
        if not board.legal_moves:
            return Solution(board, Value(0, 0, board.count, self.rules.cells, weak), None)
        began = time.perf_counter()
        known = self._opening.score(board)
        if known is None:
            return None
        best = self._opening.best(board, known)
        return Solution(board, self._exact(known, board, weak), best, (), 0, time.perf_counter() - began, BOOK)

    def look_up_moves(self, board: Position, *, weak: bool = False) -> Analysis | None:
        """The value of every move, if all of them are known without a search; else None. It needs no kernel either."""
        board = self._checked(board)
        began = time.perf_counter()
        values = {move: self._exact(score, board, weak) for move, score in self._opening.moves(board).items()}
        if len(values) < len(board.legal_moves):
            return None
        source = BOOK if values else SEARCH
        return Analysis(board, self._best_of(board, values, weak), values, (), 0, time.perf_counter() - began, source)

    def solve(
        self,
        board: Position,
        *,
        weak: bool = False,
        limit: Limit | None = None,
        cancel: Cancel | None = None,
        watch: Watcher | None = None,
        line: bool = True,
    ) -> Solution:
        """The value of `board` and a best line; bounds when `limit` or `cancel` ends it early.

        `weak` asks for win, draw or loss alone, which is faster. What the opening book decides is looked up; the
        line goes on by search where the book ends. The time of `limit` starts when the kernel is loaded.
        """
        board = self._checked(board)
        found = self.look_up(board, weak=weak)
        if found is not None and (not board.legal_moves or (found.move is not None and (weak or not line))):
            return found
        self.get_ready()
        deadline = SolverDeadline(limit, cancel, watch)
        if found is None:
            value, move, nodes = self._search(board, weak, deadline)
        else:
            value, move, nodes = found.value, found.move, 0
            if move is None:
                # The last layer of a book holds the values of its positions, but not the moves that reach them.
                reached, move, nodes = self._search(board, weak, deadline)
                move = move if reached.is_exact else None
        moves: tuple[Move, ...] = ()
        if line and value.is_exact and not weak and move is not None:
            moves, more = self._line(board, value, move, deadline)
            nodes += more
        return Solution(board, value, move, moves, nodes, deadline.seconds, SEARCH if found is None else BOOK)

    def analyse(
        self,
        board: Position,
        *,
        weak: bool = False,
        limit: Limit | None = None,
        cancel: Cancel | None = None,
        watch: Watcher | None = None,
        line: bool = True,
    ) -> Analysis:
        """The value of every legal move. What the search of one move learns helps the next ones."""
        board = self._checked(board)
        found = self.look_up_moves(board, weak=weak)
        if found is not None and (weak or not line or not board.legal_moves):
            return found
        values = {move: self._exact(score, board, weak) for move, score in self._opening.moves(board).items()}
        from_book = len(values)
        self.get_ready()
        deadline = SolverDeadline(limit, cancel, watch)
        nodes = 0
        # The middle first: it is decided fastest and fills the table for the others.
        middle = (self.rules.columns - 1) / 2
        pending = sorted(board.legal_moves, key=lambda m: abs(m % self.rules.columns - middle))
        pending = [move for move in pending if move not in values]
        while pending:
            for index, move in enumerate(pending):
                deadline.move = move
                deadline.share(len(pending) - index)
                value, _reply, more = self._move_value(board, move, weak, deadline)
                values[move] = value if move not in values else values[move].narrowed(value)
                nodes += more
            # With a time limit each move gets an equal share; time that quick moves leave over goes to the others.
            pending = [move for move in pending if not values[move].is_exact and not deadline.is_over]
        deadline.share(1)
        deadline.move = None
        ordered = {move: values[move] for move in board.legal_moves}
        value = self._best_of(board, ordered, weak)
        moves: tuple[Move, ...] = ()
        if line and value.is_exact and not weak:
            best = next(move for move, v in ordered.items() if v.low == value.low)
            moves, more = self._line(board, value, best, deadline)
            nodes += more
        source = SEARCH if not from_book else BOOK if from_book == len(ordered) else f"{BOOK}, {SEARCH}"
        return Analysis(board, value, ordered, moves, nodes, deadline.seconds, source)

    def best_moves(
        self,
        board: Position,
        *,
        limit: Limit | None = None,
        cancel: Cancel | None = None,
        watch: Watcher | None = None,
    ) -> Analysis:
        """The value of `board`, and every move that keeps it. Of the others only a bound is known, which takes a
        fraction of the time of `analyse`: they are worse.

        >>> found = Solver("5x4", threads=1, table_mb=16).best_moves("")
        >>> found.value.words, [move for move, value in found.moves.items() if value.is_exact]
        ('draw', [1, 2, 3])
        """
        board = self._checked(board)
        self.get_ready()
        deadline = SolverDeadline(limit, cancel, watch)
        value, best, nodes = self._search(board, False, deadline)
        worst, _most = worst_and_best(board)
        values = {}
        for move in board.legal_moves:
            low, high = worst, value.high
            if value.is_exact and move == best:
                low = value.low
            elif value.is_exact:
                deadline.move = move
                low, high, more = self._compared(board, move, value.low, deadline)
                nodes += more
            values[move] = Value(low, high, board.count, self.rules.cells)
        return Analysis(board, value, values, (), nodes, deadline.seconds, SEARCH)

    def solve_many(
        self,
        boards: Sequence[Position] | NDArray[np.uint64],
        *,
        weak: bool = False,
        executor: Executor | None = None,
    ) -> NDArray[np.int64]:
        """The scores of many positions: looked up where the book decides them, else looped over in compiled code.

        `boards` may be an array with a row per position: the stones of the side to move (low and high
        word) and all stones (low and high word), in the layout of `grid.layout`. With an executor the
        work is split; each worker has a solver, and a table, of its own.
        """
        import numpy as np

        from plyground.kernels import exact

        questions = exact.questions_of(boards) if isinstance(boards, np.ndarray) else self._questions(boards)
        scores, known = self._opening.scores(questions)
        if weak:
            scores = np.sign(scores)
        if known.all():
            return scores
        if executor is None:
            self.get_ready()
            window = exact.WEAK if weak else exact.ALL_SCORES
            scores[~known] = self._run(questions[~known], window, SolverDeadline(None, None, None))["lower"]
            return scores
        for rows, found in self._solve_on(executor, questions, np.flatnonzero(~known), weak):
            scores[rows] = found
        return scores

    # Internals

    @cached_property
    def _opening(self) -> Opening:
        from plyground.solver.opening import Opening

        return Opening(self.rules, self._choice)

    def _best_of(self, board: GridBoard, values: Mapping[Move, Value], weak: bool) -> Value:
        """The value of a board whose moves have these values; without moves it is a draw."""
        low = max((value.low for value in values.values()), default=0)
        high = max((value.high for value in values.values()), default=0)
        return Value(low, high, board.count, self.rules.cells, weak)

    def _exact(self, score: int, board: GridBoard, weak: bool) -> Value:
        if weak:
            score = (score > 0) - (score < 0)
        return Value(score, score, board.count, self.rules.cells, weak)

    def _checked(self, position: Position) -> GridBoard:
        """The board that is meant, if this solver can answer for it."""
        board = board_of(position, self.rules)
        if board.rules != self.rules:
            raise RulesError(
                N_("the board is played by other rules ({theirs}) than this solver's ({ours})"),
                theirs=board.rules,
                ours=self.rules,
            )
        if board.is_win:
            raise PositionError(
                N_("the game is over: the first player has won, and there is nothing left to solve")
                if board.winner is Side.FIRST
                else N_("the game is over: the second player has won, and there is nothing left to solve")
            )
        return board

    def _questions(self, boards: Iterable[Position]) -> Questions:
        from plyground.kernels import exact

        if not isinstance(boards, Iterable):
            raise PositionError(N_("the positions are {value}; list them, or give an array"), value=repr(boards))
        rows = list(boards)
        questions = exact.new_questions(len(rows))
        for index, position in enumerate(rows):
            board = self._checked(position)
            mover = board.stones(board.turn)
            exact.put_question(questions, index, mover, mover | board.stones(board.turn.opposite))
        return questions

    def _solve_on(
        self, executor: Executor, questions: Questions, rows: NDArray[np.int64], weak: bool
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Solves these rows on `executor`; yields pieces of them with their scores as they are finished."""
        import numpy as np

        self.get_ready()  # compiled once and here, where it is announced; the workers find it in the cache
        rules = str(self.rules)
        pieces = np.array_split(rows, min(len(rows), 4 * cores()))
        tasks = ((piece, partial(_solve_piece, rules, questions[piece], weak, self.table_mb)) for piece in pieces)

        def lost(piece: NDArray[np.int64]) -> MissingError:
            return MissingError(
                N_(
                    "the positions {positions} of {rules} were begun {tries} times, and each time their worker was "
                    "lost; is there enough memory?"
                ),
                positions=f"{piece[0]}–{piece[-1]}",
                rules=rules,
                tries=TRIES,
            )

        with closing(run_tasks(tasks, executor, lost=lost)) as work:
            for ended in work:
                yield from ended

    def _move_value(
        self, board: GridBoard, move: Move, weak: bool, deadline: SolverDeadline
    ) -> tuple[Value, Move | None, int]:
        """The value of `move` for the side that plays it, the best reply, and the nodes it took."""
        child = board.move(move)
        cells = self.rules.cells
        if child.is_win:
            return self._exact(score_at_end(cells, child.count), board, weak), None, 0
        if not child.legal_moves:
            return Value(0, 0, board.count, cells, weak), None, 0
        known = self._opening.score(child)
        if known is not None:
            return self._exact(-known, board, weak), self._opening.best(child, known), 0
        value, reply, nodes = self._search(child, weak, deadline)
        return value.negated(board.count), reply, nodes

    def _search(self, board: GridBoard, weak: bool, deadline: SolverDeadline) -> tuple[Value, Move | None, int]:
        low, high = worst_and_best(board)
        if weak:
            low, high = max(low, -1), min(high, 1)
        if deadline.is_over:
            return Value(low, high, board.count, self.rules.cells, weak), None, 0
        from plyground.kernels import exact

        window = exact.WEAK if weak else exact.ALL_SCORES
        answer = self._run(self._questions([board]), window, deadline)[0]
        low, high = max(low, int(answer["lower"])), min(high, int(answer["upper"]))
        move = int(answer["move"])
        value = Value(low, high, board.count, self.rules.cells, weak)
        return value, None if move < 0 else self._move_of(move), int(answer["nodes"])

    def _compared(self, board: GridBoard, move: Move, most: int, deadline: SolverDeadline) -> tuple[int, int, int]:
        """Bounds of a move's score, which is `most` or less, and the nodes: a score below it is not looked for."""
        child = board.move(move)
        worst, _most = worst_and_best(board)
        if child.is_win or not child.legal_moves:
            score = score_at_end(self.rules.cells, child.count) if child.is_win else 0
            return score, score, 0
        if deadline.is_over:
            return worst, most, 0
        answer = self._run(self._questions([child]), (-most, 1 - most), deadline)[0]
        if not answer["complete"]:
            return worst, most, int(answer["nodes"])
        is_best = answer["lower"] == -most
        return most if is_best else worst, most if is_best else most - 1, int(answer["nodes"])

    def _move_of(self, number: int) -> Move:
        """The board's move for a kernel's: the same column with gravity; without gravity, the cell of a bit."""
        if self.rules.gravity:
            return number
        return self.rules.move_into(self.rules.layout.cell(number))

    def _line(
        self, board: GridBoard, value: Value, best: Move | None, deadline: SolverDeadline
    ) -> tuple[tuple[Move, ...], int]:
        """A line that keeps the exact value to the end. Stops early if time runs out.

        A complete search gives a best move, so each ply costs one search, of the position after it. If the score of
        that search ever differed, the other moves would be tried.
        """
        line: list[Move] = []
        nodes = 0
        deadline.known = value.score
        while board.legal_moves and not deadline.is_over:
            if best is None:  # the book ends here
                _value, best, more = self._search(board, False, deadline)
                nodes += more
            for move in sorted(board.legal_moves, key=lambda m: m != best):
                found, reply, more = self._move_value(board, move, False, deadline)
                nodes += more
                if found.is_exact and found.low == value.low:
                    break
            else:
                break
            line.append(move)
            board = board.move(move)
            value = value.negated(board.count)
            best = reply
        return tuple(line), nodes

    def _run(self, questions: Questions, window: Window, deadline: SolverDeadline) -> Answers:
        """Answers easy positions at once in this thread, and the others in threads of their own."""
        from plyground.kernels import exact

        first = 0
        if len(questions) == 1 and (deadline.node_limit == 0 or deadline.node_limit > _AT_ONCE):
            answers = exact.solve_positions(
                self._setup, self._table, questions, window=window, node_limit=_AT_ONCE, workspace=self._workspace
            )
            first = int(answers["nodes"][0])
            deadline.nodes += first
            if answers["complete"][0]:
                return answers
        answers = run_watched(self._setup, self._table, questions, window, deadline, self.threads)
        deadline.nodes += int(answers["nodes"].sum())
        answers["nodes"][0] += first
        return answers


def _solve_piece(rules: str, positions: Questions, weak: bool, table_mb: float) -> NDArray[np.int64]:
    """Solves one piece of `solve_many` in a worker."""
    return Solver(Rules.parse(rules), threads=1, table_mb=table_mb, book=False).solve_many(positions, weak=weak)
