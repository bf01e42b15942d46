"""Where Plyground keeps its files on this machine.

|        | Linux and others            | macOS                                     | Windows                         |
|--------|-----------------------------|-------------------------------------------|---------------------------------|
| config | $XDG_CONFIG_HOME/plyground  | ~/Library/Application Support/plyground   | %LOCALAPPDATA%/plyground/config |
| data   | $XDG_DATA_HOME/plyground    | ~/Library/Application Support/plyground   | %LOCALAPPDATA%/plyground/data   |
| cache  | $XDG_CACHE_HOME/plyground   | ~/Library/Caches/plyground                | %LOCALAPPDATA%/plyground/cache  |

PLYGROUND_HOME overrides all three with folders of its own. Asking creates nothing; call `ready`
before writing a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["cache_dir", "config_dir", "data_dir", "ready"]


def config_dir() -> Path:
    """Settings that a user writes."""
    return folder("config", sys.platform, os.environ, Path.home())


def data_dir() -> Path:
    """What must not be lost: games, tournaments, opening books."""
    return folder("data", sys.platform, os.environ, Path.home())


def cache_dir() -> Path:
    """What can be made again."""
    return folder("cache", sys.platform, os.environ, Path.home())


def ready(folder: Path) -> Path:
    """Makes the folder if it is missing, readable by its owner only, and returns it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


_XDG = {
    "config": ("XDG_CONFIG_HOME", ".config"),
    "data": ("XDG_DATA_HOME", ".local/share"),
    "cache": ("XDG_CACHE_HOME", ".cache"),
}


def folder(kind: str, platform: str, environ: Mapping[str, str], home: Path) -> Path:
    """The folder of a kind (config, data or cache) on a platform, as `sys.platform` names it."""
    if own := environ.get("PLYGROUND_HOME"):
        return Path(own).expanduser().absolute() / kind
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "plyground" / kind
    if platform == "darwin":
        library = home / "Library"
        return library / "Caches" / "plyground" if kind == "cache" else library / "Application Support" / "plyground"
    variable, usual = _XDG[kind]
    named = environ.get(variable, "")
    # The XDG specification wants a relative path ignored.
    return (Path(named) if os.path.isabs(named) else home / usual) / "plyground"
