"""An exact benchmark: shipped positions with the value of every move, and how far a policy stays behind the best."""

from plyground.benchmark.scoring import Mean, Policy, PolicyScore, score_policy, score_table, uniform_score
from plyground.benchmark.sets import SETS, BenchmarkSet, benchmark_set

__all__ = [
    "SETS",
    "BenchmarkSet",
    "Mean",
    "Policy",
    "PolicyScore",
    "benchmark_set",
    "score_policy",
    "score_table",
    "uniform_score",
]
