"""Marking: every cell's verdict, then the mistake behind a wrong one."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import floor, isnan, log10, nan

from ndcg_core.marking.cases import SheetCase
from ndcg_core.marking.diagnosis import Diagnosis
from ndcg_core.marking.ideal_order import rule_on_name, rule_on_order
from ndcg_core.marking.readings import SHORTENED_DECIMALS, Readings, Steps
from ndcg_core.marking.verdict_words import find_verdict_word
from ndcg_core.marking.verdicts import (
    FINE_UNIT,
    FOLLOWS_REPLY,
    INVALID,
    MAX_AGREEING_ERROR,
    RIGHT,
    ROUNDED_REPLY,
    SHARE_CELLS,
    TRUNCATED_REPLY,
    WRONG,
    Evidence,
    Ruling,
    Verdict,
    rule_on_number,
)
from ndcg_core.marking.wording import (
    add_bounds,
    capitalize_text,
    describe_unexplained,
    explain_mistakes,
    name_author,
    name_cell,
)
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.numbers import format_all_digits, short
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.misconception import Concept
from ndcg_core.notebook import Number, Table, render_tables
from ndcg_core.numerals.numerals import NO_VALUE_WORDS, WrittenNumber, read_numeral
from ndcg_core.numerals.reader import UnreadableError
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell, list_column
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True, kw_only=True)
class Mark(Ruling):
    """The mark of one cell: its text, its exact value, the verdict and a message.

    given          the text in the cell, or ""
    exact          the exact value; None for a name, nan if NDCG has no value
    verdict        "right", "carried", "last-digit", "wrong" or "invalid"
    misconception  the id of the likeliest known mistake, or None
    message        one or two sentences, or "" for a right cell
    others         the ids of further mistakes that give the same number, the likeliest first
    working        the verdicts on earlier versions of the same cell
    certainty      for a wrong cell: "named" if one known mistake almost certainly explains it,
                   "possible" if known mistakes may explain it, "unknown" otherwise
    deeds          the actions that the message attributes to the author of a wrong cell
    """

    cell: str
    given: str
    exact: float | None
    working: tuple["Mark", ...] = ()


VERDICT_SIGNS = {"right": "✓", "carried": "✓", "last-digit": "≈", "wrong": "✗", "invalid": "?"}
COLUMN_HEADS = ("cell", "written", "exact", "verdict", "comment")


class Marks(list[Mark]):
    """The marks of a sheet's cells, in the order of the calculation."""

    def rows(self) -> list[dict[str, str | float | None]]:
        """Return a dictionary for each mark, as rows for any data frame."""
        names = ("cell", "given", "exact", "verdict", "misconception", "message")
        return [{name: getattr(mark, name) for name in names} for mark in self]

    def _repr_html_(self) -> str:
        rows = []
        for mark in self:
            name = capitalize_text(name_cell(mark.cell))
            rows += [*(_format_row(f"{name}, first answer", one) for one in mark.working)]
            rows += [_format_row(name, mark)]
        right = sum(mark.verdict in ("right", "carried") for mark in self)
        line = f"{right} of {len(self)} cells are right or follow from the numbers before them."
        return render_tables([Table("Marked sheet", COLUMN_HEADS, rows)], line)


def _format_row(name: str, mark: Mark) -> list[object]:
    """Return a mark as a row of the table that a notebook shows."""
    sign = VERDICT_SIGNS.get(mark.verdict, "")
    verdict = f"{sign} {find_verdict_word(mark.verdict)}".strip()
    exact = "" if mark.exact is None else short(mark.exact, 6)
    return [name, mark.given or "nothing", Number(exact), verdict, mark.message]


class Marking:
    """The marking of one sheet: every verdict, and the explanations of wrong cells."""

    def __init__(
        self,
        sheet: Sheet,
        taught: Collection[Concept] | None = None,
    ) -> None:
        """Prepare the marking of a sheet.

        taught: the concepts that the author has met; None for all.
        """
        self.sheet = sheet
        self.taught = taught
        self.case = SheetCase(sheet)
        self._readings: dict[tuple[Steps, int, bool], Readings] = {}
        self.cells = [c for c in sheet.cells if c in sheet.given or c in sheet.blanks]

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The ruling on each cell. Wrong numbers other than ideal grades are not explained yet."""
        orders = rule_on_order(self.sheet, self.case.written_numbers)
        texts = ((cell, self.sheet.given.get(cell, "")) for cell in self.cells)
        return {cell: orders.get(cell) or self.rule_on_cell(cell, text) for cell, text in texts}

    @cached_property
    def verdicts(self) -> Mapping[str, Verdict]:
        """The verdict on each cell."""
        return {cell: ruling.verdict for cell, ruling in self.rulings.items()}

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The diagnosis of the wrong cells."""
        return Diagnosis(self.case, self.verdicts)

    def mark_cell(self, cell: str) -> Mark:
        """Return the mark of a cell, with its explanation and the marks of earlier texts."""
        ruling = self.explain_cell(cell)
        exact = self.sheet.exact(cell)
        number = self.case.written_numbers.get(cell)
        if ruling.verdict == WRONG and number:
            message = add_bounds(self.sheet, cell, number, ruling.message)
            ruling = replace(ruling, message=message)
        earlier = tuple(
            Mark(cell=cell, given=text, exact=exact, **vars(self.rule_on_cell(cell, text)))
            for text in self.sheet.working.get(cell, ())
        )
        given = self.sheet.given.get(cell, "")
        return Mark(cell=cell, given=given, exact=exact, working=earlier, **vars(ruling))

    def rule_on_cell(self, cell: str, text: str) -> Ruling:
        """Return the ruling on a text in a cell, without an explanation of a wrong number."""
        exact = self.sheet.exact(cell)
        if exact is None:
            return rule_on_name(self.sheet, cell, text, self.case.written_numbers)
        if isnan(exact) and text.strip().lower() in NO_VALUE_WORDS:
            return Ruling(RIGHT)
        try:
            number = read_numeral(text, self.sheet.convention.base)
        except UnreadableError as error:
            return Ruling(INVALID, str(error))
        if number.unit > MAX_AGREEING_ERROR and self.is_sum_far_off(cell, exact, number):
            return Ruling(WRONG)
        places = min(
            max(round(-log10(number.unit or 1e-6)), SHORTENED_DECIMALS[0]), SHORTENED_DECIMALS[-1]
        )
        # Some mistake gives most shares with two decimals.
        few = cell in SHARE_CELLS and abs(number.unit / FINE_UNIT - 1) < 0.001
        evidence = Evidence(
            cell,
            exact,
            lambda steps: self.get_readings(
                steps, places, is_sum=cell not in SHARE_CELLS
            ).derive_readings(cell),
            lambda number: not few and any(self.case.explain_by_repeated_mistakes(cell, number)),
        )
        return rule_on_number(number, evidence)

    def is_sum_far_off(self, cell: str, exact: float, number: WrittenNumber) -> bool:
        """Return True if a sum of right terms is off by over one unit of its last digit.

        The sum is compared with the exact sum, and with the sums of written and of truncated terms.
        No term may have fewer decimals.
        """
        if cell not in SIDE_OF_TOTAL:
            return False
        unit = number.unit * (1 + 1e-6)
        names = list_column(SIDE_OF_TOTAL[cell], "term", self.sheet.count(SIDE_OF_TOTAL[cell]))
        fine = [
            term.value
            for name in names
            if (term := self.case.written_numbers.get(name)) and term.form != "expression"
            if term.unit <= unit and term.is_rounding_of(self.sheet.exact(name) or 0.0)
        ]
        truncated_sum = (
            sum(floor(value / unit + 1e-5) * number.unit for value in fine) if unit else nan
        )
        off = (abs(number.value - value) for value in (exact, sum(fine), truncated_sum))
        return len(fine) == len(names) and all(difference > unit for difference in off)

    def get_readings(self, steps: Steps, places: int, is_sum: bool) -> Readings:
        """Return the readings for a number with `places` decimals, from a cache.

        is_sum: True for a sum or a number before it, False for a share
        """
        key = steps, places, is_sum
        if key not in self._readings:
            case = self.case
            convention = self.sheet.convention
            base = convention.base if "log" in str(convention.discount) else 0.0
            blanks = self.sheet.blanks
            printed = set(self.sheet.given) - set(blanks) if blanks else ()
            self._readings[key] = Readings(
                case.right_calculation, case.written_numbers, steps, base, printed, places, is_sum
            )
        return self._readings[key]

    def explain_cell(self, cell: str) -> Ruling:
        """Return the ruling on a cell, with an explanation of a wrong number."""
        ruling = self.rulings[cell]
        if ruling.verdict == WRONG:
            return ruling if ruling.message else self.diagnose_cell(cell)
        zero = cell == "ndcg" and not self.sheet.trace.idcg  # 0/0, nan or the like is written
        if zero and ruling.verdict == INVALID and self.sheet.given.get(cell, "").strip():
            mistake = MISCONCEPTIONS["all-zero-divides"]
            message = mistake.format_sentences(name_author(self.sheet))
            return replace(ruling, message=message, misconception=mistake.id, certainty="named")
        message = ruling.message
        if message == FOLLOWS_REPLY and WRONG not in self.verdicts.values():
            message = ROUNDED_REPLY  # nothing before it is wrong, only rounded
        return replace(
            ruling, message=message, misconception="cut-off" if message == TRUNCATED_REPLY else None
        )

    def diagnose_cell(self, cell: str) -> Ruling:
        """Return a "wrong" ruling that names the known mistakes behind the number, if any."""
        explanations = self.diagnosis.list_explanations(cell)
        if not explanations:
            message = describe_unexplained(self.sheet, cell, self.verdicts)
            return Ruling(WRONG, message, certainty="unknown")
        return explain_mistakes(
            self.case,
            cell,
            explanations,
            self.diagnosis.estimate_chance,
            self.verdicts,
            self.taught,
        )


@explain_bad_calls
def mark(sheet: Sheet, taught: Collection[Concept] | None = None) -> Marks:
    """Mark every cell that is filled in or asked for, in the order of the calculation.

    Parameters
    ----------
    sheet : Sheet
        The sheet.
    taught : collection of str, optional
        The concepts that the author has met. Mistakes about other concepts are not diagnosed.

    Returns
    -------
    Marks
        A list of `Mark`. A notebook shows it as a table.

    Notes
    -----
    A mark has one of five verdicts:

    right
        The exact value, rounded to the digits given.
    carried
        The value follows from other cells of the sheet that are rounded or wrong.
    last-digit
        The value is truncated instead of rounded, or a few units off in its last digit because of
        rounding on the way, and no known mistake gives it.
    wrong
        Any other number. The mark names the known mistake that gives it, if there is one.
    invalid
        Nothing, an unreadable text, an unknown or ambiguous name, or a number with too few digits.

    Examples
    --------
    >>> sheet = Sheet((3, 2, 3, 0, 1), given={"dcg": "6.15", "idcg": "6.32", "ndcg": "0.9731"})
    >>> [(m.cell, m.verdict) for m in mark(sheet)]
    [('dcg', 'right'), ('idcg', 'right'), ('ndcg', 'carried')]
    """
    marking = Marking(sheet, taught)
    return Marks(_shorten_repeats(marking.mark_cell(cell) for cell in marking.cells))


def _shorten_repeats(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield the marks, with a short reference for a message that a column repeats."""
    first: dict[tuple[str, str, str], int] = {}
    for mark in marks:
        at = Cell.parse(mark.cell)
        key = at.side, at.column, mark.message
        if at.rank and mark.misconception and mark.verdict == WRONG and key in first:
            mark = replace(mark, message=f"The same as at rank {first[key]}.")
        first.setdefault(key, at.rank)
        yield mark


@explain_bad_calls
def diagnose(value: float | str, cell: str, sheet: Sheet) -> list[Misconception]:
    """Return the known mistakes that give a number for a cell, the likeliest first.

    The result is empty if the number rounds to the right one, or if no known mistake gives it. A
    mistake that the right cells of the sheet rule out is left out.

    Parameters
    ----------
    value : float or str
        The number. Text counts as a number rounded to its digits: "3.5" has one decimal.
    cell : str
        The name of the cell, such as "dcg" or "actual.term.2".
    sheet : Sheet
        The sheet.

    Returns
    -------
    list of Misconception
        The mistakes.

    Raises
    ------
    ValueError
        If there is no such cell, or `value` is neither a number nor a text.

    Examples
    --------
    >>> [m.id for m in diagnose("9.00", "dcg", Sheet((3, 2, 3, 0, 1)))][:1]
    ['no-discount']
    """
    marking = Marking(sheet.with_given(cell, format_all_digits(value)))
    number = marking.case.written_numbers.get(cell)
    if number is None or marking.verdicts.get(cell) in (None, RIGHT):
        return []
    diagnosis = marking.explain_cell(cell)
    ids = [diagnosis.misconception, *diagnosis.others] if diagnosis.misconception else []
    if marking.verdicts[cell] != WRONG:
        case = marking.case
        ids += [
            e.id
            for e in chain(
                case.explain_by_repeated_mistakes(cell, number), case.explain_by_slips(cell, number)
            )
        ]
    return [MISCONCEPTIONS[id] for id in dict.fromkeys(ids)]
