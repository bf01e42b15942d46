"""The champion: the strongest player for boards with gravity that nobody can solve in time.

Monte Carlo search on a graph of positions, by all cores on one graph; see `kernels.playouts.graph_search` for the
search and `docs/champion.md` for what each part is worth.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from plyground.board import DEFAULT_TIME, Cancel, Decision, Limit, Move, SplitMix, limit_or_default, require_open
from plyground.engines.deepening import Deepening
from plyground.engines.evaluation import network_sheet
from plyground.engines.exact import ExactAnswers
from plyground.engines.geometry import Records
from plyground.engines.graph import NODE_BYTES, Edge, Graph
from plyground.engines.lines import LineSearch, has_lines
from plyground.engines.style import Style
from plyground.engines.threats import line_by_line, threat_geometry, threat_position, threat_scratch
from plyground.engines.uct import MEMORY as UCT_MEMORY
from plyground.engines.uct import UCT
from plyground.engines.watch import Watch
from plyground.errors import N_, LimitError
from plyground.executors import cores
from plyground.grid import GridBoard, Rules, bits
from plyground.kernels.playouts import evaluation, playout, threats
from plyground.kernels.playouts import graph as graph_kernel
from plyground.kernels.playouts import graph_search as kernel
from plyground.kernels.playouts import policy as policies

__all__ = ["MEMORY", "Champion", "Style"]

_ENDS = ("time", "nodes", "playouts")

MEMORY = 1024
"""Megabytes that the graph may grow into, unless told otherwise."""

# When so much of the graph is used, what lies beside the game is dropped before the next search.
_CROWDED = 0.5
# Nodes that are copied in a second, with room to spare; a fifth of the time at most goes into copying.
_COPIED = 1_000_000
# Nodes that a thread makes in a second, on a fast machine: there is room for so many.
_NODES_PER_SECOND = 1_000_000
# The table that finds nodes starts with room for so many a thread, and grows with those that are really made.
_NODES_AT_FIRST = 1 << 16
# Seconds that growing takes for each node, with time to spare.
_GROWTH_TIME = 4e-7


class Champion:
    """A player's mind: keeps its graph from move to move, as far as it still applies.

    `threads` None means all cores. With `exact` it asks the opening book and the solver first, and plays
    perfectly where they answer in a part of its time. On boards without gravity it takes wins and blocks, and else
    is `LineSearch` (`Deepening` where a run is too short or too long for it), or plain UCT where the limit counts
    playouts.
    """

    def __init__(
        self,
        style: Style | None = None,
        seed: int = 0,
        threads: int | None = None,
        memory: float = MEMORY,
        exact: bool = True,
    ) -> None:
        if threads is not None and threads < 1:
            raise LimitError(N_("the number of threads is {value}; it has to be 1 or more"), value=threads)
        self.style = style or Style()
        self.seed = seed
        self.threads = threads or cores()
        self.memory = memory
        self._exact = ExactAnswers(self.threads) if exact else None
        self.reset()

    def reset(self) -> None:
        """Forgets the graph and starts the random numbers anew: for a new game."""
        self._graph: Graph | None = None
        self._rules: Rules | None = None
        self._random = SplitMix(self.seed)
        self._uct = UCT(seed=self.seed, memory=min(self.memory, UCT_MEMORY))
        self._deepening, self._lines = Deepening(), LineSearch(self.threads)
        if self._exact is not None:
            self._exact.reset()

    def prepare(self, rules: Rules) -> None:
        """Loads every kernel that a game by these rules can need, so that no move has to wait for one.

        The first time on a machine they are compiled, which takes many seconds; `decide` does it if nobody did.
        """
        if rules.gravity:
            style = self.style.on(rules)
            _load_kernels(line_by_line(rules), style)
            threat_geometry(rules, style.priors, style.network)
        else:
            self._uct.prepare(rules)
            self._without_gravity(rules).prepare(rules)
        if self._exact is not None:
            self._exact.prepare(rules)

    def decide(self, board: GridBoard, limit: Limit | None = None, cancel: Cancel | None = None) -> Decision:
        """The best move found within the limit (1 s if it names neither time nor playouts).

        Values lie between -1 and 1, seen from the side to move. Moves that lose at once are left out of `values`
        and `visits`. `exact` says that the outcome is proven; it ends early then, or if only one move makes sense.

        >>> Champion(threads=1).decide(GridBoard.from_moves("112233"), Limit(playouts=100)).move
        3
        """
        began = time.perf_counter()
        require_open(board.outcome)
        self.prepare(board.rules)
        limit = limit_or_default(limit, DEFAULT_TIME, _ENDS)
        if self._exact is not None:
            decision = self._exact.decide(board, limit, cancel)
            if decision is not None:
                return decision
        watch = Watch(limit, cancel, began)
        if not board.rules.gravity:
            return self._decide_without_gravity(board, limit, cancel, watch)
        return self._search(board, watch)

    def _search(self, board: GridBoard, watch: Watch) -> Decision:
        style = self.style.on(board.rules)
        start = _Start.of(board, style)
        graph, root = self._root_at(start, style.options(self.threads), watch.limit)
        search = _GraphSearch(graph, root, start, style, self.threads, watch)
        search.run(self._random)
        return search.decision()

    def _root_at(self, start: _Start, options: kernel.Options, limit: Limit) -> tuple[Graph, int]:
        """The graph to search in and the node to start from."""
        nodes = self._room_for(limit)
        # A search that counts playouts has its whole table at once: what it finds must not depend on the clock.
        at_first = None if limit.time is None else self.threads * _NODES_AT_FIRST
        graph = self._graph if self._rules == start.rules else None
        root = graph_kernel.NO_NODE if graph is None else start.node_in(graph, options)
        if graph is None or root == graph_kernel.NO_NODE:
            graph = Graph(nodes, at_first)
        elif graph.fullness > _CROWDED or graph.nodes_most < nodes:
            seconds = 10.0 if limit.time is None else limit.time
            graph = graph.below(root, nodes, min(nodes // 2, int(seconds / 5 * _COPIED)), at_first)
        self._graph, self._rules = graph, start.rules
        return graph, start.node_in(graph, options)

    def _room_for(self, limit: Limit) -> int:
        """Nodes for one search of this length and half as much from those before."""
        expected = math.inf
        if limit.time is not None:
            expected = limit.time * self.threads * _NODES_PER_SECOND
        for most in (limit.playouts, limit.nodes):
            if most is not None:
                expected = min(expected, most)
        return int(max(4096, min(2 * expected, self.memory * 2**20 / NODE_BYTES, 2**30)))

    def _decide_without_gravity(self, board: GridBoard, limit: Limit, cancel: Cancel | None, watch: Watch) -> Decision:
        for side, note in ((board.turn, N_("wins at once")), (board.turn.opposite, N_("blocks the opponent's win"))):
            cells = board.threat_mask(side)
            for move in board.legal_moves if cells else ():
                if board.target(move) & cells:
                    return Decision(move, line=(move,), nodes=1, seconds=watch.seconds, note=note)
        if limit.playouts is None:
            return self._without_gravity(board.rules).decide(board, _left_of(limit, watch), cancel)
        return self._uct.decide(board, _left_of(limit, watch).only(self._uct.takes), cancel)

    def _without_gravity(self, rules: Rules) -> LineSearch | Deepening:
        return self._lines if has_lines(rules) else self._deepening


def _left_of(limit: Limit, watch: Watch) -> Limit:
    """What is left of a limit after some of its time has gone into an attempt at an exact answer."""
    return limit if limit.time is None else dataclasses.replace(limit, time=max(0.001, limit.time - watch.seconds))


@lru_cache(maxsize=8)
def _load_kernels(line_by_line: int | None, style: Style) -> None:
    rules = Rules(columns=4, rows=4, connect=4 if line_by_line is None else 3)
    start = _Start.of(GridBoard(rules), replace(style, priors=False))
    options, graph = style.options(1), Graph(64)
    root = start.node_in(graph, options)
    graph = graph.below(root, 64, 64)
    search = _GraphSearch(graph, start.node_in(graph, options), start, style, 1, Watch(Limit(playouts=1), None))
    search.run(SplitMix(0))
    graph.grow()


@dataclass(frozen=True)
class _Start:
    """The position to think about as the kernels see it, and what they know of its board."""

    rules: Rules
    geometry: Records
    position: Records

    @classmethod
    def of(cls, board: GridBoard, style: Style) -> _Start:
        return cls(board.rules, threat_geometry(board.rules, style.priors, style.network), threat_position(board))

    def node_in(self, graph: Graph, options: kernel.Options) -> int:
        """Its node in a graph, new if need be; NO_NODE if there is no room for one."""
        return int(
            graph_kernel.find_or_make_root(
                threats.Geometry.at(self.geometry),
                graph.argument,
                threats.Position.at(self.position),
                threats.Position.at(threat_scratch(self.rules)),
                options.policy,
                options.look_ahead,
                line_by_line(self.rules),
                evaluation.Sheet.at(network_sheet()),
                options.value_priors,
            )
        )

    def room(self) -> kernel.Room:
        """What a thread needs to think about it."""
        return kernel.Room(
            position=threats.Position.at(threat_scratch(self.rules)),
            spare=threats.Position.at(threat_scratch(self.rules)),
            path=kernel.PATH.at(kernel.Step.new(kernel.MOST_STEPS)),
            scores=kernel.SCORES.at(np.empty(kernel.MOST_SCORES, np.float32)),
            # Habits of the last move's search made it lose (35 % ± 11): each search starts without any.
            habits=policies.HABITS_OF_SIDES.at(np.zeros((2, playout.MOST_CELLS), np.float32)),
            cells=policies.CELLS.at(np.empty(playout.MOST_CELLS, np.int32)),
            sheet=evaluation.Sheet.at(network_sheet()),
        )


class _GraphSearch:
    """One search from one root."""

    def __init__(self, graph: Graph, root: int, start: _Start, style: Style, threads: int, watch: Watch) -> None:
        self.graph = graph
        self.start = start
        self.root = root
        self.watch = watch
        self.nodes_before = graph.nodes_used
        self.style = style
        self.counts = kernel.Counts.new(threads)

    def run(self, random: SplitMix) -> None:
        threads = len(self.counts)
        # A playout makes one node at most, so a limit of nodes is one of playouts.
        limits = [most for most in (self.watch.limit.playouts, self.watch.limit.nodes) if most is not None]
        self.counts["most"] = -(-min(limits) // threads) if limits else 2**62
        self.counts["random"] = [random.next64() for _ in range(threads)]

        options = self.style.options(threads)

        def work(thread: int) -> Callable[[], object]:
            room = self.start.room()
            return lambda: kernel.think(
                threats.Geometry.at(self.start.geometry),
                self.graph.argument,
                self.root,
                threats.Position.at(self.start.position),
                room,
                options,
                kernel.Counts.at(self.counts[thread : thread + 1]),
                self.watch.flag,
                line_by_line(self.start.rules),
            )

        if self.is_settled() or self.watch.is_cancelled:
            return
        kernels = [work(thread) for thread in range(threads)]
        while True:
            self.watch.run(kernels, lambda: self.needs_room() or self.cannot_change(), self.so_far)
            if not self.needs_room() or self.cannot_change():
                return
            self.graph.grow()
            self.watch.resume()

    def needs_room(self) -> bool:
        """The graph is to grow, and there is time for it."""
        if not self.graph.is_crowded or self.is_settled() or self.watch.is_cancelled:
            return False
        return self.watch.seconds_left > _GROWTH_TIME * self.graph.nodes_used

    def is_settled(self) -> bool:
        """There is nothing to think about: the outcome is known, or only one move makes sense."""
        return self.graph.proof(self.root) != 0 or self.graph.moves(self.root).bit_count() == 1

    def cannot_change(self) -> bool:
        """Whatever the rest of the time brings, the answer stays the same: one move is left, or, with `early_stop`, the
        most visits will stay where they are."""
        edges = self.graph.edges(self.root)
        ranked = sorted((edge.visits for edge in edges if not edge.is_lost), reverse=True)
        if len(ranked) < 2:
            return True
        seconds = self.watch.seconds
        if not self.style.early_stop or self.watch.limit.time is None or seconds < 0.5 * self.watch.limit.time:
            return False
        # New visits come at the pace of this search, not of those whose visits were kept.
        pace = self.counts["done"].sum() / seconds
        return bool(ranked[0] - ranked[1] > pace * (self.watch.limit.time - seconds))

    def so_far(self) -> Decision:
        """What the decision would be now; the kernels count their playouts when they end."""
        return replace(self.decision(), playouts=int(self.counts["done"].sum()))

    def decision(self) -> Decision:
        edges = self.graph.edges(self.root)
        proof = self.graph.proof(self.root)
        if edges:
            best = self._best(edges)
            move, value, line = best.move, best.mean, self._line(best)
        else:
            # Known at sight: one of the moves that win, block, or are left.
            move, value = next(bits(self.graph.moves(self.root))), None
            line = (move,)
        if proof:
            value = 0.0 if proof == graph_kernel.PROVEN_DRAW else 1.0 if proof > 0 else -1.0
        return Decision(
            move=move,
            value=value,
            values={edge.move: edge.mean for edge in edges if edge.visits},
            visits={edge.move: edge.visits for edge in edges},
            line=line,
            nodes=self.graph.nodes_used - self.nodes_before,
            playouts=int(self.counts["playouts"].sum()),
            depth=int(self.counts["deepest"].max()),
            seconds=self.watch.seconds,
            complete=not self.watch.is_cancelled,
            exact=proof != 0,
        )

    def _best(self, edges: list[Edge]) -> Edge:
        best = max(edges, key=_rank)
        if self.style.final_share == 1 or best.proof:
            return best
        enough = self.style.final_share * best.visits
        return max((edge for edge in edges if edge.proof or edge.visits >= enough), key=_worth)

    def _line(self, edge: Edge) -> tuple[Move, ...]:
        line = [edge.move]
        while edge.node and (edges := self.graph.edges(edge.node)):
            edge = max(edges, key=_rank)
            if not edge.visits:
                break
            line.append(edge.move)
        return tuple(line)


def _rank(edge: Edge) -> tuple[int, float]:
    """The fastest win, then what was visited most, then the slowest loss."""
    if edge.is_won:
        return 2, -edge.proof
    return (0, -edge.proof) if edge.is_lost else (1, edge.visits)


def _worth(edge: Edge) -> float:
    """The value of a move that does not win, with what is proven."""
    return -1.0 if edge.is_lost else 0.0 if edge.proof else edge.mean
