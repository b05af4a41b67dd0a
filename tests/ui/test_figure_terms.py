"""The chart of what each rank is worth: bars, the cutoff, labels, its sentence."""

from __future__ import annotations

import json

import pytest

from ndcg_core.metric import delta_ndcg, trace
from ndcg_ui.figures import swaps, terms
from tests.ui.drawn import piece


def test_each_bar_is_as_high_as_the_rank_is_worth():
    t = trace([3, 2, 3, 0, 1])
    for uid, rows in (("actual", t.actual), ("ideal", t.ideal)):
        assert piece(terms(t), uid)["y"] == pytest.approx([row.value for row in rows], rel=1e-11)


def test_each_bar_carries_the_document_it_stands_for():
    bars = terms(trace([0, 3, 2]))
    assert piece(bars, "actual")["customdata"] == [0, 1, 2]
    assert piece(bars, "ideal")["customdata"] == [1, 2, 0]


def test_an_actual_bar_is_followed_by_its_document_also_when_names_repeat():
    assert piece(terms(trace([3, 2, 1], labels=["x", "y", "x"])), "actual")["ids"] == [
        "x",
        "y",
        "x (2)",
    ]


def test_ranks_below_the_cutoff_are_faint_and_carry_no_number():
    bar = piece(terms(trace([3, 2, 1], k=2)), "actual")
    assert bar["marker"]["opacity"] == [1, 1, 0.3]
    assert bar["texttemplate"] == ["%{y:.2f}", "%{y:.2f}", ""]


def test_the_cutoff_line_stands_below_rank_k():
    line = piece(terms(trace([3, 2, 1], k=2)), "cutoff")
    assert line["x"] == [2.5, 2.5]
    assert line["y"][1] > 0
    assert "k = 2" in line["text"][1]


def test_nothing_is_cut_off_where_the_whole_list_counts():
    line = piece(terms(trace([3, 2, 1])), "cutoff")
    assert line["y"] == [0, 0]
    assert line["text"] == ["", ""]


def test_the_ideal_is_drawn_down_to_the_length_of_the_ranking():
    t = trace([1, 0], judged=[1, 0, 3, 3])
    assert piece(terms(t), "ideal")["y"][0] == 3
    assert len(piece(terms(t), "ideal")["y"]) == 2


def test_bars_of_many_ranks_have_a_scale_instead_of_numbers():
    few, many = terms(trace([1] * 12)), terms(trace([1] * 13))
    assert "texttemplate" in piece(few, "actual")
    assert "texttemplate" not in piece(many, "actual")
    assert many.spec["layout"]["yaxis"]["showticklabels"]


def test_a_label_is_text_and_never_markup():
    labels = ["<a href='https://elsewhere.example'>x</a>", "R&D"]
    t = trace([3, 2], labels=labels)
    spec = json.dumps([terms(t).spec, swaps(delta_ndcg([3, 2]), labels).spec])
    assert "<a" not in spec
    assert "R&amp;D" in spec


@pytest.mark.parametrize(
    ("grades", "k", "sentence"),
    [
        ([3, 2, 3, 0], None, "Rank 2 loses 0.63 against the ideal; rank 3 gains 0.50 back."),
        (
            [3, 2, 3, 0, 1],
            None,
            "Rank 2 loses most against the ideal, 0.63; rank 3 gains 0.50 back.",
        ),
        ([0, 3], 1, "Rank 1 loses 3.00 against the ideal. Rank 2 counts nothing: k is 1."),
        ([3], None, "Rank 1 earns what it would in the ideal order, 3.00."),
        ([3, 2], None, "Every rank earns what it would in the ideal order, 4.26 in all."),
        (
            [3, 2, 1, 1, 0],
            2,
            "Every rank that counts earns what it would in the ideal order, 4.26 in all. "
            "Ranks 3 to 5 count nothing: k is 2.",
        ),
        ([0, 0], None, "No document earns anything: every bar is 0."),
        (
            [1, 1.0002],
            None,
            "Rank 1 loses 0.0002 against the ideal; rank 2 gains 0.0001 back.",
        ),
    ],
)
def test_the_sentence_of_the_terms_names_the_ranks_that_matter(grades, k, sentence):
    assert terms(trace(grades, k)).text == sentence
