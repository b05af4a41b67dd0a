"""Texts that people type or paste as a ranking, and the errors for unreadable ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import load_toml
from ndcg_ui.components.board.board import Document, clean_label, make_default_label
from ndcg_ui.components.board.ranking_text import format_ranking, read_ranking

RANKINGS = load_toml(__file__, "rankings.toml")


@pytest.mark.parametrize(("text", "reason"), RANKINGS["grades_only"])
def test_grades_are_read_with_any_separator(text, reason):
    assert [d.grade for d in read_ranking(text)] == [3, 2, 3, 0, 1], reason


@pytest.mark.parametrize(("text", "expected", "reason"), RANKINGS["labelled"])
def test_names_are_read_with_their_grades(text, expected, reason):
    assert [[d.label, d.grade] for d in read_ranking(text)] == expected, reason


@pytest.mark.parametrize("text", RANKINGS["decimal_commas"])
def test_decimal_commas_are_read_as_decimals(text):
    assert [d.grade for d in read_ranking(text)] == [0.5, 1, 0.25]


@pytest.mark.parametrize(
    ("text", "parts", "reason"), RANKINGS["two_readings"] + RANKINGS["unreadable"]
)
def test_ambiguous_and_unreadable_texts_are_named(text, parts, reason):
    with pytest.raises(ValueError, match=r"\.$") as refused:
        read_ranking(text)
    for part in parts:
        assert part in str(refused.value), reason


labels = st.text(max_size=60).map(clean_label).filter(bool)
grades = st.one_of(
    st.integers(0, 10), st.sampled_from([0.5, 0.1, 2.75, 1e-9, 1234567.25, 2**53 - 1])
)
rankings = st.lists(st.tuples(labels, grades), min_size=1, max_size=12).map(
    lambda pairs: tuple(Document(at, label, grade) for at, (label, grade) in enumerate(pairs))
)


@given(rankings, st.sampled_from([", ", ","]))
def test_a_formatted_ranking_is_read_back(documents, separator):
    assert read_ranking(format_ranking(documents, separator)) == documents


@given(st.lists(st.floats(0, 1e15), min_size=1, max_size=8))
def test_a_formatted_grade_loses_no_digit(values):
    documents = tuple(
        Document(at, make_default_label(at), value) for at, value in enumerate(values)
    )
    assert [d.grade for d in read_ranking(format_ranking(documents))] == values


@given(st.text())
def test_a_normalized_label_is_short_and_stable(text):
    assert clean_label(clean_label(text)) == clean_label(text)
    assert len(clean_label(text)) <= 40
    assert clean_label("a\x00b\ud800") == "a b\ufffd"
