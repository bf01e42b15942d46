"""Searches as addresses of the page name them: `search`, its options, `rules`, `position` and `step`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from plyground.console.terminal import Terminal
from plyground.console.watch.viewer import watch
from plyground.learn import SEARCHES, ChosenSearch, choose_search, read_board

__all__ = ["chosen_search", "watch_command", "watch_query"]


def watch_query(console: Terminal, query: Mapping[str, Any]) -> None:
    """Watches the search that the query names, from its step on."""
    watch(console, chosen_search(query), step=query.get("step"))


def chosen_search(query: Mapping[str, Any]) -> ChosenSearch:
    board = read_board(query["position"], query.get("rules"))
    return choose_search(query["search"], board, **_options(query))


def watch_command(query: Mapping[str, Any]) -> str:
    """The same as a command to type."""
    words = ["plyground", "watch", query["search"]]
    for name in ("rules", "position"):
        words += [f"--{name}", query[name]] if query.get(name) else []
    for name, value in (*_options(query).items(), ("step", query.get("step"))):
        words += (
            [] if value is None or value is False else [f"--{name}"] if value is True else [f"--{name}", str(value)]
        )
    return shlex.join(words)


def _options(query: Mapping[str, Any]) -> dict[str, Any]:
    options = {name: query[name] for name in SEARCHES[query["search"]] if query.get(name) is not None}
    return {**options, "table": bool(options["table"])} if "table" in options else options
