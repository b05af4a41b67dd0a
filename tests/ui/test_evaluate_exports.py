"""Downloads from /evaluate: tables and a command."""

import csv
import html
import io
import json
import re
import shlex

import pytest

from ndcg_core.evaluation import evaluate, load_bundled, read_qrels, read_run
from ndcg_core.terminal import main
from ndcg_ui.hosts.server import downloads
from ndcg_ui.pages.evaluate.downloads import build_download
from ndcg_ui.pages.evaluate.exports import build_command, build_queries_csv
from ndcg_ui.pages.evaluate.link import EvaluationSettings, Question
from ndcg_ui.pages.evaluate.systems import render_systems
from ndcg_ui.pages.evaluate.working import evaluate_files
from tests.evaluation.many import make_random_files
from tests.ui.evaluations import (
    QRELS,
    RUN,
    E,
    list_links,
    make_secret_headers,
    new_files,
    paste_texts,
    read_own_files,
    read_rows,
)


def test_user_text_is_not_a_formula_in_the_table():
    runs = (read_run({"=q": ["a", "b"], "w": ["b"]}, "+a"), read_run({"=q": ["b", "a"]}, "<u>"))
    found = evaluate_files(
        read_qrels({"=q": {"a": 1, "b": 2}, "w": {"b": 1}}), runs, EvaluationSettings()
    )
    listed = list(csv.DictReader(io.StringIO(build_queries_csv(found).decode())))
    assert {row["query"] for row in listed} == {"'=q", "w"}
    assert {row["system"] for row in listed} == {"'+a", "<u>"}


def test_the_examples_table_has_the_numbers_of_the_core():
    found = load_bundled()
    table = list(
        csv.DictReader(io.StringIO(build_download("ndcg-queries.csv", {"ks": "3"}).decode()))
    )
    results = evaluate(found.qrels, found.runs, 3)
    assert {row["system"] for row in table} == set(results.systems)
    for row in table[:: len(table) // 7]:
        assert float(row["ndcg"]) == results.scores(row["system"], 3)[row["query"]]


# --- By a link ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("common", "at_once")
def test_results_of_own_files_need_the_visitors_secret(visit, client):
    page = visit(E, data="own", ks="2")
    paste_texts(page, QRELS, RUN, "mine")
    each, secret = list_links(page), make_secret_headers(page)
    token, job = read_own_files(page).files.token, read_own_files(page).job.folder.name
    assert secret == {"folder": token, "job": job}
    assert not re.search(f"{token}|{job}", "".join(each.values()))  # proxies write addresses down

    def asked(label, **more):
        return client.post(each[label], data=secret | more)

    table = asked("Download results by query (CSV)")
    assert {row["system"] for row in csv.DictReader(io.StringIO(table.text))} == {"mine"}
    for guess in ("", "none", "..", "%2e%2e", token[:-1], new_files().token):
        for label in each:
            assert asked(label, folder=guess).status_code == 404, guess
            assert client.get(each[label]).status_code == 404
    read_own_files(page).files.add_text("run", "", "secret")
    for name in ("job", "../job", "..%2fjob", "x" * 300, "%ff", f"{job}%00", "file-1"):
        elsewhere = each["Download results by query (CSV)"].replace("/ndcg-queries.csv", f"/{name}")
        for answer in (
            asked("Download results by query (CSV)", job=name),
            client.post(elsewhere, data=secret),
        ):
            assert answer.status_code == 404, name
            assert "secret" not in answer.text
    assert asked("Download results by query (CSV)", job="x" * 3000).status_code == 413
    for method in ("PUT", "DELETE", "PATCH"):
        assert client.request(method, each["Download results by query (CSV)"]).status_code == 405
    page.app.selectbox(key=f"{E}.missing").set_value("left-out")
    page.run()
    refused = asked("Download results by query (CSV)")  # a download of the earlier state
    assert refused.status_code == 404


def test_a_missing_result_gets_a_sentence_and_a_page_with_advice(client):
    address = "/evaluate/taken/ndcg-queries.csv?data=own"
    plain = client.get(address)
    assert (plain.status_code, plain.text) == (404, downloads.FILE_GONE)
    page = client.get(address, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert {answer.headers["cache-control"] for answer in (plain, page)} == {"no-store"}
    assert "<h1>File not found</h1>" in page.text
    assert downloads.FILE_GONE in page.text
    assert 'href="../../evaluate"' in page.text


# --- The command -------------------------------------------------------------------------------

NAMES = {
    "plain": ("qrels.txt", "a.run", "b.run"),
    "long": ("j" * 255, f"{'r' * 250}.run", " a\u202fb "),
    "odd": ("my judgments", "--json", 'it\'s; $HOME `a` & "b".run'),
}
CHOSEN = Question(ks="10, 3", rules="lightgbm", missing="left-out", judged_duplicates="first")


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_the_command_prints_the_pages_numbers_to_the_last_bit(names, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    one, other = make_random_files(2, queries=30), make_random_files(3, queries=30)
    texts = dict(zip(names, (one.qrels_text, one.run_text, other.run_text), strict=True))
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    qrels = read_qrels(tmp_path / names[0], names[0])
    runs = tuple(read_run(tmp_path / name, name) for name in names[1:])
    worked = evaluate_files(qrels, runs, CHOSEN.settings)
    program, *arguments = shlex.split(build_command(CHOSEN.settings, names))
    assert program == "ndcg"
    assert main([*arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)["systems"]
    table = str(render_systems(worked, names[1:]))
    shown = {html.unescape(name): found for name, found in read_rows(table, "systems").items()}
    assert [row["system"] for row in printed] == [names[1], names[1], names[2], names[2]]
    for row in printed:
        at = 3 * [10, 3].index(row["k"])
        assert [row["ndcg"], row["low"], row["high"]] == shown[row["system"]][at : at + 3]
