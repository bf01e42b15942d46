"""Starts one bot, and ends it with everything it started.

`process` runs this file as a script, with the standard library alone and nothing of ours, in a process between the
driver and the bot:

    driver ── supervisor ── bot ── whatever the bot starts

The driver holds one end of a pipe, the lifeline. The supervisor ends the bot when that end is closed, which also
happens when the driver dies, however it dies. What is guaranteed on each system:

Linux       Every descendant ends, in whatever session or process group: the supervisor is a child subreaper, so that
            orphans become its children, and it looks for descendants in /proc until there are none. If the
            supervisor itself is killed, the kernel kills the bot, and the driver looks for processes with its mark.
elsewhere   The bot's process group ends; processes that left the group do not.
(POSIX)

The exit code is the bot's, or 128 and the number of the signal that ended it; 127 when it could not be started.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
CANNOT_START = 127

# Seconds to wait for a process that cannot be killed, such as one that waits for a broken disk.
PATIENCE = 60.0


def prctl(option: int, value: int) -> None:
    if LINUX:
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def start(command: list[str]) -> int:
    """The process number of the bot, in a session of its own, with its signals as a shell would leave them."""
    supervisor = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor:
            os._exit(1)  # the supervisor died before the kernel could be asked to end us with it
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {os.strerror(error.errno or 0)}\n".encode())
    finally:
        os._exit(CANNOT_START)


def parents() -> dict[int, int]:
    """The parent of every living process of the machine."""
    found: dict[int, int] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return found  # no /proc here: only the process group is known
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    # The program's name stands in parentheses and may hold anything, parentheses too.
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
            except (OSError, ValueError):
                continue  # it ended while we looked
            if state != b"Z":
                found[int(name)] = int(parent)
    return found


def descendants(root: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for pid, parent in parents().items():
        children.setdefault(parent, []).append(pid)
    found, queue = [], [root]
    while queue:
        for child in children.get(queue.pop(), ()):
            found.append(child)
            queue.append(child)
    return found


def reap(bot: int, code: int | None) -> tuple[int | None, bool]:
    """Reaps ended children; the bot's exit code once it is known, and whether any child is left."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code, False
        if not pid:
            return code, True
        if pid == bot:
            ended = os.waitstatus_to_exitcode(status)
            code = 128 - ended if ended < 0 else ended


def end_all(bot: int, code: int | None) -> int | None:
    """Kills until nothing is left: a process may start another one while we are killing."""
    give_up = time.monotonic() + PATIENCE
    pause = 0.001
    while time.monotonic() < give_up:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(bot, signal.SIGKILL)
        alive = descendants(os.getpid()) if LINUX else []
        for pid in alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        code, children = reap(bot, code)
        if not alive and not children:
            break
        time.sleep(pause)
        pause = min(pause * 2, 0.05)
    return code


def main(arguments: list[str]) -> int:
    lifeline, driver = int(arguments[0]), int(arguments[1])
    os.set_inheritable(lifeline, False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    watch = select.poll()
    watch.register(lifeline)
    if LINUX and hasattr(os, "pidfd_open"):
        # A process that the driver forked may hold the lifeline too, so the driver itself is watched as well.
        with contextlib.suppress(OSError):
            watch.register(os.pidfd_open(driver), select.POLLIN)
        if os.getppid() != driver:
            return 1
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    watch.register(wake, select.POLLIN)
    ending = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: ending.append(number))
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    bot = start(arguments[2:])
    # If they stayed open here, the driver would not see that the bot closed them.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    code: int | None = None
    while code is None and not ending:
        ready = {place for place, _event in watch.poll()}
        if ready != {wake}:
            break
        os.read(wake, 4096)
        code, _children = reap(bot, None)
    code = end_all(bot, code)
    return 1 if code is None else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
