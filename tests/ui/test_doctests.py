"""The examples in the docstrings of the modules that need no running server."""

import doctest
from importlib import import_module

import pytest

PURE = (
    "html.builder",
    *("boards.board", "boards.downloads", "boards.ranking_text", "boards.remarks"),
    *("boards.settings", "html.marked_sheets", "html.tables"),
)


@pytest.mark.parametrize("name", PURE)
def test_the_examples_in_the_docstrings_are_true(name):
    result = doctest.testmod(import_module(f"ndcg_ui.{name}"))
    assert result.failed == 0


def test_there_are_such_examples():
    finder = doctest.DocTestFinder()
    modules = [import_module(f"ndcg_ui.{name}") for name in PURE]
    assert sum(len(test.examples) for module in modules for test in finder.find(module)) > 5
