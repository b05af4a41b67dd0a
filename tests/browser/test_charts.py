"""Charts: they wait, glide or keep still, follow the theme, and are pointed at and clicked."""

import pytest
from playwright.sync_api import expect

from tests.browser.charts import (
    ALL_DRAWN,
    CURVE,
    SUMS,
    SWAPS,
    TERMS,
    enter,
    figure,
    highlighted,
    newly_drawn,
    said,
)

SHAPES = """() => [...document.querySelectorAll(".barlayer path, path.js-line")]
  .map((path) => path.getAttribute("d")).sort().join(" ")"""
AT_REST = """() => [...document.querySelectorAll("[data-testid=figure]")]
  .every((figure) => figure.dataset.state === "drawn" && !figure.dataset.gliding)"""
RECORD = """() => {
  const watched = window.glided;
  window.glided = [];
  if (watched) return;
  for (const plot of document.querySelectorAll(".js-plotly-plot")) {
    const { name } = plot.closest("[data-testid=figure]").dataset;
    plot.on("plotly_transitioned", () => window.glided.push(name));
  }
}"""


def shapes_at_rest(page):
    page.wait_for_function(AT_REST)
    return page.evaluate(SHAPES)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_bars_and_lines_glide_to_a_new_order_where_motion_is_wished(open_page, motion):
    page = newly_drawn(open_page, reduced_motion=motion)
    page.evaluate(RECORD)
    enter(page, "0, 2, 3, 3, 1")
    said(page, TERMS, "Rank 1 loses most against the ideal, 3.00")
    gliding = {TERMS, SUMS, CURVE} if motion == "no-preference" else set()
    page.wait_for_function("number => window.glided.length >= number", arg=len(gliding))
    shapes_at_rest(page)
    assert set(page.evaluate("() => window.glided")) == gliding


def test_the_image_is_named_by_title_and_sentence_and_its_colours_follow_the_theme(open_page):
    page = newly_drawn(open_page, scheme="light")
    fill = """() => getComputedStyle(document.querySelector(".barlayer path")).fill"""
    assert page.evaluate(fill) == "rgb(11, 98, 164)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => ({fill})() === 'rgb(107, 182, 240)'")
    page.wait_for_function(ALL_DRAWN)
    image = page.get_by_role("img", name=f"{TERMS}. Rank 2 loses most against the ideal, 0.63;")
    expect(image).to_have_count(1)
    enter(page, "3, 3, 2, 1, 0")
    said(page, TERMS, "Every rank earns what it would in the ideal order")
    expect(image).to_have_count(0)


# --- Charts that are acted on --------------------------------------------------------------------


def test_a_document_that_is_pointed_at_is_lit_in_both_orders_of_its_own_group(open_page):
    page = newly_drawn(open_page)
    bars = figure(page, TERMS).locator(".barlayer .trace").first.locator(".point path").all()
    _, box, *_ = sorted((bar.bounding_box() for bar in bars), key=lambda box: box["x"])
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    page.wait_for_selector(f'[data-name="{TERMS}"][data-dimmed]')
    assert highlighted(page, TERMS) == [1, 2]  # document B: rank 2, rank 3 in the ideal order
    faint = "all => all.filter(e => getComputedStyle(e).opacity < 1).map(e => e.tagName)"
    numbered = page.locator("[data-dimmed] g.point:not([data-lit]), [data-dimmed] g.point text")
    assert numbered.evaluate_all(faint) == []
    page.mouse.move(2, 2)
    page.wait_for_function("() => !document.querySelector('[data-testid=figure][data-dimmed]')")
    tell = """([group, doc]) => document.dispatchEvent(
      new CustomEvent("ndcg:highlight", { detail: { group, doc } }))"""
    for group, doc, lit in (
        ("another", 1, []),
        ("playground", 1, [1, 2]),
        ("playground", None, []),
    ):
        page.evaluate(tell, [group, doc])
        assert highlighted(page, TERMS) == lit


@pytest.mark.every_time
def test_a_swap_is_made_by_a_click_and_read_and_made_by_the_keyboard(open_page):
    page = newly_drawn(open_page)
    swaps = figure(page, SWAPS)
    cells, voice = swaps.get_by_role("application"), swaps.locator("[aria-live]")
    cells.focus()
    assert voice.text_content() == "Swapping rank 2 (B) and rank 3 (C) adds 0.021."
    for key, sentence in (
        ("ArrowUp", "Swapping rank 1 (A) and rank 3 (C) changes nothing."),
        ("ArrowRight", "Swapping rank 1 (A) and rank 4 (D) takes 0.270."),
        ("ArrowUp", "Swapping rank 1 (A) and rank 4 (D) takes 0.270."),  # the edge
    ):
        cells.press(key)
        assert voice.text_content() == sentence
    cells.press("Enter")
    said(page, TERMS, "Rank 1 loses most against the ideal, 3.00")
    back = "Swapping rank 1 (D) and rank 4 (A) adds 0.270."
    voice.filter(has_text=back).wait_for(state="attached")
    assert cells.evaluate("(pad) => document.activeElement === pad")
    page.wait_for_function(ALL_DRAWN)
    box = swaps.locator(".ndcg-figure-cursor").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    said(page, TERMS, "Rank 2 loses most against the ideal, 0.63;")
    swaps.get_by_text("As a table").click()
    expect(swaps.locator("thead th")).to_have_text(["rank", "2", "3", "4", "5"])
    expect(swaps.locator("tbody tr").first.locator("td").nth(2)).to_have_text("−0.270")


def test_a_chart_can_be_saved(open_page, tmp_path):
    page, saved = newly_drawn(open_page), tmp_path / "chart"
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            figure(page, TERMS).get_by_role("button", name=kind).click()
        download.value.save_as(saved)
        assert download.value.suggested_filename == f"what-each-rank-is-worth.{kind.lower()}"
        assert saved.read_bytes().startswith(start)
        if kind == "SVG":
            assert "rgb(251, 250, 247)" in saved.read_text()  # the page's colour
