"""Charts in a real Chromium: they wait, glide or keep still, and follow the theme."""

from tests.browser.charts import (
    ALL_DRAWN,
    CURVE,
    SUMS,
    SWAPS,
    TERMS,
    at_rest,
    enter,
    figure,
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


def test_a_figure_below_the_screen_waits_until_it_comes_near(open_page):
    page = open_page("/playground", height=700)
    swaps = figure(page, SWAPS)
    page.wait_for_selector(f'[data-name="{TERMS}"][data-state=drawn]')
    assert swaps.get_attribute("data-state") == "waiting"
    swaps.scroll_into_view_if_needed()
    page.wait_for_selector(f'[data-name="{SWAPS}"][data-state=drawn]')


def test_a_figure_takes_its_room_before_it_is_drawn(open_page):
    page = open_page("/playground", height=700)
    stage = figure(page, SWAPS).get_by_test_id("stage")
    waiting = stage.bounding_box()["height"]
    stage.scroll_into_view_if_needed()
    page.wait_for_selector(f'[data-name="{SWAPS}"][data-state=drawn]')
    assert stage.bounding_box()["height"] == waiting


def test_bars_and_lines_glide_to_a_new_order(same_page):
    page = at_rest(same_page)
    page.evaluate(RECORD)
    enter(page, "0, 2, 3, 3, 1")
    page.wait_for_function("() => window.glided.length === 3")
    assert set(page.evaluate("() => window.glided")) == {TERMS, SUMS, CURVE}


def test_nothing_glides_where_reduced_motion_is_wished(same_page):
    page = at_rest(same_page, reduced_motion="reduce")
    page.evaluate(RECORD)
    enter(page, "0, 2, 3, 3, 1")
    said(page, TERMS, "Rank 1 loses most against the ideal, 3.00")
    shapes_at_rest(page)
    assert page.evaluate("() => window.glided") == []


def test_however_fast_the_changes_come_the_last_one_stands(open_page):
    page = newly_drawn(open_page)
    for grades in ("0, 1, 2, 3, 3", "3, 2", "1, 3, 3, 0, 2", "2, 1, 0, 3, 3, 3", "1, 0, 3, 2, 3"):
        enter(page, grades)
        page.wait_for_timeout(60)  # within the glide of 180 ms, on purpose
    said(page, TERMS, "Rank 1 loses most against the ideal, 2.00")
    assert shapes_at_rest(page) == shapes_at_rest(newly_drawn(open_page, "r=1,0,3,2,3"))


def test_the_image_is_named_by_its_title_and_its_sentence(same_page):
    page = at_rest(same_page)
    image = page.get_by_role("img", name=f"{TERMS}. Rank 2 loses most against the ideal, 0.63;")
    enter(page, "3, 3, 2, 1, 0")
    said(page, TERMS, "Every rank earns what it would in the ideal order")
    assert image.count() == 0


def test_colours_follow_the_theme(same_page):
    page = at_rest(same_page, scheme="light")
    fill = """() => getComputedStyle(document.querySelector(".barlayer path")).fill"""
    assert page.evaluate(fill) == "rgb(11, 98, 164)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => ({fill})() === 'rgb(107, 182, 240)'")
    page.wait_for_function(ALL_DRAWN)


def test_a_label_with_markup_is_shown_as_typed(same_page):
    page = at_rest(same_page)
    enter(page, "<b>bold</b>:3 B:2")
    said(page, TERMS, "Every rank earns")
    cells = figure(page, SWAPS).get_by_role("application")
    cells.focus()
    voice = figure(page, SWAPS).locator("[aria-live]")
    voice.filter(has_text="rank 1 (<b>bold</b>)").wait_for(state="attached")
    assert figure(page, SWAPS).locator(".hoverlayer").filter(has_text="<b>bold</b>").count() == 1
