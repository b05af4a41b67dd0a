"""Judgments and runs from every usual file. Oddities are reported, other files refused."""

import bz2
import gzip
import lzma
import re
import sys
from functools import partial

import numpy as np
import pandas
import polars as pl
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import load_toml
from ndcg_core.evaluation import Limits, evaluate, read_qrels, read_run
from ndcg_core.evaluation.files.columns import UnknownColumnsError, UnknownTable

ROWS = [("q1", "d1", 3.0), ("q1", "d2", 0.0), ("q2", "d1", 1.0)]
TREC = "q1 0 d1 3\nq1 0 d2 0\nq2 0 d1 1\n"
RUN = "q1 Q0 d2 1 9.5 me\nq1 Q0 d1 2 9.25 me\nq2 Q0 d1 1 -3e1 me\n"
RUN_ROWS = [("q1", "d2", 9.5), ("q1", "d1", 9.25), ("q2", "d1", -30.0)]
NESTED = {"q1": {"d1": 3, "d2": 0}, "q2": {"d1": 1}}
FILES = {
    kind: [tuple(case.values()) for case in cases]
    for kind, cases in load_toml(__file__, "files.toml").items()
}

FORMATS = load_toml(__file__, "formats.toml")


def list_rows(read):
    value = "grade" if "grade" in read.frame.columns else "score"
    return read.frame.select("query", "doc", value).rows()


def list_kinds(read):
    return {finding.kind for finding in read.findings}


def write_parquet_file(tmp_path, **columns):
    pl.DataFrame(columns).write_parquet(tmp_path / "file.parquet")
    return tmp_path / "file.parquet"


READ = {"qrels": read_qrels, "run": read_run}


@pytest.mark.parametrize(
    ("kind", "text", "odd"), [(k, *case) for k in READ for case in FILES[k]], ids=repr
)
def test_judgments_and_runs_are_equal_in_every_usual_file_format(kind, text, odd):
    found = READ[kind](text.encode())
    assert list_rows(found) == {"qrels": ROWS, "run": RUN_ROWS}[kind]
    assert list_kinds(found) == {*odd}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("q 0 d 1\n#q 0 e 0\n", "Line 2 begins with # and can be read as a row."),
        ("doc,query,grade\nd1,#tag,1\n#d2,q,1\n", "Line 3 begins with # and can be read as a row."),
        ('query,doc,grade\n"#tag",d1,1\n', ""),
        ("query,doc,grade\nq,#d1,1\n", ""),
    ],
)
def test_only_lines_that_begin_with_the_sign_of_comments_are_reported(text, line):
    found = [finding.found for finding in read_qrels(text).findings if finding.kind == "hash"]
    assert found == [line] * bool(line)


@pytest.mark.parametrize("case", FORMATS["read"], ids=lambda case: case["about"])
def test_files_of_other_programs_are_read(case):
    found = READ[case["kind"]](case["text"].encode(), **case.get("with", {}))
    assert list_rows(found) == [*map(tuple, case["rows"])]
    assert list_kinds(found) == {*case["odd"]}


@pytest.mark.parametrize("case", FORMATS["refused"], ids=lambda case: case["sentence"][-60:])
def test_an_unsupported_file_is_refused_with_working_advice(case):
    read, data = READ[case["kind"]], case["text"].encode()
    with pytest.raises(ValueError, match=re.escape(case["sentence"])):
        read(data)
    if "with" in case:
        assert list_rows(read(data, **case["with"]))


def make_arrow_compressor(how):
    def compress(data):
        sink = pyarrow.BufferOutputStream()
        with pyarrow.CompressedOutputStream(sink, how) as stream:
            stream.write(data)
        return sink.getvalue().to_pybytes()

    return compress


PACKERS = {"gzip": gzip.compress, "bz2": bz2.compress, "lzma": lzma.compress}
PACKERS |= {name: make_arrow_compressor(name) for name in ("zstd", "lz4")}


@pytest.mark.parametrize("how", PACKERS)
def test_a_packed_file_is_unpacked_or_refused_if_broken(how, monkeypatch):
    data = PACKERS[how](TREC.encode())
    assert list_rows(read_qrels(data)) == ROWS
    for broken in (data[:-9], data[:10] + b"nonsense" * 9):
        with pytest.raises(ValueError, match=f"^judgments: it .* with {how}"):
            read_qrels(broken)
    if how in ("zstd", "lz4"):
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(
            ValueError, match=rf"with {how}\. Run: pip install pyarrow, or unpack it"
        ):
            read_qrels(data)


def test_predictions_are_the_scores_of_the_judged_documents_line_by_line():
    judged = read_qrels("2 qid:1 1:3\n0 qid:1 1:1\n1 qid:2 1:2\n")
    found = read_run("\ufeff0.5\r\n-1e-3\n 2\n\n".encode(), judged=judged)
    assert list_rows(found) == [("1", "0", 0.5), ("1", "1", -0.001), ("2", "0", 2.0)]
    assert list_kinds(found) == {"predictions"}
    assert evaluate(judged, b"0.5\n-1e-3\n2\n").mean() == 1
    (one,) = read_run("1\n", judged=read_qrels("2 qid:1 1:3\n")).findings
    assert (one.found, one.done) == (
        "The file has 1 number.",
        "The number was read as the score of the judged document.",
    )
    with pytest.raises(ValueError, match=r"it has 2 numbers, .* judges 3 documents\. It must have"):
        read_run(b"1\n2\n", judged=judged)
    with pytest.raises(ValueError, match=r"line 2: “x” is not a number"):
        read_run(b"1\nx\n", judged=judged)


def test_frames_with_two_field_names_or_without_grades_are_read():
    frame = pl.DataFrame({"qid": ["1"], "docid": [70], "docno": ["d7"], "label": ["L2"]})
    found = read_qrels(frame, grades={"L2": 2})
    assert (list_rows(found), list_kinds(found)) == ([("1", "d7", 2.0)], {"either"})
    with pytest.raises(ValueError, match=r"“L2”\. It must be a number\. .* as in L2=2\."):
        read_qrels(frame)
    pairs = frame.select("qid", "docno")
    for source in (pairs, pairs.to_pandas(), pairs.lazy()):
        found = read_qrels(source)
        assert (list_rows(found), list_kinds(found)) == ([("1", "d7", 1.0)], {"binary"})
    with pytest.raises(ValueError, match=r"as in score=bm25\."):
        read_run(pairs.with_columns(title=pl.lit("x"), bm25=pl.lit(3.0)))


def test_paths_parquet_dictionaries_and_three_kinds_of_frames_are_equal(tmp_path):
    columns = {"query": ["q1", "q1", "q2"], "doc": ["d1", "d2", "d1"], "relevance": [3, 0, 1]}
    path = tmp_path / "qrels.txt"
    path.write_text(TREC)
    libraries = (pl.DataFrame, pl.LazyFrame, pandas.DataFrame, pyarrow.table)
    frames = [library(columns) for library in libraries]
    for source in (path, str(path), write_parquet_file(tmp_path, **columns), NESTED, *frames):
        assert list_rows(read_qrels(source)) == ROWS
    assert read_qrels(path).name == "qrels.txt"


def test_unknown_columns_are_reported_with_their_rows():
    with pytest.raises(UnknownColumnsError) as caught:
        read_run("search;product;points\nq1;d1;3\nq1;d2;2\nq2;d3;1\nq2;d4;0\n")
    rows = (("q1", "d1", "3"), ("q1", "d2", "2"), ("q2", "d3", "1"))
    assert caught.value.table == UnknownTable("run", ("search", "product", "points"), rows)


REFUSED = [
    *((text.encode(), sentence) for text, sentence in FILES["refused"]),
    (b"q 0 d 1\nq 0 \0 1\n", "line 2: this is not text"),
    (b"\x89PNG\r\n\x1a\n", "a picture"),
    (b"\xff\xfeq\0", "UTF-16"),
    (b"\x1f\x8b\x08\x00nonsense", "gzip"),
    (b'{"a":' * 100_000, "JSON"),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_an_unreadable_file_is_refused_with_its_line(data, sentence):
    with pytest.raises(ValueError, match=r"^judgments") as caught:
        read_qrels(data)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


SMALL = Limits(size=100_000, line=1_000, queries=100, columns=20, id=200, docs=2)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"q 0 d 1\n" + b"a" * 2_000 + b"\n", "line 2: the line is longer than 1 kB"),
        (b"q 0 d 1\n" * 20_000, "it has 160 kB. At most 100 kB are allowed"),
        (gzip.compress(b"q 0 d 1\n" * 20_000), "it unpacks to more than 100 kB"),
        ("".join(f"{n} 0 d 1\n" for n in range(101)).encode(), "101 queries. At most 100"),
        (b"a,b," * 30 + b"\n", "more than 20 columns"),
        ({f"q{n}": {"d": 1} for n in range(101)}, "101 queries"),
        (pl.DataFrame({f"c{n}": [1] for n in range(21)}), "21 columns"),
        (
            pl.DataFrame({"a": [1], "b": [2]}),
            "its columns are a, b. None has a usual name of query",
        ),
        (pl.DataFrame({"query": ["q"], "doc": ["d"], "grade": [True]}), "It must have numbers"),
        (pl.DataFrame({"query": ["q", "q"], "doc": ["d", None], "grade": [1, 1]}), "row 2: the d"),
        ("q 0 %s 1\n" % ("d" * 300), "line 1: the name of the doc is too long"),
        ({"q" * 300: {"d": 1}}, "entry 1: the name of the query is too long"),
        ({"p": {"d": 1}, "q": dict.fromkeys("abc", 1)}, "query 'q' has 3 rows. At most 2 are"),
        ({"p": ["d"], "q": 5}, "query 'q' has 5. It must be {query: {document: grade}}"),
        (7, "7 cannot be read. Give a file"),
        ("no/such/file", "cannot be read: no such file"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else type(value).__name__,
)
def test_a_large_file_or_one_without_a_table_gets_a_sentence(data, sentence):
    with pytest.raises(ValueError, match=r"[.]$") as caught:
        read_qrels(data, limits=SMALL)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        (
            "run",
            {"p": ["d"], "q": 5},
            "query 'q' has 5. It must be {query: {document: score}}, or {query: [document, ...]}, "
            "best first.",
        ),
        (
            "judgments",
            {"p": ["d"], "q": 5},
            "query 'q' has 5. It must be {query: {document: grade}}, or {query: [document, ...]}, "
            "all relevant.",
        ),
        (
            "run",
            {"q": {"d": "x"}},
            "query 'q', document 'd': the score is 'x'. It must be a number.",
        ),
        (
            "judgments",
            {"q": {"d": "x"}},
            "query 'q', document 'd': the grade is “x”. It must be a number. Set the grades of "
            "labels with grades, as in x=0.",
        ),
        (
            "run",
            {"q": {"d": True}},
            "query 'q', document 'd': the score is True. It must be a number.",
        ),
        ("run", {"q": {"": 1}}, "query 'q': a document is called ''. It must be a string."),
        ("run", [1, 2], "[1, 2] cannot be read. Give a file, a dictionary or a data frame."),
    ],
)
def test_a_dictionary_of_another_shape_is_refused_with_its_place(kind, data, sentence):
    with pytest.raises(ValueError, match=r"[.]$") as caught:
        {"run": read_run, "judgments": read_qrels}[kind](data)
    assert str(caught.value) == f"{kind}: {sentence}"


def test_a_file_is_read_up_to_the_limit(tmp_path):
    (tmp_path / "qrels").write_text("q 0 d 1\n")
    assert list_rows(read_qrels(tmp_path / "qrels", limits=Limits(size=8))) == [("q", "d", 1)]
    for path, size, sentence in (
        (tmp_path / "qrels", 7, "qrels: it has 8 bytes. At most 7 bytes are allowed."),
        (tmp_path / "q\0", 8, " cannot be read: embedded null byte."),
        (tmp_path, 10**6, f"The file {tmp_path.name} cannot be read: is a directory."),
    ):
        with pytest.raises(ValueError, match=r"[.]$") as caught:
            read_qrels(path, limits=Limits(size=size))
        assert str(caught.value).endswith(sentence)


def test_a_dictionary_with_lists_and_numpy_numbers_is_read():
    mixed = {"q1": {"d1": np.int64(3), "d2": 0}, "q2": ["d1"]}
    assert list_rows(read_qrels(mixed)) == ROWS


def test_a_third_column_that_counts_up_is_read_as_ranks():
    found = read_run("q1 b 1\nq1 a 2\nq2 a 1\n")
    assert list_kinds(found) == {"ranks"}
    best = found.frame.filter(pl.col("query") == "q1").sort("score", descending=True)
    assert best["doc"].to_list() == ["b", "a"]
    with pytest.raises(ValueError, match=r"line 3: the rank is “x”\. It must be a whole number"):
        read_run("query,doc,rank\nq,a,1\nq,b,x\n")


def test_reading_of_a_gzip_bomb_stops_early():
    bomb = gzip.compress(b"\0" * 60_000_000)
    with pytest.raises(ValueError, match="it unpacks to more than 20 MB"):
        read_run(bomb)


IDS = st.text("abz19#\"',;:-_.é\u00a0\u2028😀", min_size=1, max_size=5)
GRADES = st.integers(-2, 4).map(str)
SPACES = st.sampled_from([" ", "\t", "  ", " \t "])
ENDS = st.sampled_from(["", " ", "\t"])


@given(st.lists(st.tuples(IDS, IDS, GRADES), min_size=1, max_size=8), st.data())
def test_ids_are_read_equally_with_any_separator(found, draw):
    """Compare regular files, which are read at once, with others, read line by line."""
    regular = "".join(f"{q} 0 {d} {g}\n" for q, d, g in found)
    between, end = partial(draw.draw, SPACES), partial(draw.draw, ENDS)
    odd = "".join(f"{q}{between()}0{between()}{d}{between()}{g}{end()}\n" for q, d, g in found)
    expected = [(q, d, float(g)) for q, d, g in found]
    for text in (regular, regular.replace(" ", "\t"), odd):
        assert list_rows(read_qrels(text.encode())) == expected
