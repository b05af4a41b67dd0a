"""The page of measures, from nothing but its link: every number, and the two compared."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import load_toml
from ndcg_core.measures.descriptions import DESCRIPTIONS
from tests.acts.shown import Shown, Words

CASES = load_toml(__file__, "measures.toml")


@given(st.permutations(range(6)), st.integers(1, 7), st.sampled_from([1, 2]))
def test_every_number_equals_the_measures_value(order, k, rel):
    grades = [3, 0, 2, 1, 0, 3]
    shown = Shown("measures", r=",".join(map(str, grades)), k=str(k), rel=str(rel))
    shown.act(do="arrange", order=list(order))
    arranged = [grades[place] for place in order]
    for id, said in DESCRIPTIONS.items():
        choices = {"rel": rel} if said.measure.is_binary else {}
        cut = k if said.measure.has_cutoff else None
        assert shown.read_value(id) == said.measure(arranged, cut, **choices), id
    again = Shown("measures", **shown.link)
    assert (again.text, again.link) == (shown.text, shown.link)


@pytest.mark.parametrize(("ticks", "two"), CASES["ticks"])
def test_the_two_measures_ticked_last_are_compared(ticks, two):
    shown = Shown("measures")
    for name, value in ticks:
        shown.act(do="set", name=name, value=value)
    assert shown.link["two"] == two
    ticked = re.findall(r'type="checkbox" name="([\w-]+)"[^>]* checked', shown.html)
    assert set(ticked) == set(two.split(","))


def test_measures_that_were_all_unticked_stay_so():
    shown = Shown("measures", r="3,0,2", two="NDCG,")
    shown.act(do="set", name="NDCG", value="")
    for _ in range(2):
        assert shown.link["two"] == ""
        assert " checked" not in shown.html
        assert shown.get_markup("disagree").lines == [
            "Tick two measures to see the smallest case in which they disagree."
        ]
        shown.act(do="set", name="k", value="2")
    assert shown.problems == Shown("measures", k="", rel="", got="").problems == []


@pytest.mark.parametrize("case", CASES["says"], ids=str)
def test_two_measures_and_a_printed_number_are_explained(case):
    assert case["says"] in Shown("measures", **case["link"]).text


def test_a_bad_cutoff_is_refused_and_the_ranking_stays():
    shown = Shown("measures", r="1,3,2", k="2")
    shown.act(do="set", name="k", value="-1")
    assert shown.problems == ["The cutoff k is “-1”. It must be a whole number from 1 to 999999."]
    assert shown.link == {"r": "1,3,2", "k": "2"}


@pytest.mark.parametrize("typed", ["", " "])
def test_an_empty_cutoff_counts_the_whole_list(typed):
    shown = Shown("measures", r="1,3,2", k="2")
    shown.act(do="set", name="k", value=typed)
    assert (shown.problems, shown.link) == ([], {"r": "1,3,2"})


def test_a_name_has_a_cutoff_only_if_the_value_has_one():
    relevant = {"r": "A:1,B:0", "judged": "A:1,B:0,C:1,D:1", "two": "Q,P"}
    whole = Shown("measures", **relevant).text
    assert "Q-measure: Q = 0.333Q = " in whole, "divided by the 3 relevant documents"
    assert "Precision: P = 0.500P = " in whole
    assert whole.count("Without a cutoff, k is the number of ranks, 2.") == 2
    cut = Shown("measures", **relevant, k="2").text
    assert "Q-measure: Q@2 = 0.500Q@2 = " in cut
    assert "Without a cutoff" not in cut


def test_a_heading_agrees_in_number_with_its_programs():
    text = Shown("measures").text
    assert "What 1 program does" in text
    assert "1 program do " not in text
    assert "programs do" in text
    assert "programs does" not in text


def test_a_bar_points_down_only_for_a_negative_term():
    def list_minus_bars(ranking: str) -> list[bool]:
        html = Shown("measures", r=ranking, k="3").html
        bars = re.findall(r'<i( class="minus")? style="height', html)
        return ["minus" in bar for bar in bars]

    positive = list_minus_bars("3,2,1")
    assert positive
    assert not any(positive)
    assert any(list_minus_bars("-1,3,2"))


@pytest.mark.parametrize("case", CASES["wrong"], ids=str)
def test_a_wrong_link_is_explained(case):
    (problem,) = Shown("measures", **case["link"]).problems
    assert case["says"] in problem
    assert ("The default ranking is shown instead." in problem) == ("r" in case["link"])


@pytest.mark.parametrize(
    ("act", "refused"),
    [
        ({"do": "type", "text": "3,x"}, "r"),
        ({"do": "set", "name": "k", "value": "-1"}, "k"),
        ({"do": "grade", "at": 0, "grade": "much"}, ""),
    ],
)
def test_only_the_refused_field_keeps_its_text(act, refused):
    shown = Shown("measures", r="1,3,2")
    shown.act(**act)
    assert len(shown.problems) == 1
    assert shown.get_data("controls")["refused"] == refused


def test_the_bars_show_the_first_ten_ranks_in_words_too():
    grades = [3, 0, 2, 1, 3, 0, 2, 1, 3, 0, 2, 1]
    shown = Shown("measures", r=",".join(map(str, grades)))
    row = shown.html.split('data-measure="NDCG"')[1].split('data-measure="')[0]
    label, bars = re.search(r'role="img" aria-label="by rank: ([^"]*)">(.*?)</span>', row).groups()
    values = label.split(", ")
    assert [value == "0.000" for value in values] == [grade == 0 for grade in grades[:10]]
    heights = [int(height) for height in re.findall(r"height:(\d+)px", bars)]
    assert len(heights) == 10
    assert heights[0] == max(heights) == 26
    assert "up to rank 10" in shown.text


def test_each_measure_stands_out_at_the_ranking_that_it_prefers():
    shown = Shown("measures")
    won = re.findall(r'class="line won">(.*?)</div>', shown.get_markup("disagree").html)
    assert [Words(line).text for line in won] == ["NDCG0.950", "AP1.000"]


def test_the_first_ranking_has_one_judged_document_that_was_not_retrieved():
    board = Shown("measures").board
    assert [document["label"] for document in board["documents"][board["retrieved"] :]] == [
        "Toast it"
    ]
    board = Shown("measures", r="3,0,2").board
    assert len(board["documents"]) == board["retrieved"] == 3


def test_the_keyboard_reaches_a_table_once_and_programs_open_on_a_click():
    steps = Shown("measures").get_markup("steps-AP").html
    assert re.findall(r'data-rank="(\d)" tabindex="(-?\d)"', steps) == [
        ("1", "0"),
        *((str(rank), "-1") for rank in range(2, 6)),
    ]
    assert "<details><summary>What 14 programs do</summary>" in steps
