"""Monte Carlo: random games, games under a policy, UCT on a tree, and the champion's search on a graph."""

__all__ = [
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
