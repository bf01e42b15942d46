"""A function that kills its worker in the middle of the work, for tests of what comes of it."""

from __future__ import annotations

import importlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest

__all__ = ["DiesOnce", "kills"]

kills = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills with SIGKILL")


class DiesOnce:
    """Stands for the function `name` of `module`. Its second call kills the process that makes it, all others work.

    Processes count together: by files in `folder`.
    """

    def __init__(self, module: str, name: str, folder: Path) -> None:
        self.module = module
        self.name = name
        self.folder = folder

    def replace(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Puts itself in the function's place, in this process: workers still find the function itself."""
        monkeypatch.setattr(f"{self.module}.{self.name}", self)

    @property
    def has_died(self) -> bool:
        return (self.folder / "died").exists()

    def __call__(self, *arguments: Any) -> Any:
        if not self._is_first("lived") and self._is_first("died"):
            os.kill(os.getpid(), signal.SIGKILL)
        return getattr(importlib.import_module(self.module), self.name)(*arguments)

    def _is_first(self, mark: str) -> bool:
        try:
            (self.folder / mark).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True
