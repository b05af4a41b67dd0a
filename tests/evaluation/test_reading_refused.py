"""What is no table, too large or hostile gets a sentence with its line; so do any odd bytes."""

from __future__ import annotations

import gzip
import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

pl = pytest.importorskip("polars")

from ndcg_core.evaluation import Limits, read_qrels, read_run  # noqa: E402
from tests.evaluation.test_reading import NESTED, RUN, TREC, rows  # noqa: E402

REFUSED = [
    (b"q1 0 d1 3\nq1 0 d2\n", "line 2: 3 columns"),
    (b"q1 0 d1 3\nq1 0 d 2 0\n", "line 2: 5 columns"),
    (b"q1 0 d1 3\nq1 0 d2 two\n", "line 2: the grade is “two”; it must be a number"),
    (b"q1 0 d1 3\nq1 0 d2 1_0\n", "line 2: the grade is “1_0”"),
    (b"q1 0 d1 3\n\nq1 0 d\xff 1\n", "line 3: this is not UTF-8 text"),
    (b"hello\n", "line 1: there is 1 column"),
    (b"# only a comment\n", "no line with data"),
    (b"query,doc,grade\n", "no line with data"),
    (b"query,doc,grade\nq,,1\n", "line 2: the doc is empty"),
    (b"q1\t0\td1\t3\nq1\t0\t\t2\n", "line 2: "),
    (b'query,doc,grade\nq,"",1\n', "line 2: the doc is empty"),
    (b"", "it is empty"),
    (b" \n\n", "it is empty"),
    (b"q 0 d 1\nq 0 \0 1\n", "line 2: this is not text"),
    (b"PK\x03\x04...", "a zip archive"),
    (b"\xff\xfeq\0", "UTF-16"),
    (b"\x1f\x8b\x08\x00nonsense", "gzip"),
    (gzip.compress(TREC.encode())[:-9], "gzipped and ends too early"),
    (b"PAR1 and no more", "Parquet"),
    (b'{"q": ', "this is not JSON"),
    (b'{"q": 3}', "wanted: {query: {document: grade}}"),
    (b'{"q": {"d": "3"}}', "query 'q', document 'd': the grade is '3'"),
    (b'{"q": {"d": true}}', "the grade is True"),
    (b'{"a":' * 100_000, "JSON"),
    (b"{}", "no entry with data"),
    (b'{"q": {"d": 3}}\n{"q": {"e": 1}}\n', "line 2: this is not JSON: extra data. Only one"),
    (b"query;doc;grade\nq;d;0,5\n", "Put commas or tabs in the place of semicolons."),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_cannot_be_read_is_refused_with_its_line(data, sentence):
    with pytest.raises(ValueError, match=r"^judgments") as caught:
        read_qrels(data)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_wrong_line_is_found_however_far_down_it_is():
    good = "".join(f"q{n} 0 d 1\n" for n in range(150_000))
    with pytest.raises(ValueError, match=r"line 150,001: the grade is “x”"):
        read_qrels(good + "q 0 d x\n")


SMALL = Limits(size=100_000, line=1_000, queries=100, columns=20)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"q 0 d 1\n" + b"a" * 2_000 + b"\n", "line 2: the line is longer than 1 kB"),
        (b"q 0 d 1\n" * 20_000, "it holds 160 kB; 100 kB is the most"),
        (gzip.compress(b"q 0 d 1\n" * 20_000), "it unpacks to more than 100 kB"),
        ("".join(f"{n} 0 d 1\n" for n in range(101)).encode(), "101 queries; 100 queries is"),
        (b"a,b," * 30 + b"\n", "more than 20 columns"),
        ({f"q{n}": {"d": 1} for n in range(101)}, "101 queries"),
        (pl.DataFrame({f"c{n}": [1] for n in range(21)}), "21 columns"),
        (pl.DataFrame({"a": [1], "b": [2]}), "its columns are a, b; wanted: query, doc, grade"),
        (pl.DataFrame({"query": ["q"], "doc": ["d"], "grade": ["3"]}), "it must hold numbers"),
        (pl.DataFrame({"query": ["q", "q"], "doc": ["d", None], "grade": [1, 1]}), "row 2: the d"),
        (7, "7 cannot be read; wanted: a file"),
        ("no/such/file", "cannot be read: no such file"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else type(value).__name__,
)
def test_what_is_too_large_or_no_table_gets_a_sentence(data, sentence):
    with pytest.raises(ValueError, match=r"[.]$") as caught:
        read_qrels(data, limits=SMALL)
    assert sentence in str(caught.value)


def test_a_gzip_bomb_is_left_while_it_is_small():
    bomb = gzip.compress(b"\0" * 60_000_000)
    with pytest.raises(ValueError, match="it unpacks to more than 20 MB"):
        read_run(bomb)


IDS = st.text("abz19#\"',;:-_.é\u00a0\u2028😀", min_size=1, max_size=5)
GRADES = st.integers(-2, 4).map(str)
SPACES = st.sampled_from([" ", "\t", "  ", " \t "])
ENDS = st.sampled_from(["", " ", "\t"])


@given(st.lists(st.tuples(IDS, IDS, GRADES), min_size=1, max_size=8), st.data())
def test_any_ids_are_read_alike_whatever_stands_between_them(found, draw):
    """Regular files are read at once, others line by line; what they say is the same."""
    regular = "".join(f"{q} 0 {d} {g}\n" for q, d, g in found)
    between, end = partial(draw.draw, SPACES), partial(draw.draw, ENDS)
    odd = "".join(f"{q}{between()}0{between()}{d}{between()}{g}{end()}\n" for q, d, g in found)
    expected = [(q, d, float(g)) for q, d, g in found]
    for text in (regular, regular.replace(" ", "\t"), odd):
        assert rows(read_qrels(text.encode())) == expected


@given(st.binary(max_size=60), st.integers(0, 40), st.sampled_from([TREC, RUN, json.dumps(NESTED)]))
def test_no_bytes_end_in_anything_but_rows_or_a_sentence(noise, at, text):
    data = text.encode()[:at] + noise + text.encode()[at:]
    for read in (read_qrels, read_run):
        for given_bytes in (noise, data, gzip.compress(data)):
            try:
                assert rows(read(given_bytes))
            except ValueError as error:
                said = str(error)
                assert said.endswith((".", "”")), said
                assert len(said) < 400


def test_white_space_around_an_id_is_no_part_of_it():
    for text in (
        "query,doc,grade\nq , a,1\nq,a b ,2\n",
        "query\tdoc\tgrade\n q\ta \t1\nq\ta b\t2\n",
    ):
        assert rows(read_qrels(text)) == [("q", "a", 1.0), ("q", "a b", 2.0)]
