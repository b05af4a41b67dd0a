"""During a drag, the parts beside the board show the values that they have after the drop."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser import visits
from tests.browser.axe import list_findings
from tests.browser.boards import ROWS, BoardPage
from tests.browser.charts import (
    ALL_DRAWN,
    SWAPS,
    TERMS,
    find_figure,
    list_highlighted,
    open_drawn_playground,
)

ALL = """() => ({
    steps: [...document.querySelectorAll("[data-testid=steps] :is(tbody, tfoot) tr")].map(row => [
        row.dataset.rank,
        row.className,
        ...[...row.cells].flatMap(cell => [cell.innerHTML, cell.title, cell.className]),
    ]),
    formulas: [...document.querySelectorAll("[data-testid=formulas] mn")].map(n => n.textContent),
    sentences: ["[data-testid=remarks]", "[data-testid=figure] > p"].flatMap(
        part => [...document.querySelectorAll(part)].map(e => e.innerText)),
    tables: [...document.querySelectorAll("[data-testid=figure] tr")].map(row => row.innerText),
    charts: [...document.querySelectorAll(".js-plotly-plot")].flatMap(plot => plot.data.map(
        ({uid, x, y, z, text, zmin, zmax, colorscale}) =>
            [uid, x, y, z, text, zmin, zmax, colorscale])),
})"""
SHOWS = f"wanted => JSON.stringify(({ALL})()) === wanted"
DRAWN = "all => all.map(figure => figure.dataset.drawn)"
THIRTY = ",".join(str(rank * 7 % 20 / 4) for rank in range(30))
RANKINGS = [
    ("r=3,2,3,0,1&k=3", "A", "D"),
    ("r=0.125,3,0,2.0625,0.5&gain=exponential", "E", "A"),
    ("r=1,0,3,2&k=1&discount=none&ideal=grades", "C", "A"),
    ("r=0,1.5,2,3,0.0625&k=4&discount=logb(i)&base=3&judged=0,1.5,2,3,0.0625,3", "A", "C"),
    ("r=0,0,0", "A", "C"),
    (f"r={THIRTY}&k=10", "A", "L"),
]


def hold_card(board: BoardPage, label: str, onto: str) -> None:
    """Lift a card onto another card, and hold it until Plotly has drawn that order."""
    rank = board.find_card(onto).get_attribute("data-rank")
    board.lift(label, onto)
    board.page.wait_for_selector(f"[data-testid=card][data-label={label}][data-rank='{rank}']")
    row = board.page.locator("[data-testid=steps] tbody tr").nth(int(rank) - 1)
    expect(row.locator("th + td")).to_have_text(label)
    board.page.wait_for_function(ALL_DRAWN)


@pytest.mark.parametrize(("query", "label", "onto"), RANKINGS)
def test_values_shown_for_a_held_card_revert_with_it_or_remain_after_the_drop(
    open_page, query, label, onto
):
    page = open_drawn_playground(open_page, query, height=6000 if THIRTY in query else 2600)
    page.locator(f'[data-name="{SWAPS}"] summary').click()
    page.wait_for_selector(f'[data-name="{SWAPS}"] tbody tr')  # the table is made when it is opened
    board, before = BoardPage(page), page.evaluate(ALL)
    hold_card(board, label, onto)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_function(SHOWS, arg=page.evaluate("shown => JSON.stringify(shown)", before))
    revision = board.revision
    hold_card(board, label, onto)
    held, drawn = page.evaluate(ALL), page.get_by_test_id("figure").evaluate_all(DRAWN)
    assert held["steps"] != before["steps"]
    lit = page.locator("[data-testid=steps] [data-lit]")
    assert lit.locator("th + td").all_inner_texts() == [label]
    page.mouse.up()
    board.wait_confirmed(revision)
    page.wait_for_function(ALL_DRAWN)
    assert page.evaluate(ALL) == held
    assert page.get_by_test_id("figure").evaluate_all(DRAWN) == drawn, "nothing is drawn twice"
    if query == RANKINGS[0][0]:
        assert not [part for part in before if before[part] == held[part]], "all follows"
        # Nothing stays lit, so that the new state is seen as it is.
        assert list_highlighted(page, TERMS) == []


def test_parts_far_off_screen_cost_nothing_and_are_right_when_shown(open_page):
    page = open_page(f"/playground?r={THIRTY}&k=10", wait="[data-testid=card]")
    board = BoardPage(page)
    before = board.on_server
    board.find_grip("A").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    assert board.on_server == before
    assert find_figure(page, SWAPS).get_attribute("data-state") == "waiting"
    page.get_by_test_id("steps").evaluate("e => e.scrollIntoView({behavior: 'instant'})")
    page.wait_for_function(
        "() => document.querySelector('[data-testid=steps] tbody th + td').textContent === 'B'"
    )
    for width in (1280, 390):  # the card is still in the air
        page.set_viewport_size({"width": width, "height": 800})
        assert list_findings(page) == []


def test_off_screen_parts_of_a_lesson_are_right_when_shown_during_a_drag(open_page):
    page = open_page("/", width=390, height=230, wait="[data-testid=card]")
    number = page.locator("[data-part=number]")
    before = number.inner_text()
    page.get_by_test_id("card").first.locator(".grip").focus()
    with page.expect_response("**/acts/learn"):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
    page.evaluate(visits.DRAWN)
    assert number.inner_text() == before
    page.mouse.move(200, 200)
    page.mouse.wheel(0, 200)
    expect(number).to_contain_text("65.1%")  # 0, 1, 0, 2, 2, 3 with the first two the other way
    page.keyboard.press("Escape")
    expect(number).to_contain_text("58.6%")


@pytest.mark.every_time
def test_off_screen_parts_arrive_after_the_board_and_match_it(open_page):
    page = open_page(f"/playground?r={THIRTY}&k=10", wait="[data-testid=card]")
    board, steps, held = BoardPage(page), page.locator("[data-part=steps]"), []
    before = board.on_server

    def is_rest(request):
        return request.url.endswith("/acts/playground") and not request.post_data_json["act"]

    def answer(route):
        held.append(route) if is_rest(route.request) else route.continue_()

    page.route("**/acts/playground", answer)
    for _ in range(2):  # other actions do not wait for it
        with page.expect_request(is_rest), board.change():
            board.press("A", "down")
        assert steps.get_attribute("aria-busy") == "true"
    assert page.eval_on_selector_all("[data-testid=steps] tbody tr", ROWS) == before
    assert len(held) == 2
    for route in reversed(held):
        route.continue_()
    names = [re.match("[A-Z]+", card)[0] for card in board.shown.split()]
    assert names[:3] == ["B", "C", "A"]
    assert board.on_server.split() == names
    page.unroute("**/acts/playground")
    with board.change():
        board.press("A", "up")
    steps.evaluate("e => e.scrollIntoView({behavior: 'instant'})")
    assert board.on_server.split()[:3] == ["B", "A", "C"]


def test_a_held_card_restyles_only_the_parts_that_follow_it(open_page, chromium):
    board = BoardPage(open_drawn_playground(open_page, f"r={THIRTY}", height=6000))
    elements = board.page.evaluate("document.querySelectorAll('*').length")
    chromium.start_tracing(page=board.page, categories=["devtools.timeline"])
    hold_card(board, "A", "L")
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    board.page.keyboard.press("Escape")
    board.page.mouse.up()
    styles = [event["args"] for event in events if event["name"] == "UpdateLayoutTree"]
    restyled = [style["elementCount"] for style in styles if "elementCount" in style]
    assert len(restyled) > 10
    assert sum(restyled) / len(restyled) < elements / 20
