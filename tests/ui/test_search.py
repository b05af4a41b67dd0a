"""The index of the search: what it has of lessons, terms and pages, and how it is sent."""

import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.loader import load_glossary
from ndcg_ui.hosts import server
from ndcg_ui.pages.menu import MENU
from ndcg_ui.pages.search import build_search_index


@pytest.fixture
def client():
    """Return a client of our server."""
    app = Starlette(routes=server.list_routes(), middleware=server.list_middleware())
    return TestClient(app, base_url="http://localhost")


@pytest.fixture
def kinds():
    """Return the hits of each kind by their addresses."""
    index = json.loads(build_search_index())
    assert [one["kind"] for one in index] == ["Lessons", "Glossary", "Pages"]
    return [{hit["href"]: hit for hit in one["hits"]} for one in index]


def test_the_index_has_every_lesson_with_goals_steps_and_summary(kinds):
    lessons = kinds[0]
    assert list(lessons) == [f"./?lesson={lesson.slug}" for lesson in load_lessons()]
    for lesson in load_lessons():
        lines = lessons[f"./?lesson={lesson.slug}"]["lines"]
        assert lines[0].casefold() == lesson.goals[0].casefold()
        assert lesson.steps[0].title in lines
        assert "Check" not in lines
        assert (
            len(lines) > len(lesson.goals) + len(lesson.steps) - 2
        )  # and the lines that sum it up
        assert not [line for line in lines if "<" in line and ">" in line]


def test_the_index_has_every_term_and_every_page(kinds):
    _, terms, pages = kinds
    assert sorted(terms) == sorted(f"./glossary#term-{name}" for name in load_glossary())
    assert {href[2:]: hit["title"] for href, hit in pages.items()} == MENU
    assert all(len(hit["lines"]) > 1 for href, hit in pages.items() if href != "./glossary")


def test_a_hit_has_a_title_a_note_and_lines(kinds):
    lessons, terms, pages = kinds
    assert lessons["./?lesson=gain"] == {
        "title": "2 Gain: what a reader takes away",
        "note": "lesson, 6 min",
        "href": "./?lesson=gain",
        "lines": [
            "Calculate CG@k",
            "Say when a new order changes CG@k",
            *("She opens three", "She opens all six results", "Cumulative gain", "Your turn"),
            "The gain of a document is its value for the reader. Here the gain is the grade "
            "itself.",
            "CG@k adds up the gains of the first k documents.",
            "The order of these documents doesn’t change CG@k. A move across the cutoff can "
            "change CG@k.",
        ],
    }
    assert terms["./glossary#term-cutoff"] == {
        "title": "Cutoff, k",
        "note": "term",
        "href": "./glossary#term-cutoff",
        "lines": ["The number of ranks that count, from the top. Written k."],
    }
    titles = [hit["title"] for hit in pages.values()]
    assert titles == [
        *("Live class", "Course", "Practice", "Examples", "Code"),
        *("Playground", "Which library?", "Other measures", "Compare systems"),
        *("Worksheets", "NDCG on one page", "Glossary"),
    ]
    notes = {href[2:]: hit["note"] for href, hit in pages.items()}
    assert notes == {
        **dict.fromkeys(["", "practice", "examples", "code"], "Learn"),
        **dict.fromkeys(["playground", "conventions", "measures", "evaluate"], "Tools"),
        **dict.fromkeys(["class", "worksheet"], "Teach"),
        **dict.fromkeys(["one-page", "glossary"], "About"),
    }


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("short lessons", ""),
        ("fresh numbers", "practice"),
        ("replayed line by line", "examples"),
        ("drag documents", "playground"),
        ("which setting printed your number", "conventions"),
        ("compared with precision", "measures"),
        ("print exercises", "worksheet"),
        ("formula, example, pitfalls", "one-page"),
        ("every cutoff, as a chart", "playground"),
        ("common questions", ""),
        ("certificate", ""),
        ("textbooks", "examples"),
        ("kendall", "measures"),
        ("in the browser", "code"),
        ("every term", "glossary"),
        ("moodle", "worksheet"),
        ("seven pitfalls", "one-page"),
        ("hints", "practice"),
        ("trec_eval", "conventions"),
        ("qrels", "evaluate"),
        ("qr code", "class"),
    ],
)
def test_a_page_is_found_by_what_it_offers(kinds, words, page):
    lines = {href[2:]: " ".join(hit["lines"]).casefold() for href, hit in kinds[2].items()}
    assert page in [name for name, text in lines.items() if words in text]


def test_every_term_in_the_index_links_into_the_glossary(kinds, client):
    page = client.get("/glossary").text
    for href in kinds[1]:
        assert f'id="{href.partition("#")[2]}"' in page


def test_the_index_is_sent_once_and_then_revalidated(client):
    answer = client.get("/search.json")
    assert answer.content == build_search_index()
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"] == "application/json"
    again = client.get("/search.json", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
