"""The end of the course in a real browser: sentences that are kept, a name that is not sent."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from ndcg_core.lessons import load_lessons
from tests.browser.axe import list_findings
from tests.browser.courses import CALM, make_course, read_stored_record, store_course

LANDSCAPE = (842, 595)
NAME = "Ada Example"
SENTENCES = (
    "I ship South. Its mean NDCG@3 is 0.832. North is ahead at k = 1. Five queries can be luck. "
    "I would ask other readers."
)
FORMS = {
    "ten": {
        "before": {"outcomes": ["wrong"] * 7 + ["right"] * 3, "now": 1},
        "after": {"outcomes": ["right"] * 6 + ["wrong"] * 2 + ["right"] * 2, "now": 1},
    }
}


def open_ending(open_page, **options):
    """Open the last page of a learner who has done every lesson."""
    page = open_page("/?page=ending", wait="[data-testid=systems]", **options)
    store_course(page, replace(make_course(*load_lessons()), pages=FORMS))
    page.get_by_test_id("certificate").wait_for()
    return page


@pytest.mark.every_time
@pytest.mark.parametrize(
    "width", [390, pytest.param(1280, marks=pytest.mark.thorough("a phone has less room"))]
)
def test_five_sentences_are_checked_stored_and_compared_with_a_sample(open_page, width):
    page = open_ending(open_page, width=width, **CALM)
    field = page.get_by_role("textbox", name="Your five sentences")
    sample = page.get_by_role("button", name="Compare with a sample answer")
    field.focus()
    page.keyboard.type(SENTENCES.rpartition(" I")[0])
    expect(page.get_by_text("4 of 5 sentences")).to_be_visible()
    expect(sample).to_have_attribute("aria-disabled", "true")
    page.keyboard.type(SENTENCES[SENTENCES.rindex(" I") :])
    expect(page.get_by_test_id("checks").locator("[data-verdict=right]")).to_have_count(5)
    expect(field).to_be_focused()
    expect(field).to_have_value(SENTENCES)
    assert read_stored_record(page)["pages"]["ending"]["text"] == SENTENCES
    page.reload()
    expect(field).to_have_value(SENTENCES)
    field.focus()
    page.keyboard.press("Tab")
    expect(sample).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("sample")).to_contain_text("I would ship South.")
    assert list_findings(page) == []


def test_text_is_sent_even_if_the_learner_leaves_at_once(open_page):
    page = open_ending(open_page, **CALM)
    page.get_by_role("textbox", name="Your five sentences").fill("I would ship North.")
    page.get_by_role("link", name="lesson 8", exact=True).click()
    page.wait_for_url("**/?lesson=find-the-error")
    assert read_stored_record(page)["pages"]["ending"]["text"] == "I would ship North."


def test_the_certificate_prints_alone_on_one_sheet_and_the_name_is_never_sent(open_page):
    page = open_ending(open_page, context="own", **CALM)
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.evaluate("window.print = () => { window.printed = true; }")
    name = page.get_by_role("textbox", name="Name on the certificate")
    name.focus()
    page.keyboard.type(NAME)
    paper = page.get_by_test_id("certificate")
    expect(paper).to_contain_text(NAME)
    page.get_by_role("textbox", name="Your five sentences").fill(SENTENCES)
    expect(page.get_by_text("5 of 5 sentences")).to_be_visible()
    expect(paper).to_contain_text(NAME)
    page.reload()
    expect(paper).to_contain_text(NAME)
    assert sent
    assert not any(NAME in body for body in sent)
    assert NAME not in str(read_stored_record(page))

    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print certificate").press("Enter")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    expect(paper).to_be_visible()
    for hidden in (name, page.get_by_test_id("systems"), page.get_by_role("heading", level=1)):
        expect(hidden).to_be_hidden()
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    (box,) = set(re.findall(rb"/MediaBox\s*\[(.*?)\]", pdf))
    assert tuple(map(float, box.split())) == pytest.approx((0, 0, *LANDSCAPE), abs=1)


def test_the_last_page_and_the_course_page_link_to_each_other(open_page):
    page = open_ending(open_page, **CALM)
    page.get_by_role("link", name="All lessons").click()
    page.get_by_role("link", name="See the end of the course").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You can measure a ranking now")
