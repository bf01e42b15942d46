"""Plots are sound SVG, and what they show lies where it should."""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import pytest

from plyground.arena.plots import Results, Spread, histogram, quantity, ratings_plot, results_plot, spread_plot

SVG = "{http://www.w3.org/2000/svg}"
INF = math.inf


@dataclass
class Rated:
    name: str
    elo: float
    low: float
    high: float


def read(drawing: str) -> ET.Element:
    root = ET.fromstring(drawing)
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    for element in root.iter():
        assert element.tag not in {f"{SVG}style", f"{SVG}script"}
        assert "style" not in element.attrib
        for name, extent in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(element.attrib.get(name, 0)) <= extent
    assert root.find(f"{SVG}title") is not None
    return root


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def dots(root: ET.Element) -> list[float]:
    return [float(circle.attrib["cx"]) for circle in root.iter(f"{SVG}circle")]


def test_ratings_stand_in_order_and_to_scale():
    pool = [Rated("low", -200, -260, -140), Rated("high", 300, 250, 350), Rated("middle", 50, 0, 100)]
    root = read(ratings_plot(pool))
    high, middle, low = dots(root)
    assert high > middle > low
    assert (high - middle) / (middle - low) == pytest.approx(1.0, abs=0.01)
    told = texts(root)
    assert [name for name in told if name in {"high", "middle", "low"}] == ["high", "middle", "low"]
    assert "300 ±50" in told


@pytest.mark.parametrize(
    "pool",
    [
        [],
        [Rated("one", 0, 0, 0)],
        [Rated("one", 0, -INF, INF), Rated("two", 0, -INF, INF)],
        [Rated("won all", INF, 100, INF), Rated("lost all", -INF, -INF, -100)],
        [Rated("x" * 300, 1e5, 9e4, 1.2e5), Rated("강한 선수 " * 20, -3, -4, 5), Rated("<&>\"'", 1, 0.5, 2)],
    ],
)
def test_any_pool_can_be_drawn(pool):
    read(ratings_plot(pool))


def test_a_lopsided_interval_says_both_sides():
    assert "100 +70 −20" in texts(read(ratings_plot([Rated("a", 100, 80, 170)])))


def test_bars_are_as_long_as_their_counts():
    root = read(results_plot([Results("a", 60, 10, 30), Results("b", 0, 0, 0), Results("c", 1, 0, 0)]))
    bars = [element for element in root.iter(f"{SVG}rect") if element.attrib["height"] == "15"]
    lengths = [float(bar.attrib["width"]) + 1 for bar in bars]
    assert lengths[0] / lengths[2] == pytest.approx(2, abs=0.01)
    assert lengths[0] / lengths[1] == pytest.approx(6, abs=0.05)
    assert len(lengths) == 4
    assert lengths[3] == pytest.approx(sum(lengths[:3]), abs=0.3)
    assert "65.0 % of 100" in texts(root)


@pytest.mark.parametrize("values", [[], [5], [9, 9, 8], list(range(200)), [7, 1000]])
def test_a_histogram_counts_everything(values):
    root = read(histogram(values, "plies"))
    titles = [bar[0].text for bar in root.iter(f"{SVG}rect") if len(bar)]
    assert sum(int(title.rsplit(": ", 1)[1]) for title in titles if title) == len(values)
    assert len(titles) <= 60


def test_a_histogram_has_bars_of_the_right_height():
    source = random.Random(2)
    values = [source.randint(7, 42) for _ in range(400)]
    for bar in (bar for bar in read(histogram(values, "plies")).iter(f"{SVG}rect") if len(bar)):
        name, count = (bar[0].text or "").split(": ")
        assert int(count) == values.count(int(name))
        most = max(values.count(value) for value in values)
        assert float(bar.attrib["height"]) == pytest.approx(120 * int(count) / most, abs=0.1)


def test_times_stand_on_a_logarithmic_scale():
    rows = [Spread("a", 1e-5, 1e-4, 1e-3, 1e-2), Spread("b", 1e-4, 1e-3, 1e-2, 1e-1), Spread("c", 1e-3, 1e-2, 0.1, 1)]
    first, second, third = dots(read(spread_plot(rows, "s")))
    assert second - first == pytest.approx(third - second, abs=0.2)
    read(spread_plot([Spread("nothing", 0, 0, 0, 0)], "s"))
    read(spread_plot([], "s"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 s"),
        (1e-9, "1 ns"),
        (0.00042, "420 µs"),
        (0.9999, "1 s"),
        (1, "1 s"),
        (12.345, "12.3 s"),
        (4200, "4.2 ks"),
    ],
)
def test_quantities_have_three_figures(value, text):
    assert quantity(value, "s") == text
