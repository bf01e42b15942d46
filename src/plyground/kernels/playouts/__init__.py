"""Monte Carlo: random games, games under a policy, UCT on a tree, the champion's search on a graph, and boards in
batches."""

__all__ = [
    "batch",
    "evaluation",
    "graph",
    "graph_search",
    "playout",
    "policy",
    "priors",
    "simulation",
    "threats",
    "uct",
]
