"""Questions with a sheet to fill in, and questions with documents to put in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ndcg_core.classroom.question import (
    INCOMPLETE_GROUP,
    RIGHT_GROUP,
    Kind,
    Verdict,
    describe_group,
    find_group,
    make_invalid_verdict,
    read_fields,
)
from ndcg_core.exercises.fading import format_right_value
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks.kinds import Board, DragTask
from ndcg_core.lessons.blocks.wants import (
    CLOSE_TOLERANCE,
    MEASURE_NAMES,
    explain_wrong_order,
    format_measure_name,
    reorder_documents,
)
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.marking.coarse_numbers import refuse_coarse_cell
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.marking.verdicts import INVALID, WRONG
from ndcg_core.marking.wording import LATER_HINT, WRITE_STEPS, capitalize_text, name_cell
from ndcg_core.metric import number
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.numerals.numerals import read_numeral
from ndcg_core.numerals.refusals import UnreadableError
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

UNKNOWN_MISTAKE = "No mistake from the lessons so far gives this number."


@dataclass(frozen=True)
class SheetQuestion:
    """A sheet with blanks to fill in. Answers are grouped by their first mistake.

    taught  the concepts that the class has learned; None for all
    """

    ask: str
    sheet: Sheet
    taught: frozenset[Concept] | None = None
    kind: Kind = "sheet"

    @property
    def wall(self) -> str:
        """The question for the wall, which is `ask`."""
        return self.ask

    @property
    def worked_solution(self) -> str:
        """A sentence with the right value of the last blank."""
        last = self.sheet.blanks[-1]
        return html(
            f"{capitalize_text(name_cell(last))} is {format_right_value(self.sheet, last)}."
        )

    def read_answer(self, raw_answer: object) -> dict[str, str]:
        """Return the texts of the filled blanks.

        Raises ValueError if all blanks are empty, or for an unreadable number.
        """
        texts = read_fields(raw_answer, self.sheet.blanks, "fill in the blanks")
        for cell in filter(self._is_number_cell, texts):
            try:
                read_numeral(texts[cell], self.sheet.convention.base)
            except UnreadableError as error:
                raise ValueError(f"{capitalize_text(name_cell(cell))}: {error}") from None
        return texts

    def refuse_coarse_numbers(self, answer: Mapping[str, str]) -> None:
        """Raise ValueError for a share, or a number below 1, with one decimal."""
        for cell in filter(self._is_number_cell, answer):
            number = read_numeral(answer[cell], self.sheet.convention.base)
            try:
                refuse_coarse_cell(cell, answer[cell], number)
            except ValueError as error:
                named = f"{capitalize_text(name_cell(cell))}: " * self.has_several_blanks
                raise ValueError(f"{named}{error}") from None

    def _is_number_cell(self, cell: str) -> bool:
        """Return True if a cell's right content is a number, not a name and not 0/0."""
        zero_by_zero = cell == "ndcg" and not self.sheet.trace.idcg
        return self.sheet.exact(cell) is not None and not zero_by_zero

    def judge_answer(self, answer: Mapping[str, str]) -> Verdict:
        """Judge the texts of the blanks. Right texts with an empty blank are incomplete.

        The group of a wrong answer is its first known mistake.
        """
        marked = mark(self.sheet.with_all(answer), self.taught)
        marks = [m for m in marked if m.cell in self.sheet.blanks]
        wrong = [m for m in marks if m.verdict == WRONG]
        if wrong:
            first = next((m for m in wrong if m.misconception), wrong[0])
            return Verdict(
                "wrong",
                find_group(first),
                self._format_final_message(first),
                self._find_reported_cell(first),
            )
        unmarked = next((m for m in marks if m.verdict == INVALID), None)
        if unmarked:
            message = self._format_final_message(unmarked)
            cell = self._find_reported_cell(unmarked)
            if not unmarked.given:
                return Verdict("incomplete", INCOMPLETE_GROUP, message, cell)
            return replace(make_invalid_verdict(unmarked.message), message=message, cell=cell)
        return Verdict("right", RIGHT_GROUP, html(marks[-1].message))

    def _find_reported_cell(self, mark: Mark) -> str:
        """Return the cell of a mark, or "" if the sheet has only one blank."""
        return mark.cell if self.has_several_blanks else ""

    @property
    def has_several_blanks(self) -> bool:
        """True if the sheet has more than one blank."""
        return len(self.sheet.blanks) > 1

    def _format_final_message(self, mark: Mark) -> str:
        """Return the message about a cell, without advice for another attempt."""
        text = (
            UNKNOWN_MISTAKE
            if mark.message == LATER_HINT
            else mark.message.removesuffix(f" {WRITE_STEPS}")
        )
        if mark.verdict == INVALID:  # the later sentences give advice for another attempt
            first = text.partition(". ")[0].removesuffix(".")
            text = f"{first}." if mark.given else "The field was empty."
        named = f"{capitalize_text(name_cell(mark.cell))}: {text}"
        return html(named if self.has_several_blanks else text)

    def label_group(self, group: str) -> str:
        """Return the name of a group as HTML."""
        return html(describe_group(group))

    def describe_answer(self, answer: Mapping[str, str]) -> str:
        """Return the answers in the blanks on one line, in sheet order, as HTML."""
        return html(" · ".join(answer.get(cell, "–") for cell in self.sheet.blanks))


def shorten_cell_name(cell: str) -> str:
    """Return a blank's name for a narrow column.

    >>> shorten_cell_name("ideal.term.3"), shorten_cell_name("dcg")
    ('ideal term 3', 'DCG')
    """
    at = Cell.parse(cell)
    if not at.side:
        return at.column.upper()
    side = "ideal " if at.side == "ideal" else ""
    return f"{side}{at.column} {at.rank}"


def fill_in_only_grades(sheet: Sheet, blanks: tuple[str, ...]) -> Sheet:
    """Return a sheet with these blanks, in which only the ranking's grades are filled in."""
    texts = {
        cell: format_right_value(sheet, cell)
        for cell in sheet.cells
        if cell.startswith("actual.grade.") and cell not in blanks
    }
    return replace(sheet, given=texts, blanks=blanks)


EXTREMES = {"lowest": "lower", "highest": "higher"}
ORDER_UNCHANGED = "You did not change the order."


@dataclass(frozen=True)
class SortTask:
    """A task to sort a list into the order with the highest or the lowest score.

    Raises ValueError if the list is already in that order.

    wants: one condition, a measure and “highest” or “lowest”.
    why: the comment on the solution.
    """

    sheet: Sheet
    wants: tuple[str, ...] = ("ndcg highest",)
    why: Prose = NO_PROSE

    def __post_init__(self) -> None:
        if list(self.solution) == sorted(self.solution):
            raise ValueError(
                f"The list is already in its {self.order_name} order, so there is nothing to sort."
            )

    @property
    def order_name(self) -> str:
        """The order that the task asks for: "best" or "worst"."""
        return "worst" if self.wants[0].endswith("lowest") else "best"

    @property
    def solution(self) -> tuple[int, ...]:
        """The documents in the order of the solution, each by its rank in the first order."""
        ranks = range(1, len(self.sheet.grades) + 1)
        sign = 1 if self.order_name == "worst" else -1
        return tuple(sorted(ranks, key=lambda rank: sign * self.sheet.grades[rank - 1]))

    @property
    def board(self) -> Board:
        """A board with the first order of the documents."""
        return Board("list", self.sheet, ("ndcg",))


@dataclass(frozen=True)
class OrderQuestion:
    """A question whose answer is an order of documents.

    Answers are grouped by the grades in their order, such as "3 2 0".
    """

    ask: str
    sheet: Sheet
    task: DragTask | SortTask
    kind: Kind = "order"

    @property
    def wall(self) -> str:
        """The short sentence for the wall, or the question if there is none."""
        return getattr(self.task, "wall", NO_PROSE).fill_in() or self.ask

    @property
    def worked_solution(self) -> str:
        """A right order, with its scores and the reason, or with the reply of a drag task."""
        order = ", ".join(f"{grade:g}" for grade in self._list_grades(self.solution))
        if not isinstance(self.task, SortTask):
            return f"{html(f'One order that solves the task: {order}.')} {self.task.done.fill_in()}"
        name = self.task.order_name
        which = f"The {name} order" if self._is_only_solution() else f"One of the {name} orders"
        best = html(f"{which} is {order}.")
        return f"{best} {self._describe_scores()} {self.task.why.fill_in()}".strip()

    def _is_only_solution(self) -> bool:
        """Return True if every swap of two documents with different grades changes the score."""
        order = list(self.solution)
        grades = self.sheet.grades
        best = self.compute_score(order)
        for i, j in combinations(range(len(order)), 2):
            other = order.copy()
            other[i], other[j] = order[j], order[i]
            if (
                grades[order[i]] != grades[order[j]]
                and abs(self.compute_score(other) - best) <= CLOSE_TOLERANCE
            ):
                return False
        return True

    def _describe_scores(self) -> str:
        """Return a sentence that compares the scores of the solution and the first order."""
        start = self.compute_score(range(len(self.sheet.grades)))
        end = self.compute_score(self.solution)
        if abs(end - start) <= CLOSE_TOLERANCE:
            return f"Its {self.measure_notation} is {number(end)}, the same as at the start."
        return (
            f"Its {self.measure_notation} is {number(end)}, and it was {number(start)} at the "
            "start."
        )

    @property
    def solution(self) -> tuple[int, ...]:
        """A right order as indices into the first order.

        >>> sheet = Sheet((1, 3, 2))
        >>> OrderQuestion("", sheet, SortTask(sheet)).solution
        (1, 2, 0)
        """
        return tuple(rank - 1 for rank in self.task.solution)

    def read_answer(self, raw_answer: object) -> list[int]:
        """Return an order of all documents as indices. Raise ValueError for anything else."""
        indices = list(raw_answer) if isinstance(raw_answer, (list, tuple)) else []
        are_integers = all(isinstance(n, int) and not isinstance(n, bool) for n in indices)
        if not are_integers or sorted(indices) != list(range(len(self.sheet.grades))):
            raise ValueError("An order must contain every document on the board exactly once.")
        return indices

    def judge_answer(self, answer: Sequence[int]) -> Verdict:
        """Judge an order by the conditions of the task."""
        extreme = self.task.wants[0].partition(" ")[2]
        if len(self.task.wants) == 1 and extreme in EXTREMES:
            right, message = self._judge_extreme(answer, extreme)
        else:
            message = explain_wrong_order(
                self.task.wants, self.task.board, [index + 1 for index in answer]
            )
            right = not message
        if not right and list(answer) == sorted(answer):
            message = ORDER_UNCHANGED
        return Verdict("right" if right else "wrong", self.describe_answer(answer), html(message))

    def _judge_extreme(self, answer: Sequence[int], extreme: str) -> tuple[bool, str]:
        """Return True if an order has the highest or lowest possible score, and the feedback.

        extreme: "highest" or "lowest".
        """
        now = self.compute_score(answer)
        best = self.compute_score(self.solution)
        name = self.measure_notation
        if abs(now - best) <= CLOSE_TOLERANCE:
            return True, f"{name} is {number(now)}. No order makes it {EXTREMES[extreme]}."
        best_value = f"The {extreme} possible value is {number(best)}."
        return False, f"The {name} of your order is {number(now)}. {best_value}"

    def label_group(self, group: str) -> str:
        """Return a group's name as HTML. It is the grades in their order, such as "3 2 0"."""
        return html(group)

    def describe_answer(self, answer: Sequence[int]) -> str:
        """Return the grades in the order of an answer as a text, such as "3 2 0"."""
        return " ".join(f"{grade:g}" for grade in self._list_grades(answer))

    @property
    def measure_notation(self) -> str:
        """The notation of the measure in the task's first condition, or of NDCG without one."""
        return format_measure_name(self._measure, self.sheet)

    @property
    def _measure(self) -> str:
        """The name of the measure in the task's first condition, or "ndcg" without one."""
        name = self.task.wants[0].split()[0]
        return name if name in MEASURE_NAMES else "ndcg"

    def compute_score(self, answer: Sequence[int]) -> float:
        """Compute the value of the task's measure for an order."""
        return calculate_sheet_measure(
            self._measure, self.reorder_sheet(answer), self.task.board.threshold
        )

    def reorder_sheet(self, answer: Sequence[int]) -> Sheet:
        """Return the sheet with its documents in the order of an answer."""
        return reorder_documents(self.sheet, [index + 1 for index in answer])

    def _list_grades(self, answer: Sequence[int]) -> tuple[float, ...]:
        """Return the grades in the order of an answer."""
        return tuple(self.sheet.grades[index] for index in answer)
