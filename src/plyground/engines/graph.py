"""The memory of the champion: nodes, edges and the table that finds a node by its stones."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from plyground.board import Move
from plyground.engines.geometry import address
from plyground.kernels.playouts import graph as kernel

__all__ = ["NODE_BYTES", "Edge", "Graph"]

# Numbers of edges for each node: every third node has some, five for each move.
_EDGE_NUMBERS = 30

NODE_BYTES = 4 * kernel.NODE + 4 * _EDGE_NUMBERS + 3 * 8
"""What a node takes: itself, its share of the edges, and of the table, which has two to four places for each."""


class Edge(NamedTuple):
    """A move from a node and what is known of it, for the side that moves. `proof` as in `kernels.graph`."""

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
    """Room for so many nodes. Not larger than needed: a table spread over much memory is slow at first."""

    def __init__(self, nodes: int) -> None:
        self.nodes_most = nodes
        self.edges_most = min(2**31 - 1 - 2 * kernel.LANES, nodes * _EDGE_NUMBERS)
        self._nodes = np.empty((nodes, kernel.NODE), np.int32)
        self._edges = np.empty(self.edges_most + 2 * kernel.LANES, np.int32)
        bits = math.ceil(math.log2(nodes)) + 1
        self._table = np.zeros(1 << bits, np.uint64)
        self._header = np.zeros(kernel.GRAPH_SLOTS, np.int64)
        for slot, value in (
            (kernel.NODES, address(self._nodes)),
            (kernel.EDGES, address(self._edges)),
            (kernel.TABLE, address(self._table)),
            (kernel.TABLE_BITS, bits),
            (kernel.NODES_USED, 1),
            (kernel.NODES_MOST, self.nodes_most),
            (kernel.EDGES_USED, kernel.LANES),
            (kernel.EDGES_MOST, self.edges_most),
        ):
            self._header[slot] = value

    @property
    def header(self) -> int:
        """Where the kernels find it."""
        return address(self._header)

    @property
    def nodes_used(self) -> int:
        return min(int(self._header[kernel.NODES_USED]), self.nodes_most)

    @property
    def fullness(self) -> float:
        """How much of it is used, from 0 to 1."""
        return max(self.nodes_used / self.nodes_most, float(self._header[kernel.EDGES_USED]) / self.edges_most)

    def below(self, node: int, nodes: int, most: int) -> Graph:
        """A graph with room for `nodes`, and in it what can be reached from `node`: the nearest `most`."""
        graph = Graph(nodes)
        graph._header[kernel.NODES_MOST] = max(2, min(most, nodes))
        kernel.transplant(self.header, node, graph.header, 1)
        graph._header[kernel.NODES_MOST] = nodes
        return graph

    def proof(self, node: int) -> int:
        return int(self._nodes[node, kernel.PROOF])

    def moves(self, node: int) -> int:
        """The columns worth a try, as bits."""
        return int(self._nodes[node, kernel.MOVES]) & 0xFFFFFFFF

    def edges(self, node: int) -> list[Edge]:
        first, count = (int(self._nodes[node, field]) for field in (kernel.FIRST, kernel.COUNT))
        if first <= 0:
            return []
        numbers = self._edges[first : first + kernel.FIELDS * count].reshape(kernel.FIELDS, count)
        totals, priors = (numbers[field].view(np.float32) for field in (1, 4))
        return [
            Edge(
                move=int(numbers[3, k]) & 31,
                visits=int(numbers[0, k]),
                total=float(totals[k]),
                proof=int(numbers[3, k]) >> 8,
                node=int(numbers[2, k]),
                prior=float(priors[k]),
            )
            for k in range(count)
        ]
