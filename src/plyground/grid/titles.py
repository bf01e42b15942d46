"""What people call a game: "Connect Four" rather than `cfour`."""

from __future__ import annotations

from plyground.errors import N_
from plyground.grid.rules import PRESETS, Rules, rules_of
from plyground.texts import _, fill, ngettext, say

__all__ = ["rules_title"]

_TITLES = {"cfour": N_("Connect Four"), "tictactoe": N_("Tic-tac-toe"), "gomoku": N_("Gomoku")}


def rules_title(rules: Rules | str) -> str:
    """The name of a well-known game, or else the rules in words, in the language in use.

    >>> rules_title("cfour"), rules_title("5x4 connect=3 blocked=c2")
    ('Connect Four', '5 × 4, 3 in a row, 1 blocked cell')
    """
    rules = rules_of(rules)
    name = next((name for name, preset in PRESETS.items() if preset == rules), None)
    if name in _TITLES:
        return _(_TITLES[name])
    title = f"{rules.columns} × {rules.rows}"
    settings = [say("{count} in a row", count=rules.connect)]
    if not rules.gravity:
        settings.append(_("any free cell"))
    if count := len(rules.blocked):
        settings.append(fill(ngettext("{count} blocked cell", "{count} blocked cells", count), count=count))
    for setting in settings:
        title = say("{name}, {setting}", name=title, setting=setting)
    return title
