"""A bot's process as its driver sees it: lines under a deadline, bounded memory, and an end that leaves nothing behind.

On POSIX systems a supervisor stands between the two; `supervisor` says what it guarantees where. On Windows the bot
is started directly and ended with `taskkill /T`, which finds its children as long as their parents live. If the
driver is killed there, the bot ends when it next reads its input and finds it closed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from plyground.board import Cancel
from plyground.bots import supervisor
from plyground.bots.sandbox import BotLimits, clean_environment, sandboxed, user_of
from plyground.errors import N_, PlayerError

__all__ = ["LONGEST_LINE", "BotProcess", "Quoted"]

LONGEST_LINE = 1 << 16
"""Bytes without an end of line after which we stop reading: that is no answer."""

_MOST_KEPT = 1 << 18  # bytes read ahead; a bot that writes more than is read waits
_MOST_COMPLAINTS = 4096  # bytes of standard error that are remembered, the last ones
_MOST_LINES = 24  # of these in a reason, such as a traceback
_LONGEST_COMPLAINT = 230  # letters of such a line
_MARK = "PLYGROUND_BOT"
_LOOK = 0.05  # seconds between two looks at a cancel
_END = 1.2  # seconds that a supervisor has to end a bot before the driver does it
_ROUNDS = 100  # of killing, against processes that start others meanwhile
_LAST_WORDS = 1.5  # seconds to learn how a bot ended whose output did


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a bot in an error, which shows them whole. Several lines begin on a line of their own."""

    text: str

    def __str__(self) -> str:
        return f"\n{self.text}" if "\n" in self.text else self.text


class _Stream:
    """What a bot writes, collected by a thread. It has no reference to the process, so as not to keep it alive."""

    def __init__(self, place: int, most: int, forget: bool) -> None:
        self.data = bytearray()
        self.ended = False
        self.news = threading.Condition()
        self._place = place
        self._most = most
        self._forget = forget
        self._closed = False
        threading.Thread(target=self._collect, name="bot-output", daemon=True).start()

    def _collect(self) -> None:
        try:
            while chunk := os.read(self._place, 1 << 14):
                with self.news:
                    while not self._forget and len(self.data) >= self._most and not self._closed:
                        self.news.wait()
                    if not self._closed:
                        self.data += chunk
                        if self._forget:
                            del self.data[: -self._most]
                    self.news.notify_all()
        except OSError:
            pass
        finally:
            os.close(self._place)
            with self.news:
                self.ended = True
                self.news.notify_all()

    def close(self) -> None:
        with self.news:
            self._closed = True
            self.news.notify_all()


class BotProcess:
    """A running bot. Every way in which it can fail is a `PlayerError`, and after one the process is to be closed.

    It ends with `close`, when nobody refers to it any more, with the interpreter, and with the driver's death.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        environment: Mapping[str, str] | None = None,
        limits: BotLimits | None = None,
    ) -> None:
        self.name = name
        self._limits = limits = limits or BotLimits()
        self._allowed: tuple[float, float] | None = None
        mark = secrets.token_hex(16)
        settings = (clean_environment(os.environ) if environment is None else dict(environment)) | {_MARK: mark}
        lifeline: int | None = None
        try:
            if sys.platform == "win32":
                self._child = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    env=settings,
                    creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
                )
            else:
                held, lifeline = os.pipe()
                numbers = (held, os.getpid(), limits.memory, limits.processes, limits.file_size, user_of(limits))
                try:
                    self._child = subprocess.Popen(
                        [
                            *(sys.executable, "-I", "-S", supervisor.__file__),
                            *(*map(str, numbers), *sandboxed(command, limits)),
                        ],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        bufsize=0,
                        env=settings,
                        pass_fds=(held,),
                        # Ctrl-C and signals to the driver's group are the driver's business.
                        start_new_session=True,
                    )
                finally:
                    os.close(held)
        except (OSError, ValueError) as error:
            if lifeline is not None:
                os.close(lifeline)
            raise PlayerError(
                N_("{name} cannot be started: {reason}"), name=name, reason=getattr(error, "strerror", None) or error
            ) from None
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        self._input = self._child.stdin.fileno()
        if sys.platform != "win32":
            os.set_blocking(self._input, False)
        # The collecting threads close their ends themselves: a pipe must not be closed under a reader.
        self._output = _Stream(os.dup(self._child.stdout.fileno()), _MOST_KEPT, forget=False)
        self._complaints = _Stream(os.dup(self._child.stderr.fileno()), _MOST_COMPLAINTS, forget=True)
        self._child.stdout.close()
        self._child.stderr.close()
        self._end = weakref.finalize(
            self, _end, self._child, lifeline, mark, (self._output.close, self._complaints.close)
        )

    @property
    def complaints(self) -> str:
        """The last lines that it wrote to standard error, without control characters."""
        with self._complaints.news:
            text = self._complaints.data.decode("utf-8", "replace")
        lines = [line.expandtabs(4).rstrip()[-_LONGEST_COMPLAINT:] for line in text.splitlines() if line.strip()]
        return "\n".join(
            "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
            for line in lines[-_MOST_LINES:]
        )

    def allow(self, seconds: float) -> None:
        """What the bot has for its next answer, from now on; the reason of a timeout says it."""
        self._allowed = time.monotonic(), seconds

    # Talking

    def send(self, data: bytes) -> None:
        """Writes without waiting: what we send fits into a pipe, unless the bot does not read."""
        view = memoryview(data)
        try:
            while view:
                written = os.write(self._input, view)
                view = view[written:]
        except BlockingIOError:
            raise self._explained(PlayerError(N_("{name} does not read what it is sent"), name=self.name)) from None
        except OSError:
            raise self._gone() from None

    def read_line(self, deadline: float, cancel: Cancel | None = None) -> str:
        """The next line without its end; `deadline` is a time of `time.monotonic`."""

        def complete(data: bytearray) -> int | None:
            end = data.find(b"\n", 0, LONGEST_LINE)
            if end >= 0:
                return end + 1
            if len(data) >= LONGEST_LINE:
                raise PlayerError(
                    N_("{name} wrote {count} bytes without an end of line"), name=self.name, count=LONGEST_LINE
                )
            return None

        line = self._take(complete, deadline, cancel)
        try:
            return line.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise PlayerError(
                N_("{name} wrote bytes that are not UTF-8 text: {bytes}"), name=self.name, bytes=line[:40]
            ) from None

    def check_time(self, deadline: float, cancel: Cancel | None = None) -> None:
        """Fails if the deadline is over or the cancel set. To be asked between two lines: `read_line` does not look
        at the clock where the next line has arrived, so that a driver's delay is not the bot's."""
        if time.monotonic() >= deadline:
            raise self._explained(self._late())
        if cancel is not None and cancel.is_set():
            raise PlayerError(N_("{name} was interrupted"), name=self.name)

    def read_bytes(self, count: int, deadline: float, cancel: Cancel | None = None) -> bytes:
        return self._take(lambda data: count if len(data) >= count else None, deadline, cancel)

    def unread(self, remark: bytes | tuple[bytes, ...] | None = None) -> bytes:
        """The beginning of what it wrote and nobody has read; lines that begin with `remark` are dropped."""
        data = self._output.data
        with self._output.news:
            while remark and data.startswith(remark) and len(data) < LONGEST_LINE:
                end = data.find(b"\n")
                if end < 0:
                    return b""  # a remark that is still being written
                del data[: end + 1]
                self._output.news.notify_all()
            return bytes(data[:80])

    def _take(self, complete: Callable[[bytearray], int | None], deadline: float, cancel: Cancel | None) -> bytes:
        output = self._output
        with output.news:
            while (end := complete(output.data)) is None:
                if output.ended:
                    raise self._gone()
                self.check_time(deadline, cancel)
                left = max(0.0, deadline - time.monotonic())
                output.news.wait(left if cancel is None else min(left, _LOOK))
            taken = bytes(output.data[:end])
            del output.data[:end]
            output.news.notify_all()
            return taken

    def _late(self) -> PlayerError:
        if self._allowed is None:
            return PlayerError(N_("{name} did not answer in time"), name=self.name, termination="timeout")
        began, seconds = self._allowed
        return PlayerError(
            N_("{name} had not answered after {took} s; it had {seconds} s"),
            name=self.name,
            took=f"{time.monotonic() - began:.3f}",
            seconds=f"{seconds:g}",
            termination="timeout",
        )

    # Failing and ending

    def _gone(self) -> PlayerError:
        """It closed its output or ended; says how."""
        try:
            code = self._child.wait(_LAST_WORDS)
        except subprocess.TimeoutExpired:
            return self._explained(PlayerError(N_("{name} closed its output before it answered"), name=self.name))
        with self._complaints.news:  # its last words may still be on their way
            self._complaints.news.wait_for(lambda: self._complaints.ended, 0.3)
        if (broken := self._broken_limit(code)) is not None:
            return self._explained(broken)
        ending = code - 128
        if ending in set(signal.Signals):
            return self._explained(
                PlayerError(
                    N_("{name} was ended by the signal {signal}"), name=self.name, signal=signal.Signals(ending).name
                )
            )
        return self._explained(
            PlayerError(N_("{name} ended with exit code {code} before it answered"), name=self.name, code=code)
        )

    def _broken_limit(self, code: int) -> PlayerError | None:
        match code:
            case supervisor.TOO_MUCH_MEMORY:
                return PlayerError(
                    N_("{name} used more than {most} MB of memory and was ended"),
                    name=self.name,
                    most=self._limits.memory,
                )
            case supervisor.TOO_MANY_PROCESSES:
                return PlayerError(
                    N_("{name} started more than {most} processes and was ended"),
                    name=self.name,
                    most=self._limits.processes,
                )
            case lost if lost == supervisor.SUPERVISOR_LOST or lost < 0:
                return PlayerError(
                    N_("{name} was ended: the process that watches over it had been killed or stopped"), name=self.name
                )
        return None

    def _explained(self, error: PlayerError) -> PlayerError:
        """The error, with the last words of the bot where there are any."""
        complaints = self.complaints
        if not complaints:
            return error
        return PlayerError(
            N_("{reason}; the last it wrote to standard error: {complaints}"),
            reason=error,
            complaints=Quoted(complaints),
            termination=error.termination,
        )

    def close(self, patience: float = 0.0) -> bool:
        """Ends it with all its children; True if it ended by itself within `patience` seconds after its input did."""
        if self._child.stdin is not None:
            with contextlib.suppress(OSError):
                self._child.stdin.close()
        alone = False
        if patience > 0 and self._end.alive:
            try:
                self._child.wait(patience)
                alone = True
            except subprocess.TimeoutExpired:
                pass
        self._end()
        return alone


def _end(child: subprocess.Popen[bytes], lifeline: int | None, mark: str, closes: Sequence[Callable[[], None]]) -> None:
    for close in closes:
        close()
    if lifeline is not None:
        os.close(lifeline)  # tells the supervisor to end everything
    elif sys.platform == "win32" and child.poll() is None:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(child.pid)], capture_output=True, check=False)
    if child.stdin is not None:
        with contextlib.suppress(OSError):
            child.stdin.close()
    if not _ends(child):
        _kill_below(child.pid)
        child.kill()
        child.wait()
    if sys.platform == "linux" and (child.returncode < 0 or child.returncode == supervisor.SUPERVISOR_LOST):
        _end_marked(mark)


def _ends(child: subprocess.Popen[bytes]) -> bool:
    """Whether the guard ends in time. It cannot once it is stopped, so that is not waited for."""
    give_up = time.monotonic() + _END
    pause = 0.001
    while child.poll() is None:
        if time.monotonic() > give_up or _is_stopped(child.pid):
            return False
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return True


def _is_stopped(pid: int) -> bool:
    return supervisor.read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:1] == [b"T"]


def _kill_below(pid: int) -> None:
    """Kills what a stopped guard or supervisor has below it. Orphans become its children even now."""
    for _round in range(_ROUNDS):
        if not (alive := supervisor.descendants(pid)):
            return
        supervisor.kill_all(alive)
        time.sleep(0.01)


def _end_marked(mark: str) -> None:
    """Kills what escaped when both were killed, and still carries the mark in its environment."""
    wanted = f"{_MARK}={mark}".encode()
    for _round in range(_ROUNDS):
        found = [
            int(name)
            for name in os.listdir("/proc")
            if name.isdigit() and wanted in supervisor.read(f"/proc/{name}/environ").split(b"\0")
        ]
        if not found:
            return
        for pid in found:
            _kill_below(pid)
        supervisor.kill_all(found)
        time.sleep(0.01)
