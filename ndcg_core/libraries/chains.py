"""The chain of changes from one library's number to another's, each with a description."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from math import nan
from typing import Any

from ndcg_core.content import load_toml
from ndcg_core.libraries.ranking import LibraryGroup, Ranking, are_numbers_equal
from ndcg_core.marking.wording import name_cell
from ndcg_core.metric import CONVENTIONS, Convention, Trace, number, short
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.gains import name_gain
from ndcg_core.metric.notation import describe_discount_source
from ndcg_core.notebook import Number, Table, render_tables
from ndcg_core.sheets.cells import find_exact_value

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
CHOICE_WORDS: Mapping[str, Mapping[str, Any]] = load_toml(__file__, "choices.toml")


def describe_choice(convention: Convention, field: str, k: int | None = None) -> str:
    """Describe one choice of a convention, for a ranking with or without a cutoff k.

    >>> describe_choice(Convention("any", empty=1.0), "empty")
    '1 for a query with nothing relevant'
    >>> describe_choice(Convention("any", cutoff="32"), "ideal_cut", k=5)
    'the ideal order cut at 32'
    """
    if field == "gain":
        return f"gain {_describe_gain(convention)}"
    if field == "discount":
        return f"divisor {_describe_divisor(convention)}"
    if field == "empty":
        value = convention.empty
        shown = "no value" if value != value else number(value, 0)
        return f"{shown} for a query with nothing relevant"
    if field == "ideal_cut":
        with_k = k is not None or convention.cutoff == "32"
        text = str(CHOICE_WORDS["ideal_cut"][convention.ideal_cut][with_k])
        return text.replace("at k", "at 32") if convention.cutoff == "32" else text
    return str(CHOICE_WORDS[field][getattr(convention, field)])


@explain_bad_calls
def describe_change(before: Convention, after: Convention, field: str, k: int | None = None) -> str:
    """Describe the change of one choice from one convention to another.

    The old choice is only named for gain and discount. k: the cutoff of the ranking, or None.

    >>> describe_change(Convention("a"), Convention("b", gain="exponential"), "gain")
    'gain 2^r − 1 instead of r'
    """
    if field == "gain":
        return f"gain {_describe_gain(after)} instead of {_describe_gain(before)}"
    if field == "discount":
        return f"divisor {_describe_divisor(after)} instead of {_describe_divisor(before)}"
    return describe_choice(after, field, k)


def _describe_gain(convention: Convention) -> str:
    """Return the words for the gain of a convention, such as "2^r − 1"."""
    if isinstance(convention.gain, str):
        return str(CHOICE_WORDS["gain"][convention.gain])
    return f"from {name_gain(convention.gain)}"


def _describe_divisor(convention: Convention) -> str:
    """Return the words for the divisor of a convention, such as "log₂(i + 1)"."""
    if convention.discount == "logb(i)":
        base = short(convention.base)
        return f"log{base.translate(SUBSCRIPTS)}(i) from rank {base} on"
    named = {"log2(i+1)": "log₂(i + 1)", "i": "i", "none": "1"}
    if isinstance(convention.discount, str):
        return named[convention.discount]
    return f"from {describe_discount_source(convention)}"


def find_first_differing_cell(before: Trace, after: Trace) -> str:
    """Return the name of the first cell in which two traces differ, such as "actual.gain.1".

    The cells of the ranking come before the cells of its ideal order. If one trace has more rows,
    the cell is the term of its first further row. Returns "ndcg" if all rows are equal.
    """
    for side in ("actual", "ideal"):
        rows = getattr(before, side), getattr(after, side)
        for rank, (old, new) in enumerate(zip(*rows, strict=False), 1):
            for column in ("grade", "gain", "discount"):
                if getattr(old, column) != getattr(new, column):
                    return f"{side}.{column}.{rank}"
        shorter, longer = sorted(map(len, rows))
        if shorter != longer:
            return f"{side}.term.{shorter + 1}"
    return "ndcg"


def find_value_or_none(trace: Trace, cell: str) -> float | None:
    """Return the number in a cell of a trace, or None for a label or a missing cell.

    >>> trace = Ranking((3,)).trace_ndcg("scikit-learn")
    >>> [find_value_or_none(trace, cell) for cell in ("dcg", "actual.gain.2", "mean")]
    [3.0, None, None]
    """
    with suppress(ValueError):
        return find_exact_value(trace, cell)
    return None


CHANGED_FIELDS = (
    "negative",
    "self",
    "fractions",
    "gain",
    "discount",
    "cutoff",
    "ideal_from",
    "ideal_cut",
    "scores",
    "ties",
    "beyond",
    "empty",
    "missing",
    "mean",
)
"""The choices of a convention, in the order in which a chain changes them.

The rule for negative grades is first. The rule is last if the target library refuses negative
grades: such a library prints a number only if the pool alone has negative grades.
"""


@dataclass(frozen=True)
class ChainStep:
    """The change of one choice, with its effect on NDCG.

    field   the name of the choice
    change  the new choice in words
    value   the NDCG after this change
    cell    the first cell that changes: "actual.gain.1", "ideal.grade.6", "ndcg"
    was     the old number in that cell, or None if there was no such row
    now     the new number in that cell, or None if there is no such row
    """

    field: str
    change: str
    value: float
    cell: str
    was: float | None
    now: float | None


@dataclass(frozen=True)
class Chain:
    """A sequence of changed choices that leads from one NDCG value to another.

    start   NDCG before the changes
    steps   the changes with an effect
    silent  the number of changes without an effect
    """

    start: float
    steps: tuple[ChainStep, ...]
    silent: int

    @property
    def end(self) -> float:
        """NDCG after the last change with an effect, or `start` if there is none."""
        return self.steps[-1].value if self.steps else self.start

    def _repr_html_(self) -> str:
        start: list[object] = ["start", "", Number(number(self.start, 6))]
        heads = ["change", "first cell that differs", "NDCG"]
        caption = f"From {number(self.start, 6)} to {number(self.end, 6)}"
        table = Table(caption, heads, [start, *map(_list_step_cells, self.steps)])
        return render_tables([table], describe_ineffective_choices(self.silent))


def _list_step_cells(step: ChainStep) -> list[object]:
    """Return one change as a row of the table that a notebook shows."""
    was = "no row" if step.was is None else short(step.was)
    now = "no row" if step.now is None else short(step.now)
    cell = f"{name_cell(step.cell)}: {was} → {now}"
    return [step.change, cell, Number(number(step.value, 6))]


@explain_bad_calls
def describe_ineffective_choices(count: int, unchanged: str = "nothing for this ranking") -> str:
    """Return a sentence about choices that differ without an effect, or "" for none.

    count: the number of these choices.

    unchanged: the words for the result that the choices do not change.
    """
    if not count:
        return ""
    if count == 1:
        return f"{count} further choice differs, but changes {unchanged}."
    return f"{count} further choices differ, but change {unchanged}."


@explain_bad_calls
def find_chain(ranking: Ranking, first: str, second: str) -> Chain:
    """Return the chain of changes from one library's number to another library's number.

    first, second: the ids of the libraries.

    >>> steps = find_chain(Ranking((3, 2, 3, 0, 1)), "scikit-learn", "lenskit-rating").steps
    >>> [(step.change, round(step.value, 3), step.cell) for step in steps]
    [('divisor log₂(i) from rank 2 on instead of log₂(i + 1)', 0.944, 'actual.discount.2')]
    """
    return replace(
        _make_chain(ranking, list_changes(first, second)), start=ranking.calculate_ndcg(first)
    )


@dataclass(frozen=True)
class Change:
    """The change of one field of a convention, with the conventions before and after."""

    field: str
    before: Convention
    after: Convention


@cache
def list_changes(first: str, second: str, has_many_queries: bool = False) -> tuple[Change, ...]:
    """Return the changes of single choices from one library's convention to another's.

    first, second: the ids of the libraries.

    has_many_queries: True to include the choices that only affect the mean over many queries.
    """
    here = find_unnamed_convention(first, has_many_queries)
    there = find_unnamed_convention(second, has_many_queries)
    changes = []
    fields = CHANGED_FIELDS
    if there.negative == "refuse":
        fields = (*CHANGED_FIELDS[1:], CHANGED_FIELDS[0])
    for field in fields:
        values = {field: getattr(there, field)}
        if field == "discount":
            values["base"] = there.base
        after = replace(here, **values)
        if after != here:
            changes.append(Change(field, here, after))
        here = after
    return tuple(changes)


@cache
def find_unnamed_convention(name: str, has_many_queries: bool = False) -> Convention:
    """Return a library's convention with an empty name, so that equal choices compare equal.

    has_many_queries: False to reset the choices that only affect the mean over many queries.
    """
    unnamed = replace(CONVENTIONS[name], name="", title="", cite="", fewest=1)
    if has_many_queries:
        return unnamed
    return replace(unnamed, self="kept", missing="zero", mean="all")


@explain_bad_calls
def find_shortest_chain(ranking: Ranking, upper: LibraryGroup, lower: LibraryGroup) -> Chain:
    """Return the shortest chain from a library of one group to a library of another group.

    The shortest chain has the fewest changes with an effect, and then the fewest changes.
    """
    paths = (
        list_changes(first, second)
        for first in _list_distinct_libraries(upper.ids)
        for second in _list_distinct_libraries(lower.ids)
    )

    def count_changes(changes: Sequence[Change]) -> tuple[int, int]:
        """Return the number of effective changes, and the number of all changes."""
        effective = sum(_has_effect(ranking, change) for change in changes)
        return effective, len(changes)

    return _make_chain(ranking, min(paths, key=count_changes))


def _list_distinct_libraries(ids: Iterable[str]) -> list[str]:
    """Return the first library of each distinct convention.

    The conventions are in the reverse order of their last libraries.
    """
    return list({find_unnamed_convention(name): name for name in reversed(tuple(ids))}.values())


def _has_effect(ranking: Ranking, change: Change) -> bool:
    """Return True if a change alters the NDCG of a ranking."""
    return not are_numbers_equal(
        ranking.calculate_ndcg(change.before), ranking.calculate_ndcg(change.after)
    )


def _make_chain(ranking: Ranking, changes: Sequence[Change]) -> Chain:
    """Return a chain of the changes that affect NDCG. If `changes` is empty, `start` is NaN."""
    effective = [change for change in changes if _has_effect(ranking, change)]
    start = ranking.calculate_ndcg(changes[0].before) if changes else nan
    steps = tuple(_make_step(ranking, change) for change in effective)
    return Chain(start, steps, len(changes) - len(effective))


def _make_step(ranking: Ranking, change: Change) -> ChainStep:
    """Return the step of a change, with the first cell that differs and the new NDCG."""
    before = ranking.trace_ndcg(change.before)
    after = ranking.trace_ndcg(change.after)
    cell = find_first_differing_cell(before, after)
    return ChainStep(
        change.field,
        describe_change(change.before, change.after, change.field, ranking.k),
        ranking.calculate_ndcg(change.after),
        cell,
        find_value_or_none(before, cell),
        find_value_or_none(after, cell),
    )
