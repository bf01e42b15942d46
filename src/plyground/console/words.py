"""What a search found, as text for people."""

from __future__ import annotations

from plyground.board import Board, Decision
from plyground.reviews import has_enough_playouts
from plyground.texts import _, clauses, fill, ngettext, say, signed

__all__ = ["seconds_text", "thought", "value_text"]


def seconds_text(seconds: float) -> str:
    return say("{seconds} s", seconds=f"{seconds:.2f}")


def value_text(decision: Decision, infinity: str = "∞") -> str:
    """The value in the search's own numbers, for those who look into the search; empty if there is none."""
    if decision.value is None:
        return ""
    template = _("exact value {value}") if decision.exact else _("value {value}")
    return fill(template, value=signed(decision.value, infinity))


def thought(board: Board, decision: Decision, seconds: float, value: str) -> str:
    """What a player thought, as far as it is known: `value`, depth, nodes, time, the line that it expects."""
    parts = []
    if decision.note:
        parts.append(_(decision.note))
    if value:
        parts.append(value)
    if decision.depth:
        parts.append(say("depth {depth}", depth=decision.depth))
    if decision.nodes:
        count = decision.nodes
        parts.append(fill(ngettext("{count} node", "{count} nodes", count), count=f"{count:,}"))
    if decision.playouts:
        count = decision.playouts
        parts.append(fill(ngettext("{count} playout", "{count} playouts", count), count=f"{count:,}"))
    parts.append(seconds_text(seconds))
    if len(decision.line) > 1 and (not decision.playouts or has_enough_playouts(decision)):
        parts.append(say("expects {line}", line=line_text(board, decision.line)))
    return clauses(parts)


def line_text(board: Board, line: tuple[int, ...], most: int = 8) -> str:
    """The first moves of an expected continuation."""
    names = []
    for move in line[:most]:
        names.append(board.move_name(move))
        board = board.move(move)
    return " ".join(names) + (" …" if len(line) > most else "")
