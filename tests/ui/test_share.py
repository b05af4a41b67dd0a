"""“Share or export”: code with the same numbers, an embed code, a picture, and what is offered."""

import io
import re
from base64 import b64decode
from contextlib import redirect_stdout
from dataclasses import replace
from html.parser import HTMLParser
from math import fsum, nan
from urllib.parse import parse_qsl, urlencode
from xml.etree import ElementTree

import pytest
from hypothesis import given

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.examples.published import load_examples
from ndcg_core.lessons import load_lessons
from ndcg_ui.components.board.downloads import PICTURE_FILE, build_file_content
from ndcg_ui.components.board.link import read_state
from ndcg_ui.components.share import picture
from ndcg_ui.components.share.code import build_program
from ndcg_ui.components.share.picture import render_picture
from ndcg_ui.components.share.share import make_share_panel
from tests.acts.shown import Shown, Words
from tests.ui.test_settings import choices, draw_boards

LINKS = load_toml(__file__, "cases.toml")["documents"]["links"]
SVG = "{http://www.w3.org/2000/svg}"


def run_code(code: str) -> list[float]:
    """Return the numbers that a program prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(code, {})
    return [float(word) for word in out.getvalue().split()]


def list_offers(shown: Shown) -> dict[str, Words]:
    """Return the rows of the panel by name."""
    rows = shown.get_data("share")["html"].split('<div class="share-row"')[1:]
    return {re.search('data-offer="(.+?)"', row)[1]: Words(f"<div{row}") for row in rows}


def read_offer_text(shown: Shown, name: str) -> str:
    """Return the text that a row's button copies."""
    return Words(list_offers(shown)[name].html.partition("<pre>")[2].partition("</pre>")[0]).text


def list_numbers(trace: nc.Trace) -> list[float]:
    return [trace.dcg, trace.idcg, trace.ndcg]


# --- Python code ---------------------------------------------------------------------------------


@pytest.mark.parametrize("link", LINKS, ids=str)
def test_a_playgrounds_code_prints_its_numbers(link):
    if "downloads" in link.get("hide", ""):
        return
    shown = Shown("playground", **link)
    assert run_code(read_offer_text(shown, "code")) == list_numbers(read_state(link).trace)


@given(draw_boards(), choices)
def test_the_code_of_any_board_prints_its_numbers(board, settings):
    trace = board.trace_ranking(settings.k, settings.convention)
    code = build_program(board.grades, settings.k, settings.convention, board.judged_grades)
    assert run_code(code) == list_numbers(trace)


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.slug)
def test_an_examples_code_prints_the_exact_numbers(example):
    for number, sheet in enumerate(example.sheets, 1):
        shown = Shown("examples", example=example.slug, sheet=str(number))
        assert run_code(read_offer_text(shown, "code")) == list_numbers(sheet.trace)


@pytest.mark.parametrize("name", nc.CONVENTIONS)
def test_code_names_a_convention_or_lists_its_choices(name):
    named = nc.CONVENTIONS[name]
    k = None if named.cutoff in ("none", "32") else 2
    for convention in (named, replace(named, name="mine"), replace(named, empty=nan)):
        code = build_program([3, 0, 2], k, convention)
        if callable(named.gain) or callable(named.discount):
            assert code == "" or f'"{name}"' in code
        else:
            assert run_code(code) == list_numbers(nc.trace([3, 0, 2], k, convention))


def test_code_names_only_the_settings_that_differ_from_the_standard_convention():
    changed = replace(nc.STANDARD, name="mine", gain="exponential", negative="as-zero")
    code = build_program([1], None, changed)
    assert 'convention=replace(nc.STANDARD, gain="exponential", negative="as-zero"))' in code


def test_a_convention_with_an_own_function_has_no_code():
    assert build_program([1], None, nc.Convention("mine", gain=lambda grade: grade)) == ""


# --- Lessons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.slug)
def test_a_lesson_offers_its_link_its_charts_and_code_for_its_last_board(lesson):
    shown = Shown("learn", lesson=lesson.slug, unlock="all", step="30")
    charts = [part["data"]["name"] for part in shown.parts.values() if part["kind"] == "figure"]
    assert all(not part["data"].get("saved") for part in shown.parts.values())
    image = list_offers(shown).get("image")
    assert bool(image) == bool(charts)
    assert all(name in image.text or name in image.html for name in charts)
    assert f'data-page="learn" data-link="lesson={lesson.slug}"' in read_offer_text(shown, "embed")
    boards_of = [part for part in shown.parts.values() if part["kind"] == "board"]
    if "code" in list_offers(shown):
        assert boards_of
        assert run_code(read_offer_text(shown, "code"))


@pytest.mark.parametrize("lesson", ["dcg", "ndcg-at-k", "exponential-gain"])
def test_a_lessons_code_has_the_numbers_of_its_last_board_and_follows_it(lesson):
    shown = Shown("learn", lesson=lesson, unlock="all", step="30")
    board = [name for name, part in shown.parts.items() if part["kind"] == "board"][-1]
    printed = []
    for order in ((), reversed([row[0] for row in shown.get_data(board)["link"]["ranking"]])):
        if order:
            shown.act_on(board, do="arrange", order=list(order))
        data = shown.get_data(board)
        gains = [document["gain"] for document in data["documents"][: data["k"]]]
        dcg = fsum(gain / divisor for gain, divisor in zip(gains, data["divisors"], strict=False))
        code = read_offer_text(shown, "code")
        printed.append(run_code(code)[re.findall(r"trace\.(\w+)", code).index("dcg")])
        assert printed[-1] == pytest.approx(dcg)
    assert printed[0] != printed[1]


# --- The embed code ------------------------------------------------------------------------------


class Script(HTMLParser):
    """The attributes of the script element in an embed code."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.attributes: dict[str, str | None] = {}
        self.feed(code)

    def handle_starttag(self, tag, attrs):
        assert tag == "script"
        self.attributes = dict(attrs)


def test_an_embed_code_is_one_script_with_the_page_and_its_link():
    shown = Shown("playground", r="3,2,3,0,1")
    assert read_offer_text(shown, "embed") == (
        '<script src="./embed.js" data-page="playground" data-link="r=3,2,3,0,1"></script>'
    )
    link = {"r": 'An "a" & <b>:3,\ud800:1', "k": "2"}
    html = make_share_panel("playground", link, "").data["html"]
    code = Words(html.partition("<pre>")[2].partition("</pre>")[0]).text
    attributes = Script(code).attributes
    assert attributes["data-page"] == "playground"
    assert dict(parse_qsl(attributes["data-link"])) == link | {"r": 'An "a" & <b>:3,\ufffd:1'}


# --- What is offered -----------------------------------------------------------------------------


def test_each_page_offers_its_links_code_and_files():
    playground = Shown("playground")
    assert list(list_offers(playground)) == ["link", "embed", "image", "code", "data"]
    assert list(list_offers(Shown("examples"))) == ["link", "embed", "image", "code"]
    assert "share" not in Shown("learn").parts
    assert "share" not in Shown("playground", hide="downloads").parts
    charts = [part["data"]["name"] for part in playground.parts.values() if "spec" in part["data"]]
    assert charts
    options = re.findall(r"<option[^>]*>(.*?)</option>", list_offers(playground)["image"].html)
    assert sorted(options[1:]) == sorted(charts)
    image = list_offers(playground)["image"].html
    assert image.index("<select") < image.index("<button"), "it decides what the buttons save"
    for page in (playground, Shown("examples")):
        figures = [part["data"] for part in page.parts.values() if part["kind"] == "figure"]
        assert figures
        assert not any(data["saved"] for data in figures)


def test_only_the_whole_picture_is_offered_without_charts():
    image = list_offers(Shown("playground", hide="charts"))["image"].html
    assert "<select" not in image
    assert "data-whole" in image


# --- The picture ---------------------------------------------------------------------------------


def read_picture(trace):
    root = ElementTree.fromstring(render_picture(trace))
    return root, ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def test_the_picture_has_the_cards_the_fraction_and_the_values():
    trace = nc.trace([3, 2, 0], 2, labels=["Fresh", "Old", "C"])
    root, texts = read_picture(trace)
    for text in ("Fresh", "Old", "C", nc.number(trace.ndcg), f"DCG@2 = {nc.number(trace.dcg)}"):
        assert text in texts
    assert root.find(f"{SVG}title").text == f"NDCG@2 = {nc.number(trace.ndcg)}"
    assert nc.number(trace.actual[1].value) in texts
    assert not [text for text in texts if "more" in text]


def test_bar_heights_match_the_values_of_their_ranks():
    trace = nc.trace([0, 2, 3])
    root, _ = read_picture(trace)
    for name, rows in (("actual", trace.actual), ("ideal", trace.ideal)):
        bars = [
            float(rect.get("height"))
            for rect in root.iter(f"{SVG}rect")
            if rect.get("fill").startswith(f"var(--{name},")
            and float(rect.get("x")) > picture.CHART_LEFT
            and rect.get("rx") is None
        ]
        most = max(row.value for row in trace.ideal)
        whole = picture.BARS_BOTTOM - picture.BARS_TOP
        assert bars == [pytest.approx(whole * row.value / most, abs=0.1) for row in rows]


@given(draw_boards(), choices)
def test_any_boards_picture_is_well_formed_and_bounded(board, settings):
    root, _ = read_picture(board.trace_ranking(settings.k, settings.convention))
    assert float(root.get("height")) < 3_000


def test_a_long_ranking_and_odd_names_are_cut():
    labels = [f"\ufffe\x01{'W' * 50}{at}" for at in range(200)]
    trace = nc.trace([1] * 200, labels=labels)
    root, texts = read_picture(trace)
    assert "and 160 more" in texts
    more, caption = [float(text.get("y")) for text in root.iter(f"{SVG}text")][-2:]
    assert caption - more > 30
    assert float(root.get("height")) < 3_000
    assert max(text.count("W") for text in texts) < picture.LABEL_LENGTH


def test_the_file_of_the_picture_is_made_from_the_link():
    link = {"r": "3,0,2", "k": "2"}
    assert build_file_content(PICTURE_FILE, link) == render_picture(read_state(link).trace)
    html = list_offers(Shown("playground", **link))["image"].html
    assert f'value="./take-along/ndcg.svg?{urlencode(link)}"'.replace("&", "&amp;") in html


def test_the_picture_of_a_long_link_is_part_of_the_page():
    link = {"r": ",".join(f"name {at} {'ü' * 20}:{at % 4}" for at in range(150))}
    shown = Shown("playground", **link)
    assert shown.problems == []
    html = shown.get_data("share")["html"]
    coded = re.search('value="data:image/svg\\+xml;charset=utf-8;base64,(.*?)"', html)[1]
    assert b64decode(coded).decode() == render_picture(read_state(link).trace)
    assert "data:image/svg" not in Shown("playground").get_data("share")["html"]


def test_every_colour_of_the_picture_is_one_of_ours():
    text = render_picture(nc.trace([3, 2, 1, 0]))
    fills = re.findall(r'(?:fill|stroke)="(.*?)"', text)
    assert fills
    assert all(re.fullmatch(r"var\(--[\w-]+, #[0-9a-f]{6}\)", fill) for fill in fills)
