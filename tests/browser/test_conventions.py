"""The page of conventions in a real browser."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.every_time
def test_quickly_filled_fields_find_the_printers_and_the_link_restores_them(
    open_page,
):
    page = open_page(
        "/conventions?a=elasticsearch&b=ranx-ndcg", wait="[data-testid=library] >> nth=1"
    )
    fields = {"Cutoff k": "5", "Your number": "0.957", "Scores of the system": "5 4 3 2 1"}
    for label, text in fields.items():
        page.get_by_label(label, exact=True).fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("answer")).to_contain_text("LightGBM")
    mine = page.locator("[data-testid=prints-group]", has_text="your number")
    expect(mine.locator("data")).to_have_text("0.957")
    page.wait_for_url(re.compile(r"(?=.*k=5)(?=.*got=0\.957)(?=.*scores=5)"))
    page.reload()
    expect(mine.locator("data")).to_have_text("0.957")
    for place, library in enumerate(("elasticsearch", "ranx-ndcg")):
        shown = page.get_by_test_id("library").nth(place)
        expect(shown).to_have_attribute("data-library", library)
    expect(page.get_by_label("Cutoff k")).to_have_value("5")
