"""`Metrics`: what a server counts about itself, in the text form that Prometheus and others read."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["Metrics"]

_BOUNDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)


class Metrics:
    def __init__(self) -> None:
        self._began = time.time()
        self.requests: Counter[int] = Counter()
        """Answers by status."""
        self.refusals: Counter[str] = Counter()
        """Requests and connections that were refused, by code."""
        self._store_times: Counter[float] = Counter()
        self._store_seconds = 0.0

    @contextmanager
    def timing_store(self) -> Iterator[None]:
        """Counts how long a call of the database took, with the wait for a thread."""
        began = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - began
            self._store_seconds += seconds
            self._store_times[next((bound for bound in _BOUNDS if seconds <= bound), float("inf"))] += 1

    def text(self, gauges: dict[str, tuple[str, dict[str, float]]]) -> str:
        """All of it, and `gauges`: by name a description and values, by their labels."""
        lines: list[str] = []

        def add(name: str, kind: str, about: str, values: dict[str, float]) -> None:
            lines.extend([f"# HELP plyground_{name} {about}", f"# TYPE plyground_{name} {kind}"])
            lines.extend(f"plyground_{name}{labels} {value:g}" for labels, value in values.items())

        add("requests_total", "counter", "Answers to requests.", _labelled("status", self.requests))
        add("refusals_total", "counter", "Requests and connections refused.", _labelled("code", self.refusals))
        for name, (about, values) in gauges.items():
            add(name, "counter" if name.endswith("_total") else "gauge", about, values)
        add("start_time_seconds", "gauge", "When this process began.", {"": self._began})
        add("resident_memory_bytes", "gauge", "Memory of this process.", {"": _resident_bytes()})
        name, count = "store_seconds", 0
        lines.extend([f"# HELP plyground_{name} Calls of the database.", f"# TYPE plyground_{name} histogram"])
        for bound in (*_BOUNDS, float("inf")):
            count += self._store_times[bound]
            lines.append(f'plyground_{name}_bucket{{le="{"+Inf" if bound > _BOUNDS[-1] else bound}"}} {count}')
        lines.extend([f"plyground_{name}_sum {self._store_seconds:.6f}", f"plyground_{name}_count {count}"])
        return "\n".join(lines) + "\n"


def _labelled(name: str, counts: Counter[int] | Counter[str]) -> dict[str, float]:
    return {f'{{{name}="{key}"}}': float(count) for key, count in sorted(counts.items(), key=str)}


def _resident_bytes() -> float:
    with suppress(OSError, ValueError, AttributeError), open("/proc/self/statm", encoding="ascii") as file:
        return float(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0.0
