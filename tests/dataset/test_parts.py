"""The parts of an unfinished data set carry checksums, so that damage is noticed."""

from __future__ import annotations

import numpy as np
import pytest

from plyground.dataset.parts import Parts
from plyground.dataset.positions import Drawn, draw
from plyground.dataset.settings import DatasetSettings
from plyground.errors import InputError
from plyground.grid import Rules

SETTINGS = DatasetSettings(Rules.parse("tictactoe"), positions=20, plies=(2, 4))


def never() -> Drawn:
    raise AssertionError("the positions are there")


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data.rpartition(b"\n")[0],
        lambda data: data[:30] + bytes([data[30] ^ 1]) + data[31:],
    ],
)
def test_a_list_of_games_that_is_not_whole_is_refused(tmp_path, damage):
    path = tmp_path / "data.parquet"
    drawn = Parts(SETTINGS, path).drawn(lambda: draw(SETTINGS))
    assert Parts(SETTINGS, path).drawn(never) == drawn
    file = tmp_path / "data.parquet.parts" / "games.txt"
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(InputError, match=r"games\.txt is damaged.*delete the folder"):
        Parts(SETTINGS, path).drawn(never)


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: b"\xff" + data])
def test_settings_that_cannot_be_read_are_refused(tmp_path, damage):
    """Else the positions of other settings would be taken for those of these."""
    path = tmp_path / "data.parquet"
    parts = Parts(SETTINGS, path)
    parts.drawn(lambda: draw(SETTINGS))
    file = parts.folder / "settings.json"
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    with pytest.raises(InputError, match=r"settings\.json is damaged or missing; delete the folder"):
        Parts(SETTINGS, path)
    file.unlink()
    with pytest.raises(InputError, match=r"settings\.json is damaged or missing"):
        Parts(SETTINGS, path)
    file.write_bytes(whole)
    Parts(SETTINGS, path).drawn(never)


def test_scores_with_another_byte_are_left_out(tmp_path):
    parts = Parts(SETTINGS, tmp_path / "data.parquet")
    scores = np.arange(27, dtype=np.int8).reshape(3, 9)
    parts.put(0, scores)
    parts.put(3, scores)
    damaged, _whole = sorted(parts.folder.glob("*.npy"))
    data = bytearray(damaged.read_bytes())
    place = data.index(scores.tobytes()) + 5
    data[place] ^= 1
    damaged.write_bytes(data)
    (start, found), *rest = parts.chunks(20)
    assert (start, rest) == (3, [])
    assert (found == scores).all()
