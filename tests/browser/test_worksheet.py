"""A worksheet as it comes out of the printer: its pages, its boxes, its codes."""

import re
from math import ceil

import pytest
import segno

KEY = "[data-testid=paper-key]"
LINK = "/worksheet?skills=dcg,ndcg,judged-pool,mean-empty&difficulty=all&number=9&seed=8"
CODE = {"error": "m", "boost_error": False, "mask": 2}
MM = 96 / 25.4
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN = 14
HEIGHTS = """part => [...document.querySelectorAll(`[data-testid=${part}]`)].map(e => {
  const {top, bottom} = e.getBoundingClientRect();
  return [top, bottom];
})"""
BOXES = """() => [...document.querySelectorAll("[data-testid=box]")].map(e => {
  const {width, height} = e.getBoundingClientRect();
  return [width, height];
})"""
CUT = """() => [...document.querySelectorAll("[data-testid^=paper-] :is(table, p, [role=img])")]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.textContent)"""
# The rows of a code, module by module, as the browser would paint them.
MODULES = """code => {
  const svg = code.querySelector("svg"), path = svg.querySelector("path");
  const size = svg.viewBox.baseVal.width;
  const { a, d } = path.getCTM().inverse().multiply(svg.getCTM());
  const at = (n) => n + 0.5;
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) =>
    path.isPointInStroke(new DOMPoint(at(x) * a, at(y) * d)) ? 1 : 0));
}"""


def lay_out_page(page, paper):
    """Return the page as it is laid out on a paper, between its margins."""
    width, height = ((side - 2 * MARGIN) * MM for side in PAPERS[paper])
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(width), "height": int(height)})
    return height


def count_pages(places, first, height):
    """Return the number of pages for parts that must not be split, in this order."""
    count, began = 1, first
    for top, bottom in places:
        if bottom - began > height:
            count, began = count + 1, top
    return count


@pytest.mark.parametrize("paper", PAPERS)
def test_worksheets_fit_the_paper_with_large_boxes_and_matching_codes(open_page, paper):
    page = open_page(f"{LINK}&paper={paper}", wait=KEY, scheme="dark", context="own")
    page.evaluate("document.documentElement.dataset.printing = 'exercises'")
    height = lay_out_page(page, paper)
    places = page.evaluate(HEIGHTS, "exercise")
    assert len(places) == 9
    assert max(bottom - top for top, bottom in places) < height
    pdf = page.pdf(prefer_css_page_size=True)
    first = page.get_by_test_id("paper-exercises").bounding_box()["y"]
    wanted = count_pages(places, first, height)
    assert wanted > ceil((places[-1][1] - first) / height)  # cut, they would need fewer
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == wanted
    found = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox\s*\[(.*?)\]", pdf)}
    points = [side * 72 / 25.4 for side in PAPERS[paper]]
    assert all(box == pytest.approx((0, 0, *points), abs=1) for box in found)
    assert page.evaluate(CUT) == []
    boxes = page.evaluate(BOXES)
    assert len(boxes) > 60
    assert min(width for width, _ in boxes) >= 18 * MM
    assert min(height for _, height in boxes) >= 9 * MM - 0.01
    codes = page.locator("[data-testid=exercise] [role=img]").all()
    addresses = page.locator("[data-testid=exercise] a").all()
    assert len(codes) == len(addresses) == 9
    for code, address in list(zip(codes, addresses, strict=True))[::4]:
        assert address.inner_text() == address.get_attribute("href")
        wanted = segno.make(address.inner_text(), **CODE).matrix_iter(border=3)
        assert code.evaluate(MODULES) == [[int(module) for module in row] for row in wanted]
        assert code.locator("svg").bounding_box()["width"] >= 18 * MM
    assert page.locator("h1").is_hidden()
    assert page.get_by_role("button").count() == 0


@pytest.mark.every_time
def test_chosen_exercises_are_on_the_sheet_and_in_the_link(
    open_page,
):
    page = open_page("/worksheet?skills=dcg&number=1&difficulty=all&seed=5", wait=KEY)
    page.get_by_role("checkbox", name="IDCG", exact=True).check()
    page.get_by_label("Exercises").press("ArrowUp")
    page.keyboard.press("Enter")
    page.get_by_test_id("exercise").get_by_role("heading", name="2. IDCG").wait_for()
    page.get_by_role("radio", name="US Letter").click()
    page.locator("[data-paper=letter]").first.wait_for()
    page.wait_for_url(re.compile("skills=dcg(,|%2C)idcg&difficulty=all&number=2&paper=letter"))
    page.evaluate("() => { window.asked = 0; window.print = () => { window.asked += 1; }; }")
    labels = {"exercises": "Print the exercises", "key": "Print the answer key"}
    for asked, (part, other) in enumerate((("exercises", "key"), ("key", "exercises")), 1):
        page.get_by_role("button", name=labels[part]).press("Enter")
        page.wait_for_function("asked => window.asked === asked", arg=asked)
        page.emulate_media(media="print")
        assert page.get_by_test_id(f"paper-{part}").is_visible()
        assert page.get_by_test_id(f"paper-{other}").is_hidden()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.get_by_test_id("paper-exercises").is_visible()
        assert page.get_by_test_id("paper-key").is_hidden()  # the browser's own command: no key
        page.emulate_media(media="screen")
