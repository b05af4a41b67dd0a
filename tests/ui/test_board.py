"""What can be done to a board: each command, and what is refused."""

import copy

import pytest

from ndcg_ui import limits
from ndcg_ui.boards.board import Board, Document
from ndcg_ui.boards.commands import obey
from ndcg_ui.boards.ranking_text import read_ranking


def board(ranking="A:3 B:2 C:0", judged=""):
    documents = read_ranking(ranking)
    rest = read_ranking(judged) if judged else ()
    moved = (Document(len(documents) + d.id, d.label, d.grade) for d in rest)
    return Board(documents, tuple(moved))


def shown(now: Board) -> str:
    """The board in a line, the unretrieved documents after a bar."""
    sides = (now.ranking, now.unretrieved)
    return " | ".join(" ".join(f"{d.label}{d.shown_grade}" for d in side) for side in sides)


COMMANDS = [
    ({"do": "arrange", "order": [2, 0, 1]}, "C0 A3 B2 | X3", "old places, best first"),
    ({"do": "grade", "at": 1, "grade": 0.5}, "A3 B0.5 C0 | X3", "a fraction"),
    ({"do": "grade", "at": 1, "grade": 4.0}, "A3 B4 C0 | X3", "a whole number stays whole"),
    ({"do": "grade", "at": 3, "grade": 1}, "A3 B2 C0 | X1", "one not retrieved"),
    ({"do": "rename", "at": 0, "label": " New name "}, "New name3 B2 C0 | X3", "trimmed"),
    ({"do": "rename", "at": 0, "label": "a:b,c"}, "a b c3 B2 C0 | X3", "no separators in names"),
    ({"do": "rename", "at": 0, "label": " ,; "}, "A3 B2 C0 | X3", "an empty name changes nothing"),
    ({"do": "add", "to": "ranking"}, "A3 B2 C0 D1 | X3", "at the end, with the next free name"),
    ({"do": "add", "to": "judged"}, "A3 B2 C0 | X3 D3", "judged and not retrieved"),
    ({"do": "remove", "at": 0}, "B2 C0 | X3", "from the ranking"),
    ({"do": "remove", "at": 3}, "A3 B2 C0 | ", "from the judged"),
]
NONSENSE = [
    ({}, "no command"),
    ({"do": "explode"}, "an unknown command"),
    ({"do": "arrange", "order": [0, 1]}, "a document is missing"),
    ({"do": "arrange", "order": [0, 1, 1]}, "a document twice"),
    ({"do": "arrange", "order": [0, 1, 3]}, "one that is not in the ranking"),
    ({"do": "arrange", "order": [0, 1, "x"]}, "a text for a place"),
    ({"do": "arrange", "order": [0, 1, None]}, "nothing for a place"),
    ({"do": "arrange"}, "no order"),
    ({"do": "grade", "at": 0, "grade": -1}, "a negative grade"),
    ({"do": "grade", "at": 0, "grade": float("nan")}, "not a number"),
    ({"do": "grade", "at": 0, "grade": 10**400}, "larger than any float"),
    ({"do": "grade", "at": 0, "grade": "3"}, "a grade as text"),
    ({"do": "grade", "at": 9, "grade": 1}, "a place that is not there"),
    ({"do": "grade", "at": -1, "grade": 1}, "a place before the first"),
    ({"do": "rename", "at": 9, "label": "Z"}, "a place that is not there"),
    ({"do": "rename", "at": 9, "label": ""}, "no name for a place that is not there"),
    ({"do": "rename", "at": 0, "label": 3}, "a number for a name"),
    ({"do": "remove", "at": 9}, "a place that is not there"),
    ({"do": "remove", "at": -1}, "a place before the first"),
    ({"do": "add", "to": "moon"}, "nowhere"),
]


@pytest.mark.parametrize(("command", "expected", "reason"), COMMANDS)
def test_a_command_does_what_it_says(command, expected, reason):
    assert shown(obey(board(judged="X:3"), command)) == expected, reason


@pytest.mark.parametrize(("command", "reason"), NONSENSE)
def test_nonsense_is_refused_with_a_sentence(command, reason):
    with pytest.raises(ValueError, match=r"^[A-Z“].* .*\.$"):
        obey(board(judged="X:3"), command)


@pytest.mark.parametrize("place", range(4))
def test_a_document_keeps_its_identity_when_others_change(place):
    before = board(judged="X:3").documents[place]
    after = obey(board(judged="X:3"), {"do": "arrange", "order": [2, 1, 0]})
    assert before in after.documents


def test_the_last_document_stays():
    with pytest.raises(ValueError, match="last document stays"):
        obey(board("A:3", "X:1"), {"do": "remove", "at": 0})
    assert shown(obey(board("A:3", "X:1"), {"do": "remove", "at": 1})) == "A3 | "


def test_a_full_board_takes_no_more():
    full = board("1 " * limits.MOST_DOCUMENTS)
    for to in ("ranking", "judged"):
        with pytest.raises(ValueError, match="full"):
            obey(full, {"do": "add", "to": to})


def test_an_added_document_gets_a_name_and_an_identity_that_nobody_has():
    now = board("A:1 D:1 C:1")
    for _ in range(5):
        now = obey(now, {"do": "add", "to": "ranking"})
    assert len(set(now.labels)) == len({d.id for d in now.documents}) == 8


def test_the_judged_pool_counts_the_retrieved_documents_too():
    assert board(judged="X:3").judged == [3, 2, 0, 3]
    assert board().judged is None


def test_the_same_board_has_the_same_revision_and_another_board_another():
    assert board().revision == copy.deepcopy(board()).revision
    others = [board("A:3 B:2"), board("B:2 A:3 C:0"), board("A:3 B:2 C:1"), board("A:3 B:2", "C:0")]
    assert len({b.revision for b in (board(), *others)}) == 5
