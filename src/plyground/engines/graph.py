"""The memory of the champion: nodes, edges and the table that finds a node by its stones."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from plyground.board import Move
from plyground.engines.geometry import address
from plyground.kernels import compiled
from plyground.kernels.memory import Argument
from plyground.kernels.playouts import graph as kernel

__all__ = ["NODE_BYTES", "Edge", "Graph"]

_column_of, _proof_of = compiled.plain(kernel.column_of), compiled.plain(kernel.proof_of)

# Numbers of edges for each node: every third node has some, five for each move.
_EDGE_NUMBERS = 30

NODE_BYTES = kernel.Node.size + 4 * _EDGE_NUMBERS + 3 * 8
"""What a node takes: itself, its share of the edges, and of the table, which has two to four places for each."""


class Edge(NamedTuple):
    """A move from a node and what is known of it, for the side that moves. `proof` as in `kernels.playouts.graph`."""

    move: Move
    visits: int
    total: float
    proof: int
    node: int
    prior: float
    """How good it looked before it was tried; 1 on average."""

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def is_lost(self) -> bool:
        return self.proof < 0

    @property
    def is_won(self) -> bool:
        return 0 < self.proof < kernel.PROVEN_DRAW


class Graph:
    """Room for so many nodes, with a table for `at_first` of them that can grow.

    Nodes and edges fill their memory from its start, but a table is spread over all of its own, and every page of that
    costs time when it is touched first. So it should not be larger than needed.
    """

    def __init__(self, nodes: int, at_first: int | None = None) -> None:
        self.nodes_most = nodes
        self.edges_most = min(2**31 - 1 - 2 * kernel.LANES, nodes * _EDGE_NUMBERS)
        self._nodes = np.empty(nodes, kernel.Node.dtype)
        self._edges = np.empty(self.edges_most + 2 * kernel.LANES, np.int32)
        self._memory = kernel.Graph.new()
        self._fields = self._memory[0]
        self._fields["nodes"] = address(self._nodes)
        self._fields["edges"] = address(self._edges)
        self._fields["nodes_used"] = 1
        self._fields["edges_used"] = kernel.LANES
        self._fields["edges_most"] = self.edges_most
        self._make_table(nodes if at_first is None else min(at_first, nodes))

    def _make_table(self, nodes: int) -> None:
        bits = math.ceil(math.log2(nodes)) + 1
        self._table = np.zeros(1 << bits, np.uint64)
        self._fields["table"] = address(self._table)
        self._fields["table_bits"] = bits
        # A table that was to grow takes half as many again before it has to.
        self._fields["nodes_most"] = min(self.nodes_most, len(self._table) * 3 // 4)

    @property
    def argument(self) -> Argument:
        """For the kernels."""
        return kernel.Graph.at(self._memory)

    @property
    def nodes_used(self) -> int:
        return int(min(self._fields["nodes_used"], self._fields["nodes_most"]))

    @property
    def fullness(self) -> float:
        """How much of it is used, from 0 to 1."""
        return max(self.nodes_used / self.nodes_most, float(self._fields["edges_used"]) / self.edges_most)

    @property
    def is_crowded(self) -> bool:
        """The table should grow before more nodes come."""
        return 2 * self.nodes_used > len(self._table) and self._fields["nodes_most"] < self.nodes_most

    def grow(self) -> None:
        """Makes the table four times as large, in some 0.1 microseconds for a node. Nobody may search meanwhile."""
        self._fields["nodes_used"] = self.nodes_used
        self._make_table(min(2 * len(self._table), self.nodes_most))
        kernel.enter_all(self.argument)

    def below(self, node: int, nodes: int, most: int, at_first: int | None = None) -> Graph:
        """A graph with room for `nodes`, and in it what can be reached from `node`: the nearest `most`."""
        most = max(2, min(most, nodes, self.nodes_used + 1))
        graph = Graph(nodes, None if at_first is None else max(at_first, most))
        room = int(graph._fields["nodes_most"])
        graph._fields["nodes_most"] = most
        kernel.transplant(self.argument, node, graph.argument)
        graph._fields["nodes_most"] = room
        return graph

    def proof(self, node: int) -> int:
        return int(self._nodes["proof"][node])

    def moves(self, node: int) -> int:
        """The columns worth a try, as bits."""
        return int(self._nodes["moves"][node])

    def edges(self, node: int) -> list[Edge]:
        first, count = int(self._nodes["first"][node]), int(self._nodes["count"][node])
        if first <= 0:
            return []
        edges = {name: column.tolist() for name, column in kernel.Edges.arrays(self._edges[first:], count).items()}
        return [
            Edge(
                move=_column_of(edges["facts"][k]),
                visits=edges["visits"][k],
                total=edges["totals"][k],
                proof=_proof_of(edges["facts"][k]),
                node=edges["nodes"][k],
                prior=edges["priors"][k],
            )
            for k in range(count)
        ]
