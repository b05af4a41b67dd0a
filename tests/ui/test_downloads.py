"""Downloads: a CSV and a JSON that other programs read without loss."""

import csv
import io
import json
from base64 import b64encode
from dataclasses import replace
from html import unescape
from math import nan
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_ui.components.board.board import Board, Document
from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.board.downloads import (
    FILES,
    build_data_url,
    format_ranking_json,
    format_steps_csv,
    render_file_link,
)
from ndcg_ui.components.board.link import Settings, build_link_parameters, read_link
from ndcg_ui.components.board.ranking_text import read_ranking
from ndcg_ui.hosts.server import downloads as served

CASES = load_toml(__file__, "cases.toml")["downloads"]


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text)))


FULL_WIDTH = ["＝1+1", "＋1", "－1", "＠SUM(A1)", "−1"]
INVISIBLE = {
    **{"\u200b=1+1": r"\u200b=1+1", "\ufeff=1+1": r"\ufeff=1+1", "\x00=1+1": r"\x00=1+1"},
    **{"\u00ad@x": r"\xad@x", "\t=1": r"\t=1", "\u2060x": r"\u2060x", "q\n::x::": r"q\n::x::"},
}
PLAIN = ["a b", "日本", 'say "hi"', "a,b", "x=1"]
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", " =1+1", "\u3000=1", *FULL_WIDTH]


@pytest.mark.parametrize("label", [*FORMULAS, *INVISIBLE, *PLAIN])
def test_names_become_no_formulas_and_ordinary_names_stay(label):
    saved = f"'{label}" if label in FORMULAS else INVISIBLE.get(label, label)
    assert read_csv(format_steps_csv(nc.trace([3], labels=[label])))[0]["document"] == saved


def test_the_table_of_steps_has_the_counted_ranks_of_both_orders_and_the_totals():
    convention = replace(nc.STANDARD, discount="i")
    trace = nc.trace([0, 2, 0], k=2, convention=convention, labels=["X", "Y", "Z"])
    assert format_steps_csv(trace).split("\r\n") == [
        "order,rank,document,grade,gain,discount,term,running sum",
        "actual,1,X,0,0,1,0,0",
        "actual,2,Y,2,2,2,1,1",
        "ideal,1,Y,2,2,1,2,2",
        "ideal,2,X,0,0,2,0,2",
        "sum,,CG@2,,,,,2",
        "sum,,DCG@2,,,,,1",
        "sum,,IDCG@2,,,,,2",
        "sum,,NDCG@2,,,,,0.5",
        "",
    ]


def test_the_json_has_the_ranking_convention_and_numbers_or_null():
    board = Board(read_ranking("X:3 Y:0.5"), (Document(2, "Z", 2),))
    settings = Settings(k=2, gain="exponential")
    trace = board.trace_ranking(settings.k, settings.convention)
    read = json.loads(format_ranking_json(board, trace))
    assert read["ranking"] == [{"label": "X", "grade": 3}, {"label": "Y", "grade": 0.5}]
    assert read["judged_not_retrieved"] == [{"label": "Z", "grade": 2}]
    assert read["k"] == 2
    standard = {"discount": "log2(i+1)", "base": 2, "ideal_from": "judged"}
    assert read["convention"] == {"gain": "exponential", **standard}
    for name in ("cg", "dcg", "idcg", "ndcg"):
        assert read[name] == getattr(trace, name)
    board = Board(read_ranking("0 0"))
    trace = board.trace_ranking(None, replace(nc.STANDARD, empty=nan))
    text = format_ranking_json(board, trace)
    assert json.loads(text, parse_constant=pytest.fail)["ndcg"] is None


def test_a_download_link_has_the_whole_content():
    content = 'a,"b"\r\n<i>ü'
    with urlopen(build_data_url("text/csv", content)) as saved:
        assert saved.headers["content-type"] == "text/csv;charset=utf-8"
        assert saved.read().decode() == content
    trace = nc.trace([3], labels=["A\ud800"])
    format_steps_csv(trace).encode()
    format_ranking_json(Board((Document(0, "A\ud800", 3),)), trace).encode()
    address = build_data_url("text/csv", "A\ud800")
    assert b64encode("A\N{REPLACEMENT CHARACTER}".encode()).decode() in address


# --- Files that the server makes from the link ------------------------------------------------

MOVED = apply_command(read_link({"r": "3,0,2"})[0], {"do": "arrange", "order": [2, 0, 1]})
SHOWN = [*(read_link(link)[:2] for link in CASES["links"]), (MOVED, Settings(hide=("title",)))]


@pytest.fixture(scope="module")
def client():
    return TestClient(Starlette(routes=served.list_routes()), base_url="http://localhost")


def make_address(board, settings, name):
    trace = board.trace_ranking(settings.k, settings.convention)
    link = render_file_link(name, "Save", board, trace, build_link_parameters(board, settings))
    return unescape(link.split('href="')[1].split('"')[0])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(("board", "settings"), SHOWN)
def test_a_file_made_from_the_link_matches_the_page(client, board, settings, name):
    answer = client.get(make_address(board, settings, name))
    trace = board.trace_ranking(settings.k, settings.convention)
    assert answer.content.decode() == FILES[name].build_content(board, trace)
    assert answer.headers["content-type"].startswith(FILES[name].media_type)
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", FILES)
def test_the_file_of_a_long_ranking_is_part_of_the_page(name):
    board = Board(tuple(Document(at, f"{at}" + "ü" * 50, 1) for at in range(200)))
    with urlopen(make_address(board, Settings(), name)) as saved:
        assert saved.read().decode() == FILES[name].build_content(
            board, board.trace_ranking(None, nc.STANDARD)
        )
