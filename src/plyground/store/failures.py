"""The ways in which a database can fail, as messages for people."""

from __future__ import annotations

import sqlite3

from plyground.errors import N_, StoreError

__all__ = ["locked", "store_error"]

_LOCKED = N_("'{place}' is locked: another program writes to it and does not end; try again later")
_KEPT = N_("'{place}': {reason}; what was saved before is kept")
_AWAY = N_("'{place}' cannot be reached ({reason}); what it holds is kept; try again when it is back")

_SQLITE = {
    sqlite3.SQLITE_FULL: N_("the disk with '{place}' is full ({reason}); what was saved before is kept"),
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_NOTADB: N_("'{place}' is not a database; nothing was changed; name another with --database"),
    sqlite3.SQLITE_CORRUPT: N_(
        "'{place}' is damaged ({reason}); nothing was changed; copy the file first, then 'plyground games export' "
        "saves the games that can still be read"
    ),
    sqlite3.SQLITE_READONLY: N_("'{place}' may not be written ({reason}); what it holds is kept"),
    sqlite3.SQLITE_PERM: N_("'{place}' may not be written ({reason}); what it holds is kept"),
    sqlite3.SQLITE_CANTOPEN: N_("'{place}' cannot be opened ({reason}); it has to be a file in a folder of yours"),
    sqlite3.SQLITE_IOERR: N_("'{place}' cannot be read or written ({reason}); what was saved before is kept"),
}

# By SQLSTATE, or the start of one: https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRESQL = {
    "53100": N_("the disk of the database server at '{place}' is full ({reason}); what was saved before is kept"),
    "55P03": _LOCKED,
    "42501": N_("this user may not do that in '{place}' ({reason}); what it holds is kept"),
    "25006": N_("'{place}' may not be written ({reason}); what it holds is kept"),
    "XX001": N_("'{place}' is damaged ({reason}); nothing was changed; ask whoever looks after the server"),
    "XX002": N_("'{place}' is damaged ({reason}); nothing was changed; ask whoever looks after the server"),
    "57P": _AWAY,
    "08": _AWAY,
    "53": _AWAY,
}


def locked(place: str) -> StoreError:
    return StoreError(_LOCKED, place=place)


def store_error(error: BaseException | None, place: str) -> StoreError:
    """The message for an error of the database driver."""
    # The first line says what happened, the others what the server suggests to do.
    reason = str(error).strip().partition("\n")[0]
    if isinstance(error, sqlite3.Error):
        # The low byte is the kind of error, the rest its detail. Errors of the Python driver itself have no code.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return StoreError(_SQLITE.get(code, _KEPT), place=place, reason=reason)
    state = getattr(error, "sqlstate", None)
    if state is None and any(kind.__name__ in ("OperationalError", "TimeoutError") for kind in type(error).__mro__):
        # The connection failed, was lost, or none was free. A server that refuses a new connection gives no code.
        return StoreError(_AWAY, place=place, reason=reason)
    for beginning in (state, state[:3], state[:2]) if state else ():
        if beginning in _POSTGRESQL:
            return StoreError(_POSTGRESQL[beginning], place=place, reason=reason)
    return StoreError(_KEPT, place=place, reason=reason)
