"""Run the tests and end with one summary line; exits as pytest does.

`make check` has run when `make test` gets here. What was skipped is named with its reason, so that a
machine without some system package says what it did not test. `--soak` runs the long tests instead,
and those of random examples with all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Tally:
    """Counts outcomes by test, whichever worker ran it: a test that fails twice is one failure."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}
        self.skipped: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.outcomes[report.nodeid] = "failed"
        elif report.skipped and report.nodeid not in self.outcomes:
            self.outcomes[report.nodeid] = "skipped"
            if isinstance(report.longrepr, tuple):
                reason = report.longrepr[2].removeprefix("Skipped: ")
            else:
                reason = "expected failure"
            self.skipped.setdefault(reason, []).append(report.nodeid)
        elif report.passed and report.when == "call":
            self.outcomes.setdefault(report.nodeid, "passed")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.outcomes[report.nodeid] = "failed"

    def counts(self) -> str:
        outcomes = list(self.outcomes.values())
        return ", ".join(f"{outcomes.count(kind)} {kind}" for kind in ("passed", "failed", "skipped"))


def compile_kernels() -> None:
    """Compiles all kernels, a half in each of two processes. Workers that meet one uncompiled each compile it."""
    halves = [subprocess.Popen([sys.executable, "-m", "tests.kernel_cache", half]) for half in ("first", "second")]
    for half in halves:
        half.wait()  # should it fail, the tests say more


def keep_bytecode() -> None:
    """Has every process keep what it compiles, or each of hundreds would read all sources anew."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def main(arguments: list[str]) -> int:
    soak = "--soak" in arguments
    options = [argument for argument in arguments if argument != "--soak"]
    options += ["-m", "soak or sampled", "--timeout=7200"] if soak else ["-m", "not soak"]
    if "-n" in options:
        # Each worker begins with a half of its own, so that few files are begun by both, and with them servers,
        # browsers and whatever else is made once for a file. Who is done first takes over what the other has left.
        options += ["--dist", "worksteal"]
    os.chdir(ROOT)
    keep_bytecode()
    if soak:
        os.environ["PLYGROUND_EXAMPLES"] = "all"
    if "-n" in options:
        compile_kernels()
    tally = Tally()
    code = int(pytest.main(options, plugins=[tally]))
    for reason, names in sorted(tally.skipped.items()):
        print(f"skipped ({reason}): {', '.join(names)}")
    print(tally.counts())
    verdict = "ok" if code == 0 else f"NOT ok (pytest ended with {code})"
    before = "soak" if soak else "checks ok, tests"
    print(f"plyground: {before} {verdict}: {tally.counts()}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
