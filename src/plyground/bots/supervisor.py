"""Starts one bot under limits, and ends it with everything it started.

`process` runs this file as a script, with the standard library alone and nothing of ours. On Linux it makes two
processes between the driver and the bot:

    driver ── guard ── supervisor ── bot ── whatever the bot starts

The driver holds one end of a pipe, the lifeline. The supervisor ends the bot when that end is closed, which also
happens when the driver dies, however it dies. What is guaranteed on each system:

Linux       Every descendant ends, in whatever session or process group: the supervisor is a child subreaper, so that
            orphans become its children, and it looks for descendants in /proc until there are none. A bot can
            kill or stop its supervisor, since both have the same user. Then the guard, a subreaper too, ends
            everything. If the guard is killed, the supervisor ends everything. If a bot kills or stops both, the
            driver looks for their descendants and for processes with its mark.
elsewhere   There is no guard. The bot's process group ends; processes that left the group do not.
(POSIX)

Linux is asked ten times a second how much memory and how many processes the bot uses. Besides, the system limits the
memory of each process and the size of each file.

The exit code is the bot's, or 128 and the number of the signal that ended it; 127 when it could not be started; or one
of those below. A bot that ends with such a code by itself is reported wrongly, which harms nobody else.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

if sys.platform != "win32":  # where the driver imports this file and never runs it
    import resource

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

CANNOT_START = 127
TOO_MUCH_MEMORY = 201
TOO_MANY_PROCESSES = 202
SUPERVISOR_LOST = 203

MEGABYTE = 1 << 20
LOOK = 100  # milliseconds between two looks at what the bot uses

# Seconds to wait for a process that cannot be killed, such as one that waits for a broken disk.
PATIENCE = 60.0


def prctl(option: int, value: int) -> None:
    if LINUX:
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def start(command: list[str], memory: int, processes: int, file_size: int, user: int) -> int:
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
        # Not the address space: many interpreters reserve far more addresses than they use.
        limit(resource.RLIMIT_DATA, memory * MEGABYTE)
        limit(resource.RLIMIT_FSIZE, file_size * MEGABYTE)
        limit(resource.RLIMIT_CORE, 0)
        if user:
            become(user, processes)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {os.strerror(error.errno or 0)}\n".encode())
    finally:
        os._exit(CANNOT_START)


def become(user: int, processes: int) -> None:
    """Makes this process that of a user without rights."""
    os.get_exec_path()  # what looks for a program is loaded now: the user may not be able to read our interpreter
    # The user has no other processes, so the system itself can keep to the number.
    limit(resource.RLIMIT_NPROC, processes)
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # the change of the user has cleared it


def limit(kind: int, most: int) -> None:
    """Sets a limit of this process, unless a lower one holds already."""
    _soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or most < hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))


def read(path: str) -> bytes:
    """A file of /proc; empty if the process ended meanwhile."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def is_alive(pid: int) -> bool:
    """Whether it exists and is more than an exit code that nobody has asked for."""
    # The program's name stands in parentheses and may hold anything, parentheses too.
    state = read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:1]
    return bool(state) and state[0] not in (b"Z", b"X")


def descendants(root: int) -> list[int]:
    """The living processes below `root`. Some may be missing while they start and end, so ask until there are none."""
    found, queue = [], [root]
    while queue:
        pid = queue.pop()
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                children = map(int, read(f"/proc/{pid}/task/{thread}/children").split())
                queue += (alive := [child for child in children if is_alive(child)])
                found += alive
    return found


def anonymous_memory(pids: list[int]) -> int:
    """The bytes of memory that these processes have for themselves, files apart."""
    pages = 0
    for pid in pids:
        _size, resident, shared, *_rest = map(int, read(f"/proc/{pid}/statm").split() or (0, 0, 0))
        pages += resident - shared
    return pages * os.sysconf("SC_PAGE_SIZE")


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


def kill_all(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def end_all(bot: int, code: int | None) -> int | None:
    """Kills until nothing is left: a process may start another one while we are killing."""
    give_up = time.monotonic() + PATIENCE
    pause = 0.001
    while time.monotonic() < give_up:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(bot, signal.SIGKILL)
        alive = descendants(os.getpid()) if LINUX else []
        kill_all(alive)
        code, children = reap(bot, code)
        if not alive and not children:
            break
        time.sleep(pause)
        pause = min(pause * 2, 0.05)
    return code


def leave_streams() -> None:
    """If they stayed open here, the driver would not see that the bot closed them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def guard(supervisor: int) -> int:
    """Waits for the supervisor, and ends what it leaves behind if it is killed or stopped; the exit code."""
    leave_streams()
    while True:
        with contextlib.suppress(InterruptedError):
            _pid, status = os.waitpid(supervisor, os.WUNTRACED)
            break
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    end_all(supervisor, None)
    return SUPERVISOR_LOST


def supervise(
    lifeline: int, driver: int, memory: int, processes: int, file_size: int, user: int, command: list[str]
) -> int:
    """Runs the bot until it ends, the lifeline is closed or a limit is exceeded; the exit code."""
    watch = select.poll()
    watch.register(lifeline)
    if LINUX and hasattr(os, "pidfd_open"):
        # A process that the driver forked may hold the lifeline too, so the driver itself is watched as well.
        with contextlib.suppress(OSError):
            watch.register(os.pidfd_open(driver), select.POLLIN)
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    watch.register(wake, select.POLLIN)
    ending = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: ending.append(number))
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    bot = start(command, memory, processes, file_size, user)
    leave_streams()
    code: int | None = None
    broken: int | None = None
    while code is None and broken is None and not ending:
        ready = {place for place, _event in watch.poll(LOOK if LINUX else None)}
        if ready - {wake}:
            break
        if ready:
            os.read(wake, 4096)
            code, _children = reap(bot, None)
        if LINUX and code is None:
            alive = descendants(os.getpid())
            if len(alive) > processes:
                broken = TOO_MANY_PROCESSES
            elif anonymous_memory(alive) > memory * MEGABYTE:
                broken = TOO_MUCH_MEMORY
    code = end_all(bot, code)
    if broken is not None:
        return broken
    return 1 if code is None else code


def main(arguments: list[str]) -> int:
    lifeline, driver, memory, processes, file_size, user = map(int, arguments[:6])
    os.set_inheritable(lifeline, False)
    if not LINUX:
        return supervise(lifeline, driver, memory, processes, file_size, user, arguments[6:])
    if os.getppid() != driver:
        return 1
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    own = os.getpid()
    if supervisor := os.fork():
        os.close(lifeline)
        return guard(supervisor)
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        if os.getppid() != own:
            return 1
        return supervise(lifeline, driver, memory, processes, file_size, user, arguments[6:])
    finally:
        if os.getppid() == own:
            os.kill(own, signal.SIGCONT)  # a bot may have stopped the guard


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
