"""The menu and the search above every page: by keys, by touch, without a server."""

import pytest
from playwright.sync_api import expect

from ndcg_ui.pages.menu import GROUPS, MENU
from tests.browser.axe import list_findings, scrolls_sideways
from tests.browser.sites import on_a_site_too


def find_group(page, name):
    """Return the disclosure of a group in a wide window."""
    return page.locator("header > nav details").filter(has=page.get_by_text(name, exact=True))


def find_search_field(page):
    """Return the visible search field."""
    return page.locator("header [role=combobox]:visible")


def test_keys_open_a_group_and_return_the_focus_and_hovering_opens_none(open_page):
    page = open_page("/playground")
    tools, learn = find_group(page, "Tools"), find_group(page, "Learn")
    for one in (tools, learn):
        one.locator("summary").hover()
        expect(one.get_by_role("link").first).to_be_hidden()
    for key in ("Enter", "Space"):
        tools.locator("summary").focus()
        page.keyboard.press(key)
        expect(tools.get_by_role("link")).to_have_count(len(GROUPS["Tools"]))
        page.keyboard.press("Escape")
        expect(tools.get_by_role("link").first).to_be_hidden()
        expect(tools.locator("summary")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(tools.get_by_role("link").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(tools.get_by_role("link").last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(tools.get_by_role("link").first).to_be_focused()
    assert list_findings(page) == []
    learn.locator("summary").click()
    expect(tools.get_by_role("link").first).to_be_hidden()
    size = page.viewport_size
    page.mouse.click(size["width"] - 8, size["height"] - 8)  # outside the panel
    expect(learn.get_by_role("link").first).to_be_hidden()


@pytest.mark.every_time
def test_a_group_describes_each_page_and_marks_the_current_one(open_page):
    page = open_page("/conventions")
    tools = find_group(page, "Tools")
    tools.locator("summary").click()
    here = tools.get_by_role("link", name="Which library?")
    expect(here).to_have_attribute("aria-current", "page")
    expect(here).to_contain_text("Find out which setting printed your number")
    line = "e => getComputedStyle(e).borderBottomColor"
    assert tools.locator("summary").evaluate(line) != find_group(page, "Learn").locator(
        "summary"
    ).evaluate(line)
    tools.get_by_role("link", name="Other measures").click()
    page.get_by_role("heading", name="Other measures").wait_for()


KINDS = "all => all.map(e => e.firstChild.textContent)"
LOOK = "e => [getComputedStyle(e).fontWeight, getComputedStyle(e).textDecorationLine]"


@pytest.mark.every_time
@on_a_site_too
def test_the_search_lists_two_lessons_two_terms_and_two_pages(open_page, place):
    page = open_page("/playground/" if place.url.endswith("/ndcg") else "/playground")
    page.keyboard.press("/")
    expect(find_search_field(page)).to_be_focused()
    page.keyboard.type("ideal")
    results = page.get_by_role("listbox", name="Results")
    for kind in ("Lessons", "Glossary", "Pages"):
        expect(results.get_by_role("group", name=kind).get_by_role("option")).to_have_count(2)
    names = results.get_by_role("group").evaluate_all(KINDS)
    assert names == ["Lessons", "Glossary", "Pages"]
    expect(page.get_by_role("status").filter(has_text="6 results")).to_be_visible()
    first, second = results.get_by_role("option").all()[:2]
    expect(first).to_contain_text("The ideal ranking")
    mark = first.locator("mark").first
    expect(mark).to_have_text("ideal")
    look = mark.evaluate(LOOK)
    assert look == ["600", "underline"]
    expect(find_search_field(page)).to_have_attribute("aria-expanded", "true")
    expect(first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(second).to_have_attribute("aria-selected", "true")
    expect(find_search_field(page)).to_have_attribute(
        "aria-activedescendant", second.get_attribute("id")
    )
    assert list_findings(page) == []
    page.keyboard.press("Escape")
    expect(results).to_be_hidden()
    find_search_field(page).fill("cutoff")
    term = results.get_by_role("group", name="Glossary").get_by_role("option").first
    expect(term).to_contain_text("Cutoff, k")
    term.click()
    expect(page.get_by_role("heading", name="Glossary")).to_be_visible()
    expect(page.locator(":target")).to_contain_text("Cutoff, k")
    expect(page.locator(":target")).to_be_in_viewport()


def test_enter_opens_the_first_result_and_an_empty_result_is_reported(open_page):
    page = open_page("/code")
    page.keyboard.press("/")
    page.keyboard.type("xyzzy")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    page.keyboard.press("Enter")
    find_search_field(page).fill("compare systems")
    expect(page.get_by_role("option", name="Compare systems")).to_be_visible()
    find_search_field(page).fill("all-zero")
    expect(page.get_by_role("option", selected=True)).to_contain_text("NDCG@k")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?lesson=ndcg-at-k")


@pytest.mark.every_time
def test_a_slash_in_a_field_does_not_open_the_search(open_page):
    page = open_page("/conventions")
    number = page.get_by_role("textbox").first
    number.fill("")
    number.press("/")
    expect(number).to_have_value("/")
    expect(find_search_field(page)).not_to_be_focused()


SIZES = "all => all.map(e => e.getBoundingClientRect()).map(({x, height}) => [x, height])"


@pytest.mark.every_time
def test_a_phones_menu_sheet_has_all_links_and_keeps_the_focus(open_page):
    page = open_page("/code", width=390, height=844, has_touch=True)
    menu = page.locator("header summary:visible")
    expect(menu).to_have_text("Menu", use_inner_text=True)
    menu.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Menu")
    links = sheet.get_by_role("link")
    assert links.all_inner_texts() == [*MENU.values()]
    places, heights = zip(*links.evaluate_all(SIZES), strict=True)
    assert min(heights) >= 44
    assert len(set(places)) == 2
    expect(menu).to_have_text("Close", use_inner_text=True)
    assert list_findings(page) == []
    assert not scrolls_sideways(page)
    seen = set()
    for _ in range(len(MENU) + 2):
        page.keyboard.press("Tab")
        assert page.evaluate("() => Boolean(document.activeElement.closest('.menu-sheet'))")
        seen.add(page.evaluate("() => document.activeElement.textContent"))
    assert {*MENU.values()} <= seen
    expect(menu).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(links.last).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(menu).to_have_text("Menu", use_inner_text=True)
    expect(sheet).to_be_hidden()
    menu.tap()
    page.touchscreen.tap(200, 80)  # what lies behind the sheet
    expect(sheet).to_be_hidden()
    menu.tap()
    links.get_by_text("Practice").tap()
    page.get_by_role("heading", level=1, name="Practice").wait_for()
    page.locator("header summary:visible").tap()
    page.get_by_role("link", name="Live class").tap()
    page.get_by_role("heading", name="Prepare a class").wait_for()
    page.locator("header summary:visible").tap()
    page.get_by_role("link", name="Playground").tap()
    page.wait_for_selector("[data-testid=card]")


def test_a_phones_search_button_opens_the_sheet_at_the_search(open_page):
    page = open_page("/playground", width=390, height=844, has_touch=True)
    page.get_by_role("button", name="Search").tap()
    expect(find_search_field(page)).to_be_focused()
    sheet = page.get_by_role("dialog", name="Menu")
    assert sheet.bounding_box()["y"] < 80
    page.keyboard.type("gain")
    results = sheet.get_by_role("listbox", name="Results")
    expect(results.get_by_role("option")).to_have_count(6)
    expect(sheet.get_by_role("link", name="Live class")).to_be_hidden()
    assert list_findings(page) == []
    assert not scrolls_sideways(page)
    page.keyboard.press("Escape")
    expect(sheet.get_by_role("link", name="Live class")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
