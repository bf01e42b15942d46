"""What all tests share: skips for missing programs, one place for compiled kernels, a quiet environment."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile

import pytest

from tests import kernel_cache, shared_browser
from tests.postgres import database_url, postgres
from tests.shared_browser import browser

__all__ = ["browser", "database_url", "postgres"]

os.environ.setdefault("NUMBA_CACHE_DIR", str(kernel_cache.folder()))
# The user's own choices must not change what the tests see; subprocesses inherit this.
for name in ("PLYGROUND_LANG", "PLYGROUND_DATABASE", "LANGUAGE", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(name, None)
# What the tests play and save goes to a folder of their own.
os.environ["PLYGROUND_HOME"] = tempfile.mkdtemp(prefix="plyground-tests-")
atexit.register(shutil.rmtree, os.environ["PLYGROUND_HOME"], ignore_errors=True)
# A run in the background of a script is started to ignore Ctrl-C, and so would be everything that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    shared_browser.put_last(items)
    for item in items:
        missing = [
            program for marker in item.iter_markers("needs") for program in marker.args if shutil.which(program) is None
        ]
        # Continuous integration installs the programs; a skip there would hide that it did not.
        if missing and os.environ.get("CI") != "true":
            item.add_marker(pytest.mark.skip(reason=f"needs {', '.join(missing)}"))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    shared_browser.close_after(item, nextitem)
