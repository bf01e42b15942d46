"""A decision in a notebook, and the tables that results are shown with."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from plyground import Decision, GridBoard, Limit
from plyground.search import alphabeta, uct
from plyground.tables import BOLD, cell_width, html_table, text_table
from tests.strategies import examples


def rows(html: str) -> list[list[str]]:
    return [[cell.text or "" for cell in row] for row in ElementTree.fromstring(html).iter("tr")]


def test_a_decision_is_a_table_of_its_moves():
    decision = uct(GridBoard(), Limit(playouts=50))
    table = rows(decision._repr_html_())
    assert table[0] == ["move", "value", "visits", "line"]
    assert table[1][0] == str(decision.move)
    assert table[1][3] == " ".join(map(str, decision.line))
    assert {int(row[0]): int(row[2]) for row in table[1:]} == decision.visits
    assert rows(Decision(4)._repr_html_())[1:] == [["4", "", "", ""]]
    assert len(rows(alphabeta(GridBoard(), 2)._repr_html_())) >= 2


cells = st.text(st.characters(blacklist_categories=["Cc", "Cs"], blacklist_characters="\u2028\u2029\x85"), max_size=8)


@examples(100)
@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=5))
def test_columns_begin_below_each_other(lines):
    head, *body = lines
    text = text_table(head, [(*row[:2], "|") for row in body], right=(1,))
    assert len({cell_width(line.rpartition("|")[0]) for line in text.split("\n")[1:]}) <= 1
    drawn = ElementTree.fromstring(html_table(head, body, styles={0: BOLD}, caption="<&>"))
    assert [[cell.text or "" for cell in row] for row in drawn.iter("tr")] == [list(line) for line in lines]
