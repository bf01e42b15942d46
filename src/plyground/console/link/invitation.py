"""`Invitation`: a link to a seat, and the secret with which this user holds the seat."""

from __future__ import annotations

import base64
import hmac
import os
import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from plyground.errors import N_, InputError
from plyground.paths import data_dir, ready

__all__ = ["Invitation", "new_visitor"]

_KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where the game is served, its id, and the secret that takes the seat."""

    server: str
    game: str
    secret: str

    @classmethod
    def parse(cls, link: str) -> Invitation:
        """Reads `http://HOST:PORT/game/ID#join=SECRET`."""
        try:
            parts = urlsplit(link.strip())
            is_complete = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_complete = False
        if is_complete:
            game = re.fullmatch(r"/game/([A-Za-z0-9_-]{1,64})/?", parts.path)
            secret = re.fullmatch(r"join=([A-Za-z0-9_-]{1,100})", parts.fragment)
            if game is not None and secret is not None:
                return cls(f"{parts.scheme}://{parts.netloc}", game[1], secret[1])
        raise InputError(
            N_("'{link}' is no link to a seat; copy all of it, in quotes, like {example}"),
            link=link,
            example='"http://127.0.0.1:8000/game/ID#join=SECRET"',
        )

    @property
    def link(self) -> str:
        return f"{self.server}/game/{self.game}#join={self.secret}"

    def visitor(self) -> str:
        """The visitor who takes this seat: the same for this user each time, so that the same link leads back to it."""
        key = _own_key()
        return new_visitor() if key is None else _text(hmac.digest(key, self.link.encode(), "sha256"))


def new_visitor() -> str:
    """A visitor's secret, as the server's cookie has it."""
    return _text(secrets.token_bytes(_KEY_BYTES))


def _text(secret: bytes) -> str:
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def _own_key() -> bytes | None:
    """A key that only this user has; None where it cannot be kept."""
    file = data_dir() / "visitor.key"
    try:
        if not file.exists():
            new = ready(file.parent) / f"visitor.{os.getpid()}"
            new.touch(mode=0o600)
            new.write_bytes(secrets.token_bytes(_KEY_BYTES))
            new.replace(file)
        key = file.read_bytes()
    except OSError:
        return None
    return key if len(key) >= _KEY_BYTES else None
