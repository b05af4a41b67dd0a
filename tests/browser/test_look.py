"""How pages look: what is pressed is large enough, no formula or choice is cut or broken."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.every_time

LOW = """() => [...document.querySelectorAll(`main :is(.plain-button, .segments span, select),
    main .board-controls input:is([type=text], [type=number]), .ndcg-figure-save button`)]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => e.getBoundingClientRect().height < 44)
  .map((e) => e.textContent)"""
HEIGHTS = """spans => spans.map((span) => {
  const ends = [...span.querySelectorAll("math")].map((e) => e.getBoundingClientRect().bottom);
  return Math.max(...ends) - Math.min(...ends);
})"""
"""The distance in px between the lowest and the highest line of each sum."""
WIDE = """() => [...document.querySelectorAll("main p > math, main li > math")]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((e) => e.textContent)"""


@pytest.mark.parametrize(
    ("path", "width"),
    [
        *(("/practice", width) for width in (1280, 390)),
        *((path, 390) for path in ("/playground", "/practice?part=drag", "/conventions")),
    ],
)
def test_buttons_and_fields_are_44_pixels_high(open_page, path, width):
    page = open_page(path, width=width, height=844)
    assert page.locator("main .plain-button").count() > 1
    assert page.evaluate(LOW) == []


@pytest.mark.parametrize("lesson", ["dcg", "ndcg-at-k", "five-verdicts"])
def test_a_formula_in_a_sentence_fits_a_phone(open_page, lesson):
    page = open_page(f"/?lesson={lesson}&unlock=all&step=20", width=390, height=844)
    expect(page.locator("main p > math").first).to_be_attached()
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(WIDE) == []


def test_a_sum_of_five_terms_fits_one_line_of_a_phone(open_page):
    page = open_page("/playground", width=390, height=844)
    (height,) = page.locator(".formula > span", has=page.locator(".token")).evaluate_all(HEIGHTS)
    assert height < 10


FITS = """select => {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.style.font = getComputedStyle(select).font;
  probe.textContent = select.selectedOptions[0].text;
  const { paddingLeft, paddingRight } = getComputedStyle(select);
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width <= room;
}"""


def test_a_phone_shows_full_names_in_the_ideal_order(open_page):
    page = open_page("/playground", width=390, height=844)
    select = page.get_by_label("Ideal from")
    assert select.evaluate(FITS)


BOTTOMS = "all => all.map((e) => e.lastElementChild.getBoundingClientRect().bottom)"


def test_both_columns_of_the_libraries_are_filled(open_page):
    page = open_page("/conventions")
    row = page.locator(".exhibit-row", has=page.get_by_test_id("prints"))
    columns = row.locator("> .exhibit-column")
    heights = columns.evaluate_all(BOTTOMS)
    top = row.bounding_box()["y"]
    one, two = (bottom - top for bottom in heights)
    assert min(one, two) / max(one, two) > 0.85
