"""Boards without gravity: what every line holds (`shapes`, `position`), winning by fours (`fours`) and by fours and
threes (`threes`), which replies can stop such a win (`defences`), what has been learnt of positions (`network`), and
the search that uses all of it (`search`).

The words are those of five in a row, whatever the length of a run: a four lacks one stone, a three two, a two three.
"""

__all__ = ["defences", "fours", "network", "position", "search", "shapes", "threes"]
