"""The same pages for who cannot see or point: what is announced, tied, hatched and tabulated."""

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from tests.browser.axe import SIDEWAYS
from tests.browser.boards import opened


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


@pytest.mark.every_time
def test_a_moved_card_is_said_once_with_its_ndcg(open_page):
    board = opened(open_page)
    board.drag("E", onto="D")
    announced(board, "E, rank 4 of 5. NDCG")


def test_in_a_lesson_a_move_is_said_in_the_measure_that_it_has_come_to(open_page):
    page = open_page("/?lesson=gain&unlock=all&step=2", wait="[data-testid=card]")
    board = page.get_by_test_id("board").first
    board.locator("[data-label=C]").hover()
    board.locator("[data-label=C] [data-act=up]").click()
    said = board.locator("> [role=status]")
    expect(said).to_contain_text("C, rank 2 of 5. CG 9.000.")


def test_the_swap_chart_can_be_read_as_a_table(open_page):
    page = open_page("/playground?r=0,3", wait="[data-testid=card]")
    chart = page.locator("[data-name='What each swap would change']")
    chart.get_by_text("As a table").click()
    added = f"{1 - nc.ndcg([0, 3]):.3f}"
    assert chart.locator("tbody td").all_inner_texts() == [added]
    assert chart.locator("thead th").all_inner_texts() == ["rank", "2"]


def test_where_colours_are_forced_the_ideal_order_differs_by_more_than_colour(open_page):
    page = open_page("/playground", forced_colors="active")
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    hatched = page.eval_on_selector_all(
        ".js-plotly-plot",
        "all => all[0].data.filter(({type}) => type === 'bar').map(t => [t.uid, t.marker.pattern])",
    )
    assert hatched == [["actual", None], ["ideal", {"shape": "/"}]]
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
