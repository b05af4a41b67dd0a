"""“Share or export” in a browser: copied texts, saved files, the keyboard, and a narrow window."""

from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from tests.browser.axe import list_findings
from tests.browser.boards import BoardPage
from tests.browser.charts import CURVE, TERMS
from tests.browser.sites import on_a_site_too

READ = "() => navigator.clipboard.readText()"
SMALL = """panel => [...panel.querySelectorAll("button, a, select")]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().height < 44)
  .map((e) => e.textContent)"""
INSIDE = """panel => {
  const { left, top, right, bottom } = panel.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
FOCUSED = "() => document.activeElement.dataset.testid ?? document.activeElement.textContent"


def open_panel(page):
    """Open the panel and return it."""
    page.get_by_test_id("share").click()
    panel = page.get_by_role("dialog", name="Share or export")
    expect(panel).to_be_visible()
    return panel


def copy_offer(page, panel, name):
    """Press the copy button of an offer, and return the clipboard."""
    button = panel.locator(f"[data-offer={name}] [data-copy]")
    before = button.bounding_box()["width"]
    button.click()
    expect(button).to_have_text("Copied")
    assert button.bounding_box()["width"] == before
    return page.evaluate(READ)


def save_file(page, button):
    with page.expect_download() as download:
        button.click()
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.every_time
@on_a_site_too
def test_a_ranking_can_be_shared_as_link_code_images_and_files(open_page, place):
    page = open_page(
        "/playground?r=3,2,3,0,1", context="own", permissions=["clipboard-write", "clipboard-read"]
    )
    board = BoardPage(page)
    with board.change():
        board.find_tool("Reverse").click()
    order = [1, 0, 3, 2, 3]
    panel = open_panel(page)
    link = copy_offer(page, panel, "link")
    assert link == page.url
    assert "r=E%3A1" in link
    code = copy_offer(page, panel, "code")
    assert f"trace = nc.trace({order})" in code.splitlines()
    expect(panel.get_by_text(f"Calculates the same {nc.ndcg(order):.3f}.")).to_be_visible()
    embed = copy_offer(page, panel, "embed")
    assert embed == (
        f'<script src="{place.url}/embed.js" data-page="playground" '
        'data-link="r=E:1,D:0,C:3,B:2,A:3"></script>'
    )
    name, png = save_file(page, panel.get_by_role("button", name="PNG"))
    assert (name, png[:4]) == ("ndcg.png", b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 2000  # twice the width of the picture
    name, svg = save_file(page, panel.get_by_role("button", name="SVG"))
    assert (name, ElementTree.fromstring(svg).tag) == (
        "ndcg.svg",
        "{http://www.w3.org/2000/svg}svg",
    )
    assert f"{nc.ndcg(order):.3f}".encode() in svg
    assert b"rgb(251, 250, 247)" in svg  # the page's colour
    assert b"var(" not in svg
    panel.get_by_label("Image").select_option(CURVE)  # off-screen, and not drawn yet
    name, png = save_file(page, panel.get_by_role("button", name="PNG"))
    assert (name, png[:4]) == ("ndcg-at-every-cutoff.png", b"\x89PNG")
    name, table = save_file(page, panel.get_by_role("link", name="CSV"))
    assert (name, table[:10]) == ("ndcg-steps.csv", b"order,rank")
    name, _ = save_file(page, panel.get_by_role("link", name="JSON"))
    assert name == "ranking.json"


def test_the_keyboard_uses_the_panel_and_the_focus_returns(open_page):
    page = open_page("/playground", reduced_motion="reduce")
    button = page.get_by_test_id("share")
    button.press("Enter")
    panel = page.get_by_test_id("share-panel")
    expect(panel).to_be_focused()
    assert list_findings(page) == []
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "Copy link"
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(button).to_be_focused()
    button.press("Enter")
    panel.get_by_role("link", name="JSON").focus()
    page.keyboard.press("Tab")  # out of the panel
    expect(panel).to_be_hidden()
    button.click()
    expect(panel).to_be_visible()
    button.click()  # the same button closes it
    expect(panel).to_be_hidden()
    button.click()
    page.mouse.click(20, 700)
    expect(panel).to_be_hidden()


@pytest.mark.parametrize(
    "path", ["/playground", "/examples", "/?lesson=ndcg-at-k&unlock=all&step=9"]
)
def test_the_panel_is_a_sheet_with_large_buttons_in_a_narrow_window(open_page, path):
    page = open_page(path, width=390, height=844, reduced_motion="reduce")
    panel = open_panel(page)
    box = panel.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    assert panel.evaluate(SMALL) == []
    assert list_findings(page) == []
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    expect(page.get_by_test_id("share")).to_be_focused()


def test_the_panel_stays_within_a_low_and_an_enlarged_window(open_page):
    for path in ("/playground", "/playground?scale=1.5"):
        page = open_page(path, width=1000, height=420)
        panel = open_panel(page)
        assert panel.evaluate(INSIDE)
        page.mouse.wheel(0, 60)
        assert panel.evaluate(INSIDE)


def test_an_image_has_the_colours_of_the_dark_theme(open_page):
    page = open_page("/examples", scheme="dark")
    panel = open_panel(page)
    _, svg = save_file(page, panel.get_by_role("button", name="SVG"))
    assert b"rgb(22, 21, 19)" in svg
    panel.get_by_label("Image").select_option(TERMS)
    _, svg = save_file(page, panel.get_by_role("button", name="SVG"))
    assert b"rgb(22, 21, 19)" in svg
