"""A step-by-step calculation: the current step and the numbers so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import ndcg_core as nc
from ndcg_core.examples.replay import ReplayStep, asks_only_cg, list_steps
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.metric.traces import Terms
from ndcg_core.sheets.cells import SUM_CELLS
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html, html, p, span
from ndcg_ui.components.parts import make_player
from ndcg_ui.components.sheet.marked_sheets import draw_side, explain_printed
from ndcg_ui.exhibit.parts import Part

SORT_STEP = "Sort by grade, highest first"


@dataclass(frozen=True)
class Replay:
    """The replay of a sheet at step `at`.

    count: the number of steps to see.
    """

    sheet: Sheet
    at: int = 0
    count: int | None = None

    @property
    def steps(self) -> tuple[ReplayStep, ...]:
        return list_steps(self.sheet)[: self.count]

    @property
    def step(self) -> ReplayStep:
        return self.steps[self.at]

    @property
    def is_finished(self) -> bool:
        return self.at == len(self.steps) - 1

    @property
    def row(self) -> nc.Term | None:
        """The row of the step, or None if the step is not about one row."""
        rows = _take_rows(self.sheet.trace, self.step.side)
        return rows[self.step.rank - 1] if self.step.rank else None

    @property
    def done(self) -> tuple[str, ...]:
        return tuple(cell for step in self.steps[: self.at + 1] for cell in step.cells)

    @property
    def totals(self) -> tuple[str, ...]:
        """The sums in the order of the replay, NDCG among them."""
        cells = [cell for step in self.steps for cell in step.cells]
        return tuple(name for name in SUM_CELLS if name in cells)

    @property
    def ideal_state(self) -> str:
        """The word "ordered" once the ideal order is shown, else ""."""
        ids = [step.id for step in self.steps[: self.at + 1]]
        return "ordered" if "ideal.order" in ids else ""

    def find_last_rank(self, side: str) -> int:
        """Return the last rank calculated so far on one side, or 0."""
        return max((s.rank for s in self.steps[: self.at + 1] if s.side == side), default=0)

    def go_to(self, at: int) -> "Replay":
        """Return the replay at another step, or at the nearest one."""
        return replace(self, at=max(0, min(at, len(self.steps) - 1)))

    @property
    def so_far(self) -> nc.Trace:
        """The trace with later terms at 0, for a chart that grows."""
        trace = self.sheet.trace

        def cut_rows(rows: Terms, side: str) -> Terms:
            last = self.find_last_rank(side)
            return Terms(row if row.rank <= last else row._replace(value=0.0) for row in rows)

        return replace(
            trace, actual=cut_rows(trace.actual, "actual"), ideal=cut_rows(trace.ideal, "ideal")
        )

    @property
    def formula(self) -> Html:
        """The step's calculation with the numbers put in, as MathML or a sentence."""
        return self._calculation.mathml if self.cell else html(f"{SORT_STEP}.")

    @property
    def _calculation(self) -> nc.Formula:
        trace = self.sheet.trace
        step = self.step
        row = self.row
        if asks_only_cg(self.sheet):
            return nc.gains_formula(self.summed_terms)
        if row:
            return nc.term_formula(row, trace.convention)
        if step.id == "ndcg":
            return nc.ratio_formula(trace)
        return nc.sum_formula(self.summed_terms)

    @property
    def summed_terms(self) -> tuple[nc.Term, ...]:
        """The rows that the step adds up, or none for other steps."""
        if asks_only_cg(self.sheet):
            return self.sheet.trace.actual[: self.step.rank or self.sheet.trace.k]
        if self.row or self.step.id == "ndcg" or not self.cell:
            return ()
        return _take_rows(self.sheet.trace, self.step.side)

    @property
    def cell(self) -> str:
        """The cell that the step calculates, or "" for an order."""
        if self.row:
            return f"{self.step.side}.term.{self.step.rank}"
        return "" if self.step.id == "ideal.order" else self.step.id


def draw_formula(replay: Replay, marks: Mapping[str, Mark]) -> Html:
    """Return the step's calculation, with the document's printed number."""
    sentence = span(explain_printed(replay.sheet, marks, replay.cell), css="say")
    formula = (
        tables.write_sum(replay._calculation, replay.summed_terms)
        if replay.cell
        else replay.formula
    )
    return p(span(formula), " ", sentence, css="formula large", data_testid="formula")


def draw_sheet_side(
    replay: Replay, marks: Mapping[str, Mark], side: str, *, asking: bool = False
) -> Html:
    """Return a side of the sheet up to the replay's step.

    asking: see `draw_side`.
    """
    here = side == replay.step.side and not asking
    return draw_side(
        replay.sheet,
        marks,
        side,
        replay.find_last_rank(side),
        now=replay.step.rank if here else 0,
        asking=asking,
        ordered=replay.ideal_state,
    )


@cache
def mark_by_cell(sheet: Sheet) -> Mapping[str, Mark]:
    """Return the verdicts on a sheet, by cell."""
    return {marked.cell: marked for marked in mark(sheet)}


def _take_rows(trace: nc.Trace, side: str) -> tuple[nc.Term, ...]:
    return {"actual": trace.actual, "ideal": trace.ideal}.get(side, ())


def make_replay_player(
    replay: Replay, name: str, replayed: str, group: str, marks: Mapping[str, Mark] | None = None
) -> Part:
    """Return the buttons of a replay.

    replayed: the name of the calculation.
    """
    titles = [step.title for step in replay.steps]
    marked = (marks or {}).get(replay.cell)
    says = f" It prints {marked.given}: {marked.verdict}. {marked.message}" if marked else ""
    doc = replay.row.doc if replay.row else None
    spoken = replay._calculation.text if replay.cell else SORT_STEP
    return make_player(name, titles, replay.at, replayed, group, doc, f"{spoken}.{says}".strip())
