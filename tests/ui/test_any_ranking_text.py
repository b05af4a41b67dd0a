"""Any text is read as a ranking or refused in a sentence, and what is written is read back."""

from hypothesis import given
from hypothesis import strategies as st

from ndcg_ui.boards.board import Document, default_label, tidy_label
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking

labels = st.text(max_size=60).map(tidy_label).filter(bool)
grades = st.one_of(
    st.integers(0, 10), st.sampled_from([0.5, 0.1, 2.75, 1e-9, 1234567.25, 2**53 - 1])
)
rankings = st.lists(st.tuples(labels, grades), min_size=1, max_size=12).map(
    lambda pairs: tuple(Document(at, label, grade) for at, (label, grade) in enumerate(pairs))
)


@given(rankings, st.sampled_from([", ", ","]))
def test_what_is_written_is_read_back(documents, separator):
    assert read_ranking(write_ranking(documents, separator)) == documents


@given(st.lists(st.floats(0, 1e15), min_size=1, max_size=8))
def test_a_written_grade_loses_no_digit(values):
    documents = tuple(Document(at, default_label(at), value) for at, value in enumerate(values))
    assert [d.grade for d in read_ranking(write_ranking(documents))] == values


def test_a_name_that_begins_with_a_digit_is_no_decimal():
    documents = (Document(0, "A", 3), Document(1, "5 B", 1))
    assert write_ranking(documents, ",") == "A:3, 5 B:1"
    assert read_ranking("A:3, 5 B:1") == documents


@given(st.text() | st.text(alphabet="0123456789.,;:=[](){}'\"\t\n abcdtype-−", max_size=60))
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        said = "" if read_ranking(text) else "nothing was read"
    except ValueError as refused:
        said = str(refused)
    assert not said or (said.endswith(".") and len(said) < 300)


def test_a_name_keeps_no_control_characters_and_no_half_surrogates():
    assert tidy_label("a\x00b\ud800") == "a b\ufffd"


@given(st.text())
def test_a_tidied_label_is_already_tidy(text):
    assert tidy_label(tidy_label(text)) == tidy_label(text)
    assert len(tidy_label(text)) <= 40
