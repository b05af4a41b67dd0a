"""The app's addresses, at the top of a host or below a path, and addresses that do not exist."""

import re

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from ndcg_core.version import __version__
from ndcg_ui import limits
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import assets, base_path, metrics
from ndcg_ui.pages.evaluate import jobs
from ndcg_ui.pages.evaluate.link import EvaluationSettings
from ndcg_ui.pages.evaluate.worker import Task
from ndcg_ui.pages.menu import MENU
from tests.ui.test_web_refused import make_client

BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def app(monkeypatch, tmp_path):
    """Return a function that makes the app below a path, around routes like Streamlit's."""
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "class.sqlite3"))

    def made(path="", client="127.0.0.1", root_path=""):
        known = base_path.config.get_option
        monkeypatch.setattr(metrics, "has_database", lambda: False)
        monkeypatch.setattr(
            base_path.config,
            "get_option",
            lambda name: path if name == "server.baseUrlPath" else known(name),
        )

        async def streamlits(request):
            return PlainTextResponse(request.url.path)

        routes = [*server.list_routes(), Route("/{rest:path}", streamlits)]
        return make_client(*routes, address=client, root_path=root_path, follow_redirects=False)

    return made


@pytest.mark.parametrize("path", ["ndcg", "/ndcg/", "teaching/ndcg"])
def test_every_address_exists_only_below_the_path(app, path):
    client, base = app(path), f"/{path.strip('/')}"
    for address in ("/", "/playground", "/class", "/join", "/class/questions", assets.STYLE_URL):
        assert client.get(base + address).status_code == 200
        assert client.get(address).status_code == 404
    assert client.get(f"{base}/_stcore/host-config").text == f"{base}/_stcore/host-config"
    for address in (
        "/_stcore/health",
        "/healthz",
        "/script-health-check",
    ):  # a container asks there
        assert client.get(address).text == f"{base}/_stcore/health"
    assert client.get(f"{base}-2/playground").status_code == 404


def test_a_slash_is_removed_after_a_page_and_added_after_the_path(app):
    answer = app().get("/playground/?r=3,2&k=1")
    assert answer.status_code == 308
    assert answer.headers["location"] == "../playground?r=3,2&k=1"
    assert app().get("/playground//").headers["location"] == "../../playground"
    answer = app("ndcg").get("/ndcg?lesson=discount")
    assert answer.headers["location"] == "ndcg/?lesson=discount"
    assert app("ndcg").get("/ndcg").headers["location"] == "ndcg/"


@pytest.mark.parametrize("path", ["/nothing", "/playground/nothing", "/playgroun", "//evil.test/"])
def test_a_missing_page_is_404_with_links_to_all_pages(app, path):
    answer = app().get(f"http://localhost{path}", headers=BROWSER)
    assert answer.status_code == 404
    top = "../" * (path.count("/") - 1) or "./"
    for page, title in MENU.items():
        assert f'<a href="{top}{page}">{title}</a>' in answer.text
    assert '<div class="markup"><h1>' in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "<title>There is no page here · NDCG, step by step</title>" in answer.text
    assert app().get(f"http://localhost{path}").text == "There is nothing here.\n"


def test_only_an_operator_reads_versions_and_numbers(app):
    versions = app().get("/version").json()
    assert versions["ndcg-tutor"] == __version__
    assert set(versions) == {"ndcg-tutor", "python", "streamlit"}
    lines = app().get("/metrics").text.splitlines()
    numbers = dict(line.split() for line in lines if not line.startswith("#"))
    assert set(numbers) == {f"ndcg_{name}" for name in metrics.METRICS}
    assert all(float(number) >= 0 for number in numbers.values())
    for path in ("/version", "/metrics"):
        assert app(client="8.8.8.8").get(path).status_code == 404
        through_a_proxy = {"x-forwarded-for": "8.8.8.8"}
        assert app().get(path, headers=through_a_proxy).status_code == 404


def test_waiting_evaluations_are_counted(app, monkeypatch, tmp_path):
    def count():
        return float(re.search(r"^ndcg_runs_waiting (\S+)$", app().get("/metrics").text, re.M)[1])

    monkeypatch.setattr(limits, "MOST_EVALUATIONS", 0)
    before = count()
    job = jobs.Job(Task((), EvaluationSettings()), tmp_path)
    assert count() == before + 1
    job.end_and_delete_files()
    assert count() == before


def test_other_numbers_appear_if_classes_cannot_be_counted(app, monkeypatch):
    client = app()
    monkeypatch.setattr(metrics, "has_database", lambda: 1 / 0)
    text = client.get("/metrics").text
    assert "ndcg_rooms nan" in text.lower()
    assert "ndcg_sessions 0" in text
