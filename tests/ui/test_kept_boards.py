"""What a browser kept of a lesson's board: read where it is one, and left where it is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_ui.boards.board import Board, Document, pack_board, unpack_board

START = Board((Document(0, "A", 2), Document(1, "B", 0.5)), (Document(2, "C", 3),))
MOVED = Board(START.ranking[::-1], START.unretrieved)
EDITED = Board((Document(1, "B", 3), Document(7, "New one", 1)))


def through_a_browser(board):
    return json.loads(json.dumps(pack_board(board)))


@pytest.mark.parametrize("mode", ["move", "edit"])
def test_a_moved_board_comes_back(mode):
    assert unpack_board(through_a_browser(MOVED), START, mode) == MOVED


def test_other_documents_come_back_only_where_they_can_be_changed():
    assert unpack_board(through_a_browser(EDITED), START, "edit") == EDITED
    assert unpack_board(through_a_browser(EDITED), START, "move") == START


BROKEN = {
    "nothing": None,
    "text": "A B C",
    "one side": {"ranking": [[0, "A", 2]]},
    "no documents": {"ranking": [], "unretrieved": []},
    "one twice": {"ranking": [[0, "A", 2], [0, "B", 1]], "unretrieved": []},
    "a name that no link can carry": {"ranking": [[0, "A,B", 2]], "unretrieved": []},
    "no name": {"ranking": [[0, "", 2]], "unretrieved": []},
    "a negative grade": {"ranking": [[0, "A", -2]], "unretrieved": []},
    "a grade that is text": {"ranking": [[0, "A", "2"]], "unretrieved": []},
    "a grade that is no number": {"ranking": [[0, "A", float("nan")]], "unretrieved": []},
    "a grade beyond all numbers": {"ranking": [[0, "A", 10**400]], "unretrieved": []},
    "an identity that is none": {"ranking": [[True, "A", 2]], "unretrieved": []},
    "a list that cannot be a document": {"ranking": [[0, [], 2]], "unretrieved": []},
    "too many": {"ranking": [[n, f"D{n}", 1] for n in range(201)], "unretrieved": []},
}


@pytest.mark.parametrize("kept", BROKEN.values(), ids=BROKEN)
def test_what_is_no_board_leaves_the_one_there_is(kept):
    assert unpack_board(kept, START, "edit") == START


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["ranking", "unretrieved"]), inner)
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_nothing_that_a_browser_may_hold_is_an_error(kept):
    board = unpack_board(kept, START, "edit")
    assert unpack_board(pack_board(board), START, "edit") == board
