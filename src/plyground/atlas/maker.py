"""Makes an atlas: solves every board on an executor, keeps each as soon as it is solved, and writes the file.

The file depends on the rules, the number of blocked cells and the size of the table alone: not on the workers, and
not on how often the work was interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plyground.atlas.atlas import TABLE_MB, Atlas, head, read_atlas
from plyground.atlas.entry import ONLY_BEST, Entry, placement_text
from plyground.atlas.journal import Journal, journal_path
from plyground.atlas.placements import Placement, atlas_rules, placements, with_blocked
from plyground.board import Move
from plyground.errors import N_, InputError, MissingError
from plyground.executors import TRIES, Here, run_tasks, workers_of
from plyground.grid import GridBoard, Rules
from plyground.solver import Solver

__all__ = ["AtlasProgress", "make_atlas", "saved_boards"]

_PULSE = 0.5


@dataclass(slots=True)
class AtlasProgress:
    """How many boards are done. `seconds` are counted from the start of this call."""

    boards: int
    workers: int
    done: int = 0
    solved: int = 0
    """In this call; `done` also counts those of earlier calls."""
    nodes: int = 0
    seconds: float = 0.0
    spent: float = 0.0
    """Seconds that all workers together spent on the boards of this call."""

    @property
    def seconds_left(self) -> float | None:
        """What the boards that are left will take if they are like those of this call; None before the first."""
        if not self.solved:
            return None
        return self.spent / self.solved * (self.boards - self.done) / self.workers


def make_atlas(
    rules: Rules | str,
    blocked: int,
    path: Path,
    *,
    executor: Executor | None = None,
    table_mb: float = TABLE_MB,
    watch: Callable[[AtlasProgress], bool | None] | None = None,
) -> Atlas | None:
    """Makes the atlas, or goes on with it; one that is finished is read. One with fewer blocked cells at the same
    place is extended.

    Without an executor the work is done in this process. `watch` is called at least twice a second with an executor;
    it ends the work by returning True: then None is returned, and the next call goes on.
    """
    rules = atlas_rules(rules)
    wanted = placements(rules, blocked)
    known = known_boards(rules, blocked, path, table_mb)
    journal = Journal(path, head(rules, blocked, table_mb))
    for line in journal:
        entry = Entry.of_line(rules, line)
        if entry is not None:
            known[entry.blocked] = entry
    pending = [cells for cells in wanted if cells not in known]
    pool = executor or Here()
    progress = AtlasProgress(len(wanted), workers_of(pool), done=len(wanted) - len(pending))
    if pending:
        # If the solver has to be compiled, it happens once and here, where the user is told; workers find it cached.
        Solver(rules, threads=1, table_mb=1, book=False).get_ready()
        journal.start()
    began = time.monotonic()
    tasks = ((cells, partial(solve_board, str(with_blocked(rules, cells)), table_mb)) for cells in pending)
    with closing(run_tasks(tasks, pool, lost=lost_board, pulse=_PULSE)) as work:
        for ended in work:
            for cells, (scores, nodes, seconds) in ended:
                entry = Entry(with_blocked(rules, cells), scores, nodes)
                journal.add(entry.line())
                known[cells] = entry
                progress.done += 1
                progress.solved += 1
                progress.nodes += nodes
                progress.spent += seconds
            progress.seconds = time.monotonic() - began
            if watch is not None and watch(progress):
                return None
    atlas = Atlas(rules, blocked, table_mb, known)
    write_text(path, atlas.text())
    journal.remove()
    return atlas


def solve_board(rules: str, table_mb: float) -> tuple[dict[Move, int], int, float]:
    """What a worker does: the scores of the first moves of the empty board, the nodes, and the seconds.

    One thread and an empty table, so that the nodes are the same every time. There are many boards with two blocked
    cells, so of theirs only the best moves are looked for.
    """
    began = time.perf_counter()
    solver = Solver(Rules.parse(rules), threads=1, table_mb=table_mb, book=False)
    board = GridBoard(solver.rules)
    if len(solver.rules.blocked) < ONLY_BEST:
        analysis = solver.analyse(board, line=False)
    else:
        analysis = solver.best_moves(board)
    assert analysis.value.is_exact, "nothing limits the search"
    scores = {move: value.low for move, value in analysis.moves.items() if value.is_exact}
    return scores, analysis.nodes, time.perf_counter() - began


def known_boards(rules: Rules, blocked: int, path: Path, table_mb: float) -> dict[Placement, Entry]:
    """The boards of the finished atlas at `path`, if there is one. Refuses one that is not a part of this atlas."""
    if not path.exists():
        return {}
    found = read_atlas(path)
    if (found.rules, found.table_mb) != (rules, table_mb) or found.blocked > blocked:
        raise InputError(
            N_(
                "{path} is an atlas of other settings ({rules}, up to {blocked} blocked cells, a table of {table:g} "
                "MB); name another --out, or delete it"
            ),
            path=path,
            rules=found.rules,
            blocked=found.blocked,
            table=found.table_mb,
        )
    return dict(found.entries)


def saved_boards(rules: Rules | str, blocked: int, path: Path, table_mb: float = TABLE_MB) -> int:
    """How many boards of the atlas at `path` are solved and kept."""
    rules = atlas_rules(rules)
    known = set(known_boards(rules, blocked, path, table_mb))
    if journal_path(path).exists():
        entries = (Entry.of_line(rules, line) for line in Journal(path, head(rules, blocked, table_mb)))
        known |= {entry.blocked for entry in entries if entry is not None}
    return len(known)


def write_text(path: Path, text: str) -> None:
    """Writes the whole file or nothing. One with this text is left alone: it may lie where nothing can be written."""
    if path.exists() and path.read_bytes() == text.encode():
        return
    fresh = path.with_name(f"{path.name}.new")
    try:
        fresh.write_text(text, "utf-8", newline="\n")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def lost_board(cells: Placement) -> MissingError:
    return MissingError(
        N_(
            "the board with {cells} blocked was begun {tries} times, and each time its worker was lost; is there "
            "enough memory? What was solved is kept, and the same command goes on from it"
        ),
        cells=placement_text(cells),
        tries=TRIES,
    )
