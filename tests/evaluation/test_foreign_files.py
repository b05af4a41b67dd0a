"""Files of other programs come to the number that trec_eval gives for the same documents."""

import json
import re
import zipfile
from io import BytesIO
from shutil import which

import ir_measures
import pandas
import polars as pl
import pyarrow
import pytest
import pytrec_eval

from ndcg_core.evaluation import evaluate, evaluate_measure, read_qrels, read_run
from ndcg_core.evaluation.files import spreadsheets
from ndcg_core.evaluation.scoring.matching import report_unjudged_run

QRELS = {"q1": {"d1": 3, "d2": 0, "d3": 1}, "q2": {"d1": 1, "d4": 2}}
RANKED = {"q1": ["d3", "d9", "d1"], "q2": ["d4", "d1", "d2"]}
JUDGED = read_qrels(QRELS)


def run_trec_eval(qrels, ranked, k=10):
    """Return the mean ndcg_cut of rankings from trec_eval itself."""
    runs = {q: {doc: -float(at) for at, doc in enumerate(docs)} for q, docs in ranked.items()}
    values = pytrec_eval.RelevanceEvaluator(qrels, {f"ndcg_cut.{k}"}).evaluate(runs)
    return sum(value[f"ndcg_cut_{k}"] for value in values.values()) / len(values)


def make_elasticsearch_response(docs):
    return {"took": 1, "hits": {"hits": [{"_id": doc, "_score": 1.0} for doc in docs]}}


def make_solr_response(docs):
    return {"response": {"numFound": len(docs), "docs": [{"id": doc} for doc in docs]}}


def make_vespa_response(docs):
    return {"root": {"children": [{"id": f"id:shop:doc::{doc}", "relevance": 1} for doc in docs]}}


EACH = {
    "elasticsearch": make_elasticsearch_response,
    "solr": make_solr_response,
    "vespa": make_vespa_response,
}
LINES = {
    name: "\n".join(json.dumps(engine(docs)) for docs in RANKED.values())
    for name, engine in EACH.items()
    if name != "solr"
}
BY_QUERY = {
    f"{name} by query": json.dumps({query: engine(docs) for query, docs in RANKED.items()})
    for name, engine in EACH.items()
}
RUNS = {
    **LINES,
    **BY_QUERY,
    "multi-search": json.dumps({"responses": [*map(make_elasticsearch_response, RANKED.values())]}),
    "ragas": json.dumps(
        [{"user_input": q, "retrieved_context_ids": docs} for q, docs in RANKED.items()]
    ),
    "lists in cells": "query,docs\n" + "".join(f'{q},"{docs}"\n' for q, docs in RANKED.items()),
}


@pytest.mark.parametrize("text", RUNS.values(), ids=RUNS)
def test_responses_of_search_engines_have_trec_evals_mean(text):
    run = read_run(text.encode(), judged=JUDGED)
    assert evaluate(JUDGED, run).mean() == pytest.approx(run_trec_eval(QRELS, RANKED), abs=1e-12)


@pytest.mark.parametrize("library", [pl.DataFrame, pl.LazyFrame, pandas.DataFrame, pyarrow.table])
def test_a_frame_with_lists_of_documents_is_read_like_a_dictionary(library, tmp_path):
    expected = {query: [*pool] for query, pool in QRELS.items()}
    columns = {
        "user_input": list(RANKED),
        "reference_context_ids": list(expected.values()),
        "retrieved_context_ids": list(RANKED.values()),
    }
    frame = library(columns)
    mean = run_trec_eval({q: dict.fromkeys(docs, 1) for q, docs in expected.items()}, RANKED)
    results = evaluate(read_qrels(frame), read_run(frame))
    assert results.mean() == pytest.approx(mean, abs=1e-12)
    assert [finding.kind for finding in results.findings][:2] == ["lists", "binary"]
    pl.DataFrame(columns).write_parquet(tmp_path / "set.parquet")
    file = tmp_path / "set.parquet"
    assert evaluate(read_qrels(file), read_run(file)).mean() == results.mean()


def test_a_response_belongs_to_the_only_query_or_the_one_in_its_file_name():
    text = json.dumps(make_elasticsearch_response(["d1"])).encode()
    assert read_run(text, "q2.json", judged=JUDGED).frame["query"].to_list() == ["q2"]
    only = read_qrels({"q": {"d1": 1}})
    assert read_run(text, judged=only).frame["query"].to_list() == ["q"]
    with pytest.raises(ValueError, match=r"not name the query, and judgments has 2 queries"):
        read_run(text, judged=JUDGED)
    both = json.dumps({"responses": 2 * [make_elasticsearch_response(["d1"])]}).encode()
    with pytest.raises(ValueError, match=r"do not name the query, and judgments has 1 query\."):
        read_run(both, judged=only)


def test_times_do_not_change_the_score_of_ratings():
    rows = [("u1", "i1", 5), ("u1", "i2", 1), ("u2", "i1", 2), ("u2", "i3", 4)]
    text = "".join(f"{u}\t{i}\t{r}\t88125094{at}\n" for at, (u, i, r) in enumerate(rows))
    ranked = {"u1": ["i2", "i1"], "u2": ["i3", "i2", "i1"]}
    qrels = {user: {i: r for u, i, r in rows if u == user} for user in ranked}
    found = evaluate(text, ranked)
    assert found.mean() == pytest.approx(run_trec_eval(qrels, ranked), abs=1e-12)


def test_a_reading_with_mostly_unjudged_documents_gets_a_warning():
    qrels = {"q": {"a": 1, "b": 2}}
    (some,) = evaluate(qrels, {"q": ["a", "x"]}).findings
    assert (some.kind, "columns" in some.done) == ("unjudged", False)
    (most,) = evaluate(qrels, {"q": ["x", "y", "a"]}).findings
    assert (
        "The judgments have documents such as “a”, and the run has documents such as “x”"
        in most.done
    )


def test_a_run_without_judged_documents_scores_0_with_a_finding():
    results = evaluate(QRELS, {"q1": ["x", "y"], "q2": ["z"]})
    (found,) = (one for one in results.findings if one.kind == "strangers")
    assert (results.mean(), run_trec_eval(QRELS, {"q1": ["x", "y"], "q2": ["z"]})) == (0, 0)
    assert "None of the 3 returned documents" in found.found
    ids = "The first returned document is “x”, and the first judged document is “d1”."
    assert found.done.endswith(ids)


def test_a_run_with_a_judged_document_or_none_at_all_has_no_finding_about_its_ids():
    judged = pl.Series(["a", "b"])
    assert report_unjudged_run("a.run", pl.Series(["x", "b"]), judged) == []
    assert report_unjudged_run("a.run", pl.Series([], dtype=pl.String), judged) == []
    (found,) = report_unjudged_run("a.run", pl.Series(["x", "x"]), judged)
    assert found.found == "The only returned document (“x”) is not judged for any query."
    with pytest.raises(ValueError, match=r"Its first document is “A”, and theirs is “a”\."):
        report_unjudged_run("a.run", pl.Series(["A"]), judged)


@pytest.mark.skipif(not which("perl"), reason="gdeval.pl, in ir_measures, needs perl")
def test_gdevals_names_mean_its_convention_and_measures():
    qrels, run = {"1": {"a": 1, "b": 4, "c": 0}}, {"1": {"a": 0.5, "c": 0.4, "b": 0.3}}
    asked = [ir_measures.nDCG(dcg="exp-log2") @ 2, ir_measures.ERR @ 3]
    theirs = ir_measures.gdeval.calc_aggregate(asked, qrels, run)
    results = evaluate(qrels, run, 2, "gdeval")
    assert results.mean() == pytest.approx(theirs[asked[0]], abs=1e-5)
    assert evaluate_measure(results, "gdeval_ndcg@2").mean() == pytest.approx(
        theirs[asked[0]], abs=1e-5
    )
    assert evaluate_measure(results, "gdeval_err@3").mean() == pytest.approx(
        theirs[asked[1]], abs=1e-5
    )


TYPE = "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/><Default Extension='xml' ContentType='application/xml'/><Override PartName='/xl/workbook.xml' ContentType='application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'/><Override PartName='/xl/worksheets/sheet1.xml' ContentType='application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'/></Types>"  # noqa: E501
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def pack_zip(files):
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def write_xlsx(rows):
    """Return rows as an Excel spreadsheet, with numbers as numbers."""

    def format_cell(value):
        if isinstance(value, str):
            return f"<c t='inlineStr'><is><t>{value}</t></is></c>"
        return f"<c><v>{value}</v></c>"

    lines = "".join(f"<row>{''.join(map(format_cell, row))}</row>" for row in rows)
    link = f"<Relationships xmlns='{PACKAGE}'><Relationship Id='r1' Type='{OFFICE}/%s' Target='%s'/></Relationships>"  # noqa: E501
    return pack_zip(
        {
            "[Content_Types].xml": TYPE,
            "_rels/.rels": link % ("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f"<workbook xmlns='{MAIN}' xmlns:r='{OFFICE}'><sheets>"
            "<sheet name='Ratings' sheetId='1' r:id='r1'/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels": link % ("worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f"<worksheet xmlns='{MAIN}'><sheetData>{lines}"
            "</sheetData></worksheet>",
        }
    )


def write_sparse_xlsx():
    """Return a spreadsheet with one cell that is far away from the first cell."""
    sheet = "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"
    return pack_zip({"xl/workbook.xml": "x", "xl/worksheets/sheet1.xml": sheet})


def write_ods(rows):
    """Return rows as a LibreOffice spreadsheet."""
    begin = "urn:oasis:names:tc:opendocument:xmlns:"

    def format_cell(value):
        kind = f"'float' office:value='{value}'" if isinstance(value, int) else "'string'"
        text = f"<text:p>{value}</text:p>"
        return f"<table:table-cell office:value-type={kind}>{text}</table:table-cell>"

    lines = "".join(
        f"<table:table-row>{''.join(map(format_cell, row))}</table:table-row>" for row in rows
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return pack_zip(
        {
            "mimetype": kind,
            "content.xml": f"<office:document-content xmlns:office='{begin}office:1.0' "
            f"xmlns:table='{begin}table:1.0' xmlns:text='{begin}text:1.0'>"
            f"<office:body><office:spreadsheet><table:table table:name='Ratings'>{lines}"
            "</table:table></office:spreadsheet></office:body></office:document-content>",
            "META-INF/manifest.xml": "<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:"
            f"manifest:1.0'><m:file-entry m:full-path='/' m:media-type='{kind}'/></m:manifest>",
        }
    )


SHEET = [
    ("query", "doc", "grade"),
    *((q, d, g) for q, pool in QRELS.items() for d, g in pool.items()),
]


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_the_first_sheet_of_a_spreadsheet_is_read(write):
    found = read_qrels(write(SHEET))
    assert found.frame.select("query", "doc", "grade").rows() == SHEET[1:]
    assert {finding.kind for finding in found.findings} == {"sheet", "header"}
    assert "The file is a spreadsheet with one sheet." in [f.found for f in found.findings]
    assert evaluate(found, RANKED).mean() == evaluate(QRELS, RANKED).mean()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (pack_zip({"a.txt": "x"}), "this is a zip archive. Unpack it first."),
        (pack_zip({"word/document.xml": "x"}), "this is a Word document. Save its table as CSV."),
        (b"PK\x03\x04junk", "this zip archive is broken or needs a password."),
        (write_xlsx([]), "this spreadsheet is empty."),
        (write_sparse_xlsx(), "its cells span 1,048,576 rows and 16,384 columns"),
        (pack_zip({"xl/workbook.xml": "x"}), "this spreadsheet cannot be read: "),
        (pack_zip({"xl/workbook.xml": "0" * 30_000_000}), "it unpacks to more than 20 MB"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "data",
)
def test_a_packed_file_without_a_spreadsheet_is_named_correctly(data, sentence):
    with pytest.raises(ValueError, match=f"^judgments: {re.escape(sentence)}"):
        read_qrels(data)


def test_a_spreadsheet_without_its_reader_gets_a_sentence(monkeypatch):
    monkeypatch.setattr(spreadsheets, "NEEDED_PACKAGE", "no_such_package")
    with pytest.raises(ValueError, match=r"pip install python-calamine, or save it as CSV"):
        read_qrels(write_xlsx(SHEET))
