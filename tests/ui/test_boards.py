"""Boards: commands, the stored form, and remarks."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.content import load_toml
from ndcg_ui.components.board.board import Board, Document, pack_board, unpack_board
from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.board.html import render_board
from ndcg_ui.components.board.link import read_board
from ndcg_ui.components.board.ranking_text import read_ranking
from tests.acts.shown import Shown


def make_board(ranking="A:3 B:2 C:0", judged=""):
    documents = read_ranking(ranking)
    rest = read_ranking(judged) if judged else ()
    moved = (Document(len(documents) + d.id, d.label, d.grade) for d in rest)
    return Board(documents, tuple(moved))


@pytest.mark.parametrize(
    ("judged", "grades"),
    [("2,3", []), ("3,0,2", []), ("3,2,1", [1]), ("1,3", [1, 3]), ("3,2,3,0", [3])],
)
def test_judged_documents_of_a_link_that_are_not_ranked_stay_below_the_board(judged, grades):
    board, problems = read_board({"r": "3,0,2", "judged": judged})
    assert ([document.grade for document in board.unretrieved], problems) == (grades, [])


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


A, B, X = ([0, "A", 3], [1, "B", 2], [2, "X", 1])
START = Board((Document(0, "A", 3), Document(1, "B", 2)), (Document(2, "X", 1),))


@pytest.mark.parametrize(
    ("ranking", "unretrieved", "modes"),
    [
        ([A, B], [X], ["edit", "move"]),
        ([B, A], [X], ["edit", "move"]),
        ([A, B, X], [], ["edit"]),
        ([A], [X], ["edit"]),
        ([[0, "A", 0.5], B], [X], ["edit"]),
        ([[0, "New name", 3], B], [[2, "X", 0]], ["edit"]),
        ([[at, f"D{at}", 1] for at in range(200)], [], ["edit"]),
        ([[at, f"D{at}", 1] for at in range(200)], [[200, "E", 1]], []),
        ([], [A, B, X], []),
        ([A, A], [X], []),
        ([A, B], [[1, "X", 1]], []),
        *([([one, B], [X], []) for one in (
            [True, "A", 3], [0.0, "A", 3], [-1, "A", 3], ["0", "A", 3],
            [0, 5, 3], [0, None, 3], [0, "", 3], [0, " A", 3], [0, "a:b", 3], [0, "a" * 41, 3],
            [0, "A", "3"], [0, "A", True], [0, "A", None], [0, "A", -1], [0, "A", float("nan")],
            [0, "A", float("inf")], [0, "A", 10**400], [0, "A"], [0, "A", 3, 3], 5, "A:3",
        )]),
        ([A, B], [[2, "X", -1]], []),
        ([A, B], None, []),
        ("AB", [X], []),
    ],
)  # fmt: skip
def test_a_stored_board_is_shown_only_if_its_mode_could_have_made_it(ranking, unretrieved, modes):
    packed = {"ranking": ranking, "unretrieved": unretrieved}
    for mode in ("edit", "move"):
        shown = pack_board(unpack_board(packed, START, mode))
        assert shown == (packed if mode in modes else pack_board(START)), mode


@pytest.mark.parametrize("packed", [None, 5, [], {}, {"ranking": [A]}, "ranking"])
def test_anything_but_a_stored_board_shows_the_first_board(packed):
    assert unpack_board(packed, START, "edit") == START


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
