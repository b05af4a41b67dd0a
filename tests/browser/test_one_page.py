"""NDCG on one page in a real browser: one drag moves all of it, and it prints on two sheets."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.boards import BoardPage

SUMS = "{} / 6.323 = {}"
A4 = (595, 842)


@pytest.mark.every_time
def test_formula_fraction_bars_and_table_follow_a_held_card(open_page):
    page = BoardPage(open_page("/one-page", height=1600))
    bars = page.page.get_by_test_id("lengths").locator(".actual .terms i")
    before = bars.evaluate_all("all => all.map(one => one.getAttribute('style'))")
    page.lift("C", "B")
    expect(page.page.get_by_test_id("value-ndcg")).to_have_text("0.993")
    expect(page.page.get_by_test_id("formulas")).to_contain_text(SUMS.format("6.280", "0.993"))
    expect(page.page.get_by_test_id("steps").locator("tbody tr").nth(1)).to_contain_text("C3")
    assert bars.evaluate_all("all => all.map(one => one.getAttribute('style'))") != before
    page.page.mouse.up()
    page.wait_link("r=A%3A3%2CC%3A3%2CB%3A2%2CD%3A0%2CE%3A1")
    page.page.get_by_role("link", name="Restore the original order").click()
    expect(page.page.get_by_test_id("formulas")).to_contain_text(SUMS.format("6.149", "0.972"))
    page.page.wait_for_url(re.compile(r"/one-page$"))


@pytest.mark.every_time
def test_the_keyboard_moves_a_document_and_the_numbers_follow(open_page):
    page = BoardPage(open_page("/one-page", width=390, height=844))
    page.page.wait_for_selector(".exhibit[data-revision]")
    page.find_grip("E").focus()
    for key in ("Space", "ArrowUp", "Space"):
        page.page.keyboard.press(key)
    expect(page.page.get_by_text("C should be above B.")).to_be_visible()
    expect(page.page.get_by_test_id("value-ndcg")).to_be_in_viewport()


def test_the_page_prints_on_two_a4_sheets_with_both_orders_and_no_buttons(open_page):
    page = open_page("/one-page", scheme="dark", context="own")
    page.wait_for_selector(".exhibit[data-revision]")
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2
    sizes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox\s*\[(.*?)\]", pdf)}
    assert all(size == pytest.approx((0, 0, *A4), abs=1) for size in sizes)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print two pages")).to_be_hidden()
    for name in ("DCG so far", "IDCG so far"):
        expect(page.get_by_role("columnheader", name=name, exact=True)).to_be_visible()
