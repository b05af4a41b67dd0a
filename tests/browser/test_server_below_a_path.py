"""The app below a path of its host: pages, files, a class, the lab.

A page is watched for requests that do not begin with where its server is; here that has a path.
"""

from types import SimpleNamespace

import pytest

import ndcg_core as nc
from tests.browser.axe import SIDEWAYS
from tests.browser.boards import BoardPage
from tests.browser.classes import join_class, send_number, start_class
from tests.browser.lab_page import LabPage
from tests.browser.menus import follow_menu_link
from tests.browser.test_evaluate import download_file, write_files
from tests.code.programs import SUM
from tests.ui.evaluations import RUN

BELOW = "/ndcg"
STATUSES = """() => performance.getEntriesByType("resource").map(
  ({ name, responseStatus }) => [name, responseStatus])"""


@pytest.fixture(scope="module")
def below(make_server):
    """Return a server whose URL has the path."""
    return SimpleNamespace(url=f"{make_server('--server.baseUrlPath', BELOW).url}{BELOW}")


def assert_nothing_is_missing(page):
    """Assert that the server had every file that the page requested."""
    assert [one for one in page.evaluate(STATUSES) if one[1] >= 400] == []


def test_boards_pages_and_programs_work_below_a_path(open_page, below):
    page = open_page("/playground?r=3,2,3,0,1", at=below)
    board = BoardPage(page)
    board.lift("D", onto="A")
    board.wait_value("ndcg", nc.ndcg([0, 3, 2, 3, 1]))
    before = board.revision
    page.mouse.up()
    board.wait_confirmed(before)
    board.wait_link("r=D%3A0")
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    page.get_by_test_id("share").click()
    name, ranking = download_file(page, page.get_by_role("link", name="JSON").click)
    assert (name, b'"ndcg"' in ranking) == ("ranking.json", True)
    page.keyboard.press("Escape")
    for link, path in (("Examples", "/examples"), ("Course", "/")):
        follow_menu_link(page, link)
        page.wait_for_url(f"{below.url}{path}*")
        page.wait_for_selector("h1")
    follow_menu_link(page, "Code")
    assert LabPage(page).run("dcg", SUM).state == "passed"
    assert_nothing_is_missing(page)
    follow_menu_link(page, "Course")
    page.get_by_role("link", name="Teach a class").click()
    page.wait_for_selector("#choices li")
    assert_nothing_is_missing(page)


def test_chosen_files_are_evaluated_and_their_table_is_downloaded(open_page, below, tmp_path):
    page = open_page("/evaluate?data=own", at=below, wait="[data-testid=drop]")
    judged, run = write_files(tmp_path, a=RUN)
    page.locator("[data-kind=qrels] input").set_input_files(judged)
    page.get_by_text("A run is missing.").wait_for()
    page.locator("[data-kind=run] input").set_input_files(run)
    page.locator("[data-testid=systems] [data-system='a.run']").wait_for()
    name, table = download_file(
        page, page.get_by_role("button", name="Download results by query (CSV)").click
    )
    assert (name, b"a.run" in table) == ("ndcg-queries.csv", True)
    assert_nothing_is_missing(page)
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator("[data-testid=files]").wait_for()
    page.wait_for_function(f"() => !({SIDEWAYS})()")


def test_a_class_works_below_a_path(open_page, below):
    desk, projector, code = start_class(open_page, below, "3, 2, 3, 0, 1")
    assert projector.startswith(f"{BELOW}/class/wall#")
    assert desk.get_by_test_id("address").inner_text().endswith(f"{BELOW}/join")
    phone = join_class(open_page, below, code)
    desk.keyboard.press("ArrowRight")
    send_number(phone, "6.149")
    phone.get_by_text("Your answer is kept.").wait_for()
    desk.get_by_test_id("answered").get_by_text("1 of 1").wait_for()
    for page in (desk, phone):
        assert_nothing_is_missing(page)
