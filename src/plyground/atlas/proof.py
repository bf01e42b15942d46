"""The proof of an atlas: its boards, solved again by the second solver, which has to find the same.

The file beside the atlas has a line for each board on which the two agree: the blocked cells, the outcome, the plies
to the end, and the nodes of the second solver. A board on which they differ ends the work with an error.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plyground.atlas.atlas import Atlas, damaged
from plyground.atlas.entry import Entry, placement_text
from plyground.atlas.journal import Journal
from plyground.atlas.maker import AtlasProgress, lost_board, write_text
from plyground.board import Side
from plyground.errors import N_, PlygroundError
from plyground.executors import Here, run_tasks, workers_of
from plyground.grid import Rules, parse_cell

__all__ = ["Proof", "proof_path", "prove_atlas", "read_proof"]

_FORMAT = 1
_FIELDS = ("blocked", "outcome", "plies", "nodes")
_SUM = "# sha256 "
_PULSE = 0.5


@dataclass(frozen=True, slots=True)
class Proof:
    """What the second solver found about one board; `outcome` is that of the first player."""

    blocked: str
    outcome: str
    plies: int
    nodes: int

    def line(self) -> str:
        return "\t".join(str(getattr(self, name)) for name in _FIELDS)

    @classmethod
    def of_line(cls, line: str) -> Proof | None:
        columns = line.split("\t")
        if len(columns) != len(_FIELDS) or not (columns[2].isdecimal() and columns[3].isdecimal()):
            return None
        return cls(columns[0], columns[1], int(columns[2]), int(columns[3]))

    def agrees(self, entry: Entry) -> bool:
        value = entry.value
        return (self.blocked, self.outcome, self.plies) == (placement_text(entry.blocked), value.outcome, value.plies)


def proof_path(path: Path) -> Path:
    """Where the proof of the atlas at `path` is."""
    return path.with_name(f"{path.stem}.proof.tsv")


def prove_atlas(
    atlas: Atlas,
    path: Path,
    *,
    boards: int | None = None,
    executor: Executor | None = None,
    watch: Callable[[AtlasProgress], bool | None] | None = None,
) -> list[Proof] | None:
    """Proves the boards with at most one blocked cell, and writes the proofs to `path`; what is there already counts.

    With `boards`, only so many: those with the rarest outcome first, the others as a hash of their cells orders them.
    Returns all proofs; None if `watch` ended the work by returning True, and then the next call goes on.
    """
    found = {proof.blocked: proof for proof in read_proof(path, atlas)} if path.exists() else {}
    journal = Journal(path, _head(atlas))
    entries = {placement_text(entry.blocked): entry for entry in atlas}
    for line in journal:
        proof = Proof.of_line(line)
        if proof is not None and proof.blocked in entries:
            if not proof.agrees(entries[proof.blocked]):
                raise disagreement(entries[proof.blocked])
            found[proof.blocked] = proof
    wanted = _chosen(atlas, boards)
    pending = [entry for entry in wanted if placement_text(entry.blocked) not in found]
    pool = executor or Here()
    progress = AtlasProgress(len(wanted), workers_of(pool), done=len(wanted) - len(pending))
    began = time.monotonic()
    if pending:
        journal.start()
    tasks = ((entry, _question(entry)) for entry in pending)
    with closing(run_tasks(tasks, pool, lost=lambda entry: lost_board(entry.blocked), pulse=_PULSE)) as work:
        for ended in work:
            for entry, (agrees, nodes, seconds) in ended:
                value = entry.value
                if not agrees:
                    raise disagreement(entry)
                assert value.outcome is not None
                assert value.plies is not None
                proof = Proof(placement_text(entry.blocked), value.outcome, value.plies, nodes)
                journal.add(proof.line())
                found[proof.blocked] = proof
                progress.done += 1
                progress.solved += 1
                progress.nodes += nodes
                progress.spent += seconds
            progress.seconds = time.monotonic() - began
            if watch is not None and watch(progress):
                return None
    proofs = [found[blocked] for blocked in entries if blocked in found]
    content = "".join(f"{line}\n" for line in [*_head(atlas), "\t".join(_FIELDS), *(each.line() for each in proofs)])
    write_text(path, f"{content}{_SUM}{hashlib.sha256(content.encode()).hexdigest()}\n")
    journal.remove()
    return proofs


def read_proof(path: Path, atlas: Atlas) -> list[Proof]:
    """The proofs of `atlas` in a file. Refuses a damaged file, and one that contradicts the atlas."""
    return parse_proof(path.read_bytes().decode(errors="replace"), path, atlas)


def parse_proof(text: str, name: str | Path, atlas: Atlas) -> list[Proof]:
    content, _sum, checksum = text.rpartition(_SUM)
    lines = content.splitlines()
    start = [*_head(atlas), "\t".join(_FIELDS)]
    if checksum.strip() != hashlib.sha256(content.encode()).hexdigest() or lines[: len(start)] != start:
        raise damaged(name)
    proofs = []
    for line in lines[len(start) :]:
        proof = Proof.of_line(line)
        entry = None if proof is None else atlas.entry(_cells(atlas.rules, proof.blocked))
        if proof is None or entry is None:
            raise damaged(name)
        if not proof.agrees(entry):
            raise disagreement(entry)
        proofs.append(proof)
    return proofs


def _cells(rules: Rules, blocked: str) -> list[tuple[int, int]]:
    return [] if blocked == "-" else [parse_cell(name, rules) for name in blocked.split(",")]


def prove_board(rules: str, score: int, plies: int) -> tuple[bool, int, float]:
    """What a worker does: whether the second solver finds this value of the empty board; the nodes and the seconds.

    A win in `plies` is one that can be forced by then, and not a move of the winner earlier. In a draw neither side
    can force anything.
    """
    from plyground.atlas.second_solver import SecondSolver

    began = time.perf_counter()
    solver = SecondSolver(Rules.parse(rules))
    if score == 0:
        agrees = not any(solver.can_force(side, solver.rules.cells) for side in Side)
    else:
        winner = Side.FIRST if score > 0 else Side.SECOND
        agrees = solver.can_force(winner, plies) and not solver.can_force(winner, plies - 2)
    return agrees, solver.nodes, time.perf_counter() - began


def _question(entry: Entry) -> partial[tuple[bool, int, float]]:
    value = entry.value
    assert value.plies is not None
    return partial(prove_board, str(entry.rules), value.low, value.plies)


def _chosen(atlas: Atlas, boards: int | None) -> Sequence[Entry]:
    entries = [entry for entry in atlas if len(entry.blocked) <= 1]
    if boards is None:
        return entries
    outcomes = Counter(entry.value.outcome for entry in entries)
    digests = {entry.blocked: hashlib.sha256(placement_text(entry.blocked).encode()).digest() for entry in entries}
    return sorted(entries, key=lambda entry: (outcomes[entry.value.outcome], digests[entry.blocked]))[:boards]


def _head(atlas: Atlas) -> list[str]:
    return [f"# Plyground proof {_FORMAT}", f"# rules: {atlas.rules}"]


def disagreement(entry: Entry) -> PlygroundError:
    return PlygroundError(
        N_("the solvers disagree about {rules}: the atlas says '{words}', the second solver does not"),
        rules=entry.rules,
        words=entry.value.words,
    )
