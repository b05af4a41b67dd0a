"""Judgments and runs are read from every usual file; what is odd is said, what is wrong refused."""

from __future__ import annotations

import gzip
import json

import pytest

pl = pytest.importorskip("polars")
nw = pytest.importorskip("narwhals")

from ndcg_core.evaluation import read_qrels, read_run  # noqa: E402

ROWS = [("q1", "d1", 3.0), ("q1", "d2", 0.0), ("q2", "d1", 1.0)]
TREC = "q1 0 d1 3\nq1 0 d2 0\nq2 0 d1 1\n"
RUN = "q1 Q0 d2 1 9.5 me\nq1 Q0 d1 2 9.25 me\nq2 Q0 d1 1 -3e1 me\n"
RUN_ROWS = [("q1", "d2", 9.5), ("q1", "d1", 9.25), ("q2", "d1", -30.0)]
NESTED = {"q1": {"d1": 3, "d2": 0}, "q2": {"d1": 1}}


def rows(read):
    value = "grade" if "grade" in read.frame.columns else "score"
    return read.frame.select("query", "doc", value).rows()


def kinds(read):
    return {finding.kind for finding in read.findings}


def lines(read):
    return read.frame["line"].to_list()


def parquet(tmp_path, **columns):
    pl.DataFrame(columns).write_parquet(tmp_path / "file.parquet")
    return tmp_path / "file.parquet"


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        (TREC, set()),
        (TREC.rstrip("\n"), set()),
        (TREC.replace("\n", "\r\n"), set()),
        (TREC.replace(" ", "\t"), set()),
        (TREC.replace(" ", "  "), set()),
        (TREC.replace("q1 0 d2 0", "  q1\t0 d2 0  "), set()),
        ("\ufeff" + TREC, {"mark"}),
        ("q1 d1 3\nq1 d2 0\nq2 d1 1\n", {"columns"}),
        ("# made by hand\n" + TREC, {"comments"}),
        (TREC + "\n\n  \n", {"blank"}),
        ("query-id\tcorpus-id\tscore\nq1\td1\t3\nq1\td2\t0\nq2\td1\t1\n", {"header"}),
        ("doc_id,grade,note,qid\nd1,3,\"a, b\",q1\nd2,0,,q1\nd1,1,x,q2\n", {"header"}),
        (json.dumps(NESTED), set()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzipped"])
def test_judgments_in_every_usual_file_are_the_same(text, odd, packed):
    data = gzip.compress(text.encode()) if packed else text.encode()
    found = read_qrels(data)
    assert rows(found) == ROWS
    assert kinds(found) == odd


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        (RUN, set()),
        (RUN.replace(" me", ""), {"columns"}),
        ("q1 d2 9.5\nq1 d1 9.25\nq2 d1 -30\n", {"columns"}),
        ("score,docno,qid\n9.5,d2,q1\n9.25,d1,q1\n-30,d1,q2\n", {"header"}),
        (RUN.replace(" 1 9.5", " first 9.5"), {"rank"}),
    ],
)
def test_runs_in_every_usual_file_are_the_same(text, odd):
    found = read_run(text.encode())
    assert rows(found) == RUN_ROWS
    assert kinds(found) == odd


def test_a_path_a_parquet_file_a_dictionary_and_frames_of_three_libraries_are_the_same(tmp_path):
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    columns = {"query": ["q1", "q1", "q2"], "doc": ["d1", "d2", "d1"], "relevance": [3, 0, 1]}
    (tmp_path / "qrels.txt").write_text(TREC)
    frames = [pl.DataFrame(columns), pl.LazyFrame(columns), pandas.DataFrame(columns)]
    for source in (
        tmp_path / "qrels.txt",
        str(tmp_path / "qrels.txt"),
        parquet(tmp_path, **columns),
        NESTED,
        pyarrow.table(columns),
        *frames,
    ):
        assert rows(read_qrels(source)) == ROWS
    assert read_qrels(tmp_path / "qrels.txt").name == "qrels.txt"


def test_ids_that_are_numbers_become_texts(tmp_path):
    path = parquet(tmp_path, qid=[1, 1], docid=[10, 20], score=[2.0, 1.0])
    assert rows(read_run(path)) == [("1", "10", 2.0), ("1", "20", 1.0)]
    assert rows(read_qrels({1: {10: 2}})) == [("1", "10", 2.0)]


def test_a_hash_belongs_to_an_id_where_the_line_is_a_row():
    found = read_qrels(b"#1 0 #a 2\n#1 0 b# 1\n# not a row at all\n")
    assert rows(found) == [("#1", "#a", 2.0), ("#1", "b#", 1.0)]
    assert (kinds(found), lines(found)) == ({"comments", "hash"}, [1, 2])
    (said,) = (finding for finding in found.findings if finding.kind == "hash")
    assert "2 lines begin with # and can be read as a row (line 1 first)" in said.found
    among = read_qrels(TREC + "# one two 3\n")
    assert rows(among) == [*ROWS, ("#", "two", 3.0)]
    assert [finding.count for finding in among.findings] == [1]


def test_lines_are_counted_as_an_editor_counts_them():
    assert lines(read_qrels(TREC)) == [1, 2, 3]
    assert lines(read_qrels("query,doc,grade\nq,a,1\nq,b,0\n")) == [2, 3]
    assert lines(read_qrels("\n# a\nq 0 a 1\n\nq 0 b 1\n")) == [3, 5]


def test_a_third_column_that_counts_up_is_a_rank_as_in_ms_marco():
    found = read_run("7\td9\t1\n7\td3\t2\n8\td1\t1\n")
    assert rows(found) == [("7", "d9", -1.0), ("7", "d3", -2.0), ("8", "d1", -1.0)]
    assert kinds(found) == {"ranks"}  # and nothing says that it was read as the score
    assert rows(read_run("7 d9 1.5\n7 d3 2\n"))[0] == ("7", "d9", 1.5)


def test_a_run_with_named_ranks_and_no_scores_is_ranked_by_them():
    assert rows(read_run("qid,docno,rank\nq,b,2\nq,a,1\n")) == [("q", "b", -2.0), ("q", "a", -1.0)]


def test_a_json_key_that_comes_twice_is_kept_twice():
    assert rows(read_run(b'{"q": {"a": 1, "a": 2}}')) == [("q", "a", 1.0), ("q", "a", 2.0)]


@pytest.mark.parametrize("score", ["nan", "NaN", "NAN"])
def test_a_score_that_is_no_number_is_read_and_left_to_a_choice(score):
    (row,) = rows(read_run(f"q Q0 a 1 {score} me".encode()))
    assert row[2] != row[2]
