"""What a person may type or paste as a ranking, and what is said about what nobody can read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_ui.entry import read_ranking, write_ranking
from ndcg_ui.ranking import LONGEST, Document, default_label, tidy_label

GRADES_ONLY = [
    ("3, 2, 3, 0, 1", "commas and spaces"),
    ("3,2,3,0,1", "commas alone"),
    ("3 2 3 0 1", "spaces"),
    ("  3   2 3  0 1 ", "uneven spaces"),
    ("3\t2\t3\t0\t1", "a spreadsheet row"),
    ("3\n2\n3\n0\n1\n", "a spreadsheet column"),
    ("3\r\n2\r\n3\r\n0\r\n1\r\n", "a spreadsheet column from Windows"),
    ("3; 2; 3; 0; 1", "semicolons"),
    ("[3, 2, 3, 0, 1]", "a Python list"),
    ("(3, 2, 3, 0, 1)", "a tuple"),
    ("[3 2 3 0 1]", "a numpy array as printed"),
    ("[3. 2. 3. 0. 1.]", "a numpy array of floats as printed"),
    ("[[3], [2], [3], [0], [1]]", "a column as nested lists"),
    ('["3", "2", "3", "0", "1"]', "a list of texts"),
    ("3,2,3,0,1,", "a comma at the end"),
    ("3\u00a02\u00a03\u00a00\u00a01", "no-break spaces from a web page"),
    ("3.0, 2e0, 3, 0, 1", "other ways to write a number"),
]
LABELLED = [
    ("A:3 B:2", [("A", 3), ("B", 2)], "colons"),
    ("A: 3, B: 2", [("A", 3), ("B", 2)], "colons, commas and spaces"),
    ("A=3;B=2", [("A", 3), ("B", 2)], "equals signs"),
    ("Doc 1 = 3", [("Doc 1", 3)], "a name with a space"),
    ("Doc 1 = 3 Doc 2 = 1", [("Doc 1", 3), ("Doc 2", 1)], "two such names on one line"),
    ("Doc 1 = 3\nDoc 2 = 1", [("Doc 1", 3), ("Doc 2", 1)], "two such names on two lines"),
    ('{"A": 3, "B": 2}', [("A", 3), ("B", 2)], "a dictionary"),
    ("10:3 20:2", [("10", 3), ("20", 2)], "names that are numbers"),
    ("Ärger:1 日本:2", [("Ärger", 1), ("日本", 2)], "any alphabet"),
    ("B:3, 2", [("B", 3), ("B", 2)], "a name and none: the second gets its default"),
    (":3 :2", [("A", 3), ("B", 2)], "empty names: the defaults"),
]
UNREADABLE = [
    ("3, two, 1", ["Item 2", "“two”"], "a word"),
    ("3, 2, -1", ["Item 3", "-1", "0 or more"], "a negative grade"),
    ("3, \u22121", ["Item 2", "\u22121", "0 or more"], "a typographic minus"),
    ("nan", ["Item 1", "0 or more"], "not a number"),
    ("3 inf", ["Item 2", "0 or more"], "infinity"),
    ("A:3 B", ["Item 2", "no grade"], "a name alone"),
    ("A:3 B:", ["Item 2"], "a name without a grade"),
    ("A:three", ["Item 1", "“three”"], "a grade in letters"),
    ("1:2:3", ["Item 1", "“2:3”"], "two colons"),
    ("", ["no grade here yet"], "nothing"),
    (" ,;\n[]", ["no grade here yet"], "separators only"),
    ("3 -", ["Item 2", "“-”"], "a dash"),
]


@pytest.mark.parametrize(("text", "reason"), GRADES_ONLY)
def test_grades_are_read_however_they_are_separated(text, reason):
    assert [d.grade for d in read_ranking(text)] == [3, 2, 3, 0, 1], reason


@pytest.mark.parametrize(("text", "expected", "reason"), LABELLED)
def test_names_are_read_with_their_grades(text, expected, reason):
    assert [(d.label, d.grade) for d in read_ranking(text)] == expected, reason


@pytest.mark.parametrize(("text", "parts", "reason"), UNREADABLE)
def test_the_item_that_cannot_be_read_is_named(text, parts, reason):
    with pytest.raises(ValueError, match=r"\.$") as refused:
        read_ranking(text)
    for part in parts:
        assert part in str(refused.value), reason


def test_a_name_before_a_pasted_list_is_not_a_document():
    assert [d.label for d in read_ranking("grades = [3, 2]")] == ["A", "B"]


def test_two_pasted_spreadsheet_columns_are_names_and_grades():
    pasted = "Doc 1\t3\nDoc 2\t1\n"
    assert [(d.label, d.grade) for d in read_ranking(pasted)] == [("Doc 1", 3), ("Doc 2", 1)]


def test_documents_without_names_get_letters():
    assert "".join(d.label for d in read_ranking("1 " * 28)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZAAAB"


def test_whole_grades_stay_whole_and_fractions_stay_fractions():
    assert [repr(d.grade) for d in read_ranking("3.0 0.5 2")] == ["3", "0.5", "2"]


def test_200_documents_fit_and_201_get_a_sentence():
    assert len(read_ranking("1," * LONGEST)) == LONGEST == 200
    with pytest.raises(ValueError, match=r"201 documents.*holds 200"):
        read_ranking("1," * 201)


def test_every_document_gets_an_identity_of_its_own():
    assert [d.doc for d in read_ranking("A:1 A:1 A:1")] == [0, 1, 2]


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


def test_default_names_are_not_written():
    assert write_ranking(read_ranking("3 0.5 2")) == "3, 0.5, 2"
    assert write_ranking(read_ranking("B:3 A:2")) == "B:3, A:2"


@given(st.text())
def test_any_text_is_read_or_refused_with_a_sentence(text):
    try:
        said = "" if read_ranking(text) else "nothing was read"
    except ValueError as refused:
        said = str(refused)
    assert not said or said.endswith(".")


@given(st.text())
def test_a_tidied_label_is_already_tidy(text):
    assert tidy_label(tidy_label(text)) == tidy_label(text)
    assert len(tidy_label(text)) <= 40
