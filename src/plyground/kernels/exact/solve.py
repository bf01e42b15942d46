"""Questions to the exact search, and its answers: a table, positions in, results out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from . import records
from . import table as _table
from .records import Answer, Question
from .setup import Setup, Workspace
from .windows import solve_free, solve_narrow, solve_wide

Questions = np.ndarray[Any, Any]
"""Structured by `Question`: the stones of the side to move, and all stones, two words each, the lower one first."""
Answers = np.ndarray[Any, Any]
"""Structured by `Answer`: lower and upper bound, move, nodes, and whether it is complete."""

IDEAS = {
    "evens": records.EVENS_BOUND,
    "zugzwang": records.ZUGZWANG_BOUND,
    "dead": records.DEAD_STONES,
    "probes": records.CHILD_PROBES,
    "table-move": records.TABLE_MOVE,
    "chains": records.FORCED_CHAINS,
    "mirror": records.MIRROR_KEYS,
    "far-windows": records.FAR_WINDOWS,
    "threat-order": records.THREAT_ORDER,
    "chain-order": records.CHAIN_ORDER,
}
ALL_IDEAS = sum(IDEAS.values())
# Dead stones cost a fifth of the speed with gravity and save next to nothing; without, they save a lot.
DEFAULT_IDEAS = ALL_IDEAS - records.DEAD_STONES
DEFAULT_FREE_IDEAS = ALL_IDEAS
DEFAULT_MEGABYTES = 128.0
Window = tuple[int, int]
"""The scores between which an answer has to be exact; what lies outside is told as the nearest of the two."""
ALL_SCORES: Window = (-(2**31), 2**31)
WEAK: Window = (-1, 1)


class Table:
    """A transposition table for one setup."""

    def __init__(self, setup: Setup, megabytes: float = DEFAULT_MEGABYTES) -> None:
        if setup.wide:
            bits = _table.wide_bucket_bits(megabytes)
        else:
            bits = _table.narrow_bucket_bits(setup.bits, megabytes)
        self.header = _table.new_header(setup.bits, bits, setup.wide)
        # Zeroed pages come from the system when they are first touched.
        self.entries = np.zeros(int(self.header["words"]), np.uint64)
        self.header["entries"] = self.header["slots"] = self.entries.ctypes.data
        self.address = int(self.header.base.ctypes.data)

    @property
    def megabytes(self) -> float:
        return self.entries.nbytes / 2**20

    def clear(self) -> None:
        """Forget everything, at once where the entries have room for a generation."""
        mask = int(self.header["generation_mask"])
        generation = int(self.header["generation"])
        if generation == mask:
            self.entries.fill(0)
            generation = 0
        self.header["generation"] = (generation + int(self.header["next_generation"])) & mask


class Signals:
    """A running solve is watched and stopped through this, from any thread."""

    def __init__(self, threads: int = 1) -> None:
        head = records.Signals.size // 8
        self._memory = np.zeros(head + max(threads, 1), np.int64)
        self._record: Any = self._memory[:head].view(records.Signals.dtype)[0]
        self._nodes = self._memory[head:]
        self.address = self._memory.ctypes.data

    def stop(self) -> None:
        """The kernels return within about a millisecond. A deadline is a timer that calls this."""
        self._record["stop"] = 1

    @property
    def lower(self) -> int:
        """A bound proven so far for the position being solved."""
        return int(self._record["lower"])

    @property
    def upper(self) -> int:
        return int(self._record["upper"])

    @property
    def nodes(self) -> int:
        """Of all threads so far."""
        return int(self._nodes.sum())


def new_questions(count: int) -> Questions:
    return Question.new(count)


def questions_of(words: np.ndarray[Any, np.dtype[np.uint64]]) -> Questions:
    """Rows of four words (mover low and high, stones low and high) as questions; questions are returned as they are."""
    if words.dtype == Question.dtype:
        return words
    return np.ascontiguousarray(words, np.uint64).view(Question.dtype).reshape(-1)


def put_question(questions: Questions, index: int, mover: int, stones: int) -> None:
    """Write one position: the stones of the side to move, and all stones (blocked cells may be in it or not)."""
    word = 2**64 - 1
    questions[index] = (mover & word, mover >> 64), (stones & word, stones >> 64)


def solve_positions(
    setup: Setup,
    table: Table,
    questions: Questions,
    *,
    window: Window = ALL_SCORES,
    clear_each: bool = False,
    node_limit: int = 0,
    ideas: int | None = None,
    workspace: Workspace | None = None,
    signals: Signals | None = None,
    thread: int = 0,
    threads: int = 1,
) -> Answers:
    """Solve every position, one after the other, in this thread."""
    questions = np.ascontiguousarray(questions)
    answers = Answer.new(len(questions))
    if workspace is None:
        workspace = setup.workspace()
    if signals is None:
        signals = Signals(threads)
    if ideas is None:
        ideas = DEFAULT_IDEAS if setup.gravity else DEFAULT_FREE_IDEAS
    workspace.record["job"] = (
        questions.ctypes.data,
        answers.ctypes.data,
        len(questions),
        table.address,
        signals.address,
        ideas,
        *window,
        clear_each,
        node_limit,
        thread,
        threads,
    )
    kernel = solve_narrow
    if setup.wide:
        kernel = solve_wide if setup.gravity else solve_free
    kernel(workspace.address)
    return answers


def solve_parallel(
    setup: Setup,
    table: Table,
    question: Questions,
    *,
    threads: int,
    window: Window = ALL_SCORES,
    node_limit: int = 0,
    ideas: int | None = None,
    signals: Signals | None = None,
) -> Answers:
    """Solve one position with several threads on one table.

    The node limit holds for each thread; the nodes returned are those of all together.
    """
    shared = signals or Signals(threads)

    def work(thread: int) -> Answers:
        return solve_positions(
            setup,
            table,
            question,
            window=window,
            node_limit=node_limit,
            ideas=ideas,
            signals=shared,
            thread=thread,
            threads=threads,
        )

    with ThreadPoolExecutor(threads) as pool:
        answers = np.concatenate(list(pool.map(work, range(threads))))
    # A thread that stopped early has proven less; bounds of several threads may be joined. The move belongs to the
    # best lower bound: should another thread's upper bound meet it, the move is proven to be best.
    first = max(range(threads), key=lambda i: (bool(answers["complete"][i]), int(answers["lower"][i])))
    best: Answers = answers[first : first + 1].copy()
    best["lower"] = answers["lower"].max()
    best["upper"] = answers["upper"].min()
    best["nodes"] = answers["nodes"].sum()
    return best
