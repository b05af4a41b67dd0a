"""The app below a path of its host, by a setting or behind a proxy: pages, files, a class, the lab.

A page is watched for requests that do not begin with where its server is; here that has a path.
"""

from contextlib import contextmanager
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

import ndcg_core as nc
from benchmarks._server import free_port, uvicorn
from tests.browser.boards import BoardPage
from tests.browser.classes import join, start, write
from tests.browser.lab_page import LabPage
from tests.browser.test_evaluate import drag, taken, written
from tests.browser.test_nginx import MISSING, NGINX, nginx
from tests.code.programs import SUM
from tests.selection import first
from tests.ui.evaluations import RUN

BELOW = "/ndcg"
STATUSES = """() => performance.getEntriesByType("resource").map(
  ({ name, responseStatus }) => [name, responseStatus])"""


PROXY = """
map $http_upgrade $connection_of_the_app { default upgrade; "" ""; }
server {
    listen 127.0.0.1:PORT;
    location /ndcg/ {
        proxy_pass http://APP/;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $connection_of_the_app;
        proxy_buffering off;
    }
}
"""


@contextmanager
def by_a_setting(make_server, folder):
    """Streamlit's own command, told of the path."""
    yield make_server("--server.baseUrlPath", BELOW)


@contextmanager
def by_the_environment(make_server, folder):
    """Two processes of uvicorn, told of the path by an environment variable."""
    server = uvicorn(folder / "log", workers=2, STREAMLIT_SERVER_BASE_URL_PATH=BELOW)
    server.start()
    yield server
    server.stop()


@contextmanager
def behind_a_proxy(make_server, folder):
    """nginx, which takes the path away and tells the app nothing of it."""
    if not NGINX:
        pytest.skip(MISSING)
    app, port = make_server(), free_port()
    proxy = PROXY.replace("PORT", str(port)).replace("APP", f"localhost:{app.port}")
    with nginx(folder, proxy, port):
        yield SimpleNamespace(url=f"http://localhost:{port}")


WAYS = first(1, (by_a_setting, by_the_environment, behind_a_proxy), "the links are the same ones")


@pytest.fixture(scope="module", params=WAYS)
def below(request, make_server, tmp_path_factory):
    """Where the app is, as helpers take a server."""
    with request.param(make_server, tmp_path_factory.mktemp("below")) as server:
        yield SimpleNamespace(url=f"{server.url}{BELOW}")


def nothing_is_missing(page):
    """Assert that the server had whatever the page has asked for."""
    assert [one for one in page.evaluate(STATUSES) if one[1] >= 400] == []


@pytest.mark.every_time
def test_a_card_is_dragged_and_the_next_pages_open(open_page, below):
    page = open_page("/playground?r=3,2,3,0,1", at=below)
    board = BoardPage(page)
    board.lift("D", onto="A")
    board.wait_value("ndcg", nc.ndcg([0, 3, 2, 3, 1]))
    before = board.revision
    page.mouse.up()
    board.wait_confirmed(before)
    board.wait_link("r=D%3A0")
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    name, ranking = taken(page, page.get_by_role("link", name="JSON").click)
    assert (name, b'"ndcg"' in ranking) == ("ranking.json", True)
    for link, path in (("Examples", "/examples"), ("Learn", "/")):
        page.get_by_role("link", name=link, exact=True).first.click()
        page.wait_for_url(f"{below.url}{path}*")
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning] h1")
    page.get_by_role("link", name="Teach a class").click()
    page.wait_for_selector("#choices li")
    nothing_is_missing(page)


def test_a_program_runs(open_page, below):
    page = open_page("/code", at=below, wait="[data-testid=lab][data-engine]")
    assert LabPage(page).run("dcg", SUM).state == "passed"
    nothing_is_missing(page)


def test_files_are_taken_and_given(open_page, below, tmp_path):
    judged, run = written(tmp_path, a=RUN)
    page = open_page("/evaluate?data=own", at=below, wait="[data-testid=drop]")
    drag(page, "qrels", [judged])
    page.get_by_text("A run is missing.").wait_for()
    drag(page, "run", [run])
    page.locator("[data-testid=systems] [data-system='a.run']").wait_for()
    name, table = taken(page, page.get_by_role("link", name="Every query (CSV)").click)
    assert (name, b"a.run" in table) == ("ndcg-queries.csv", True)
    nothing_is_missing(page)


def test_a_class_is_held(open_page, below):
    desk, projector, code = start(open_page, below, "3, 2, 3, 0, 1")
    assert projector.startswith(f"{BELOW}/class/wall#")
    address = desk.get_by_test_id("address").inner_text()
    assert urlsplit(address).path == f"{BELOW}/join"
    phone = join(open_page, below, code)
    desk.keyboard.press("ArrowRight")
    write(phone, "6.149")
    phone.get_by_text("Your answer is kept.").wait_for()
    desk.get_by_text("1 of 1 answered").wait_for()
    for page in (desk, phone):
        nothing_is_missing(page)
