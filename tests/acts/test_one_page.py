"""NDCG on one page: one order moves every number, and the pitfalls have the numbers they claim."""

import re
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.shown import Shown

GRADES = [3, 2, 3, 0, 1]


def calculate_dcg(grades, discount=lambda rank: log2(rank + 1), gain=float) -> float:
    return sum(gain(grade) / discount(rank) for rank, grade in enumerate(grades, 1))


def calculate_ndcg(grades, k=None, pool=None, **how) -> float:
    best = sorted(pool or grades, reverse=True)[: k or len(grades)]
    return calculate_dcg(grades[:k], **how) / calculate_dcg(best, **how)


def format_three_decimals(value: float) -> str:
    return f"{value:.3f}"


@given(st.permutations(range(5)))
def test_one_order_moves_formula_fraction_bars_and_table_together(order):
    shown = Shown("one_page")
    shown.act(do="arrange", order=list(order))
    arranged = [GRADES[place] for place in order]
    exact, best = calculate_dcg(arranged), calculate_dcg(sorted(GRADES, reverse=True))
    assert shown.get_markup("fraction").read_value("ndcg") == pytest.approx(exact / best, abs=1e-12)
    dividend, divisor, quotient = map(format_three_decimals, (exact, best, exact / best))
    sums = f"{dividend} / {divisor} = {quotient}"
    assert sums in shown.get_markup("formulas").text
    assert f"{100 * exact / best:.1f}%" in shown.get_markup("meaning").text or exact == best
    actual, ideal = shown.get_markup("lengths").html.split('class="ideal"')
    for html, total in ((actual, exact), (ideal, best)):
        lengths = [float(value) for value in re.findall(r"--value:([\d.]+)", html)]
        assert sum(lengths) == pytest.approx(total / best, abs=1e-5)
    rows = re.findall(r"<tr>(<th scope=\"row\".*?)</tr>", shown.get_markup("steps").html)
    terms = [re.findall(r'title="([\d.e-]+)">', row) for row in rows]
    assert [float(actual) for actual, _ in terms] == pytest.approx(
        [grade / log2(rank + 1) for rank, grade in enumerate(arranged, 1)]
    )
    assert sum(float(ideal) for _, ideal in terms) == pytest.approx(best)


def test_only_the_last_sums_are_bold_and_exact_values_are_in_titles():
    shown = Shown("one_page")
    steps = shown.get_markup("steps").html
    assert re.findall(r"<td[^>]*><b>([\d.]+)</b></td>", steps) == ["6.149", "6.323"]
    assert len(re.findall(r"<td[^>]*><span>([\d.]+)</span></td>", steps)) == 2 * 4
    values = re.findall(r'data-live="(\w+)" title="([\d.]+)"', shown.get_markup("formulas").html)
    exact = {"dcg": calculate_dcg(GRADES), "idcg": calculate_dcg(sorted(GRADES)[::-1])}
    exact["ndcg"] = exact["dcg"] / exact["idcg"]
    assert [name for name, _ in values] == ["dcg", "idcg", "dcg", "idcg", "ndcg"]
    assert all(float(value) == pytest.approx(exact[name], abs=1e-12) for name, value in values)


def test_a_narrow_screen_hides_whole_columns_of_the_table():
    rows = re.findall(r"<tr>.*?</tr>", Shown("one_page").get_markup("steps").html)
    wide = [["wide" in cell for cell in re.findall(r"<t[dh]\b([^>]*)>", row)] for row in rows]
    assert wide[0] == [False, False, False, True, False, False, True, True, True]
    assert len(rows) == 6
    assert all(row == wide[0] for row in wide)


def test_the_value_of_each_bar_is_above_it():
    lengths = Shown("one_page").get_markup("lengths").html
    assert re.findall(r'<p><span>(.*?)</span>.*?</p><div class="terms"', lengths) == [
        "DCG, term by term",
        "IDCG",
    ]


def test_the_link_holds_the_order_and_is_empty_for_the_first_order():
    shown = Shown("one_page")
    assert shown.link == {}
    shown.act(do="arrange", order=[0, 2, 1, 4, 3])
    assert shown.link == {"r": "A:3,C:3,B:2,E:1,D:0"}
    assert "This is the best possible order." in shown.text
    assert Shown("one_page", **shown.link).text == shown.text


def test_the_sentence_names_neighbours_in_the_wrong_order():
    assert "C should be above B, and E above D." in Shown("one_page").text
    assert "C should be above B." in Shown("one_page", r="1,0,2").text
    at_most_two = Shown("one_page", r="0,1,2,3").get_markup("meaning").text
    assert at_most_two.endswith("B should be above A, and C above B.")
    assert "NDCG is 0.0" in Shown("one_page", r="0,0").get_markup("meaning").text


def test_a_fixed_board_stays_unchanged_and_a_long_one_is_refused_with_a_sentence():
    shown = Shown("one_page", r="0,3,1")
    for act in ({"do": "add", "to": "ranking"}, {"do": "remove", "at": 0}, {"do": "set"}):
        shown.act(**act)
        assert shown.link["r"] == "0,3,1"
    (problem,) = Shown("one_page", r=",".join("3" * 8)).problems
    assert problem.startswith("This page has room for 7 documents, and the link has 8.")
    assert Shown("one_page", r=",".join("3" * 7)).problems == []


def read_pitfall_numbers() -> dict[str, list[str]]:
    """Map the beginning of each pitfall's name to its numbers."""
    items = re.findall(r"<li>(.*?)</li>", Shown("one_page").get_markup("pitfalls").html)
    return {
        re.sub(r"<.*?>|:.*", "", item.split("</b>")[0]): re.findall(
            r"<data[^>]*>(.*?)</data>", item
        )
        for item in items
    }


def test_each_pitfall_states_the_numbers_of_its_example():
    plain, first = calculate_ndcg(GRADES), format_three_decimals(calculate_ndcg(GRADES))
    second = [0, 1]
    both = (calculate_dcg(GRADES) + calculate_dcg(second)) / (
        calculate_dcg(sorted(GRADES)[::-1]) + calculate_dcg([1, 0])
    )
    assert read_pitfall_numbers() == {
        "The gain": [
            first,
            format_three_decimals(calculate_ndcg(GRADES, gain=lambda grade: 2**grade - 1)),
        ],
        "The discount": [
            first,
            format_three_decimals(calculate_ndcg(GRADES, discount=lambda rank: max(1, log2(rank)))),
        ],
        "The ideal order": [
            first,
            format_three_decimals(calculate_ndcg(GRADES, pool=[*GRADES, 3])),
        ],
        "Nothing relevant": [
            format_three_decimals(3 * plain / 4),
            format_three_decimals((3 * plain + 1) / 4),
            first,
        ],
        "The reversed order": [format_three_decimals(calculate_ndcg(sorted(GRADES))), "1.000"],
        "The cutoff": [format_three_decimals(calculate_ndcg(GRADES, k)) for k in range(1, 6)],
        "The mean over queries": [
            format_three_decimals((plain + calculate_ndcg(second)) / 2),
            format_three_decimals(both),
        ],
    }


@pytest.mark.parametrize(
    "claim",
    [
        "IDCG is expensive because of the judging, not the sorting",
        "This is a slip: p is their k",
        "scores below 1, unless all grades are equal",
        "AP distinguishes only “relevant” and “not relevant”. So do MAP and gMAP, which average AP "
        "over queries, and MRR",
        "At rank 2 it is 1, so rank 2 isn’t discounted either.",
    ],
)
def test_the_page_covers_facts_that_other_texts_omit(claim):
    assert claim in Shown("one_page").text


def test_each_pitfall_is_explained():
    pitfalls = Shown("one_page").get_markup("pitfalls").html
    texts = re.findall(r"</b><span>(.*?)</span></p><p", pitfalls)
    assert len(texts) == 7
    assert all(len(text) > 60 and text.endswith(".") for text in texts)


def test_each_reference_is_a_link():
    listed = Shown("one_page").get_markup("references").html
    for line in Shown("one_page").get_markup("references").lines[1:-1]:
        assert re.fullmatch(r".+ \(\d{4}\)\. .{20,}\. [A-Z].+[.?] (doi|arxiv)\S+", line), line
    links = re.findall(r'<a href="https://[^"]+">', listed)
    assert len(links) == listed.count("<li>") == 6
