"""What a link of a static site shows before Python has loaded, and without it."""

from itertools import product
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

import ndcg_core as nc
from ndcg_core.examples.published import load_examples
from ndcg_ui.components.board.link import read_state
from ndcg_ui.hosts.site.documents import LOADING_MESSAGE
from tests.browser.learner import LESSONS
from tests.browser.sites import WHY

pytestmark = pytest.mark.thorough(WHY)
SUMS = ("cg", "dcg", "idcg", "ndcg")
RANKINGS = (
    "r=3,0,2",
    "r=0.5,0,2.75,10&k=2",
    "r=Fresh:3,Old one:1,New:0&k=9",
    "r=1,0,2&judged=1,0,2,3,3&k=4",
    "r=1,0,2&judged=1,0,2,3,3&ideal=grades",
    "r=2,0,3,1,3,1,0,2,2,0,1,3&hide=title,controls,charts,steps,formulas,ideal,downloads",
)
CONVENTIONS = ("", "&gain=exponential", "&discount=logb(i)&base=3", "&discount=none")
SHOWN = """() => [...document.querySelectorAll("[data-testid=card]")]
    .sort((a, b) => a.dataset.rank - b.dataset.rank).map(({ dataset }) => dataset.label)"""
TERMS = "cards => cards.map((card) => card.querySelector('[data-testid=term]').title)"


@pytest.fixture
def without_python(chromium, request):
    """Open a page of the site in a browser that cannot load Python."""
    site = request.getfixturevalue("site")
    with chromium.new_context() as context:
        context.route("**/assets/worker.js", lambda route: route.abort())
        page = context.new_page()

        def opened(path: str):
            page.goto(site.url + path)
            return page

        yield opened


def test_the_early_numbers_of_a_ranking_equal_pythons(without_python):
    for ranking, convention in product(RANKINGS, CONVENTIONS):
        link = ranking + convention
        page = without_python(f"/playground/?{link}")
        page.wait_for_selector(".exhibit[data-revision]")
        state = read_state(dict(parse_qsl(link)))
        for name in SUMS:
            expect(page.get_by_test_id(f"value-{name}")).to_have_attribute(
                "data-value", nc.exact(getattr(state.trace, name))
            )
            expect(page.get_by_test_id(f"value-{name}")).to_be_visible()
        assert page.evaluate(SHOWN) == state.board.labels[: len(state.board.ranking)]
        rows = sorted((*state.trace.actual, *state.trace.beyond), key=lambda row: row.rank)
        terms = page.get_by_test_id("card").evaluate_all(TERMS)
        assert terms == [nc.exact(row.value) for row in rows]
        assert page.title().startswith(f"{state.trace.at('NDCG')} = {nc.number(state.trace.ndcg)}")
        busy = page.locator("[aria-busy=true]")
        for part in busy.all():  # they would be of another link
            assert not part.evaluate("e => e.checkVisibility({ visibilityProperty: true })")
        assert page.locator("h1").count() == 1


@pytest.mark.parametrize(
    "link", ["r=3 0 2", "r=3,x", "r=3,99", "r=0,0", "r=3,2&discount=x", "r=3,2&k=0"]
)
def test_a_ranking_that_needs_python_shows_a_loading_note(without_python, link):
    page = without_python(f"/playground/?{link}")
    expect(page.get_by_text(LOADING_MESSAGE)).to_be_visible()
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_test_id("value-ndcg")).to_be_hidden()


def test_a_lesson_and_an_example_appear_at_once_at_their_links(without_python):
    for lesson in LESSONS:
        page = without_python(f"/?lesson={lesson.slug}")
        expect(page.locator("h1")).to_have_text(lesson.title)
        expect(page.locator("h1")).to_be_visible()
        assert page.url.endswith(f"/ndcg/?lesson={lesson.slug}")
        assert "data-elsewhere" not in page.locator("html").evaluate("e => e.getAttributeNames()")
    for example in load_examples():
        page = without_python(f"/examples?example={example.slug}")
        expect(page.get_by_test_id("card").first).to_be_visible()
        expect(page.get_by_text(example.title, exact=True).first).to_be_attached()
        assert page.url.endswith(f"/ndcg/examples?example={example.slug}")
    page = without_python("/?lesson=discount&unlock=all&step=2&embed=1")
    page.wait_for_selector(".exhibit[data-revision]")
    expect(page.locator("h1")).to_be_visible()
    assert page.url.endswith(
        "/ndcg/?lesson=discount&embed=1&unlock=all&step=2"
    ) or page.url.endswith("/ndcg/?lesson=discount&unlock=all&step=2&embed=1")


def test_a_question_before_an_example_is_not_answered_early(without_python):
    page = without_python("/examples?example=004-hand-check&ask=first")
    expect(page.get_by_text(LOADING_MESSAGE)).to_be_visible()
    expect(page.get_by_test_id("card").first).to_be_hidden()


def test_a_move_before_python_has_loaded_is_answered_later(chromium, request):
    site = request.getfixturevalue("site")
    with chromium.new_context() as context:
        held: list = []
        context.route("**/assets/worker.js", lambda route: held.append(route))
        page = context.new_page()
        page.goto(f"{site.url}/playground/?r=1,0,2&k=2")
        page.wait_for_selector(".exhibit[data-revision]")
        page.get_by_role("button", name="Reverse").click()
        value = page.get_by_test_id("value-ndcg")
        expect(value).to_have_attribute("data-value", nc.exact(nc.ndcg([2, 0, 1], 2)))
        for route in held:
            route.continue_()
        page.wait_for_function("() => location.search.includes('C%3A2')")
        page.wait_for_selector(".exhibit:not(:has([aria-busy]))")
        expect(page.get_by_test_id("steps").locator("tbody tr").first).to_contain_text("C")
        expect(page.get_by_label("Grades")).to_have_value("C:2, B:0, A:1")
        page.get_by_role("button", name="Undo").click()
        expect(value).to_have_attribute("data-value", nc.exact(nc.ndcg([1, 0, 2], 2)))
