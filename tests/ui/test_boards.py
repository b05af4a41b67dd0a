"""Boards: commands, the stored form, and remarks."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import load_toml
from ndcg_ui.components.board.board import Board, Document
from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.board.html import render_board
from ndcg_ui.components.board.ranking_text import read_ranking
from tests.acts.shown import Shown


def make_board(ranking="A:3 B:2 C:0", judged=""):
    documents = read_ranking(ranking)
    rest = read_ranking(judged) if judged else ()
    moved = (Document(len(documents) + d.id, d.label, d.grade) for d in rest)
    return Board(documents, tuple(moved))


def format_board(now: Board) -> str:
    """Return a board as one line, with its unretrieved documents after a bar."""
    sides = (now.ranking, now.unretrieved)
    return " | ".join(" ".join(f"{d.label}{d.rounded_grade}" for d in side) for side in sides)


COMMANDS = [
    *load_toml(__file__, "sent_boards.toml")["commands"],
    ({"do": "rename", "at": 0, "label": "A\ud800"}, "A\ufffd3 B2 C0 | X3", "half a surrogate pair"),
]


@pytest.mark.parametrize(("command", "expected", "reason"), COMMANDS)
def test_a_command_has_its_effect(command, expected, reason):
    assert format_board(apply_command(make_board(judged="X:3"), command)) == expected, reason


@given(st.lists(st.sampled_from("ABXY"), min_size=1, max_size=6))
def test_typed_documents_keep_the_unique_ids_of_their_names(names):
    before = make_board("A:3 B:2", "X:1")
    now = apply_command(before, {"do": "type", "text": " ".join(f"{name}:1" for name in names)})
    assert len({document.id for document in now.documents}) == len(now.documents)
    ids = {document.label: document.id for document in reversed(now.ranking)}
    assert all(ids.get(d.label, d.id) == d.id for d in before.ranking)


def test_a_line_to_the_same_rank_of_the_ideal_order_is_level():
    shown = Shown(r="3,0,2").board
    html = render_board(shown)
    lines = re.findall(r'<path( class="level")? d="M 2 (\d+) C [^"]* 62 (\d+)"', html)
    assert len(lines) == 3
    for level, start, end in lines:
        assert bool(level) == (start == end)
    assert [bool(level) for level, *_ in lines].count(True) == 1
