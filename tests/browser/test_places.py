"""The same pages elsewhere: on a phone, a wall, paper, in another site; aloud, in other colours."""

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from tests.browser.axe import SIDEWAYS, sideways
from tests.browser.boards import BoardPage, opened
from tests.selection import some

TEN = ",".join("3203102110")


# --- Phones --------------------------------------------------------------------------------------


@pytest.mark.every_time
@pytest.mark.parametrize(
    ("width", "grades"),
    some([(390, TEN), (320, "3,2,3,0,1")], (390, TEN).__eq__, "the same at another width"),
)
def test_formulas_and_tables_scroll_inside_themselves(open_page, width, grades):
    page = open_page(f"/playground?r={grades}&gain=exponential", width=width, height=800)
    page.wait_for_selector("[data-testid=card]")
    assert not sideways(page)
    overlapping = page.evaluate(
        """() => [...document.querySelectorAll("[data-testid=steps] :is(td, th)")]
             .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
             .map(e => e.textContent)"""
    )
    assert overlapping == []


def test_a_tap_on_a_card_leaves_its_name_in_sight(open_page):
    page = open_page("/playground?r=First:3,Second:1", width=390, height=800, has_touch=True)
    board = BoardPage(page)
    board.grip("Second").tap()
    name = board.card("Second").get_by_test_id("name")
    expect(board.card("Second").locator("[data-act=rename]")).to_be_visible()
    assert name.evaluate("e => getComputedStyle(e).visibility") == "visible"
    assert name.evaluate("e => e.clientWidth >= e.scrollWidth && e.clientWidth > 30")
    box, button = name.bounding_box(), board.card("Second").locator("[data-act=up]").bounding_box()
    assert box["y"] + box["height"] <= button["y"] + 3


def test_a_board_without_the_ideal_shows_each_division_on_a_phone(open_page):
    page = open_page("/?lesson=discount&step=2&unlock=all", width=390, height=800, has_touch=True)
    board = BoardPage(page)
    card = board.card("B")
    expect(card.get_by_role("math").last).to_be_visible()
    board.grip("B").tap()  # its buttons take the place of the division, not of name and term
    expect(card.locator("[data-act=up]")).to_be_visible()
    for part in ("name", "term"):
        assert card.get_by_test_id(part).evaluate(
            "e => e.clientWidth >= e.scrollWidth && getComputedStyle(e).visibility === 'visible'"
        )


def test_escape_closes_the_menu_of_a_phone(open_page):
    page = open_page("/code", width=390, height=800)
    page.get_by_test_id("stExpandSidebarButton").click()
    menu = page.locator("[data-testid=stSidebar]")
    expect(menu).to_have_attribute("data-collapsed", "false")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Collapse sidebar")).not_to_be_visible()
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_focused()


# --- On a wall, inside another site, on paper ----------------------------------------------------

# What is only for screen readers has one pixel.
SMALL = """() => [...document.querySelectorAll("#root *")]
  .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
    && e.getBoundingClientRect().width > 2)
  .map(e => [parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom, e.textContent])
  .filter(([size]) => size < 24)"""


def test_on_a_wall_every_text_can_be_read_from_the_last_row_and_the_width_is_used(open_page):
    page = open_page(
        "/playground?scale=2",
        width=1920,
        height=1080,
        wait="[data-testid=figure][data-state=drawn]",
        context="own",
    )
    assert page.evaluate(SMALL) == []
    width = page.locator("[data-testid=stMainBlockContainer]").bounding_box()["width"]
    assert width > 1800
    assert not sideways(page)
    board = BoardPage(page)
    board.drag("E", onto="B")
    assert board.shown == "A3 E1 B2 C3 D0"


def test_inside_another_site_the_navigation_is_left_out(open_page):
    page = open_page("/playground?embed=1&r=3,0,2", wait="[data-testid=card]", context="own")
    assert page.get_by_role("link", name="Practice", exact=True).count() == 0
    assert page.locator("h1").bounding_box()["y"] < 30
    board = BoardPage(page)
    board.drag("C", onto="A")
    board.wait_link("embed=1")
    page.reload()
    page.wait_for_selector("[data-testid=card]")
    assert page.get_by_role("link", name="Practice", exact=True).count() == 0


PRINTED = ("/", "/playground", "/examples", "/practice", "/conventions", "/code", "/worksheet")


@pytest.mark.parametrize("path", PRINTED)
def test_on_paper_there_are_no_buttons_and_nothing_is_cut_off(open_page, path):
    page = open_page(path, width=718, height=1000, scheme="dark", context="own")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.get_by_role("button").count() == 0
    page.wait_for_function(
        """() => [...document.querySelectorAll("[data-testid=figure]")]
             .every(({dataset}) => dataset.state === "drawn")"""
    )
    page.wait_for_function(
        """() => [...document.querySelectorAll("[data-testid=stage] svg text")].every((text) =>
             Math.max(...getComputedStyle(text).fill.match(/\\d+/g).slice(0, 3)) < 200)"""
    )
    paper = page.evaluate(
        "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    )
    assert paper == "rgb(255, 255, 255)"
    cut = page.evaluate(
        """() => [...document.querySelectorAll("[data-testid=stage] svg, table, h1")]
             .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
             .map(e => e.outerHTML.slice(0, 80))"""
    )
    assert cut == []


# --- For who cannot see or point, or needs other colours or spaces -------------------------------


def announced(board, text):
    """Wait until a screen reader was told a text."""
    status = board.page.locator("[data-testid=board] > [role=status]")
    expect(status).to_contain_text(text)


def test_ndcg_is_said_after_every_change(open_page):
    board = opened(open_page)
    board.tool("Reverse").click()
    announced(board, f"NDCG at 5: {nc.ndcg([1, 0, 3, 2, 3]):.3f}.")
    board.tool("Undo").click()
    announced(board, "NDCG at 5: 0.972.")
    board.page.get_by_label("Cutoff k").fill("2")
    board.page.keyboard.press("Enter")
    announced(board, f"NDCG at 2: {nc.ndcg([3, 2, 3, 0, 1], 2):.3f}.")
    with board.change():
        board.press("B", "more")
    announced(board, "NDCG at 2: 1.000.")


def test_in_a_lesson_a_move_is_said_in_the_measure_that_it_has_come_to(open_page):
    page = open_page("/?lesson=gain&unlock=all&step=2", wait="[data-testid=card]")
    board = page.get_by_test_id("board").first
    board.locator("[data-label=C]").hover()
    board.locator("[data-label=C] [data-act=up]").click()
    status = board.locator("> [role=status]")
    expect(status).to_contain_text("C, rank 2 of 5. CG 9.000.")


def test_where_colours_are_forced_the_ideal_order_differs_by_more_than_colour(open_page):
    page = open_page("/playground", forced_colors="active")
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    hatched = page.eval_on_selector_all(
        ".js-plotly-plot",
        "all => all[0].data.filter(({type}) => type === 'bar').map(t => [t.uid, t.marker.pattern])",
    )
    assert hatched == [["actual", None], ["ideal", {"shape": "/"}]]
    for chosen in (".segments :checked + span", "[data-testid=stTopNavLink][aria-current=page]"):
        assert page.locator(chosen).evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    ideal = page.locator("[role=group][aria-label=NDCG] span:has(> [data-testid=value-idcg])")
    assert "underline" in ideal.evaluate("e => getComputedStyle(e).textDecorationLine")


SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""


@pytest.mark.parametrize("path", ["/playground", "/practice"])
def test_wider_text_spacing_cuts_nothing_off(open_page, path):
    page = open_page(path, wait="h1")
    page.add_style_tag(content=SPACED)
    cut = page.evaluate(
        """() => ["[data-testid=markup] *", "[data-testid=board] :is(button, p)"]
             .flatMap(parts => [...document.querySelectorAll(parts)])
             .filter(e => getComputedStyle(e).overflow === "hidden" && e.checkVisibility()
                && !e.closest(".for-screen-readers") && e.scrollHeight > e.clientHeight + 2)
             .map(e => e.textContent.slice(0, 40))"""
    )
    assert cut == []
    page.wait_for_function(f"() => !({SIDEWAYS})()")
