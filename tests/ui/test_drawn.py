"""Charts, pictures and HTML of small examples have the lines of `drawn.txt`."""

import pytest

from tests.ui.drawn import DRAWN, list_lines, read_expected


@pytest.mark.parametrize("name", DRAWN)
def test_an_example_is_drawn_as_expected(name):
    assert list_lines(name) == read_expected()[name]
