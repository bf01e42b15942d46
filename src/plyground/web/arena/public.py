"""What visitors may know of the players and games of tournaments.

A bot's command line and standard error may hold passwords, so the page shows its program and how a game ended. The
ids of a tournament's games follow from its name, so the page gives each one a signature that cannot be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from plyground.players import player_kinds, public_text
from plyground.texts import retell
from plyground.web.serving.settings import ServerSettings

__all__ = ["PublicNames", "public_reason", "signed_id", "unsigned_id"]

_SIGNATURE_LETTERS = 24
_STANDARD_ERROR = "; the last it wrote to standard error:"  # not shown; as `bots` writes it into a reason


class PublicNames:
    """The names of a tournament's players as visitors see them, one for each player."""

    def __init__(self, names: Iterable[str]) -> None:
        self._shown: dict[str, str] = {}
        for name in names:
            shown, number = public_text(name), 1
            while shown in self._shown.values():
                number += 1
                shown = f"{public_text(name)} ({number})"
            self._shown[name] = shown

    def shown(self, name: str) -> str:
        return self._shown.get(name) or public_text(name)

    def pair(self, names: tuple[str, str]) -> tuple[str, str]:
        return self.shown(names[0]), self.shown(names[1])

    def recorded(self, shown: str) -> str | None:
        """The name in the records of the player that visitors see as `shown`; None if there is none."""
        return next((name for name, public in self._shown.items() if public == shown), None)


def public_reason(reason: str, players: Sequence[str]) -> str:
    """Why a game of `players` ended off the board, in the language in use: without what a bot wrote to standard error,
    and with its name for visitors. Empty where its command line might still stand there."""
    reason = reason.partition(_STANDARD_ERROR)[0]
    rest = reason
    for player in sorted(players, key=len, reverse=True):
        shown = public_text(player)
        reason, rest = reason.replace(player, shown), rest.replace(player, "")
    bots = [kind.name for kind in player_kinds() if kind.takes_rest]
    return "" if any(bot in rest for bot in bots) else retell(reason)


def signed_id(settings: ServerSettings, id: str) -> str:
    return f"{id}.{_signature(settings, id)}"


def unsigned_id(settings: ServerSettings, signed: str) -> str | None:
    """The id of a record by what `signed_id` made of it; None if the signature is missing or wrong."""
    id, _dot, signature = signed.rpartition(".")
    return id if id and hmac.compare_digest(signature.encode(), _signature(settings, id).encode()) else None


def _signature(settings: ServerSettings, id: str) -> str:
    key = settings.admin_token.encode()
    return hmac.new(key, f"record {id}".encode(), hashlib.sha256).hexdigest()[:_SIGNATURE_LETTERS]
