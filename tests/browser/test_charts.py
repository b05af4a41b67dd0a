"""Charts: loading, animation, the theme, highlighting and clicks."""

import pytest
from playwright.sync_api import expect

from tests.browser.charts import (
    ALL_DRAWN,
    CURVE,
    SUMS,
    SWAPS,
    TERMS,
    find_figure,
    find_sentence,
    open_drawn_playground,
)

AT_REST = """() => [...document.querySelectorAll("[data-testid=figure]")]
  .every((figure) => figure.dataset.state === "drawn" && !figure.dataset.gliding)"""
RECORD = """() => {
  window.glided = [];
  window.animated = 0;
  for (const plot of document.querySelectorAll(".js-plotly-plot")) {
    const { name } = plot.closest("[data-testid=figure]").dataset;
    plot.on("plotly_transitioned", () => window.glided.push(name));
  }
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.animated += 1;
    return animate.apply(this, how);
  };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_bars_and_lines_are_animated_unless_motion_is_reduced(open_page, motion):
    page = open_drawn_playground(open_page, reduced_motion=motion)
    page.evaluate(RECORD)
    page.get_by_role("button", name="Reverse", exact=True).click()
    find_sentence(page, TERMS, "Rank 1 loses most compared with the ideal order, 2.00")
    gliding = {TERMS, SUMS, CURVE} if motion == "no-preference" else set()
    page.wait_for_function("number => window.glided.length >= number", arg=len(gliding))
    page.wait_for_function(AT_REST)
    assert set(page.evaluate("() => window.glided")) == gliding
    assert (page.evaluate("window.animated") > 0) == (motion == "no-preference")


def test_a_saved_image_has_title_and_sentence_and_follows_the_theme(open_page):
    page = open_drawn_playground(open_page, scheme="light")
    page.get_by_test_id("share").click()
    page.get_by_label("Image").select_option(TERMS)
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind).click()
        saved = download.value.path().read_bytes()
        assert download.value.suggested_filename == f"the-value-of-each-rank.{kind.lower()}"
        assert saved.startswith(start)
        assert kind == "PNG" or b"rgb(251, 250, 247)" in saved  # the page's colour
    page.keyboard.press("Escape")
    fill = """() => getComputedStyle(document.querySelector(".barlayer path")).fill"""
    assert page.evaluate(fill) == "rgb(11, 98, 164)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => ({fill})() === 'rgb(107, 182, 240)'")
    page.wait_for_function(ALL_DRAWN)
    image = page.get_by_role(
        "img", name=f"{TERMS}. Rank 2 loses most compared with the ideal order, 0.63."
    )
    expect(image).to_have_count(1)
    page.get_by_role("button", name="Sort to ideal").click()
    find_sentence(page, TERMS, "Every rank earns as much as in the ideal order")
    expect(image).to_have_count(0)


@pytest.mark.every_time
def test_clicks_and_keys_make_a_swap(open_page):
    page = open_drawn_playground(open_page)
    swaps = find_figure(page, SWAPS)
    cells, voice = swaps.get_by_role("application"), swaps.locator("[aria-live]")
    cells.evaluate("(pad) => scrollBy(0, pad.getBoundingClientRect().top)")
    cells.focus()
    header = page.locator("header").first.bounding_box()
    assert swaps.locator("h2").bounding_box()["y"] >= header["y"] + header["height"]
    expect(cells).to_have_css("outline-offset", "-2px")  # the stage clips what is outside
    assert voice.text_content() == "Swapping rank 2 (B) and rank 3 (C) adds 0.021."
    for key, sentence in (
        ("ArrowUp", "Swapping rank 1 (A) and rank 3 (C) changes nothing."),
        ("ArrowRight", "Swapping rank 1 (A) and rank 4 (D) removes 0.270."),
        ("ArrowUp", "Swapping rank 1 (A) and rank 4 (D) removes 0.270."),  # the edge
    ):
        cells.press(key)
        assert voice.text_content() == sentence
    cells.press("Enter")
    find_sentence(page, TERMS, "Rank 1 loses most compared with the ideal order, 3.00")
    back = "Swapping rank 1 (D) and rank 4 (A) adds 0.270."
    voice.filter(has_text=back).wait_for(state="attached")
    assert cells.evaluate("(pad) => document.activeElement === pad")
    page.wait_for_function(ALL_DRAWN)
    box = swaps.locator(".ndcg-figure-cursor").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    find_sentence(page, TERMS, "Rank 2 loses most compared with the ideal order, 0.63.")
    swaps.get_by_text("Show as a table").click()
    expect(swaps.locator("thead th")).to_have_text(["rank", "2", "3", "4", "5"])
    expect(swaps.locator("tbody tr").first.locator("td").nth(2)).to_have_text("−0.270")
