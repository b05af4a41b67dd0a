"""The page of conventions in a real browser."""

import re

import pytest

from tests.browser.axe import findings, sideways

expect = pytest.importorskip("playwright.sync_api").expect
READY = "[data-testid=library] >> nth=1"
GROUPS = "[data-testid=prints-group]"


@pytest.fixture
def conventions(same_page):
    """Open the page, and wait until both libraries are there."""

    def opened(query: str = "", **options):
        page = same_page(f"/conventions{query}", **options)
        page.wait_for_selector(READY)
        return page

    return opened


def value_of(page, library: str) -> str:
    group = page.locator(GROUPS, has=page.locator(f"[data-library={library}]"))
    return group.locator("data").inner_text()


def type_into(page, label: str, text: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


@pytest.mark.every_time
def test_what_libraries_print_of_one_ranking_and_two_of_them_a_chain_of_single_changes_apart(
    conventions,
):
    page = conventions("?a=scikit-learn&b=lenskit")
    assert value_of(page, "scikit-learn") == "0.9724"
    assert value_of(page, "lightgbm") == "0.9575"
    assert value_of(page, "lenskit-rating") == "0.9435"
    numbers = [float(text) for text in page.locator(f"{GROUPS} data").all_inner_texts()]
    assert numbers == sorted(numbers, reverse=True)
    assert page.locator("[data-testid=prints-between]").count() == len(numbers) - 1
    steps = page.locator("[data-testid=chain-step]")
    changed = [step.get_attribute("data-cell") for step in steps.all()]
    assert changed == ["actual.gain.1", "actual.discount.2"]
    values = page.locator("[data-testid=chain] data").all_inner_texts()
    assert values[0] == "0.9724"
    assert values[-1] == values[-2] == "0.9779"
    code = page.locator("[data-testid=stCode]").first.inner_text()
    assert "ndcg_score([[3, 2, 3, 0, 1]], [[5, 4, 3, 2, 1]], k=None)" in code


@pytest.mark.every_time
def test_typing_a_number_finds_who_prints_it(conventions):
    page = conventions()
    type_into(page, "I got", "0.957")
    page.wait_for_selector("[data-testid=answer]")
    assert "LightGBM" in page.locator("[data-testid=answer]").inner_text()
    mine = page.locator(GROUPS, has_text="your number")
    assert mine.locator("data").inner_text() == "0.9575"
    page.wait_for_url(re.compile(r"got=0\.957"))


def test_from_a_library_that_refuses_there_is_no_way_and_the_page_stays(conventions):
    page = conventions("?r=3,-1,2&a=scikit-learn&b=catboost")
    expect(page.get_by_test_id("no-way")).to_contain_text("scikit-learn refuses this ranking")
    assert page.get_by_test_id("chain").count() == 0
    page.locator("[data-testid=prints] [data-library=ranx-ndcg]").click()
    expect(page.get_by_test_id("chain-step").first).to_contain_text("negative grades subtracted")


def test_a_preset_separates_and_goes_into_the_link(conventions):
    page = conventions()
    page.get_by_role("button", name="Nothing relevant").click()
    page.wait_for_url(re.compile(r"r=0"))
    expect(page.locator(GROUPS)).to_have_count(3)
    assert page.locator(f"{GROUPS} data").all_inner_texts() == ["1.0000", "0.0000", "no value"]


@pytest.mark.every_time
def test_a_link_brings_everything_back(conventions):
    query = "?r=2,3&k=5&judged=2,3,3,1&scores=1,1&got=0.7789&a=elasticsearch&b=ranx-ndcg"
    page = conventions(query)
    first, second = page.locator("[data-testid=library]").all()
    assert first.get_attribute("data-library") == "elasticsearch"
    assert second.get_attribute("data-library") == "ranx-ndcg"
    assert page.get_by_label("Cutoff k").input_value() == "5"
    before = page.locator("[data-testid=prints]").inner_text()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("[data-testid=prints]").inner_text() == before


CODE = "[data-testid=stCode] code span"
QUERIES = ("?got=0.957&scores=3,2,2,2,1", "?r=3,-0.5,2")
SEEN = [(query, width) for query in QUERIES for width in (390, 1280)]


@pytest.mark.parametrize(("query", "width"), SEEN)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(conventions, query, width):
    page = conventions(query, width=width)
    assert findings(page) == []
    page.locator(
        CODE
    ).first.scroll_into_view_if_needed()  # of what is out of sight axe says nothing
    assert findings(page) == []
    assert not sideways(page)


@pytest.mark.every_time
def test_a_visit_elsewhere_loses_no_question(conventions):
    page = conventions("?r=3,0,2")
    field = page.get_by_label("Grades, best place first", exact=True)
    type_into(page, "Grades, best place first", "1, 2")
    page.wait_for_url(re.compile(r"r=1"))
    for path in ("Playground", "Conventions"):
        page.get_by_role("link", name=path, exact=True).first.click()
        page.wait_for_url(re.compile(path.lower()))
    page.wait_for_selector(READY)
    expect(field).to_have_value("1, 2")
    page.wait_for_url(re.compile(r"r=1"))


def test_fields_that_are_filled_in_quickly_are_all_asked(conventions):
    page = conventions()
    for label, text in (
        ("Cutoff k", "3"),
        ("I got", "0.957"),
        ("Scores of the system", "5 4 3 2 1"),
    ):
        page.get_by_label(label, exact=True).fill(text)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"(?=.*k=3)(?=.*got=0\.957)(?=.*scores=5)"))
