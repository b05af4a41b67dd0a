"""Boards: what can be done to one, what a browser keeps of it, what is worth saying of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_core.content import beside
from ndcg_ui import limits
from ndcg_ui.parts.board.board import Board, Document, pack_board, unpack_board
from ndcg_ui.parts.board.commands import obey_command
from ndcg_ui.parts.board.link import Settings
from ndcg_ui.parts.board.ranking_text import read_ranking
from ndcg_ui.parts.exhibit.stage import ADVISED, advised_swaps, remarks

CASES = beside(__file__, "cases.toml")["boards"]


def board(ranking="A:3 B:2 C:0", judged=""):
    documents = read_ranking(ranking)
    rest = read_ranking(judged) if judged else ()
    moved = (Document(len(documents) + d.id, d.label, d.grade) for d in rest)
    return Board(documents, tuple(moved))


def shown(now: Board) -> str:
    """The board in a line, the unretrieved documents after a bar."""
    sides = (now.ranking, now.unretrieved)
    return " | ".join(" ".join(f"{d.label}{d.shown_grade}" for d in side) for side in sides)


SENT = beside(__file__, "sent_boards.toml")
COMMANDS = [
    *SENT["commands"],
    ({"do": "rename", "at": 0, "label": "A\ud800"}, "A\ufffd3 B2 C0 | X3", "half a surrogate pair"),
]
NONSENSE = [
    *SENT["nonsense"],
    ({"do": "arrange", "order": [0, 1, None]}, "nothing for a place"),
    ({"do": "grade", "at": 0, "grade": 10**400}, "larger than any float"),
]


@pytest.mark.parametrize(("command", "expected", "reason"), COMMANDS)
def test_a_command_does_what_it_says(command, expected, reason):
    assert shown(obey_command(board(judged="X:3"), command)) == expected, reason


@pytest.mark.parametrize(("command", "reason"), NONSENSE)
def test_nonsense_is_refused_with_a_sentence(command, reason):
    with pytest.raises(ValueError, match=r"^[A-Z“].* .*\.$"):
        obey_command(board(judged="X:3"), command)


def test_the_last_document_stays_and_a_full_board_takes_no_more():
    with pytest.raises(ValueError, match="last document stays"):
        obey_command(board("A:3", "X:1"), {"do": "remove", "at": 0})
    assert shown(obey_command(board("A:3", "X:1"), {"do": "remove", "at": 1})) == "A3 | "
    full = board("1 " * limits.MOST_DOCUMENTS)
    for to in ("ranking", "judged"):
        with pytest.raises(ValueError, match="full"):
            obey_command(full, {"do": "add", "to": to})


def test_an_added_document_is_new_and_the_judged_pool_counts_the_retrieved_documents_too():
    now = board("A:1 D:1 C:1")
    for _ in range(5):
        now = obey_command(now, {"do": "add", "to": "ranking"})
    assert len(set(now.labels)) == len({d.id for d in now.documents}) == 8
    assert board(judged="X:3").judged == [3, 2, 0, 3]
    assert board().judged is None


@given(st.lists(st.sampled_from("ABXY"), min_size=1, max_size=6))
def test_typed_documents_keep_the_ids_of_their_names_and_no_two_have_the_same(names):
    before = board("A:3 B:2", "X:1")
    now = obey_command(before, {"do": "type", "text": " ".join(f"{name}:1" for name in names)})
    assert len({document.id for document in now.documents}) == len(now.documents)
    ids = {document.label: document.id for document in reversed(now.ranking)}
    assert all(ids.get(d.label, d.id) == d.id for d in before.ranking)


START = Board((Document(0, "A", 2), Document(1, "B", 0.5)), (Document(2, "C", 3),))
MOVED = Board(START.ranking[::-1], START.unretrieved)
EDITED = Board((Document(1, "B", 3), Document(7, "New one", 1)))


@pytest.mark.parametrize(
    ("kept", "mode", "there"),
    [
        *((MOVED, mode, MOVED) for mode in ("move", "edit")),
        *((EDITED, "edit", EDITED), (EDITED, "move", START)),
    ],
)
def test_a_board_comes_back_with_other_documents_only_where_they_can_be_changed(kept, mode, there):
    assert unpack_board(json.loads(json.dumps(pack_board(kept))), START, mode) == there


BROKEN = SENT["broken"] | {
    "nothing": None,
    "a grade beyond all numbers": {"ranking": [[0, "A", 10**400]], "unretrieved": []},
    "too many": {"ranking": [[n, f"D{n}", 1] for n in range(201)], "unretrieved": []},
}


@pytest.mark.parametrize("kept", BROKEN.values(), ids=BROKEN)
def test_what_is_no_board_leaves_the_one_there_is(kept):
    assert unpack_board(kept, START, "edit") == START


def said(grades, k=None, judged=None, **choices):
    settings = Settings(k=k, **choices)
    trace = nc.trace(grades, k, settings.convention, judged)
    return remarks(trace, settings, advised_swaps(trace))


@pytest.mark.parametrize(("grades", "more", "part", "reason"), CASES["said"])
def test_each_unusual_case_has_its_sentence(grades, more, part, reason):
    sentences = said(grades, **more)
    assert any(part in sentence for sentence in sentences), reason
    assert all(s[0].isupper() or s.startswith("k is ") for s in sentences)
    assert all(s.endswith(".") for s in sentences)


def test_the_swap_named_is_the_best_one_among_the_first_ranks():
    assert "would add 0.210" in said([1, 2, 3])[0]
    assert nc.ndcg([3, 2, 1]) - nc.ndcg([1, 2, 3]) == pytest.approx(0.210, abs=5e-4)
    trace = nc.trace([0] * 199 + [3])
    swaps = advised_swaps(trace)
    assert len(swaps) == len(swaps[0]) == ADVISED


@pytest.mark.parametrize(("grades", "more", "part"), CASES["unsaid"])
def test_what_is_not_so_is_not_said(grades, more, part):
    assert not any(part in sentence for sentence in said(grades, **more))
