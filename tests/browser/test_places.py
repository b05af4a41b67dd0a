"""Pages in other places: phones, walls, paper, frames, screen readers, forced colours."""

import unicodedata
from itertools import pairwise

import pytest
from playwright.sync_api import expect
from pypdfium2 import PdfDocument

from tests.browser.axe import SIDEWAYS, scrolls_sideways
from tests.browser.boards import AT_REST, IN_FRONT, BoardPage
from tests.browser.test_every_page import READY

# --- Phones --------------------------------------------------------------------------------------

ANSWER = "Cancelled flight – your money back"
SIZES = "all => all.map(e => e.getBoundingClientRect()).map(({width, height}) => [width, height])"


@pytest.mark.parametrize("width", [390, 320])
def test_a_tap_on_a_card_shows_large_buttons_and_its_name(open_page, width):
    page = open_page("/playground?r=First:3,Second:1", width=width, height=800, has_touch=True)
    board = BoardPage(page)
    card = board.find_card("Second")
    name = card.get_by_test_id("name")
    name.tap()
    expect(card.locator("[data-act=rename]")).to_be_visible()
    assert name.evaluate("e => e.clientWidth >= e.scrollWidth && e.clientWidth > 30")
    buttons = card.locator("button[data-act]")
    assert min(map(min, buttons.evaluate_all(SIZES))) >= 44
    boxes = [button.bounding_box() for button in buttons.all()]
    places = sorted(box["x"] for box in boxes)
    assert all(b - a >= 43.5 for a, b in pairwise(places))
    assert places[0] >= 0
    assert places[-1] + 44 <= width
    assert all(box["y"] + box["height"] <= name.bounding_box()["y"] for box in boxes)
    card.get_by_role("button", name="Raise the grade of Second").tap()
    board.wait_link("Second%3A2")


def test_a_board_without_the_ideal_shows_each_division_on_a_phone(open_page):
    page = open_page("/", width=390, height=800, has_touch=True)
    board = BoardPage(page)
    card = board.find_card(ANSWER)
    page.get_by_role("button", name="How is that calculated?").tap()
    expect(card.get_by_role("math").last).to_be_visible()
    board.find_grip(
        ANSWER
    ).tap()  # its buttons take the place of the division, not of name and term
    expect(card.locator("[data-act=up]")).to_be_visible()
    for part in ("name", "term"):
        assert card.get_by_test_id(part).evaluate(
            "e => e.clientWidth >= e.scrollWidth && getComputedStyle(e).visibility === 'visible'"
        )


def test_the_buttons_of_a_dragged_card_cover_no_other_card(open_page):
    board = BoardPage(open_page("/?lesson=dcg&step=2&unlock=all", width=390, height=800))
    board.page.wait_for_function("() => document.fonts.status === 'loaded'")
    board.drag(ANSWER, "Refund form of one airline")
    card = board.find_card(ANSWER)
    expect(card.locator("[data-act=up]")).to_be_hidden()
    board.page.wait_for_function(AT_REST)
    card.get_by_test_id("name").click()
    expect(card.locator("[data-act=up]")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "covered"),
    [("/playground", "[role=group][aria-label=NDCG]"), ("/?lesson=gain", ".lesson-bar")],
)
def test_the_offline_note_covers_nothing_at_the_bottom(open_page, path, covered):
    page = open_page(path, width=390, height=844, context="own")
    page.context.set_offline(True)
    page.get_by_text("No connection. Trying again…").wait_for()
    assert page.evaluate(IN_FRONT, covered)


# --- On a wall, inside another site, on paper ----------------------------------------------------

# What is only for screen readers has one pixel.
SMALL = """() => [...document.querySelectorAll("main *")]
  .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
    && e.getBoundingClientRect().width > 2)
  .map(e => [parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom, e.textContent])
  .filter(([size]) => size < 24)"""


def test_wall_texts_are_readable_from_the_last_row_and_use_the_width(open_page):
    page = open_page(
        "/playground?scale=2",
        width=1920,
        height=1080,
        wait="[data-testid=figure][data-state=drawn]",
        context="own",
    )
    assert page.evaluate(SMALL) == []
    width = page.locator("main").bounding_box()["width"]
    assert width > 1800
    assert not scrolls_sideways(page)
    board = BoardPage(page)
    board.drag("E", onto="B")
    assert board.shown == "A3 E1 B2 C3 D0"


def test_an_enlarged_menu_and_lesson_bar_stay_inside_the_window(open_page):
    page = open_page("/?lesson=discount&scale=2", width=1280, height=900, context="own")
    page.get_by_text("About", exact=True).locator("visible=true").click()
    page.get_by_role("link", name="Glossary").locator("visible=true").wait_for()
    page.wait_for_function("""() => ["header > .menu-search", "[open] > .menu-panel", ".lesson-bar"]
      .map((one) => document.querySelector(one).getBoundingClientRect())
      .every(({ left, right }) => left >= 0 && right <= innerWidth)""")
    assert page.locator("header .product").bounding_box()["x"] < 60
    page.set_viewport_size({"width": 390, "height": 700})
    page.locator(".menu-sheet summary").click()
    page.locator(".menu-links [href*='glossary']").scroll_into_view_if_needed()
    assert page.evaluate(IN_FRONT, ".menu-links [href*='glossary']")


def test_a_framed_page_has_no_navigation(open_page):
    page = open_page("/playground?embed=1&r=3,0,2", wait="[data-testid=card]", context="own")
    navigation = page.locator("header summary:visible")
    expect(navigation).to_have_count(0)
    assert page.locator("h1").bounding_box()["y"] < 30
    board = BoardPage(page)
    board.drag("C", onto="A")
    board.wait_link("embed=1")
    page.reload()
    page.wait_for_selector("[data-testid=card]")
    assert navigation.count() == 0
    page.goto(page.url.replace("embed=1", "embed=true"))
    page.wait_for_selector("[data-testid=card]")
    assert navigation.count() == 0


PLAN = {"/class": "#choices li"}
LESSONS = [f"/?unlock=all&step=9&lesson={slug}" for slug in ("discount", "why-a-logarithm")]
# The words in sight that are neither on controls nor cut to fit a bar, the chosen options, and each
# axis of a chart as one word.
WORDS = """() => {
  const left = `button:not(.term, .link-button, .option, [data-selected]), .plain-button, .acts,
    .tools, .grip, .player, .lesson-bar, .take-along, [data-testid=stIconMaterial], select,
    textarea, .wide, .for-screen-readers, [popover], [class*=axislayer], .ideal-card .label,
    .piece, [data-look=one-page] .how`;
  const part = document.querySelector(":has(> .paper)") ?? document.querySelector("main");
  const shown = (e) => !e.closest(left) && e.getBoundingClientRect().width > 2
    && e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const words = [...part.querySelectorAll("[class*=axislayer]")].map((e) => e.textContent);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (shown(text.parentElement)) words.push(...text.data.split(/\\s+/));
  }
  for (const field of part.querySelectorAll("input:is([type=text], [type=number]), select")) {
    const text = field.selectedOptions?.[0]?.text || field.value || field.placeholder;
    if (field.checkVisibility() && shown(field.parentElement)) words.push(...text.split(" "));
  }
  return words;
}"""
# Paper is white: in what a chart is drawn for it, without waiting.
FAINT = """() => {
  dispatchEvent(new Event("beforeprint"));
  const light = (e) => getComputedStyle(e).fill.match(/\\d+/g).slice(0, 3).some((n) => n > 200);
  return [...document.querySelectorAll("[data-testid=stage] text")].filter(light).length;
}"""

UNCOLORED_GRADES = """() => [...document.querySelectorAll(".chip, .board .bar")]
  .filter((one) => getComputedStyle(one).printColorAdjust !== "exact").length"""


@pytest.mark.parametrize("path", [*READY, *PLAN, "/playground?scale=2", *LESSONS])
def test_paper_has_all_words_and_charts_of_the_screen(open_page, path):
    page = open_page(path, wait=(READY | PLAN).get(path, "h1"), scheme="dark", context="own")
    page.wait_for_function("() => window.Plotly || !document.querySelector('[data-testid=figure]')")
    for paper in ("A4", "Letter"):
        pdf = page.pdf(format=paper, margin={"left": "15mm", "right": "15mm"})
        texts = [side.get_textpage() for side in PdfDocument(pdf)]
        assert [list_overlapping_letters(text) for text in texts] == [[]] * len(texts)
        sides = [remove_spaces(text.get_text_range()) for text in texts]
        assert all(sides)
        assert page.locator("[data-testid=figure]:not([data-state=drawn])").count() == 0
        words = [remove_spaces(word) for word in page.evaluate(WORDS)]
        screen, printed = "\n".join(words), "".join(sides)
        lost = [word for word in set(words) if screen.count(word) > printed.count(word) and word]
        assert lost == []
    assert page.evaluate(FAINT) == 0
    page.emulate_media(media="print")
    assert page.evaluate(UNCOLORED_GRADES) == 0


def list_overlapping_letters(text):
    """Return the letters that overlap other text, with the words around them."""
    letters = [
        (*text.get_charbox(place), place)
        for place in range(text.count_chars())
        if text.get_text_range(place, 1).strip()
    ]
    letters.sort()
    found = []
    for nth, (left, low, right, high, place) in enumerate(letters):
        for left_2, low_2, right_2, high_2, place_2 in letters[nth + 1 :]:
            if left_2 >= right:
                break
            width, height = min(right, right_2) - left_2, min(high, high_2) - max(low, low_2)
            smaller = min((right - left) * (high - low), (right_2 - left_2) * (high_2 - low_2))
            # The letters of a ligature, one after the other, have the place of both.
            if height > 0 and width * height > 0.2 * smaller and abs(place - place_2) > 1:
                found.append([text.get_text_range(max(0, at - 9), 18) for at in (place, place_2)])
    return found


def remove_spaces(text):
    """Return a text in lower case without spaces and hyphens, with ligatures split."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in text if sign.isprintable() and sign not in " -")


# --- For who cannot see or point, or needs other colours or spaces -------------------------------


def test_forced_colours_still_distinguish_the_ideal_order(open_page):
    page = open_page("/playground", forced_colors="active")
    page.wait_for_selector("[data-testid=figure][data-state=drawn]")
    hatched = page.eval_on_selector_all(
        ".js-plotly-plot",
        "all => all[0].data.filter(({type}) => type === 'bar').map(t => [t.uid, t.marker.pattern])",
    )
    assert hatched == [["actual", None], ["ideal", {"shape": "/"}]]
    for chosen in (".segments :checked + span", "header > nav [data-current]"):
        assert page.locator(chosen).evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    ideal = page.locator("[role=group][aria-label=NDCG] span:has(> [data-testid=value-idcg])")
    assert "underline" in ideal.evaluate("e => getComputedStyle(e).textDecorationLine")


SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""


@pytest.mark.parametrize("path", ["/playground", "/practice"])
def test_wider_text_spacing_cuts_off_no_text(open_page, path):
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
