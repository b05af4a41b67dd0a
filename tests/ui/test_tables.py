"""The tables and the fraction: exact, complete, and safe with whatever a person typed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_ui.html import tables

NASTY = "<script>alert('x')</script>\"&"


def values(html):
    """The exact value of each handle."""
    return dict(re.findall(r'data-testid="value-(\w+)"[^>]*? data-value="([^"]*)"', html))


def rows(html):
    """The cells of each row of a table's body, as text."""
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    return [
        [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", body)
    ]


@given(st.lists(st.floats(0, 5), min_size=1, max_size=12), st.none() | st.integers(1, 15))
def test_the_four_numbers_are_exactly_the_cores(grades, k):
    found = values(tables.fraction(nc.trace(grades, k)))
    expected = {
        "cg": nc.cg(grades, k),
        "dcg": nc.dcg(grades, k),
        "idcg": nc.idcg(grades, k),
        "ndcg": nc.ndcg(grades, k),
    }
    assert {name: float(text) for name, text in found.items()} == expected
    assert found == {name: f"{value:.17g}" for name, value in expected.items()}


def test_the_numbers_on_screen_have_three_decimals():
    html = tables.fraction(nc.trace([3, 2, 3, 0, 1]))
    assert ">0.972<" in html
    assert ">6.149<" in html
    assert ">6.323<" in html


def test_the_fraction_of_nothing_relevant_shows_no_equals_sign():
    assert "≠" in tables.fraction(nc.trace([0, 0]))


@pytest.mark.parametrize("render", [tables.steps, tables.ideal], ids=["steps", "ideal"])
def test_a_table_has_a_row_for_every_rank_and_the_sum_below(render):
    trace = nc.trace([3, 0, 2])
    html = render(trace)
    assert len(rows(html)) == 3
    total = trace.dcg if render is tables.steps else trace.idcg
    assert nc.number(total) in html.split("<tfoot>")[1]


def test_a_row_shows_rank_document_grade_gain_discount_term_and_running_sum():
    trace = nc.trace([3, 0, 2], labels=["X", "Y", "Z"])
    third = rows(tables.steps(trace))[2]
    assert third[:4] == ["3", "Z", "2", "2"]
    assert third[4].endswith("= 2.000")
    assert third[5] == "2 / 2.000 = 1.000"
    assert third[6] == "4.000"


def test_exponential_gain_is_written_out_in_the_gain_column():
    row = rows(tables.steps(nc.trace([3], convention=nc.CONVENTIONS["exponential"])))[0]
    assert row[3].endswith("= 7")


@pytest.mark.parametrize("render", [tables.steps, tables.ideal], ids=["steps", "ideal"])
def test_the_cutoff_draws_one_line_and_what_is_beyond_is_not_counted(render):
    html = render(nc.trace([3, 0, 2, 1], 2))
    assert html.count('class="cut"') == 1
    assert html.count('class="beyond"') == 2
    assert html.count("not counted") == 2
    assert [row[0] for row in rows(html)] == ["1", "2", "3", "4"]
    for k in (None, 4, 9):
        assert "cut" not in re.findall(r'class="(\w*)"', render(nc.trace([3, 0, 2, 1], k)))


@pytest.mark.parametrize("render", [tables.steps, tables.ideal], ids=["steps", "ideal"])
def test_what_a_person_typed_is_text(render):
    html = render(nc.trace([3], labels=[NASTY]))
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&quot;&amp;" in html


def test_the_same_document_has_the_same_number_in_both_tables():
    trace = nc.trace([1, 3], labels=["low", "high"])
    pairs = []
    for html in (tables.steps(trace), tables.ideal(trace)):
        pairs.append(dict(re.findall(r'data-doc="(\d+)".*?class="name">(\w+)<', html)))
    assert pairs[0] == pairs[1] == {"0": "low", "1": "high"}


def test_every_row_can_be_focused_and_every_column_is_named():
    html = tables.steps(nc.trace([3, 0]))
    assert re.findall(r'tabindex="(-?\d)"', html) == ["0", "-1"], "one Tab stop, then the arrows"
    assert html.count('scope="col"') == 7
    assert "<caption>" in html


def test_a_minus_is_a_minus_sign():
    assert "-0" not in tables.fraction(nc.trace([0, 3]))


def test_nothing_relevant_still_makes_tables():
    trace = nc.trace([0, 0])
    assert [row[6] for row in rows(tables.steps(trace))] == ["0.000", "0.000"]
