"""Extending a tournament: more players, more rounds. What was played stays, and counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from plyground.arena.entrants import Entrant
from plyground.arena.schedule import stages_of
from plyground.arena.settings import TournamentSettings
from plyground.arena.stages import Stage
from plyground.arena.values import whole
from plyground.errors import N_, InputError
from plyground.store import Database, change_settings, get_tournament

__all__ = ["extend_tournament", "extended"]


def extended(
    settings: TournamentSettings,
    players: Iterable[Entrant] = (),
    rounds: int = 0,
    present: Collection[str] | None = None,
) -> TournamentSettings:
    """The settings of the same tournament with these players and so many rounds more.

    The new players catch up: they also play the rounds before, against everybody. In a Swiss tournament that is not
    possible, and they enter in the first of the new rounds. With `present`, just these players play the new rounds,
    and nobody catches up.

    >>> cup = TournamentSettings("cup", (Entrant("random"), Entrant("winblock")), rounds=2)
    >>> longer = extended(cup, [Entrant("level3")], rounds=1)
    >>> [(stage.first, stage.last, len(stage.players)) for stage in longer.stages]
    [(1, 2, 2), (1, 2, 3), (3, 3, 3)]
    """
    whole("rounds", rounds, least=0, wanted="0, 1, 2, …")
    added = tuple(players)
    if not added and not rounds:
        raise InputError(N_("an extension needs more players, more rounds, or both"))
    if settings.format == "swiss" and not rounds:
        raise InputError(N_("new players of a Swiss tournament enter in new rounds; say how many rounds to add"))
    names = tuple(entrant.name for entrant in added)
    stages = list(stages_of(settings))
    if present is None:
        everybody = (*stages[-1].players, *names)
        if names and settings.format != "swiss":
            stages.append(Stage(everybody, 1, settings.rounds, names))
    else:
        everybody = tuple(one.name for one in (*settings.players, *added) if one.name in present)
    if rounds:
        stages.append(Stage(everybody, settings.rounds + 1, settings.rounds + rounds))
    return replace(
        settings,
        players=(*settings.players, *added),
        rounds=settings.rounds + rounds,
        stages=tuple(stages),
    )


def extend_tournament(
    database: Database, name: str, players: Iterable[Entrant] = (), rounds: int = 0
) -> TournamentSettings:
    """Extends a tournament in the database; `run_tournament` with the settings that this returns plays the new games.

    A process that plays the tournament meanwhile goes on with the old settings, and leaves the new games to be played.
    """
    before = TournamentSettings.from_json(get_tournament(database, name).settings)
    after = extended(before, players, rounds)
    change_settings(database, name, before.json(), after.json())
    return after
