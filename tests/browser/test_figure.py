"""Charts in a real Chromium: they move, they answer pointer and keyboard, they can be saved."""

import pytest

import ndcg_core as nc
from tests.browser.boards import BoardPage
from tests.selection import some

TERMS = "What each rank is worth"
SUMS = "DCG catching up with IDCG"
CURVE = "NDCG at every cutoff"
SWAPS = "What each swap would change"
ALL_DRAWN = """() => [...document.querySelectorAll("[data-testid=figure]")]
  .every((figure) => figure.dataset.state === "drawn")"""
SHAPES = """() => [...document.querySelectorAll(".barlayer path, path.js-line")]
  .map((path) => path.getAttribute("d")).sort().join(" ")"""
RECORD = """() => {
  const watched = window.glided;
  window.glided = [];
  if (watched) return;
  for (const plot of document.querySelectorAll(".js-plotly-plot")) {
    const { name } = plot.closest("[data-testid=figure]").dataset;
    plot.on("plotly_transitioned", () => window.glided.push(name));
  }
}"""
GRADES = "3, 2, 3, 0, 1"
TALL = 2600  # enough for all charts at once


@pytest.fixture
def playground(open_page):
    """A new visitor's playground tall enough for all its charts, all of them drawn."""

    def opened(query="r=3,2,3,0,1", **options):
        page = open_page(f"/playground?{query}", height=TALL, **options)
        page.wait_for_selector(f'[data-name="{SWAPS}"]')
        page.wait_for_function(ALL_DRAWN)
        return page

    return opened


@pytest.fixture
def charts(same_page):
    """The same charts for test after test: each finds them at rest, of the same ranking."""

    def shown(**options):
        page = same_page("/playground?r=3,2,3,0,1", height=TALL, **options)
        page.wait_for_selector(f'[data-name="{SWAPS}"]')
        if page.get_by_label("Grades, best place first").input_value() not in (GRADES, "3,2,3,0,1"):
            enter(page, GRADES)
        said(page, TERMS, "Rank 2 loses most against the ideal, 0.63;")
        page.wait_for_function(ALL_DRAWN)
        page.wait_for_function("() => !document.querySelector('.ndcg-figure.dimmed')")
        return page

    return shown


def figure(page, name):
    return page.locator(f'[data-testid=figure][data-name="{name}"]')


def enter(page, grades):
    box = page.get_by_label("Grades, best place first")
    box.fill(grades)
    box.press("Enter")


def said(page, name, text):
    figure(page, name).locator(".say").filter(has_text=text).wait_for()


def shapes_at_rest(page):
    page.wait_for_function(ALL_DRAWN)
    page.wait_for_function(
        f"""() => {{
          const now = ({SHAPES})();
          const same = now === window.before;
          window.before = now;
          return same;
        }}""",
        polling=300,
    )
    return page.evaluate(SHAPES)


def highlighted(page, name):
    return figure(page, name).evaluate(
        """(root) => root.classList.contains("dimmed")
          ? [...root.querySelectorAll(".barlayer .hot")].map((bar) => bar.__data__.i) : []"""
    )


def test_a_figure_below_the_screen_waits_until_it_comes_near(open_page):
    page = open_page("/playground", height=700)
    swaps = figure(page, SWAPS)
    page.wait_for_selector(f'[data-name="{TERMS}"][data-state=drawn]')
    assert swaps.get_attribute("data-state") == "waiting"
    swaps.scroll_into_view_if_needed()
    page.wait_for_selector(f'[data-name="{SWAPS}"][data-state=drawn]')


@pytest.mark.thorough("the test above waits for the same figure")
def test_a_figure_takes_its_room_before_it_is_drawn(open_page):
    page = open_page("/playground", height=700)
    stage = figure(page, SWAPS).locator(".ndcg-figure-stage")
    waiting = stage.bounding_box()["height"]
    stage.scroll_into_view_if_needed()
    page.wait_for_selector(f'[data-name="{SWAPS}"][data-state=drawn]')
    assert stage.bounding_box()["height"] == waiting


def test_bars_and_lines_glide_to_a_new_order(charts):
    page = charts()
    page.evaluate(RECORD)
    enter(page, "0, 2, 3, 3, 1")
    page.wait_for_function("() => window.glided.length === 3")
    assert set(page.evaluate("() => window.glided")) == {TERMS, SUMS, CURVE}


def test_nothing_glides_where_reduced_motion_is_wished(charts):
    page = charts(reduced_motion="reduce")
    page.evaluate(RECORD)
    enter(page, "0, 2, 3, 3, 1")
    said(page, TERMS, "Rank 1 loses most against the ideal, 3.00")
    shapes_at_rest(page)
    assert page.evaluate("() => window.glided") == []


@pytest.mark.thorough("a second visitor is opened to compare with")
def test_however_fast_the_changes_come_the_last_one_stands(playground):
    page = playground()
    for grades in ("0, 1, 2, 3, 3", "3, 2", "1, 3, 3, 0, 2", "2, 1, 0, 3, 3, 3", "1, 0, 3, 2, 3"):
        enter(page, grades)
        page.wait_for_timeout(60)  # within the glide of 180 ms, on purpose
    said(page, TERMS, "Rank 1 loses most against the ideal, 2.00")
    assert shapes_at_rest(page) == shapes_at_rest(playground("r=1,0,3,2,3"))


def test_the_image_is_named_by_its_title_and_its_sentence(charts):
    page = charts()
    image = page.get_by_role("img", name=f"{TERMS}. Rank 2 loses most against the ideal, 0.63;")
    enter(page, "3, 3, 2, 1, 0")
    said(page, TERMS, "Every rank earns what it would in the ideal order")
    assert image.count() == 0


def test_pointing_at_a_bar_highlights_its_document_in_both_orders(charts):
    page = charts()
    bar = figure(page, TERMS).locator(".barlayer .trace").first.locator(".point").nth(1)
    box = bar.locator("path").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    page.wait_for_selector(f'[data-name="{TERMS}"].dimmed')
    assert highlighted(page, TERMS) == [1, 2]  # document B: rank 2, and rank 3 in the ideal order
    page.mouse.move(2, 2)
    page.wait_for_function("() => !document.querySelector('.ndcg-figure.dimmed')")


@pytest.mark.thorough("pointing and dropping highlight the same way")
def test_a_highlight_of_another_group_leaves_the_figures_alone(charts):
    page = charts()
    tell = """([group, doc]) => document.dispatchEvent(
      new CustomEvent("ndcg:highlight", { detail: { group, doc } }))"""
    page.evaluate(tell, ["another", 1])
    assert highlighted(page, TERMS) == []
    page.evaluate(tell, ["playground", 1])
    assert highlighted(page, TERMS) == [1, 2]


def test_a_click_on_a_cell_makes_the_swap(charts):
    page = charts()
    page.evaluate(
        """(name) => {
          const plot = document.querySelector(`[data-name="${name}"] .js-plotly-plot`);
          const { xaxis, yaxis } = plot._fullLayout;
          const room = plot.getBoundingClientRect();
          window.cell = [
            room.x + xaxis._offset + xaxis.l2p(1), room.y + yaxis._offset + yaxis.l2p(1)];
        }""",
        SWAPS,
    )
    page.mouse.click(*page.evaluate("() => window.cell"))
    said(page, TERMS, "Rank 4 loses 0.43 against the ideal; rank 5 gains 0.39 back.")


def test_the_keyboard_reads_the_cells_and_makes_the_swap(charts):
    page = charts()
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


@pytest.mark.parametrize(
    ("kind", "start"), some(FILES, FILES[:1].__contains__, "test_playground_link saves both")
)
def test_a_chart_can_be_saved(charts, tmp_path, kind, start):
    page = charts()
    with page.expect_download() as download:
        figure(page, TERMS).get_by_role("button", name=kind).click()
    saved = tmp_path / "chart"
    download.value.save_as(saved)
    assert download.value.suggested_filename == f"what-each-rank-is-worth.{kind.lower()}"
    assert saved.read_bytes().startswith(start)
    if kind == "SVG":
        assert "rgb(251, 250, 247)" in saved.read_text()  # the page's colour, not transparent


def test_colours_follow_the_theme(charts):
    page = charts(scheme="light")
    fill = """() => getComputedStyle(document.querySelector(".barlayer path")).fill"""
    assert page.evaluate(fill) == "rgb(11, 98, 164)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => ({fill})() === 'rgb(107, 182, 240)'")
    page.wait_for_function(ALL_DRAWN)


def test_a_label_with_markup_is_shown_as_typed(charts):
    page = charts()
    enter(page, "<b>bold</b>:3 B:2")
    said(page, TERMS, "Every rank earns")
    cells = figure(page, SWAPS).get_by_role("application")
    cells.focus()
    voice = figure(page, SWAPS).locator("[aria-live]")
    voice.filter(has_text="rank 1 (<b>bold</b>)").wait_for(state="attached")
    assert figure(page, SWAPS).locator(".hoverlayer").filter(has_text="<b>bold</b>").count() == 1


def test_after_a_drop_the_chart_lights_the_document_that_was_dropped(charts):
    board = BoardPage(charts())
    board.drag("D", onto="A")
    board.page.wait_for_function(ALL_DRAWN)
    assert board.shown.startswith("D0 ")
    # The 0 at rank 1 now, and at the end of the ideal order.
    assert sorted(highlighted(board.page, TERMS)) == [0, 4]


def actual(page, name):
    """The values by rank that a chart shows of the actual order."""
    return figure(page, name).evaluate(
        """root => root.querySelector(".js-plotly-plot").data
            .find(({ uid }) => uid === "actual").y"""
    )


def test_a_drop_moves_the_charts_before_the_server_has_answered(playground):
    board = BoardPage(playground())
    board.page.evaluate("WebSocket.prototype.send = () => {}")
    board.lift("D", onto="A")
    board.page.mouse.up()
    dropped = nc.trace([0, 3, 2, 3, 1]).actual
    for name, values in (
        (TERMS, [row.value for row in dropped]),
        (SUMS, [row.cumulative for row in dropped]),
    ):
        board.page.wait_for_function(
            "name => document.querySelector(`[data-name='${name}']`).dataset.drawn === '2'",
            arg=name,
        )
        assert actual(board.page, name) == pytest.approx(values, abs=1e-9)
    assert board.revision == ""


@pytest.mark.thorough("the two tests above drop the same card")
def test_the_answer_to_a_drop_finds_the_chart_as_it_should_be(playground):
    board = BoardPage(playground())
    board.drag("D", onto="B")
    board.page.wait_for_function(ALL_DRAWN)
    assert figure(board.page, TERMS).get_attribute("data-drawn") == "2"
    assert figure(board.page, SUMS).get_attribute("data-drawn") == "2"
