"""The pages as Streamlit runs them: they come up."""

import pytest


@pytest.mark.parametrize("path", ["", "playground", "practice", "examples"])
def test_a_page_comes_up(visit, path):
    page = visit(path)
    assert page.html.count("<h1>") == 1
    assert page.problems == []
