"""`Organizer`: runs a tournament that was started from the page, one at a time, beside the server.

Its games are played by processes of their own, so that the page stays quick. It stops when somebody says so to any
worker of the server: the word goes through the database, where the tournament's state is.
"""

from __future__ import annotations

import logging
import threading

from plyground.arena.settings import Settings as TournamentSettings
from plyground.arena.tournament import RUNNING, run_tournament
from plyground.errors import N_
from plyground.executors import cores, local_executor
from plyground.store.database import Database
from plyground.store.tournaments import get_tournament, set_state
from plyground.web.messages.refusals import Refusal

__all__ = ["STOPPING", "Organizer"]

log = logging.getLogger(__name__)

STOPPING = "stopping"
"""The state of a tournament that somebody asked to stop; whoever runs it sees it there."""
_LOOKS = 1.0  # seconds between two looks at that state
_ENDS_WITHIN = 10.0


class Organizer:
    """Belongs to one process of the server; every method may be called from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._cancel = threading.Event()
        self._name: str | None = None
        self.problems: dict[str, Exception] = {}
        """Why a tournament ended early, by its name."""

    @property
    def running(self) -> str | None:
        """The name of the tournament that this process runs."""
        thread = self._thread
        return self._name if thread is not None and thread.is_alive() else None

    def start(self, settings: TournamentSettings) -> None:
        with self._lock:
            if (running := self.running) is not None:
                raise Refusal(
                    "busy",
                    409,
                    N_("the tournament '{name}' is still running; one at a time: wait for it, or stop it"),
                    name=running,
                )
            self._cancel = threading.Event()
            self._name = settings.name
            self.problems.pop(settings.name, None)
            self._thread = threading.Thread(
                target=self._run, args=(settings, self._cancel), name="tournament", daemon=True
            )
            self._thread.start()

    def stop(self, name: str) -> None:
        """Asks whoever runs it to stop; what was played stays, and it can go on later."""
        if name == self.running:
            self._cancel.set()
        if get_tournament(self._database, name).state == RUNNING:
            set_state(self._database, name, STOPPING)

    def close(self) -> None:
        self._cancel.set()
        thread = self._thread
        if thread is not None:
            thread.join(_ENDS_WITHIN)

    def _run(self, settings: TournamentSettings, cancel: threading.Event) -> None:
        ended = threading.Event()
        watcher = threading.Thread(
            target=self._watch, args=(settings.name, cancel, ended), name="tournament-watch", daemon=True
        )
        # A core stays free for the server itself.
        workers = local_executor(max(1, cores() - 1))
        try:
            watcher.start()
            run_tournament(self._database, settings, executor=workers, cancel=cancel)
        except Exception as error:
            log.warning("the tournament '%s' ended early: %s", settings.name, error)  # not shown
            self.problems[settings.name] = error
        finally:
            self._name = None  # the next one may start while this one's processes end
            ended.set()
            watcher.join()
            workers.shutdown()

    def _watch(self, name: str, cancel: threading.Event, ended: threading.Event) -> None:
        while not ended.wait(_LOOKS):
            try:
                if get_tournament(self._database, name).state == STOPPING:
                    cancel.set()
            except Exception as error:
                log.info("the state of '%s' cannot be read: %s", name, error)  # not shown; perhaps the next look can
