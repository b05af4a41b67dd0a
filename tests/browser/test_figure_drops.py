"""Charts under a drop: they follow the card, stay when it is let go, and light what was dropped."""

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from tests.browser.boards import BoardPage
from tests.browser.charts import ALL_DRAWN, SUMS, TERMS, at_rest, figure, highlighted, newly_drawn


def test_after_a_drop_the_chart_lights_the_document_that_was_dropped(same_page):
    board = BoardPage(at_rest(same_page))
    board.drag("D", onto="A")
    board.page.wait_for_function(ALL_DRAWN)
    assert board.shown.startswith("D0 ")
    # The 0 at rank 1 now, and at the end of the ideal order.
    assert sorted(highlighted(board.page, TERMS)) == [0, 4]


SHOWS = """([name, values]) => document.querySelector(`[data-name='${name}'] .js-plotly-plot`).data
    .find(({ uid }) => uid === "actual").y
    .every((value, rank) => Math.abs(value - values[rank]) < 1e-9)"""


def wait_actual(page, grades):
    """Wait until the charts show the actual order of these grades."""
    rows = nc.trace(grades).actual
    page.wait_for_function(SHOWS, arg=[TERMS, [row.value for row in rows]])
    page.wait_for_function(SHOWS, arg=[SUMS, [row.cumulative for row in rows]])


@pytest.mark.every_time
def test_the_charts_follow_a_card_before_it_is_let_go_and_go_back_with_it(same_page):
    board = BoardPage(at_rest(same_page))
    board.lift("D", onto="A")
    wait_actual(board.page, [0, 3, 2, 3, 1])
    board.page.keyboard.press("Escape")
    wait_actual(board.page, [3, 2, 3, 0, 1])


def test_sentences_follow_a_card_before_it_is_let_go_and_go_back_with_it(same_page):
    board = BoardPage(at_rest(same_page))
    sentences = [figure(board.page, TERMS).locator("p").first, board.page.get_by_test_id("remarks")]
    before = [one.inner_text() for one in sentences]
    board.lift("D", onto="A")
    expect(sentences[0]).to_contain_text("Rank 1 loses 3.00 against the ideal")
    expect(sentences[1]).to_contain_text("ranks 1 and 4 (D and C) would add")
    board.page.keyboard.press("Escape")
    for sentence, text in zip(sentences, before, strict=True):
        expect(sentence).to_have_text(text, use_inner_text=True)


def test_a_drop_leaves_the_charts_as_they_are_and_so_does_its_answer(open_page):
    board = BoardPage(newly_drawn(open_page))
    board.lift("D", onto="B")
    wait_actual(board.page, [3, 0, 2, 3, 1])
    board.page.wait_for_function(ALL_DRAWN)
    drawn = [figure(board.page, name).get_attribute("data-drawn") for name in (TERMS, SUMS)]
    with board.change():
        board.page.mouse.up()
    board.page.wait_for_function(ALL_DRAWN)
    wait_actual(board.page, [3, 0, 2, 3, 1])
    assert drawn == [figure(board.page, n).get_attribute("data-drawn") for n in (TERMS, SUMS)]
