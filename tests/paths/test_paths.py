"""Where files live, on each platform."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from plyground import paths

HOME = Path("/people/ada")
KINDS = ("config", "data", "cache")


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, (".config/plyground", ".local/share/plyground", ".cache/plyground")),
        ("freebsd14", {}, (".config/plyground", ".local/share/plyground", ".cache/plyground")),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, (".config/plyground", ".local/share/plyground", ".cache/plyground")),
        (
            "darwin",
            {"XDG_CACHE_HOME": "/elsewhere"},
            (
                "Library/Application Support/plyground",
                "Library/Application Support/plyground",
                "Library/Caches/plyground",
            ),
        ),
        (
            "win32",
            {},
            (
                "AppData/Local/plyground/config",
                "AppData/Local/plyground/data",
                "AppData/Local/plyground/cache",
            ),
        ),
    ],
)
def test_the_usual_places(platform, environ, expected):
    assert tuple(paths.folder(kind, platform, environ, HOME) for kind in KINDS) == tuple(HOME / e for e in expected)


def test_the_environment_moves_them():
    xdg = {"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/e"}
    assert [paths.folder(kind, "linux", xdg, HOME) for kind in KINDS] == [
        Path("/c/plyground"),
        Path("/d/plyground"),
        Path("/e/plyground"),
    ]
    local = {"LOCALAPPDATA": "/local"}
    assert paths.folder("cache", "win32", local, HOME) == Path("/local/plyground/cache")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_one_variable_moves_everything(platform):
    environ = {"PLYGROUND_HOME": "/own", "XDG_DATA_HOME": "/d", "LOCALAPPDATA": "/local"}
    folders = [paths.folder(kind, platform, environ, HOME) for kind in KINDS]
    assert folders == [Path("/own/config"), Path("/own/data"), Path("/own/cache")]


def test_the_running_process_uses_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "own place"))
    folders = [paths.config_dir(), paths.data_dir(), paths.cache_dir()]
    assert folders == [tmp_path / "own place" / kind for kind in KINDS]
    assert not any(folder.exists() for folder in folders), "asking creates nothing"


def test_a_relative_home_is_made_absolute(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLYGROUND_HOME", "here")
    assert paths.data_dir() == tmp_path / "here" / "data"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps permissions elsewhere")
def test_ready_makes_a_private_folder_once(tmp_path):
    old = os.umask(0)
    try:
        folder = paths.ready(tmp_path / "a" / "b")
    finally:
        os.umask(old)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert paths.ready(folder) == folder
