"""Charts that are acted on: pointed at, clicked, read and moved by keyboard, saved."""

import pytest

from tests.browser.charts import SWAPS, TERMS, at_rest, figure, highlighted, said


def test_pointing_at_a_bar_highlights_its_document_in_both_orders(same_page):
    page = at_rest(same_page)
    bar = figure(page, TERMS).locator(".barlayer .trace").first.locator(".point").nth(1)
    box = bar.locator("path").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    page.wait_for_selector(f'[data-name="{TERMS}"][data-dimmed]')
    assert highlighted(page, TERMS) == [1, 2]  # document B: rank 2, and rank 3 in the ideal order
    page.mouse.move(2, 2)
    page.wait_for_function("() => !document.querySelector('[data-testid=figure][data-dimmed]')")


def test_a_highlight_of_another_group_leaves_the_figures_alone(same_page):
    page = at_rest(same_page)
    tell = """([group, doc]) => document.dispatchEvent(
      new CustomEvent("ndcg:highlight", { detail: { group, doc } }))"""
    page.evaluate(tell, ["another", 1])
    assert highlighted(page, TERMS) == []
    page.evaluate(tell, ["playground", 1])
    assert highlighted(page, TERMS) == [1, 2]
    page.evaluate(tell, ["playground", None])  # no pointer is there to leave
    assert highlighted(page, TERMS) == []


@pytest.mark.every_time
def test_a_click_on_a_cell_makes_the_swap(same_page):
    page = at_rest(same_page)
    swaps = figure(page, SWAPS)
    swaps.get_by_role("application").focus()  # the cursor is on the best swap: ranks 2 and 3
    box = swaps.locator(".ndcg-figure-cursor").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    said(page, TERMS, "Rank 4 loses 0.43 against the ideal; rank 5 gains 0.39 back.")


@pytest.mark.every_time
def test_the_keyboard_reads_the_cells_and_makes_the_swap(same_page):
    page = at_rest(same_page)
    swaps = figure(page, SWAPS)
    cells, voice = swaps.get_by_role("application"), swaps.locator("[aria-live]")
    cells.focus()
    assert voice.text_content() == "Swapping rank 2 (B) and rank 3 (C) adds 0.021."
    cells.press("ArrowUp")
    assert voice.text_content() == "Swapping rank 1 (A) and rank 3 (C) changes nothing."
    cells.press("ArrowRight")
    assert voice.text_content() == "Swapping rank 1 (A) and rank 4 (D) takes 0.270."
    cells.press("ArrowUp")  # the edge
    assert voice.text_content() == "Swapping rank 1 (A) and rank 4 (D) takes 0.270."
    cells.press("Enter")
    said(page, TERMS, "Rank 1 loses most against the ideal, 3.00")
    voice.filter(has_text="Swapping rank 1 (D) and rank 4 (A) adds 0.270.").wait_for(
        state="attached"
    )
    assert cells.evaluate("(pad) => document.activeElement === pad")


FILES = (("SVG", b"<svg"), ("PNG", b"\x89PNG"))


@pytest.mark.parametrize(("kind", "start"), FILES)
def test_a_chart_can_be_saved(same_page, tmp_path, kind, start):
    page = at_rest(same_page)
    with page.expect_download() as download:
        figure(page, TERMS).get_by_role("button", name=kind).click()
    saved = tmp_path / "chart"
    download.value.save_as(saved)
    assert download.value.suggested_filename == f"what-each-rank-is-worth.{kind.lower()}"
    assert saved.read_bytes().startswith(start)
    if kind == "SVG":
        assert "rgb(251, 250, 247)" in saved.read_text()  # the page's colour, not transparent
