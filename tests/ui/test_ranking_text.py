"""What a person may type or paste as a ranking, and what is said about what nobody can read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_ui.boards.board import Document, default_label, tidy_label
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.limits import MOST_DOCUMENTS

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
    ("array([3, 2, 3, 0, 1])", "a numpy array as its repr"),
    ("grades = np.array([3, 2, 3, 0, 1], dtype=int32)", "a numpy array as it is made"),
    ("tensor([3., 2., 3., 0., 1.], device='cuda:0')", "a torch tensor"),
    ("[np.int64(3), np.int64(2), np.int64(3), np.int64(0), np.int64(1)]", "a list of numpy 2"),
    ("[tensor(3), tensor(2, dtype=torch.int8), tensor(3), tensor(0), tensor(1)]", "of tensors"),
    ("[3 2\n 3 0\n 1]", "a numpy array that goes on in the next line"),
    ("0    3\n1    2\n2    3\n3    0\n4    1\ndtype: int64", "a printed Series"),
    ("0    3\n1    2\n2    3\n3    0\n4    1\nName: r, Length: 5, dtype: int64", "with its name"),
    ("0    3 1    2 2    3 3    0 4    1 dtype: int64", "a Series pasted into one line"),
    ("   grade\n0      3\n1      2\n2      3\n3      0\n4      1", "a printed DataFrame"),
    ("   grade 0      3 1      2 2      3 3      0 4      1", "a DataFrame in one line"),
    ("grade\n3\n2\n3\n0\n1", "a spreadsheet column with its head"),
    ("1\t3\n2\t2\n3\t3\n4\t0\n5\t1", "a column of ranks beside it"),
    ("rank,grade,score\n1,3,.9\n2,2,.8\n3,3,.7\n4,0,.6\n5,1,.5", "a file with other columns"),
]
DECIMAL_COMMAS = ["0,5 1,0 0,25", "0,5; 1,0; 0,25", "0,5\t1,0\t0,25", "0,5\n1,0\n0,25"]
QUESTIONS = [
    ("3,,2", ["Item 2 is empty"], "an empty cell"),
    (",3,2", ["Item 1 is empty"], "an empty cell at the start"),
    ("3,2,,", ["Item 3 is empty"], "an empty cell at the end"),
    ("3\t\t2", ["Item 2 is empty"], "an empty cell of a row"),
    ("3\n\n2", ["Item 2 is empty"], "an empty cell of a column"),
    ("0,5 1 0,25", ["“0,5”", "0.5, or two grades"], "a comma inside only some of them"),
    ("A:0,5 B:1,0", ["“0,5”", "0.5, or two grades"], "a comma inside a named grade"),
    ("1,3\n2,2\n3,0", ["“1,3”", "or two grades"], "decimals, or ranks with their grades"),
    ("4\t3\n9\t2", ["2 columns of numbers"], "two columns of numbers"),
    ("   a  b\n0  3  1\n1  2  0", ["“a” or “b”"], "two columns that are not called grades"),
    ("[[3, 2], [1, 0]]", ["2 lists"], "two rankings"),
    ("[[3 2]\n [1 0]]", ["2 lists"], "two rankings as numpy prints them"),
    ("0    3\n    ..\n9    1\nLength: 10, dtype: int64", ["left out"], "a shortened Series"),
    ("[3 2 ... 0 1]", ["Item 3", "left out"], "a shortened array"),
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
    ("A    3\nB    2\nName: grade, dtype: int64", [("A", 3), ("B", 2)], "a Series with an index"),
    ("Doc 1    3\nDoc 2    2\ndtype: float64", [("Doc 1", 3), ("Doc 2", 2)], "names with spaces"),
    ("  doc  grade\n0   A      3\n1   B      2", [("A", 3), ("B", 2)], "a printed DataFrame"),
    ("A,3\nB,2", [("A", 3), ("B", 2)], "lines of a file"),
    ("doc,rel\nA,3\nB,2\n", [("A", 3), ("B", 2)], "lines of a file with heads"),
    ("Doc 1\t3 Doc 2\t1", [("Doc 1", 3), ("Doc 2", 1)], "two columns pasted into one line"),
    ("[('A', 3), ('B', 2)]", [("A", 3), ("B", 2)], "pairs"),
    ("grades = [3, 2]", [("A", 3), ("B", 2)], "a name before a list is no document"),
    ("Doc 1\t3\nDoc 2\t1\n", [("Doc 1", 3), ("Doc 2", 1)], "two columns of a spreadsheet"),
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


@pytest.mark.parametrize("text", DECIMAL_COMMAS)
def test_decimal_commas_are_read_as_decimals(text):
    assert [d.grade for d in read_ranking(text)] == [0.5, 1, 0.25]


@pytest.mark.parametrize(("text", "parts", "reason"), [*QUESTIONS, *UNREADABLE])
def test_what_can_mean_two_things_or_cannot_be_read_is_named(text, parts, reason):
    with pytest.raises(ValueError, match=r"\.$") as refused:
        read_ranking(text)
    for part in parts:
        assert part in str(refused.value), reason


def test_documents_without_names_get_letters():
    assert "".join(d.label for d in read_ranking("1 " * 28)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZAAAB"


def test_whole_grades_stay_whole_and_fractions_stay_fractions():
    assert [repr(d.grade) for d in read_ranking("3.0 0.5 2")] == ["3", "0.5", "2"]


def test_200_documents_fit_and_201_get_a_sentence():
    assert len(read_ranking("1," * MOST_DOCUMENTS)) == MOST_DOCUMENTS == 200
    with pytest.raises(ValueError, match=r"201 documents.*holds 200"):
        read_ranking("1," * 201)


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


def test_a_name_keeps_no_control_characters_and_no_half_surrogates():
    assert tidy_label("a\x00b\ud800") == "a b\ufffd"


@given(st.text())
def test_a_tidied_label_is_already_tidy(text):
    assert tidy_label(tidy_label(text)) == tidy_label(text)
    assert len(tidy_label(text)) <= 40
