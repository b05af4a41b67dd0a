"""The link: what it holds comes back exactly, and what it holds wrongly is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_ui import limits
from ndcg_ui.components.board.board import Board, Document, clean_label, make_default_label
from ndcg_ui.components.board.link import (
    DISCOUNTS,
    FIELDS,
    GAINS,
    IDEALS,
    Settings,
    build_link_parameters,
    read_link,
)
from ndcg_ui.exhibit.links import Field, read_fields

labels = st.text(max_size=50).map(clean_label).filter(bool)
documents = st.tuples(labels, st.one_of(st.integers(0, 5), st.sampled_from([0.5, 2.25])))


@st.composite
def draw_boards(draw):
    """Draw boards as the app makes them, with unique names and ids from 0."""
    default = draw(st.booleans())
    named = draw(st.lists(documents, min_size=1, max_size=9, unique_by=lambda pair: pair[0]))
    if default:
        named = [(make_default_label(at), grade) for at, (_, grade) in enumerate(named)]
    made = tuple(Document(at, label, grade) for at, (label, grade) in enumerate(named))
    split = draw(st.integers(1, len(made)))
    return Board(made[:split], made[split:])


choices = st.builds(
    Settings,
    k=st.none() | st.integers(1, 500),
    gain=st.sampled_from(GAINS),
    discount=st.sampled_from(DISCOUNTS),
    base=st.one_of(st.integers(2, 20).map(float), st.sampled_from([2.5, 2.718281828459045])),
    ideal=st.sampled_from(IDEALS),
)


@given(draw_boards(), choices)
def test_a_link_restores_the_screen_exactly(board, settings):
    assert read_link(build_link_parameters(board, settings)) == (board, settings, [])


@pytest.mark.parametrize("longest", [5, limits.LONGEST_SETTING])
def test_a_links_text_is_read_exactly_up_to_the_limit_of_its_field(longest):
    asked = []
    field = Field("x", "default", lambda text: asked.append(text) or text, max_length=longest)
    values, problems = read_fields([field], {"x": "a" * longest})
    assert (values, problems) == ({"x": "a" * longest}, [])
    values, problems = read_fields([field], {"x": "a" * (longest + 1)})
    assert values == {"x": "default"}
    assert problems == ["The link's x is too long."]
    assert len(asked) == 1


def test_every_field_of_a_board_has_a_limit():
    for field in FIELDS:
        _, problems = read_fields([field], {field.name: "1" * (field.max_length + 1)})
        assert problems == [f"The link's {field.name} is too long."]
