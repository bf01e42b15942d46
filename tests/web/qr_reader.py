"""Reads QR codes, to check those that the page draws: level M, versions 1 to 10, byte mode, no damage tolerated."""

from __future__ import annotations

FORMATS = {  # from the table of ISO/IEC 18004: what stands beside the finders for level M and each mask
    "101010000010010": 0,
    "101000100100101": 1,
    "101111001111100": 2,
    "101101101001011": 3,
    "100010111111001": 4,
    "100000011001110": 5,
    "100111110010111": 6,
    "100101010100000": 7,
}
VERSIONS = {7: "000111110010010100", 8: "001000010110111100", 9: "001001101010011001", 10: "001010010011010011"}
BLOCKS = {  # bytes of correction in a block, and the bytes of data in each block
    1: (10, [16]),
    2: (16, [28]),
    3: (26, [44]),
    4: (18, [32] * 2),
    5: (24, [43] * 2),
    6: (16, [27] * 4),
    7: (18, [31] * 4),
    8: (22, [38] * 2 + [39] * 2),
    9: (22, [36] * 3 + [37] * 2),
    10: (26, [43] * 4 + [44]),
}
CENTRES = {
    1: [],
    2: [6, 18],
    3: [6, 22],
    4: [6, 26],
    5: [6, 30],
    6: [6, 34],
    7: [6, 22, 38],
    8: [6, 24, 42],
    9: [6, 26, 46],
    10: [6, 28, 50],
}
MASKS = [
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: (i * j % 3 + (i + j) % 2) % 2,
]
FINDER = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
ALIGNMENT = ["#####", "#...#", "#.#.#", "#...#", "#####"]


def read_qr(modules: list[list[bool]]) -> str:
    """The text of a code. Everything in the code is checked, down to the last bit of padding."""
    size = len(modules)
    version = (size - 17) // 4
    assert size == 17 + 4 * version
    assert all(len(row) == size for row in modules)
    taken = _check_patterns(modules, version)
    mask = MASKS[_mask_number(modules, taken)]
    if version in VERSIONS:
        _check_version(modules, version, taken)
    bits = ""
    for row, column in _places(size):
        if (row, column) not in taken:
            bits += "01"[modules[row][column] ^ (mask(row, column) == 0)]
    content = [int(bits[start : start + 8], 2) for start in range(0, len(bits) - 7, 8)]
    assert set(bits[8 * len(content) :]) <= {"0"}
    return _text(_data(content, version), version)


def _check_patterns(modules: list[list[bool]], version: int) -> set[tuple[int, int]]:
    size = len(modules)
    taken: set[tuple[int, int]] = set()

    def check(pattern: list[str], top: int, left: int) -> None:
        for y, line in enumerate(pattern):
            for x, sign in enumerate(line):
                assert modules[top + y][left + x] == (sign == "#"), (top + y, left + x)
                taken.add((top + y, left + x))

    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        check(FINDER, top, left)
        for step in range(-1, 8):
            border = ((top - 1, left + step), (top + 7, left + step), (top + step, left - 1), (top + step, left + 7))
            for row, column in border:
                if 0 <= row < size and 0 <= column < size:
                    assert not modules[row][column]
                    taken.add((row, column))
    for place in range(8, size - 8):
        assert modules[6][place] == modules[place][6] == (place % 2 == 0)
        taken |= {(6, place), (place, 6)}
    for row in CENTRES[version]:
        for column in CENTRES[version]:
            if (row, column) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                check(ALIGNMENT, row - 2, column - 2)
    assert modules[size - 8][8]
    taken.add((size - 8, 8))
    return taken


def _mask_number(modules: list[list[bool]], taken: set[tuple[int, int]]) -> int:
    size = len(modules)
    one = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    other = [(row, 8) for row in range(size - 1, size - 8, -1)] + [(8, column) for column in range(size - 8, size)]
    taken.update(one, other)
    found = {"".join("01"[modules[row][column]] for row, column in places) for places in (one, other)}
    assert len(found) == 1, "the two copies differ"
    return FORMATS[found.pop()]


def _check_version(modules: list[list[bool]], version: int, taken: set[tuple[int, int]]) -> None:
    size = len(modules)
    places = [(near, far) for near in range(5, -1, -1) for far in range(size - 9, size - 12, -1)]
    for swap in (False, True):
        block = [(far, near) if swap else (near, far) for near, far in places]
        assert "".join("01"[modules[row][column]] for row, column in block) == VERSIONS[version]
        taken.update(block)


def _places(size: int) -> list[tuple[int, int]]:
    """All modules in the order of the data: two columns at a time, from the right, up and down in turn."""
    rights = [*range(size - 1, 6, -2), 5, 3, 1]
    return [
        (row, column)
        for number, right in enumerate(rights)
        for row in (range(size) if number % 2 else range(size - 1, -1, -1))
        for column in (right, right - 1)
    ]


def _data(content: list[int], version: int) -> list[int]:
    check_bytes, lengths = BLOCKS[version]
    assert len(content) == sum(lengths) + check_bytes * len(lengths)
    blocks: list[list[int]] = [[] for _length in lengths]
    given = iter(content)
    for place in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if place < length:
                block.append(next(given))
    checks: list[list[int]] = [[] for _length in lengths]
    for _place in range(check_bytes):
        for check in checks:
            check.append(next(given))
    for block, check in zip(blocks, checks, strict=True):
        for power in range(check_bytes):
            assert _value_at(block + check, power) == 0, "a damaged block"
    return [byte for block in blocks for byte in block]


POWERS = [1]
for _power in range(254):
    POWERS.append(POWERS[-1] << 1 ^ (0x11D if POWERS[-1] >= 128 else 0))


def _value_at(polynomial: list[int], power: int) -> int:
    """The value of a polynomial over the field of 256 elements, at a power of 2: zero for every root."""
    total = 0
    for degree, factor in enumerate(reversed(polynomial)):
        if factor:
            total ^= POWERS[(POWERS.index(factor) + power * degree) % 255]
    return total


def _text(data: list[int], version: int) -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    assert bits[:4] == "0100", "byte mode"
    width = 8 if version < 10 else 16
    length = int(bits[4 : 4 + width], 2)
    start = 4 + width
    end = start + 8 * length
    rest = bits[end:]
    assert set(rest[:4]) <= {"0"}
    padding = [int(rest[4:][at : at + 8], 2) for at in range(0, len(rest) - 11, 8)]
    assert padding == [(0xEC, 0x11)[number % 2] for number in range(len(padding))]
    return bytes(int(bits[at : at + 8], 2) for at in range(start, end, 8)).decode()
