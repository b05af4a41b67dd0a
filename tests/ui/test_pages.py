"""The pages as Streamlit runs them."""

import pytest


@pytest.mark.parametrize("path", ["", "playground", "practice", "examples"])
def test_a_page_comes_up(visit, path):
    page = visit(path)
    assert page.html.count("<h1>") == 1
    assert page.problems == []


EMPTY = "Write its grade, 0 if the document is not relevant, or take out the separator."


def test_what_cannot_be_read_leaves_the_last_ranking_on_every_page_and_says_so(visit):
    kept = "The last ranking that could be read is still shown."
    page = visit("conventions", r="3,0,2")
    page.app.text_input(key="conventions.r").set_value("3,,2")
    page.run()
    assert "0.943" in page.text or "0.9386" in page.text
    assert page.problems == [f"Item 2 is empty. {EMPTY} {kept}"]
    page = visit("code", r="3,0,2")
    before = page.data("code.lab")["board"]
    page.app.text_input(key="r").set_value("3,,2")
    page.run()
    assert page.data("code.lab")["board"] == before
    assert page.problems == [f"Item 2 is empty. {EMPTY} {kept}"]
