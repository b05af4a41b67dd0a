"""The calls that are fuzzed: each makes its own arguments out of hostile values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import ndcg_core as nc
from benchmarks import _sent as sent
from benchmarks._arguments import CHOICES, cell, convention, ranking, sheet, small, term, trace
from benchmarks._hostile import Hostile
from ndcg_core.examples.claims import check_claim
from ndcg_core.examples.replay import steps
from ndcg_core.libraries import read_number
from ndcg_core.marking.ideal_order import order_fault
from ndcg_core.marking.origins import explain_number
from ndcg_core.marking.wording import cell_name
from ndcg_core.numerals.numerals import read
from ndcg_core.plain_data import plain
from ndcg_ui.boards.board import tidy_label
from ndcg_ui.boards.link import read_link
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.practice import exercise


@dataclass(frozen=True)
class Call:
    """How a call is made, and how often among the others."""

    make: Callable[[Hostile], sent.Thunk]
    weight: float = 1.0


def _scored(name: str) -> Call:
    function = getattr(nc, name)
    takes = {"cg": 3, "dcg": 3, "ndcg_curve": 3}.get(name, 4)

    def make(h: Hostile) -> sent.Thunk:
        def call() -> object:
            arguments = ranking(h)
            if takes == 3:
                arguments.pop("judged")
            if name == "ndcg_curve":
                arguments.pop("k")
            return function(**arguments)

        return call

    return Call(make, 3.0)


def _later(do: Callable[[Hostile], object], weight: float = 1.0) -> Call:
    return Call(lambda h: lambda: do(h), weight)


def _summed(h: Hostile) -> object:
    rows = trace(h)
    return nc.sum_formula(rows.actual, h.one((3, h.anything())))


CALLS: Mapping[str, Call] = {
    **{name: _scored(name) for name in ("cg", "dcg", "idcg", "ndcg", "delta_ndcg", "ndcg_curve")},
    "ndcg_at_k": _later(lambda h: nc.ndcg_at_k(h.grades(), h.k()), 3),
    "trace": _later(trace, 5),
    "Convention": _later(
        lambda h: nc.Convention(
            h.anything(),
            **{n: h.anything() for n in (*CHOICES, "empty", "base") if h.random.random() < 0.3},
        ),
        2,
    ),
    "Sheet": _later(lambda h: nc.Sheet(h.grades(), given=h.anything(), blanks=h.anything()), 2),
    "number": _later(lambda h: (nc.number(h.number()), nc.number(0.5, h.anything())), 2),
    "short": _later(lambda h: (nc.short(h.number()), nc.short(0.5, h.anything()))),
    "exact": _later(lambda h: nc.exact(h.anything())),
    "cg_formula": _later(lambda h: nc.cg_formula(convention(h)).mathml),
    "dcg_formula": _later(lambda h: nc.dcg_formula(convention(h)).mathml),
    "ndcg_formula": _later(lambda h: nc.ndcg_formula().mathml, 0.1),
    "gain_formula": _later(lambda h: nc.gain_formula(convention(h)).mathml),
    "discount_formula": _later(lambda h: nc.discount_formula(convention(h)).mathml),
    "gain_at": _later(lambda h: nc.gain_at(h.number(), convention(h))),
    "divisor_at": _later(lambda h: nc.divisor_at(h.number(), convention(h))),
    "sum_formula": _later(_summed),
    "gains_formula": _later(lambda h: nc.gains_formula(trace(h).actual)),
    "ratio_formula": _later(lambda h: nc.ratio_formula(trace(h))),
    "term_formula": _later(lambda h: nc.term_formula(term(h), convention(h))),
    "cell_name": _later(lambda h: cell_name(cell(h)), 2),
    "mark": _later(lambda h: nc.mark(sheet(h)), 1),
    "diagnose": _later(
        lambda h: nc.diagnose(h.one((h.text(), h.number())), cell(h), sheet(h)), 0.3
    ),
    "explain_number": _later(lambda h: explain_number(small(h), h.text(), h.one((None, 2))), 0.02),
    "order_fault": _later(lambda h: order_fault(sheet(h))),
    "steps": _later(lambda h: steps(sheet(h)), 2),
    "summary": _later(lambda h: nc.summary(sheet(h)), 0.3),
    "check_claim": _later(
        lambda h: [
            check_claim(claim, example.sheet)
            for example in nc.load_examples()[:1]
            for claim in example.claims
        ],
        0.02,
    ),
    # readers of text
    "read_ranking": _later(lambda h: write_ranking(read_ranking(h.text())), 10),
    "read_link": _later(lambda h: read_link(sent.link(h)), 3),
    "tidy_label": _later(lambda h: tidy_label(h.text()).encode(), 3),
    "read (a cell)": _later(lambda h: read.__wrapped__(h.text()), 10),
    "read_number": _later(lambda h: read_number(h.text()), 5),
    "from_link": _later(lambda h: sent.faded(sent.exercise_link(h)), 0.5),
    "understand": Call(sent.compared, 1),
    "who_prints": Call(sent.printed, 0.3),
    # what components send
    "a board's command": _later(
        lambda h: sent.obeyed(plain(h.near(sent.ORDER | {"do": h.one(sent.DOES)}))), 4
    ),
    "an act on a page": _later(lambda h: sent.acted(h, *h.one(sent.LINKS)), 0.05),
    "an entry of a sheet": Call(sent.exercise_entry, 0.3),
    "an answer": Call(sent.attempt, 2),
    "a kept record": _later(
        lambda h: exercise.unpack_record(
            h.near({"cg": h.near({"level": 2, "top": 3, "run": -1, "passed": "open"})})
        ),
        3,
    ),
    "a kept course": _later(lambda h: sent.walk(sent.course(h)), 0.5),
    "anything sent": _later(lambda h: plain(h.sent(5)), 5),
}
