"""During a drag the steps and the charts show what they show after the drop, text for text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boards import BoardPage
from tests.browser.charts import ALL_DRAWN, SWAPS, newly_drawn

STEPS = """table => [...table.querySelectorAll("tbody tr, tfoot tr")].map(row => [
    row.dataset.rank,
    row.className,
    ...[...row.cells].flatMap(cell => [cell.innerHTML, cell.title, cell.className]),
])"""
MAP = f"""() => {{
    const figure = document.querySelector('[data-name="{SWAPS}"]');
    const [map] = figure.querySelector(".js-plotly-plot").data;
    const {{x, y, z, text, zmin, zmax, colorscale}} = map;
    const table = [...figure.querySelectorAll("table tr")].map(row => row.innerText);
    return [x, y, z, text, zmin, zmax, colorscale, table];
}}"""
SHOWS = f"""wanted => JSON.stringify(({MAP})()) === wanted"""
THIRTY = ",".join(str(rank * 7 % 20 / 4) for rank in range(30))
RANKINGS = [
    ("r=3,2,3,0,1&k=3", "A", "D"),
    ("r=0.125,3,0,2.0625,0.5&gain=exponential", "E", "A"),
    ("r=1,0,3,2&k=1&discount=none&ideal=grades", "C", "A"),
    ("r=0,1.5,2,3,0.0625&k=4&discount=logb(i)&base=3&judged=0,1.5,2,3,0.0625,3", "A", "C"),
    ("r=0,0,0", "A", "C"),
    (f"r={THIRTY}&k=10", "A", "L"),
]


def steps(page) -> list[list[str]]:
    return page.get_by_test_id("steps").evaluate(STEPS)


def shown_map(page) -> list:
    return page.evaluate(MAP)


def tall(open_page, query: str) -> BoardPage:
    """A board with steps and charts all in sight, the heat map's table opened, the pointer away."""
    page = newly_drawn(open_page, query, height=6000 if THIRTY in query else 2600)
    page.locator(f'[data-name="{SWAPS}"] summary').click()
    return BoardPage(page)


def hold(board: BoardPage, label: str, onto: str) -> None:
    """Lift a card onto the place of another and hold it there until Plotly, too, has drawn that."""
    rank = board.card(onto).get_attribute("data-rank")
    board.lift(label, onto)
    board.page.wait_for_selector(f"[data-testid=card][data-label={label}][data-rank='{rank}']")
    row = board.page.locator("[data-testid=steps] tbody tr").nth(int(rank) - 1)
    expect(row.locator("th + td")).to_have_text(label)
    board.page.wait_for_function(ALL_DRAWN)


@pytest.mark.parametrize(("query", "label", "onto"), RANKINGS)
def test_what_is_seen_under_a_held_card_is_what_stands_after_the_drop(
    open_page, query, label, onto
):
    board = tall(open_page, query)
    page, revision = board.page, board.revision
    before = steps(page)
    hold(board, label, onto)
    held = steps(page), shown_map(page)
    assert held[0] != before
    page.mouse.up()
    board.wait_confirmed(revision)
    page.wait_for_function(ALL_DRAWN)
    assert (steps(page), shown_map(page)) == held


def test_escape_puts_steps_and_map_back_and_the_lit_row_goes_with_its_document(open_page):
    board = tall(open_page, "r=3,2,3,0,1&k=3")
    page = board.page
    board.card("D").hover()
    before = steps(page), shown_map(page)
    hold(board, "D", onto="A")
    lit = page.locator("[data-testid=steps] [data-lit]")
    assert lit.locator("th + td").all_inner_texts() == ["D"]
    assert lit.get_attribute("data-rank") == "1"
    page.keyboard.press("Escape")
    page.mouse.up()
    assert steps(page) == before[0]
    page.wait_for_function(SHOWS, arg=page.evaluate("v => JSON.stringify(v)", before[1]))


def test_a_card_moved_with_the_keys_takes_them_along_too(open_page):
    board = tall(open_page, "r=3,2,3,0,1")
    page, revision = board.page, board.revision
    board.grip("E").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    names = page.locator("[data-testid=steps] tbody th + td")
    expect(names).to_have_text(list("EABCD"))
    page.wait_for_function(
        f"() => ({MAP})()[1][0] === 'rank 1 (E)' && ({MAP})()[7][1].startsWith('1')"
    )
    held = shown_map(page)
    page.keyboard.press("Space")
    board.wait_confirmed(revision)
    page.wait_for_function(ALL_DRAWN)
    assert shown_map(page) == held


def test_what_is_not_near_the_screen_costs_nothing_and_is_right_when_it_comes(open_page):
    page = open_page(f"/playground?r={THIRTY}&k=10")
    board = BoardPage(page)
    before = steps(page)
    board.grip("A").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    assert steps(page) == before
    page.get_by_test_id("steps").evaluate("e => e.scrollIntoView({behavior: 'instant'})")
    page.wait_for_function(
        "() => document.querySelector('[data-testid=steps] tbody th + td').textContent === 'B'"
    )
