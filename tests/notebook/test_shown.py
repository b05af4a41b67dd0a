"""In a notebook a trace, marks, printers and chains show themselves as tables."""

import re
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import polars as pl
import pyarrow
import pytest

import ndcg_core as nc
from ndcg_core.evaluation import compare, evaluate, explain_difference, what_is_unknown
from ndcg_core.libraries import Ranking, find_chain

LIST = (3, 2, 3, 0, 1)
HOSTILE = '<script>alert("1")</script>&amp;'
SHEET = nc.Sheet(
    LIST,
    given={"dcg": "6.15", "idcg": "6.32", "ndcg": "0.9731", "actual.term.2": HOSTILE},
    working={"dcg": ("3 + 1.26 + 1.5 + 0.39",)},
    blanks=("actual.term.4",),
)


RESULTS = evaluate(
    {"q": {"a": 3, "b": 1, "c": 1}, "r": {"a": 1}, "s": {"a": 2}},
    {
        HOSTILE: {"q": {"b": 3.0, "a": 2.0, "x": 1.0}, "r": {"a": 1.0}},
        "good": {"q": {"a": 2.0, "b": 1.0}, "r": {"x": 2.0, "a": 1.0}},
        "none": {"s": {"a": 1.0}},
    },
    [3, None],
)


class Reader:
    """A closed piece of HTML: its elements, its tables cell by cell, and its lines."""

    def __init__(self, text):
        self.elements = list(ElementTree.fromstring(text).iter())
        self.lines = ["".join(e.itertext()) for e in self.elements if e.tag == "p"]
        self.tables = [
            [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
            for table in self.elements
            if table.tag == "table"
        ]


def make_results():
    """Return one result of each type, with texts that must be escaped."""
    hostile = (HOSTILE, "B", "C", "D", "E")
    longer = Ranking((2, 3), 5, (2, 3, 3, 1))
    odd = nc.Convention(HOSTILE, gain=[0, 1, 2, 5], title=HOSTILE)
    return {
        "trace": nc.trace(LIST, 3, odd, labels=hostile),
        "no value": nc.trace([0, 0], convention="lenskit"),
        "convention": odd,
        "conventions": nc.CONVENTIONS,
        "measure": nc.measures.find_measure("RBP(p=0.5)@10"),
        "measures": nc.measures.MEASURES,
        "means": RESULTS.means(),
        "mean": RESULTS.means()[0],
        "bounds": what_is_unknown(RESULTS, HOSTILE),
        "bounds of a query": what_is_unknown(RESULTS, HOSTILE).queries[0],
        "printers": nc.who_prints(LIST, "0.957", labels=hostile),
        "no printers": nc.who_prints(LIST, "0.111"),
        "chain": find_chain(Ranking(LIST), "scikit-learn", "lightgbm"),
        "long chain": find_chain(longer, "trec_eval-ndcg_cut", "elasticsearch"),
        "marks": nc.mark(SHEET),
        "results": RESULTS,
        "compared": compare(RESULTS),
        "explanation": explain_difference(RESULTS),
    }


SHOWN = {name: value._repr_html_() for name, value in make_results().items()}


@pytest.mark.parametrize("name", SHOWN)
def test_a_result_is_self_contained_html(name):
    assert type(SHOWN[name]) is str  # marimo refuses a class of ours
    read = Reader(SHOWN[name])
    assert {element.tag for element in read.elements} <= {
        *("div", "style", "table", "caption", "thead", "tbody", "tr", "th", "td", "p")
    }
    attributes = {name for element in read.elements for name in element.attrib}
    assert attributes <= {"class", "scope"}
    assert not re.search(r"url\(|@import|https?:|src=|href=", SHOWN[name])
    (style,) = re.findall(r"<style>(.*?)</style>", SHOWN[name], re.DOTALL)
    selectors = [s.strip() for rule in re.findall(r"([^{}]+){", style) for s in rule.split(",")]
    assert selectors
    assert all(selector.startswith(".ndcg-shown") for selector in selectors)
    for colour in re.findall(r"(?<!-)\b(?:color|background): ([^;]+);", style):
        assert colour in ("inherit", "none")


@pytest.mark.parametrize("name", ["trace", "marks", "results", "compared"])
def test_user_text_is_shown_as_text(name):
    assert "<script" not in SHOWN[name]
    cells = [cell for table in Reader(SHOWN[name]).tables for row in table for cell in row]
    assert HOSTILE in cells


def test_a_trace_shows_both_orders_and_the_fraction():
    trace = nc.trace(LIST, 3, labels=list("abcde"))
    read = Reader(trace._repr_html_())
    actual, ideal = read.tables
    assert actual[0] == ["rank", "document", "grade", "gain", "discount", "term", "DCG@3"]
    assert actual[2] == ["2", "b", "2", "2", "1.585", "1.262", "4.262"]
    assert [row[1] for row in actual[1:]] == list("abcde")
    assert [row[5] for row in actual[4:]] == ["not counted"] * 2
    assert [row[1] for row in ideal[1:]] == ["a", "c", "b"]
    assert read.lines[0] == "NDCG@3 = DCG / IDCG = 5.762 / 5.893 = 0.977781"
    rules = "g(r) = r; d(i) = log2(i + 1). Convention standard: Linear gain"
    assert read.lines[1].startswith(rules)


def test_any_data_frame_accepts_the_rows_of_a_trace():
    trace = nc.trace(LIST, 3, judged=[*LIST, 3])
    rows = trace.rows()
    frame = pd.DataFrame(rows)
    counted = frame[frame.counted]
    sums = counted.groupby("order").value.sum()
    assert sums["actual"] == pytest.approx(trace.dcg)
    assert sums["ideal"] == pytest.approx(trace.idcg)
    assert list(frame[frame.order == "actual"].grade) == list(LIST)
    assert (counted.value == counted.gain / counted.discount).all()
    assert pyarrow.Table.from_pylist(rows).num_rows == len(rows) == 5 + 6
    assert {type(value) for row in rows for value in row.values()} == {str, bool, int, float}


def test_marks_are_a_list_and_show_each_verdict_in_words():
    marks = nc.mark(SHEET)
    assert isinstance(marks, list)
    assert [mark.cell for mark in marks] == [row["cell"] for row in marks.rows()]
    (table,) = Reader(marks._repr_html_()).tables
    by_cell = {row[0]: row for row in table}
    assert by_cell["DCG"][1:4] == ["6.15", "6.148712", "✓ right"]
    assert by_cell["NDCG"][3] == "✓ carried"
    assert by_cell["DCG, first answer"][1] == "3 + 1.26 + 1.5 + 0.39"
    assert by_cell["The term at rank 4 of the ranking"][1:4] == ["nothing", "0", "? not marked"]
    (line,) = Reader(marks._repr_html_()).lines
    assert line == "3 of 5 cells are right or follow from the numbers before them."


def test_who_prints_names_the_libraries_with_their_number_in_full():
    found = nc.who_prints(LIST, "0.957")
    assert "lightgbm" in found
    assert "scikit-learn" not in found
    heads, *rows = Reader(found._repr_html_()).tables[0]
    assert heads[:2] == ["library", "NDCG"]
    assert ["LightGBM", "0.957478467", "lightgbm"] in [row[:3] for row in rows]
    assert len(rows) == len(found)
    frame = pd.DataFrame(found.rows())
    assert list(frame.library) == found
    assert set(frame.ndcg.round(3)) == {0.957}


@pytest.mark.parametrize("kind", [tuple, list, iter, np.array, pd.Series], ids=lambda k: k.__name__)
def test_who_prints_accepts_the_input_of_ndcg(kind):
    tied = {"judged": [3, 2, 3, 0, 1, 3], "scores": [3, 2, 2, 2, 1]}
    wanted = nc.who_prints(LIST, "0.752", 5, **tied)
    assert wanted
    given = {name: kind(values) for name, values in tied.items()}
    assert nc.who_prints(kind(LIST), "0.752", 5, **given) == wanted


def test_a_number_without_a_library_gets_a_sentence():
    line, *others = Reader(SHOWN["no printers"]).lines
    assert line == "None of the libraries whose number is determined prints 0.111 for this ranking."
    assert others == nc.who_prints(LIST, "0.111").others


def test_a_chain_shows_each_change_with_its_changed_cell():
    (table,) = Reader(SHOWN["chain"]).tables
    assert table[1] == ["start", "", "0.972364"]
    cell = "the gain at rank 1 of the ranking: 3 → 7"
    assert table[2] == ["gain 2^r − 1 instead of r", cell, "0.957478"]
    silent = find_chain(Ranking(LIST), "scikit-learn", "lightgbm").silent
    (line,) = Reader(SHOWN["chain"]).lines
    assert line == f"{silent} further choices differ, but change nothing for this ranking."
    assert "→ no row" in SHOWN["long chain"]


def test_results_comparisons_and_explanations_show_their_rows_and_sentences():
    read, mean = Reader(SHOWN["results"]), RESULTS.means()[0]
    assert read.tables[0][1][:3] == [HOSTILE, "3", nc.number(mean.mean, 4)]
    assert [row[1] for row in read.tables[0]] == ["k", *["3", "all"] * 3]
    assert read.lines == [finding.sentence for finding in RESULTS.findings]
    read, pairs = Reader(SHOWN["compared"]), compare(RESULTS).pairs
    assert [row[:2] for row in read.tables[0][1:]] == [[p.first, p.second] for p in pairs]
    assert [line[:20] for line in read.lines] == [p.sentences[0][:20] for p in pairs]
    read = Reader(SHOWN["explanation"])
    assert [row[0] for row in read.tables[0]] == ["grade", "3.0", "1.0", "unjudged"]
    assert read.tables[1][0] == ["from", "to", "documents", "value"]
    assert nc.number(explain_difference(RESULTS).difference, 4) in read.lines[0]
    runs = {f"run {n}": {"q": {"a": n}} for n in range(9)}
    read = Reader(compare(evaluate({"q": {"a": 1}}, runs))._repr_html_())
    assert (len(read.tables[0]), read.lines[-1]) == (13, "And 24 more.")


@pytest.mark.parametrize("make", [lambda r: r, compare, explain_difference])
def test_pandas_and_arrow_frames_have_the_same_cells(make, monkeypatch):
    value = make(RESULTS)
    assert pl.DataFrame(value.to_arrow()).equals(value.frame)
    pandas = value.to_pandas()
    columns = {column: pandas[column].tolist() for column in pandas}
    again = pl.DataFrame(columns, value.frame.schema, strict=False)
    assert again.fill_nan(None).equals(value.frame.fill_nan(None))  # pandas has one sign for both
    monkeypatch.setattr("ndcg_core.evaluation.scoring.frames.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pandas is not installed\. Run: pip install pandas"):
        value.to_pandas()


def test_conventions_measures_means_and_bounds_are_shown_as_tables():
    own = nc.Convention("own", gain=lambda r: r * r, discount=lambda i: float(i))
    shown = {**make_results(), "own": own}
    for name in ("convention", "measure", "mean", "bounds", "own"):
        assert "0x" not in shown[name]._repr_html_()
        assert Reader(shown[name]._repr_html_()).tables
    assert "0x" not in repr(nc.measures.AP) + repr(nc.measures.MEASURES) + repr(nc.CONVENTIONS)
    (table,) = Reader(nc.CONVENTIONS["lightgbm"]._repr_html_()).tables
    assert ["gain", "g(r) = 2^r - 1"] in table
    assert ["empty", "1.0"] in table
    (table,) = Reader(nc.CONVENTIONS._repr_html_()).tables
    assert len(table) == 1 + len(nc.CONVENTIONS)
    (table,) = Reader(RESULTS.means()._repr_html_()).tables
    assert len(table) == 1 + len(RESULTS.means())
    assert table[1][2] == nc.number(RESULTS.means()[0].mean, 4)
    bounds = what_is_unknown(RESULTS, HOSTILE, 3)
    (table,) = Reader(bounds._repr_html_()).tables
    first = bounds.queries[0]
    assert table[1][3:5] == [nc.number(bound, 4) for bound in first.grades]
