"""The app is updated while a page is open: the page says so, reloads itself, and loses nothing.

A page of an older version is one that was told another version; a server of another version is one
whose answers name another.
"""

import pytest
from playwright.sync_api import expect

from ndcg_ui.exhibit.scripts import VERSION_HEADER
from tests.browser.boards import BoardPage, open_board
from tests.browser.classes import enter_phases, join_class, start_class
from tests.browser.test_practice import NDCG, SHEET

RELOADED_BEFORE = """sessionStorage.setItem("ndcg-tutor:updated", '{"other": 9e15}')"""
KEEP_NEWS = """document.addEventListener(
    "ndcg:news", ({ detail }) => (sessionStorage.said ??= detail))"""
OLDER = "document.documentElement.dataset.version = 'older'"
UPDATED = "The app was updated."
MISSING = "A part of this page is missing"
ACTS = "**/acts/*"


def make_older(page):
    """Give a page the version number of an older app until it is reloaded."""
    page.evaluate(OLDER)


def wait_reloaded(page):
    """Wait until a page has the server's version."""
    page.wait_for_function("() => document.documentElement.dataset.version.length === 12")


@pytest.mark.every_time
def test_an_outdated_page_says_so_and_keeps_its_ranking_after_a_reload(open_page):
    board = open_board(open_page, "?r=1,2,3")
    page = board.page
    make_older(page)
    page.evaluate(KEEP_NEWS)
    board.find_tool("Reverse").click()
    wait_reloaded(page)
    assert page.evaluate("sessionStorage.said").startswith(UPDATED)
    board = BoardPage(page)
    assert board.shown == "C3 B2 A1"
    expect(page.locator(".away")).to_have_text("")


def test_a_reload_waits_for_typing_and_keeps_the_text(open_page):
    page = open_page(f"{NDCG}&level=5", **SHEET)
    first, second = (page.locator("[data-testid=sheet] input").nth(place) for place in (0, 1))
    make_older(page)
    first.fill("3")
    with page.expect_response(ACTS):
        first.press("Enter")  # which leads to the next field
    page.keyboard.type("2.5")
    page.get_by_text(UPDATED).wait_for()
    with page.expect_response(ACTS):  # after the page has had time for a look
        second.press("Enter")
    assert page.evaluate("document.documentElement.dataset.version") == "older"
    page.keyboard.type("1.25")
    third = page.locator("[data-testid=sheet] input").nth(2)
    third.blur()
    wait_reloaded(page)
    page.wait_for_selector("[data-testid=sheet] input")
    for place, text in enumerate(("3", "2.5", "1.25")):
        expect(page.locator("[data-testid=sheet] input").nth(place)).to_have_value(text)


def test_a_page_reloads_once_per_version_while_two_versions_answer(open_page):
    board = open_board(open_page, "?r=1,2,3")
    page, loads = board.page, []
    page.on("load", lambda _: loads.append(page.url))

    def answer_as_other(route):
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, VERSION_HEADER.lower(): "other"})

    page.route(ACTS, answer_as_other)
    board.find_tool("Reverse").click()
    page.wait_for_event("load")
    for grade in (2, 3, 4):
        board = BoardPage(page)
        with board.change():
            board.press("A", "more")
        board.wait_link(f"A%3A{grade}")
    assert len(loads) == 1
    assert board.shown == "C3 B2 A4"


def test_a_missing_script_is_reported_until_it_loads(open_page):
    page = open_page("/", tolerate=("404",))
    lab = "**/ndcg-tutor.lab/lab.js"
    page.route(lab, lambda route: route.fulfill(status=404, body="There is nothing here."))
    page.goto(page.url + "code")
    page.get_by_text(MISSING).wait_for()
    page.unroute(lab)
    page.wait_for_selector("[data-testid=lab][data-engine]")
    expect(page.locator(".away")).to_have_text("")


def test_an_unknown_part_breaks_no_other_part(open_page):
    board = open_board(open_page, "?r=1,2,3")
    page = board.page
    page.evaluate(RELOADED_BEFORE)

    def answer_with_more(route):
        answer = route.fetch()
        shown = answer.json()
        shown["rows"].append([[{"kind": "hologram", "name": "new", "data": {}}]])
        headers = {**answer.headers, VERSION_HEADER.lower(): "other"}
        route.fulfill(response=answer, json=shown, headers=headers)

    page.route(ACTS, answer_with_more)
    with board.change():
        board.find_tool("Reverse").click()
    assert board.shown == "C3 B2 A1"
    page.get_by_text(MISSING).wait_for()


def test_a_phone_reloads_only_after_its_answer_was_sent(open_page, server):
    desk, _, code = start_class(open_page, server, "3, 2")
    phone = join_class(open_page, server, code)
    enter_phases(desk, "open")
    phone.wait_for_selector("body[data-phase=open]")
    make_older(phone)
    phone.locator("input[data-cell=dcg]").fill("4.26")
    phone.locator("input[data-cell=dcg]").blur()
    phone.context.set_offline(True)
    phone.wait_for_selector("body[data-connection=away]")
    phone.context.set_offline(False)
    phone.wait_for_selector("body[data-connection=here]")
    phone.get_by_text(UPDATED).wait_for()
    assert phone.locator("input[data-cell=dcg]").input_value() == "4.26"
    phone.get_by_role("button", name="Send answer").click()
    wait_reloaded(phone)
    phone.get_by_text("Your answer is kept.").wait_for()
