"""`plyground doctor` and `plyground players`."""

from __future__ import annotations

import importlib.metadata
import platform
import subprocess
import sys

from plyground import __version__
from plyground.cli import doctor
from plyground.players import make_player, player_kinds, player_text
from tests.cli.running import LANGUAGES, run


def test_versions_paths_and_terminal_are_there(tmp_path):
    result = run("doctor", env={"PLYGROUND_HOME": str(tmp_path), "COLUMNS": "200"})
    assert result.exit_code == 0
    out = result.stdout
    for part in (__version__, platform.python_version(), importlib.metadata.version("numba")):
        assert part in out
    for kind in ("config", "data", "cache"):
        assert f"{tmp_path / kind} (not made yet)" in out
    assert "en (English)" in out
    assert "utf-8" in out


def test_a_missing_extra_comes_with_the_command_that_installs_it(monkeypatch):
    found = doctor.installed
    monkeypatch.setattr(doctor, "installed", lambda name: None if name == "psycopg" else found(name))
    out = run("doctor", env={"COLUMNS": "200"}).stdout
    assert 'missing: psycopg; install with: pip install "plyground[postgres]"' in out


def test_the_extras_are_those_of_the_package():
    extras = set(importlib.metadata.metadata("plyground").get_all("Provides-Extra") or ())
    assert set(doctor.needed()) - {""} == extras
    assert {"numba", "numpy", "click", "rich"} <= {name.lower() for name in doctor.needed()[""]}


def test_the_doctor_does_not_import_what_it_looks_at():
    code = (
        "import sys\nfrom plyground.cli import main\ntry:\n    main(['doctor'])\nexcept SystemExit:\n    pass\n"
        "assert not {'numpy', 'numba', 'dask', 'sqlalchemy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_every_player_is_listed_with_its_options_and_defaults():
    out = run("players", env={"COLUMNS": "200"}).stdout
    for kind in player_kinds():
        assert f"\n{kind.name}  {kind.description}\n" in f"\n{out}"
        for option in kind.options:
            default = "" if option.default is None else option.show(option.default)
            assert f"  {option.name}={default} " in out


def test_what_is_listed_can_be_named():
    for kind in player_kinds():
        if kind.build is not None and not kind.takes_rest:
            shown = [f"{o.name}={o.show(o.default)}" for o in kind.options if o.default is not None]
            # The level is named with its number; every other name is the kind's own.
            assert player_text(make_player(" ".join([kind.name, *shown])).name) == player_text(kind.name)


def test_the_players_are_described_in_every_language():
    assert len({run("--lang", language, "players").stdout for language in LANGUAGES}) == len(LANGUAGES)
