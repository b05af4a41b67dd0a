"""The tutorial as files: the same numbers, no network, a learning management system."""

import ast
import gzip
import json
import sysconfig
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from benchmarks.site import WAIT_UNTIL_STORED
from ndcg_ui.hosts.site.answering import answer_request
from tests.browser.boards import BoardPage
from tests.browser.courses import make_course, store_course
from tests.browser.lab_page import LabPage
from tests.browser.learner import LESSONS, Learner
from tests.browser.menus import follow_menu_link
from tests.browser.sites import WHY

on_a_site = pytest.mark.parametrize("place", ["site"], indirect=True)
ODD = {"r": "2.5,0.1,3,0,1,7.25,0.3,1,0,2,4,0.7", "gain": "exponential", "k": "9"}
ASKED = {
    "playground": [ODD, ODD | {"discount": "logb(i)", "base": "3"}],
    "practice": [{"skill": "ndcg", "r": "3,2,3,0,1"}],
    "examples": [{"example": "003-five-chunks"}, {"example": "100-jarvelin-kekalainen"}],
    "conventions": [{"r": "3,2,3,0,1", "got": "0.957"}],
    "measures": [{"r": "3,2,3,0,1"}],
    "worksheet": [{}],
    "one_page": [{}, {"r": "0,3,1"}],
    "learn": [{}, {"lesson": "why-a-logarithm", "unlock": "all", "step": "30"}, {"page": "ending"}],
}
ADDRESS = "https://ndcg.example.edu/worksheet"
ASK = """async ([page, body]) =>
    (await globalThis.ndcgSite(`acts/${page}`, { body })).text()"""
FILES_KEPT = """async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(all.map((one) => one.keys()))).flat().map(({ url }) => url);
}"""
SPOIL = """async () => {
    const name = (await caches.keys()).find((one) => one.endsWith(" memory"));
    await (await caches.open(name)).put("python/memory", new Response("not a memory"));
}"""
WHOLE = 1_000_000  # bytes that a memory has at least


@on_a_site
@pytest.mark.thorough(WHY)
def test_python_in_a_browser_answers_exactly_as_on_this_machine(open_page):
    assert_same_answers(open_page("/playground"))


def assert_same_answers(page):
    for name, links in ASKED.items():
        for link in links:
            body = json.dumps({"link": link, "act": {}, "state": {"address": ADDRESS}})
            assert page.evaluate(ASK, [name, body]) == answer_request(f"acts/{name}", body), (
                name,
                link,
            )


def list_modules(site, name: str) -> set[str]:
    """Return the names of the source files in an archive of the site."""
    packed = (site.folder / "ndcg" / "python" / f"{name}.zip.packed").read_bytes()
    found = ZipFile(BytesIO(gzip.decompress(packed))).namelist()
    return {file.replace(".pyc", ".py") for file in found if file.endswith((".py", ".pyc"))}


def list_imports(file: Path) -> set[str]:
    """Return all modules that a file imports, also inside functions."""
    tree = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    plain = {name.name for node in tree if isinstance(node, ast.Import) for name in node.names}
    return plain | {str(node.module) for node in tree if isinstance(node, ast.ImportFrom)}


@pytest.mark.thorough(WHY)
def test_a_site_contains_all_standard_modules_that_ours_import(request):
    site = request.getfixturevalue("site")
    top, own = Path(nc.__file__).parents[1], Path(sysconfig.get_path("stdlib"))
    ours = {name for name in list_modules(site, "tutor") if name.startswith("ndcg_")}
    assert {"ndcg_core/metric/score.py", "ndcg_ui/pages/__init__.py"} <= ours
    wanted = {name.split(".")[0] for file in ours for name in list_imports(top / file)}
    of_python = {name for name in wanted if (own / f"{name}.py").exists() or (own / name).is_dir()}
    assert {"json", "statistics"} <= of_python
    assert of_python <= {
        Path(name).parts[0].split(".")[0] for name in list_modules(site, "python_stdlib")
    }


@on_a_site
@pytest.mark.thorough(WHY)
def test_a_server_link_opens_the_same_page_offline(open_page, place):
    page = open_page("/playground?r=3,0,2&k=2", context="own")
    expect(page.get_by_test_id("value-ndcg")).to_have_attribute(
        "data-value", nc.exact(nc.ndcg([3, 0, 2], 2))
    )
    assert page.url == f"{place.url}/playground?r=3,0,2&k=2"
    page.evaluate(WAIT_UNTIL_STORED)
    kept = page.evaluate(FILES_KEPT)
    assert f"{place.url}/python/pyodide.asm.wasm" in kept  # unpacked: a browser keeps its code, too
    assert not [name for name in kept if "/python/" in name and name.endswith(".packed")]
    page.context.set_offline(True)
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    page.goto(f"{place.url}/playground?r=3,0,2&k=2")
    assert_same_answers(page)  # from the snapshot of Python's memory
    assert len(workers) == 1  # no worker that would make the snapshot again
    page.goto(f"{place.url}/?lesson=discount&unlock=all&step=2")
    page.wait_for_selector("[data-testid=bar][data-step='2']")
    page.keyboard.press("/")
    page.keyboard.type("idcg")
    expect(page.get_by_role("group", name="Glossary").get_by_role("option")).to_contain_text(
        ["IDCG@k"]
    )
    page.keyboard.press("Escape")
    follow_menu_link(page, "Playground")
    board = BoardPage(page)
    with board.change():
        board.find_tool("Reverse").click()
    board.wait_value("ndcg", nc.ndcg([2, 0, 3], 2))  # of the list that it was left with
    page.get_by_test_id("share").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.path().read_text("utf-8").startswith("order,rank,document")
    follow_menu_link(page, "Live class")
    page.get_by_text("needs a server that all phones can reach").wait_for()
    follow_menu_link(page, "Code")
    lab = LabPage(page)
    frame = next(frame for frame in page.frames if "/sandbox/" in frame.url)
    assert frame.evaluate("origin") == "null"  # it is a sandbox without a network, too
    lab.order_lines()
    assert lab.press_run().state == "passed"


@on_a_site
@pytest.mark.thorough(WHY)
def test_a_broken_memory_snapshot_is_replaced(open_page):
    page = open_page("/playground?r=3,0,2&k=2", context="own")
    page.evaluate(WAIT_UNTIL_STORED)
    page.evaluate(SPOIL)
    page.reload()
    board = BoardPage(page)
    with board.change():
        board.find_tool("Reverse").click()
    board.wait_value("ndcg", nc.ndcg([2, 0, 3], 2))
    page.evaluate(WAIT_UNTIL_STORED, WHOLE)
    page.reload()
    assert_same_answers(page)


@on_a_site
@pytest.mark.thorough(WHY)
def test_the_memory_snapshot_contains_no_learners_record(open_page):
    page = open_page("/", wait="[data-testid=start]", context="own")
    page.evaluate(WAIT_UNTIL_STORED)
    store_course(page, make_course(*LESSONS[:9]))  # of which some files are read for the first time
    expect(Learner(page).find_lesson_entry(LESSONS[8].slug)).to_have_attribute("data-state", "done")


@pytest.mark.thorough(WHY)
def test_a_page_opened_as_a_file_explains_how_to_serve_it(chromium, request):
    page = chromium.new_page()
    page.goto(f"file://{request.getfixturevalue('site').folder}/ndcg/index.html")
    page.get_by_text("python -m http.server").wait_for()
    page.close()
