"""The last list under its clock, the ten items and what was done, in a real browser."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.courses import CALM

BEAT = "beat=3,7,5,2,6,1,4,8&seconds=60"


def list_cards(page) -> list[str | None]:
    return [card.get_attribute("data-label") for card in page.get_by_test_id("card").all()]


@pytest.mark.every_time
def test_the_keyboard_sorts_a_list_in_time_and_its_link_is_copied(
    open_page,
):
    reads = ("clipboard-read", "clipboard-write")
    page = open_page(f"/?page=last-list&{BEAT}", wait="[data-act=start]", permissions=reads, **CALM)
    page.clock.install()
    expect(page.get_by_test_id("beat")).to_contain_text("NDCG 1.000 in 1 minute")
    page.get_by_role("button", name="30 seconds").press("Enter")
    expect(page.get_by_test_id("clock")).to_contain_text(" s")
    grip = page.locator("[data-label='Find the program that heats a laptop'] .grip")
    for key in ("Space", "ArrowUp", "ArrowUp", "Space"):
        grip.press(key)
    expect(page.get_by_test_id("card").first).to_have_attribute(
        "data-label", "Find the program that heats a laptop"
    )
    page.wait_for_function("() => localStorage['ndcg-tutor:progress'].includes('list.board\":{')")
    order = list_cards(page)

    page.reload()
    card = page.get_by_test_id("card").nth(4)
    box = card.bounding_box()
    assert list_cards(page) == order
    page.mouse.move(box["x"] + 30, box["y"] + 10)
    page.mouse.down()  # a card is lifted when the time is over
    page.mouse.move(box["x"] + 40, box["y"] - 90, steps=5)
    page.clock.fast_forward("31")
    expect(page.get_by_test_id("reached")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("status").filter(has_text="still ahead")).to_be_visible()
    assert list_cards(page) == order

    page.get_by_role("button", name="Copy a link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    link = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert link.query == "page=last-list&beat=3,1,2,4,5,6,7,8&seconds=30"


def test_an_answer_about_an_order_may_arrive_after_its_board_is_gone(open_page):
    page = open_page(f"/?page=last-list&{BEAT}", wait="[data-act=start]", **CALM)
    page.clock.install()
    page.get_by_role("button", name="30 seconds").press("Enter")
    page.locator(".grip").nth(4).press("Space")
    held = []
    page.route("**/acts/*", lambda route: held.append(route), times=1)
    page.locator(".grip").nth(4).press("ArrowUp")
    page.clock.fast_forward("31")
    expect(page.get_by_test_id("reached")).to_be_visible()
    with page.expect_response("**/acts/*"):
        held[0].continue_()
    page.get_by_role("button", name="1 minute").press("Enter")
    expect(page.get_by_test_id("clock")).to_be_visible()
