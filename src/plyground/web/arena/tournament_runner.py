"""`TournamentRunner`: runs the tournaments that are started from the page, one at a time, beside the server.

The games are played by other processes, so that the page stays quick. A tournament can be stopped through any worker of
the server: the request to stop is a state of the tournament in the database.
"""

from __future__ import annotations

import logging
import threading

from plyground.arena import RUNNING, SERVED, TournamentSettings, run_tournament
from plyground.errors import N_
from plyground.executors import cores, local_executor
from plyground.store import Database, get_tournament, set_state
from plyground.web.messages.refusals import Refusal

__all__ = ["STOPPING", "TournamentRunner"]

log = logging.getLogger(__name__)

STOPPING = "stopping"
"""The state of a tournament that is asked to stop; the process that runs it watches for it."""
_CHECK_SECONDS = 1.0  # between two looks at that state
_END_SECONDS = 10.0


class TournamentRunner:
    """The runner of one process of the server. Every method may be called from any thread."""

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
                    N_("the tournament '{name}' is still running; only one can run at a time: wait for it, or stop it"),
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
        """Asks the process that runs the tournament to stop. Its games stay, and it can go on later."""
        state = get_tournament(self._database, name).state
        if name == self.running:
            self._cancel.set()
        elif state == RUNNING:
            raise Refusal(
                "not_served",
                409,
                N_("the tournament '{name}' was started from the command line or by a program, and is stopped there"),
                name=name,
            )
        if state == SERVED:
            set_state(self._database, name, STOPPING)

    def close(self) -> None:
        self._cancel.set()
        thread = self._thread
        if thread is not None:
            thread.join(_END_SECONDS)

    def _run(self, settings: TournamentSettings, cancel: threading.Event) -> None:
        ended = threading.Event()
        watcher = threading.Thread(
            target=self._watch, args=(settings.name, cancel, ended), name="tournament-watch", daemon=True
        )
        # A core stays free for the server itself.
        workers = local_executor(max(1, cores() - 1))
        try:
            watcher.start()
            run_tournament(self._database, settings, executor=workers, cancel=cancel, state=SERVED)
        except Exception as error:
            log.warning("the tournament '%s' ended early: %s", settings.name, error)  # not shown
            self.problems[settings.name] = error
        finally:
            self._name = None  # the next one may start while these processes end
            ended.set()
            watcher.join()
            workers.shutdown()

    def _watch(self, name: str, cancel: threading.Event, ended: threading.Event) -> None:
        while not ended.wait(_CHECK_SECONDS):
            try:
                if get_tournament(self._database, name).state == STOPPING:
                    cancel.set()
            except Exception as error:
                log.info("the state of '%s' cannot be read: %s", name, error)  # not shown; perhaps the next look can
