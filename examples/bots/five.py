"""An engine for five in a row, in the Gomocup protocol: plays next to the other's last stone.

`plyground check-bot "gomocup:python five.py"` tries it.
"""

import sys

columns = rows = 0
taken: set[tuple[int, int]] = set()


def answer(near: tuple[int, int]) -> None:
    free = [(x, y) for x in range(columns) for y in range(rows) if (x, y) not in taken]
    x, y = min(free, key=lambda cell: (cell[0] - near[0]) ** 2 + (cell[1] - near[1]) ** 2)
    taken.add((x, y))
    print(f"{x},{y}", flush=True)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RECTSTART", "RESTART"):
        if rest:
            columns, rows = (*map(int, rest.split(",")), int(rest.split(",")[0]))[:2]
        taken = set()
        print("OK", flush=True)
    elif word == "BEGIN":
        answer((columns // 2, rows // 2))
    elif word == "TURN" or word[:1].isdigit():  # a line of BOARD is x,y and whose stone it is
        x, y = (int(number) for number in (rest or word).split(",")[:2])
        taken.add((x, y))
        if word == "TURN":
            answer((x, y))
    elif word == "DONE":
        answer((columns // 2, rows // 2))
    elif word == "ABOUT":
        print('name="five", version="1.0"', flush=True)
    elif word == "END":
        break
