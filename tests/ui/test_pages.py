"""The pages as Streamlit runs them: they come up, follow what is done, survive what is wrong."""

import pytest


@pytest.mark.parametrize("path", ["", "playground", "examples"])
def test_a_page_comes_up(visit, path):
    page = visit(path)
    assert page.html.count("<h1>") == 1
    assert page.problems == []


@pytest.mark.parametrize(
    "query",
    [
        {"example": "none"},
        {"sheet": "0"},
        {"sheet": "9" * 5000},
        {"sheet": "-1"},
        {"step": "dcg.x"},
    ],
    ids=lambda query: str(query)[:30],
)
def test_no_link_breaks_the_examples(visit, query):
    assert visit("examples", **query).app.selectbox(key="examples.example").value
