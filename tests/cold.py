"""Processes that find no kernel in their cache, without the half minute that it takes to compile one.

`cold_environment` makes every kernel look as if it had to be compiled: it is announced, then it waits until the file
`gate` exists, and then it is loaded from the cache of the tests.
"""

from __future__ import annotations

import os
from pathlib import Path

_PATCH = """
import time
from pathlib import Path

from plyground.kernels import compiled
from plyground.kernels.compilation import announce

GATE = Path({gate!r})
load = compiled.KernelCache.load_overload
compiled.announce = lambda module, kernel: None  # announced below, whether the tests have compiled it or not


def cold(self, sig, context):
    announce(self._function.__module__, self._function.__name__)
    while not GATE.exists():
        time.sleep(0.01)
    return load(self, sig, context)


compiled.KernelCache.load_overload = cold
"""


def cold_environment(folder: Path, *, is_open: bool = True) -> tuple[dict[str, str], Path]:
    """What to add to the environment of a process, and the gate that its kernels wait for."""
    gate = folder / "gate"
    if is_open:
        gate.touch()
    # Python imports a module of this name when it starts, in workers too.
    (folder / "sitecustomize.py").write_text(_PATCH.format(gate=str(gate)), "utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}, gate
