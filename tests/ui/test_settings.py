"""The link: what it holds comes back exactly, and what it holds wrongly is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_ui.parts.board.board import Board, Document, default_label, tidy_label
from ndcg_ui.parts.board.link import (
    DISCOUNTS,
    FIRST_RANKING,
    GAINS,
    IDEALS,
    Settings,
    read_link,
    write_link,
)
from ndcg_ui.parts.board.ranking_text import read_ranking

FIRST = Board(read_ranking(FIRST_RANKING))

labels = st.text(max_size=50).map(tidy_label).filter(bool)
documents = st.tuples(labels, st.one_of(st.integers(0, 5), st.sampled_from([0.5, 2.25])))


@st.composite
def boards(draw):
    """Boards as the app makes them: names unique in the pool, identities counted from 0."""
    default = draw(st.booleans())
    named = draw(st.lists(documents, min_size=1, max_size=9, unique_by=lambda pair: pair[0]))
    if default:
        named = [(default_label(at), grade) for at, (_, grade) in enumerate(named)]
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


@given(boards(), choices)
def test_a_link_brings_back_exactly_what_was_on_the_screen(board, settings):
    assert read_link(write_link(board, settings)) == (board, settings, [])


def test_an_empty_link_is_the_first_ranking_under_the_standard_convention_and_the_other_way_round():
    board, settings, problems = read_link({})
    assert (board, settings, problems) == (FIRST, Settings(), [])
    assert settings.convention is nc.STANDARD
    assert write_link(FIRST, Settings()) == {"r": "3,2,3,0,1"}
    assert read_link({"colour": "board", "utm_source": "x"}) == (FIRST, Settings(), [])


LINKS = beside(__file__, "links.toml")
WRONG = [
    *LINKS["wrong"],
    ("k", "9" * 5000, "more than Python reads"),
    ("r", "1," * 201, "too long"),
]


@pytest.mark.parametrize(("name", "text", "reason"), WRONG)
def test_a_wrong_value_gives_a_sentence_and_its_default(name, text, reason):
    board, settings, problems = read_link({name: text})
    assert (board, settings) == (FIRST, Settings()), reason
    assert len(problems) == 1
    assert problems[0][0].isupper()
    assert problems[0].endswith(".")
    assert "integer string" not in problems[0]
    assert len(problems[0]) < 300


def test_several_wrong_values_or_too_many_documents_are_named_and_the_right_ones_kept():
    board, settings, problems = read_link({"r": "1,2", "k": "x", "gain": "y", "discount": "none"})
    assert board.grades == [1, 2]
    assert settings == Settings(discount="none")
    assert len(problems) == 2
    board, _, problems = read_link({"r": "1," * 150, "judged": "2," * 150})
    assert len(board.documents) <= 200
    assert problems


@pytest.mark.parametrize(("r", "judged", "rest", "reason"), LINKS["judged"])
def test_a_judged_pool_may_or_may_not_hold_the_rankings_own(r, judged, rest, reason):
    board, _, problems = read_link({"r": r, "judged": judged})
    assert problems == []
    assert [[d.label, d.grade] for d in board.unretrieved] == rest, reason
    assert [d.id for d in board.documents] == list(range(len(board.documents)))


def test_choices_that_have_a_name_carry_it():
    assert Settings(gain="exponential").convention.name == "exponential"
    assert Settings(discount="logb(i)", ideal="judged").convention.name == "textbook"
    assert Settings(discount="none").convention.title == "Your own choices"
