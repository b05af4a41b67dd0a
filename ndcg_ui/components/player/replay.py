"""A step-by-step calculation: the current step and the numbers so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import ndcg_core as nc
from ndcg_core.examples.replay import ReplayStep, asks_only_for_cg, list_replay_steps
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.metric.traces import Terms
from ndcg_core.sheets.cells import SUM_CELLS
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html, html, p, span
from ndcg_ui.components.parts import make_player
from ndcg_ui.components.sheet.marked_sheets import explain_printed_number, render_side
from ndcg_ui.exhibit.parts import Part

SORT_STEP = "Sort by grade, highest first"


@dataclass(frozen=True)
class Replay:
    """The calculation on a sheet, replayed step by step, at the step with index `at`.

    count: the number of steps in the replay; None for all steps of the sheet
    """

    sheet: Sheet
    at: int = 0
    count: int | None = None

    @property
    def steps(self) -> tuple[ReplayStep, ...]:
        """The steps of the replay."""
        return list_replay_steps(self.sheet)[: self.count]

    @property
    def step(self) -> ReplayStep:
        """The current step."""
        return self.steps[self.at]

    @property
    def is_finished(self) -> bool:
        """True at the last step."""
        return self.at == len(self.steps) - 1

    @property
    def row(self) -> nc.Term | None:
        """The row of the current step, or None if the step is not about a single row."""
        rows = _find_rows(self.sheet.trace, self.step.side)
        return rows[self.step.rank - 1] if self.step.rank else None

    @property
    def calculated_cells(self) -> tuple[str, ...]:
        """The cells that are calculated by the current step and the steps before it."""
        return tuple(cell for step in self.steps[: self.at + 1] for cell in step.cells)

    @property
    def totals(self) -> tuple[str, ...]:
        """The sums that the replay calculates, in the order of SUM_CELLS."""
        cells = [cell for step in self.steps for cell in step.cells]
        return tuple(name for name in SUM_CELLS if name in cells)

    @property
    def ideal_state(self) -> str:
        """The word "ordered" once the ideal order is shown, else ""."""
        ids = [step.id for step in self.steps[: self.at + 1]]
        return "ordered" if "ideal.order" in ids else ""

    def find_last_rank(self, side: str) -> int:
        """Return the last rank of a side that is calculated by now, or 0."""
        return max((s.rank for s in self.steps[: self.at + 1] if s.side == side), default=0)

    def go_to(self, position: int) -> "Replay":
        """Return the replay at another step. A step out of range becomes the first or the last."""
        return replace(self, at=max(0, min(position, len(self.steps) - 1)))

    @property
    def trace_so_far(self) -> nc.Trace:
        """The trace with the terms of later steps at 0, for a chart that grows.

        The running sums and the totals stay those of the whole calculation.
        """
        trace = self.sheet.trace

        def cut_rows(rows: Terms, side: str) -> Terms:
            last = self.find_last_rank(side)
            return Terms(row if row.rank <= last else row._replace(value=0.0) for row in rows)

        return replace(
            trace, actual=cut_rows(trace.actual, "actual"), ideal=cut_rows(trace.ideal, "ideal")
        )

    @property
    def formula(self) -> Html:
        """The calculation of the current step with its numbers, as MathML or a sentence."""
        return self._calculation.mathml if self.cell else html(f"{SORT_STEP}.")

    @property
    def _calculation(self) -> nc.Formula:
        trace = self.sheet.trace
        step = self.step
        row = self.row
        if asks_only_for_cg(self.sheet):
            return nc.gains_formula(self.summed_terms)
        if row:
            return nc.term_formula(row, trace.convention)
        if step.id == "ndcg":
            return nc.ratio_formula(trace)
        return nc.sum_formula(self.summed_terms)

    @property
    def summed_terms(self) -> tuple[nc.Term, ...]:
        """The rows that the current step adds up, or () for a step without a sum."""
        if asks_only_for_cg(self.sheet):
            return self.sheet.trace.actual[: self.step.rank or self.sheet.trace.k]
        if self.row or self.step.id == "ndcg" or not self.cell:
            return ()
        return _find_rows(self.sheet.trace, self.step.side)

    @property
    def cell(self) -> str:
        """The id of the cell for the current step's term or sum, or "" for the sorting step."""
        if self.row:
            return f"{self.step.side}.term.{self.step.rank}"
        return "" if self.step.id == "ideal.order" else self.step.id


def render_formula(replay: Replay, marks: Mapping[str, Mark]) -> Html:
    """Return the current step's calculation, and a sentence about the source's printed number.

    marks: the marks of the source's numbers by cell
    """
    sentence = span(explain_printed_number(replay.sheet, marks, replay.cell), css="say")
    formula = (
        tables.render_sum(replay._calculation, replay.summed_terms)
        if replay.cell
        else replay.formula
    )
    return p(span(formula), " ", sentence, css="formula large", data_testid="formula")


def render_sheet_side(
    replay: Replay, marks: Mapping[str, Mark], side: str, *, hides_verdicts: bool = False
) -> Html:
    """Return one side of the sheet up to the current step, or all of it if `hides_verdicts`.

    hides_verdicts: True to hide exact values and verdicts (see `render_side`)
    """
    here = side == replay.step.side and not hides_verdicts
    return render_side(
        replay.sheet,
        marks,
        side,
        replay.find_last_rank(side),
        current_rank=replay.step.rank if here else 0,
        hides_verdicts=hides_verdicts,
        ideal_state=replay.ideal_state,
    )


@cache
def mark_by_cell(sheet: Sheet) -> Mapping[str, Mark]:
    """Mark a sheet, and return its marks by cell."""
    return {marked.cell: marked for marked in mark(sheet)}


def _find_rows(trace: nc.Trace, side: str) -> tuple[nc.Term, ...]:
    return {"actual": trace.actual, "ideal": trace.ideal}.get(side, ())


def make_replay_player(
    replay: Replay, name: str, calculation: str, group: str, marks: Mapping[str, Mark] | None = None
) -> Part:
    """Return the buttons of a replay as a part.

    calculation: the name of the calculation
    marks: the marks of the source's numbers, for the announcement
    """
    titles = [step.title for step in replay.steps]
    marked = (marks or {}).get(replay.cell)
    says = f" It prints {marked.given}: {marked.verdict}. {marked.message}" if marked else ""
    doc = replay.row.doc if replay.row else None
    spoken = replay._calculation.text if replay.cell else SORT_STEP
    return make_player(name, titles, replay.at, calculation, group, doc, f"{spoken}.{says}".strip())
