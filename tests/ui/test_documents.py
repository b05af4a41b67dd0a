"""A page as the server sends it says what its acts say, and is made at a bounded cost."""

import gzip
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ndcg_core.content import load_toml
from ndcg_ui.hosts.server import documents
from ndcg_ui.pages.menu import EXHIBITS, PAGES
from tests.acts.shown import Shown

CASES = load_toml(__file__, "cases.toml")["documents"]


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def values(self) -> dict[str, float]:
        return {
            a["data-testid"]: float(a["data-value"]) for _, a in self.found if "data-value" in a
        }

    def meta(self, name: str) -> str | None:
        return next(
            a["content"]
            for t, a in self.found
            if t == "meta" and name in (a.get("property"), a.get("name"))
        )


BY_PATH = {page.path: page for page in PAGES}


def serve_page(path: str, query: dict[str, str]) -> str:
    return gzip.decompress(documents.render_page(BY_PATH[path], tuple(query.items()))).decode()


@pytest.mark.parametrize("query", CASES["links"], ids=str)
def test_a_document_has_the_apps_numbers_words_and_problems(query):
    page = Shown("playground", **query)
    html = serve_page("playground", query)
    numbers = Elements(html).values()
    for name in ("cg", "dcg", "idcg", "ndcg"):
        assert numbers[f"value-{name}"] == pytest.approx(page.read_value(name), abs=0, nan_ok=True)
    for sentence in page.problems:
        assert sentence in unescape(html)
    drawn = html.partition('type="application/json"')[0]
    assert drawn.count('role="alert"') == len(page.problems)
    assert ('data-testid="steps"' in html) == ('data-testid="steps"' in page.html)


def test_title_and_preview_state_the_number_and_cut_a_long_ranking():
    html = serve_page("playground", {"r": "3,2,3,0,1"})
    assert "<title>NDCG@5 = 0.972 for 3, 2, 3, 0, 1 · NDCG, step by step</title>" in html
    assert Elements(html).meta("og:title") == "NDCG@5 = 0.972 for 3, 2, 3, 0, 1"
    assert Elements(html).meta("description").startswith("DCG 6.149 over IDCG 6.323")
    html = serve_page("playground", {"r": ",".join(["1"] * 40)})
    assert f"for {', '.join(['1'] * 12)}, … ·" in html
    assert html.partition('type="application/json"')[0].count("data-rank=") == 2 * 40


@pytest.mark.parametrize("path", BY_PATH)
def test_nothing_in_a_link_becomes_html(path):
    usual = Elements(serve_page(path, {})).found
    allowed = {tag for tag, _ in usual} | {"p", "ul", "li", "h2"}
    names = ("r", "judged", "k", "gain", "hide", "lesson", "example", "x")
    for text in CASES["hostile"]:
        elements = Elements(serve_page(path, dict.fromkeys(names, text))).found
        assert {tag for tag, _ in elements} <= allowed
        assert [a for t, a in elements if t == "script"] == [a for t, a in usual if t == "script"]
        assert not any(attribute.startswith("on") for _, a in elements for attribute in a)


@pytest.mark.parametrize("path", BY_PATH)
def test_every_page_has_a_heading_and_a_title_of_its_own(path):
    html = serve_page(path, {})
    assert html.count("<h1>") == 1
    title = Elements(html).meta("og:title")
    assert sum(page.describe({})[0] == title for page in PAGES) == 1
    assert Elements(html).meta("description").endswith(".")


def test_a_failing_page_shows_an_error(monkeypatch, caplog):
    failing = replace(EXHIBITS["code"], answer_action=lambda *act: 1 / 0)
    with TestClient(Starlette(routes=[Route("/code", documents.make_endpoint(failing))])) as client:
        answer = client.get("/code")
    assert answer.status_code == 500
    assert "our fault, not yours" in answer.text
    assert "division by zero" in caplog.text
