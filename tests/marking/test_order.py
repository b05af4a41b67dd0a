"""A wrong ideal order is explained."""

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.marking.ideal_order import find_order_fault
from ndcg_core.misconceptions import MISCONCEPTIONS
from tests.marking.sheets import mark_cells

GRADES = (3, 2, 3, 0, 1)


def find_fault(order, **settings):
    cells = {f"ideal.grade.{rank}": str(grade) for rank, grade in enumerate(order, 1)}
    return find_order_fault(nc.Sheet(GRADES, given=cells, **settings))


@pytest.mark.parametrize(
    ("order", "settings", "mistake", "sentence"), load_toml(__file__, "cases.toml")["orders"]
)
def test_a_wrong_order_is_explained(order, settings, mistake, sentence):
    result = find_fault(order, **settings)
    assert (result.misconception if result else None) == (mistake or None)
    assert (result is None) == (not mistake and not sentence)
    if result:
        assert (
            sentence or MISCONCEPTIONS[mistake].format_sentences("The author")
        ) in result.message


@pytest.mark.parametrize(("order", "wrong", "moved"), load_toml(__file__, "cases.toml")["ranks"])
def test_each_rank_of_an_order_is_right_wrong_or_only_moved(order, wrong, moved):
    written = {f"ideal.grade.{rank}": text for rank, text in enumerate(order, 1)}
    marks = nc.mark(nc.Sheet(GRADES, given=written))
    verdicts = dict.fromkeys(wrong, "wrong") | dict.fromkeys(moved, "carried")
    expected = [verdicts.get(rank, "right") for rank in range(1, len(order) + 1)]
    assert [mark.verdict for mark in marks] == expected
    fits = "This grade fits the order as you wrote it."
    assert [mark.message.startswith(fits) for mark in marks] == [v == "carried" for v in expected]
    if len(order) == 1:
        assert marks[0].message == "The best remaining grade belongs here."


def test_a_mistake_in_an_order_is_explained_once():
    cells = [f"ideal.grade.{rank}" for rank in range(1, 6)]
    sheet = nc.Sheet(GRADES, blanks=tuple(cells))
    texts = dict(zip(cells, "01233", strict=True))
    first, *others = [m.message for m in nc.mark(sheet.with_all(texts)) if m.verdict == "wrong"]
    assert first.startswith("You sorted the ideal order from worst to best. Check ")
    assert others == ["The same as at rank 1."] * 3  # rank 3 is right


DOCUMENTS = nc.Sheet((3, 2, 3, 0), labels=("Doc A", "Doc B", "Doc C", "Page C"))


@pytest.mark.parametrize(("written", "verdict", "said"), load_toml(__file__, "cases.toml")["names"])
def test_a_document_is_known_by_its_name_or_the_last_word_of_it(written, verdict, said):
    mark = mark_cells(DOCUMENTS, **written)[[*written][-1]]
    assert (mark.verdict, mark.message) == (verdict, said)
