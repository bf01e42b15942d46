"""A small engine for the Gomocup protocol: `python gomocup_engine.py WAY [FILE]`. Only the standard library.

It takes the first free cell from the top left. WAY is `plays`, or how it misbehaves when it should move; FILE gets
every line that it is told or, with `times`, the seconds from each move to the next line.
"""

from __future__ import annotations

import sys
import time


def say(text: str) -> None:
    sys.stdout.write(f"{text}\r\n")
    sys.stdout.flush()


answered: list[float] = []


def hear() -> str:
    line = sys.stdin.readline()
    if not line or line.strip() == "END":
        sys.exit(0)
    told = line
    if sys.argv[1] == "times":
        told = f"{time.monotonic() - answered.pop()}\r\n" if answered else ""
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a", encoding="ascii") as file:
            file.write(told)
    return line.strip()


def move(way: str, taken: set[tuple[int, int]], columns: int, rows: int) -> None:
    if way == "outside":
        say(f"{columns},0")
    elif way == "negative":
        say("3,-1")
    elif way == "on-a-stone":
        x, y = min(taken)
        say(f"{x},{y}")
    elif way == "late":
        time.sleep(30)
        say("0,0")
    elif way == "never":
        time.sleep(1000)
    elif way == "dies":
        sys.exit(4)
    elif way == "garbage":
        say("the middle, please")
    elif way == "error":
        say("ERROR no idea")
    elif way == "twice":
        say("0,0\r\n0,1")
    elif way == "asks":
        say("SUGGEST 0,0")
    else:
        if way == "talks":
            say("MESSAGE depth 4\r\nDEBUG 17\r\n\r\nUNKNOWN what is time_left")
        if way == "knows-no-info":
            say("ERROR Unknown command: INFO")
        place = next((x, y) for y in range(rows) for x in range(columns) if (x, y) not in taken)
        taken.add(place)
        if way == "times":
            answered.append(time.monotonic())
        say(f"{place[0]},{place[1]}")


def main() -> None:
    way = sys.argv[1]
    columns = rows = 0
    taken: set[tuple[int, int]] = set()
    if way == "dies-at-once":
        sys.exit(3)
    while True:
        word, _, rest = hear().partition(" ")
        if word in ("START", "RECTSTART") and way == "declines":
            say("ERROR the board is too small for me")
        elif word in ("START", "RECTSTART", "RESTART"):
            if word == "RESTART" and way == "no-restart":
                say("UNKNOWN command")
                continue
            if word != "RESTART":
                sizes = [int(number) for number in rest.split(",")]
                columns, rows = sizes[0], sizes[-1]
            taken = set()
            say("OK")
        elif word == "BEGIN":
            move(way, taken, columns, rows)
        elif word == "TURN":
            x, y = rest.split(",")
            taken.add((int(x), int(y)))
            move(way, taken, columns, rows)
        elif word == "ABOUT" and way == "shy":
            say("UNKNOWN command")
        elif word == "ABOUT" and way != "silent":
            say('DEBUG asked\r\nname="First", version="1.0"')
        elif word == "BOARD":
            taken = set()
            while (line := hear()) != "DONE":
                x, y, _whose = line.split(",")
                taken.add((int(x), int(y)))
            move(way, taken, columns, rows)


main()
