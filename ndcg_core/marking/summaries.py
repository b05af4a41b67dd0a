"""A marked sheet in a few words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from ndcg_core.marking.ideal_order import MOVED_REPLY, describe_wrong_ideal, find_order_fault
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.marking.verdicts import CARRIED, INVALID, LAST_DIGIT, RIGHT, WRONG
from ndcg_core.marking.wording import COLUMN_NAMES, capitalize_text, find_side_and_column, name_cell
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.sheets.sheet import Sheet


@explain_bad_calls
def summary(sheet: Sheet) -> str:
    """Summarize the marking of a sheet, or of its blanks, in a few sentences.

    Parameters
    ----------
    sheet : Sheet
        The sheet.

    Returns
    -------
    str
        The sentences.

    Examples
    --------
    >>> summary(Sheet((3, 2, 3, 0, 1), given={"dcg": "9.0", "idcg": "6.32"}))
    'DCG is wrong: no discount. 1 of 2 cells is right.'
    """
    marks = [cell for cell in mark(sheet) if not sheet.blanks or cell.cell in sheet.blanks]
    if not marks:
        return "There is no answer yet."
    fault = find_order_fault(sheet)
    order = [f"{describe_wrong_ideal(sheet)} {fault.message}"] if fault else []
    return " ".join(
        [*order, *_summarize_wrong_cells(marks, bool(order)), *_summarize_other_cells(marks)]
    )


def _summarize_wrong_cells(marks: Sequence[Mark], has_order_sentence: bool) -> Iterator[str]:
    """Yield a sentence for each column or total with a wrong cell.

    has_order_sentence: True if a sentence before these is about the ideal order, whose grades are
    left out.
    """
    for (side, column), group in groupby(marks, key=lambda mark: find_side_and_column(mark.cell)):
        cells = list(group)
        wrong = [cell for cell in cells if cell.verdict == WRONG]
        if not wrong or ((side, column) == ("ideal", "grade") and has_order_sentence):
            continue
        yield _describe_wrong_count(side, column, wrong, len(cells)) + _name_mistakes(wrong) + "."


def _describe_wrong_count(side: str, column: str, wrong: Sequence[Mark], cell_count: int) -> str:
    """Return a clause with the number of wrong cells in a column, or the name of the only one."""
    if len(wrong) == 1:
        return f"{capitalize_text(name_cell(wrong[0].cell))} is wrong"
    return f"{len(wrong)} of {cell_count} {side} {COLUMN_NAMES.get(column, column)}s are wrong"


def _name_mistakes(wrong: Sequence[Mark]) -> str:
    """Return the end of a sentence, which names the mistakes behind wrong cells."""
    mistakes = {cell.misconception for cell in wrong}
    titles = [lower_title(id) for id in dict.fromkeys(cell.misconception for cell in wrong) if id]
    if len(mistakes) == 1 and titles:
        return f", each by the same mistake: {titles[0]}" if len(wrong) > 1 else f": {titles[0]}"
    return f" ({'; '.join(titles)})" if titles else ", by an unknown mistake"


def lower_title(id: str) -> str:
    """Return a misconception's title for the middle of a sentence, usually in lower case.

    >>> lower_title("no-discount")
    'no discount'
    """
    title = MISCONCEPTIONS[id].title
    return title if title[1:2].isupper() or title[:1].isdigit() else title[0].lower() + title[1:]


def _summarize_other_cells(marks: Sequence[Mark]) -> Iterator[str]:
    """Yield sentences that count the cells that are not wrong.

    Cells with a grade that only moved in the ideal order are left out.
    """
    count = Counter(mark.verdict for mark in marks)
    follow = count[CARRIED] - [mark.message for mark in marks].count(MOVED_REPLY)
    one = "cell follows from numbers before it"
    following = one if follow == 1 else "cells follow from numbers before them"
    empty = sum(cell.verdict == INVALID and not cell.given.strip() for cell in marks)
    unread = count[INVALID] - empty
    off = count[LAST_DIGIT]
    sentences = [
        (follow, f"{follow} {following} that are rounded or wrong."),
        (off, f"{_format_cell_count(off)} off in the last digit only."),
        (empty, f"{_format_cell_count(empty)} empty."),
        (unread, f"{unread} cell{'s' * (unread > 1)} cannot be marked yet."),
    ]
    yield from (sentence for cells, sentence in sentences if cells)
    n = count[RIGHT]
    if n == len(marks):
        yield f"All {n} cells are right." if n > 1 else "The cell is right."
    elif n:
        yield f"{n} of {len(marks)} cells {'is' if n == 1 else 'are'} right."


def _format_cell_count(n: int) -> str:
    """Return a number of cells with its verb, such as "2 cells are"."""
    return "1 cell is" if n == 1 else f"{n} cells are"
