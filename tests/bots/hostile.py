"""Bots that misbehave, one way each: `python hostile.py WAY [FILE]`. Only the standard library, as a stranger's would.

FILE gets the numbers of the processes that were started, so that a test can look for them afterwards.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time


def note(*pids: int) -> None:
    with open(sys.argv[2], "a", encoding="ascii") as file:
        file.write("".join(f"{pid}\n" for pid in pids))


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def wait_for_go() -> None:
    for line in sys.stdin:
        if line.startswith("game"):
            say("ready hostile\n")
        if line.startswith("go"):
            return
    sys.exit(0)


def sleep() -> None:
    while True:
        time.sleep(1000)


SLEEPER = "import time, signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"


def main() -> None:
    way = sys.argv[1]
    if len(sys.argv) > 2:
        note(os.getpid())
    if way == "exits-at-once":
        print("no such luck", file=sys.stderr)
        sys.exit(3)
    if way == "hangs-before-ready":
        sleep()
    wait_for_go()
    if way == "exits":
        sys.exit(4)
    elif way == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif way == "closes":
        os.close(1)
        sleep()
    elif way == "hangs":
        sleep()
    elif way == "ignores-sigterm":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        sleep()
    elif way == "leaves-children":
        # One that stays, one in a session of its own, and one whose parent is gone as well.
        plain = subprocess.Popen([sys.executable, "-c", SLEEPER])
        apart = subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True)
        orphan = (
            f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {SLEEPER!r}], "
            f"start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, "
            f"stderr=subprocess.DEVNULL); print(p.pid)"
        )
        made = subprocess.run([sys.executable, "-c", orphan], capture_output=True, text=True, check=True)
        note(plain.pid, apart.pid, int(made.stdout))
        sleep()
    elif way == "kills-its-parent":
        apart = subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True, env={})
        note(apart.pid, os.getppid())
        os.kill(os.getppid(), signal.SIGKILL)
        sleep()
    elif way == "stops-its-parent":
        apart = subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True, env={})
        note(apart.pid, os.getppid())
        os.kill(os.getppid(), signal.SIGSTOP)
        sleep()
    elif way in ("kills-its-guard", "stops-its-guard", "kills-both", "stops-both"):
        with open(f"/proc/{os.getppid()}/stat", "rb") as file:
            guard = int(file.read().rpartition(b")")[2].split()[1])
        number = signal.SIGKILL if way.startswith("kills") else signal.SIGSTOP
        # Without our environment it carries no mark. Where both are killed nothing but the mark could find it.
        empty: dict[str, str] | None = None if way == "kills-both" else {}
        apart = subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True, env=empty)
        note(apart.pid, os.getppid(), guard)
        os.kill(guard, number)
        if way.endswith("both"):
            os.kill(os.getppid(), number)
        sleep()
    elif way == "endless-line":
        chunk = "x" * 65536
        for _ in range(int(os.environ.get("CHUNKS", "160"))):  # 10 MB
            say(chunk)
        sleep()
    elif way == "endless-remarks":
        while True:
            say("info " + "x" * 1000 + "\n")
    elif way == "endless-complaints":
        while True:
            sys.stderr.write("x" * 65536)
    elif way == "not-text":
        sys.stdout.buffer.write(b"move \xff\xfe\n")
        sys.stdout.flush()
    elif way == "late":
        time.sleep(float(os.environ.get("LATE", "30")))
        say("move 4\n")
    elif way == "twice":
        say("move 4\nmove 5\n")
    elif way == "illegal":
        say("move 7\n")
    elif way == "no-move":
        say("move zebra\n")
    elif way == "garbage":
        say("I think column four looks nice\n")
    elif way == "no-number":
        say("move 4 value=high\n")
    sleep()


main()
