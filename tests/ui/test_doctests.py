"""The examples in the docstrings of the interface are true.

Components are declared to a running Streamlit, so a page is drawn first: that imports the modules.
"""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import ndcg_ui
from tests.ui.conftest import Page

ROOT = Path(ndcg_ui.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("ndcg_ui", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for path in ROOT.rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)


@pytest.fixture(scope="module")
def drawn():
    return Page("", {})


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_the_docstrings_of_the_interface_are_true(drawn, name):
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert result.failed == 0
