"""Every public function, reader and component value, called with what nobody means.

python -m benchmarks.fuzz --calls 1000000 --seed 1

A call may return something, or raise ValueError with a sentence: it begins with a capital letter,
a quotation mark, a number or a function's name, ends with a full stop, has at most 300 characters
and can be written as UTF-8. Anything else is printed, each kind once with how often it happened and
where, and exits with 1. The same seed makes the same calls.
"""

from __future__ import annotations

import sys
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import ndcg_core as nc
from benchmarks import _sent as sent
from benchmarks._hostile import Hostile, small
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

CHOICES: Mapping[str, tuple[Any, ...]] = {
    "gain": (*nc.GAINS, "none", 3),
    "discount": (*nc.DISCOUNTS, "", None),
    "ideal_from": (*nc.IDEALS, "top"),
    "ideal_cut": ("k", "pool", "list", "none", "x"),
    "cutoff": ("k", "32", "none"),
    "beyond": ("whole", "zero"),
    "ties": ("input", "averaged", "id-descending", "id-ascending", "worst", "shared"),
    "scores": ("float64", "float32"),
}


def convention(h: Hostile) -> nc.Convention:
    """A convention: a known one, or any choices that make one; ValueError where they do not."""
    if h.random.random() < 0.5:
        return h.one(list(nc.CONVENTIONS.values()))
    picked = {name: h.one(values) for name, values in CHOICES.items() if h.random.random() < 0.3}
    rest = {"empty": h.number(), "base": h.number()} if h.random.random() < 0.2 else {}
    return nc.Convention(h.text() if h.random.random() < 0.1 else "made", **picked, **rest)


def pool(h: Hostile, grades: Any) -> Any:
    """A pool: none, the grades and more, or anything."""
    more = [h.number() for _ in range(3)]
    whole = [*grades, *more] if isinstance(grades, list) else more
    return h.one((None, None, whole, h.grades()))


def ranking(h: Hostile) -> dict[str, Any]:
    """The arguments that all scores share."""
    grades = h.grades()
    return {"grades": grades, "k": h.k(), "convention": convention(h), "judged": pool(h, grades)}


def trace(h: Hostile) -> nc.Trace:
    """A trace of a hostile ranking."""
    scores = h.one((None, h.grades()))
    return nc.trace(**ranking(h), scores=scores, labels=h.one((None, h.one((["a"], "ab", 3)))))


def sheet(h: Hostile) -> nc.Sheet:
    """A sheet with something written on it."""
    grades = small(h) if h.random.random() < 0.8 else h.grades()
    made = nc.Sheet(grades, h.one(list(nc.CONVENTIONS.values())), h.one((None, 1, 2, 3, 9)))
    cells = h.random.sample(made.cells, min(3, len(made.cells)))
    given = {cell: h.text() for cell in cells}
    return replace(made, given=h.anything() if h.random.random() < 0.05 else given)


def cell(h: Hostile) -> Any:
    """The name of a cell, or something in its place."""
    return h.one(("dcg", "idcg", "ndcg", "cg", "mean", "actual.term.2", h.anything()))


def term(h: Hostile) -> nc.Term:
    """A row of a trace."""
    return h.one(
        nc.trace(small(h), convention=h.one(list(nc.CONVENTIONS.values()))).actual
        or (nc.trace([1]).actual)
    )


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


LONGEST_SENTENCE = 300
FUNCTIONS = ("log", "log2", "log10", "log_2", "log_10", "lb", "ld", "lg", "ln", "sqrt")
"""What a sentence about a formula may begin with."""


@dataclass(frozen=True)
class Fault:
    """What a call did that no call may do: the function, what happened, and where."""

    name: str
    what: str
    where: str


def is_sentence(text: str) -> bool:
    """Whether a refusal is a short sentence that can be shown.

    >>> is_sentence("There is no grade here yet."), is_sentence("max() arg is an empty sequence")
    (True, False)
    """
    first = text.partition(" ")[0]
    begins = text[:1].isupper() or text[:1] in "“'0123456789" or first in FUNCTIONS
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return begins and text.endswith((".", ").")) and len(text) <= LONGEST_SENTENCE


def fault(name: str, call: Callable[[], object]) -> Fault | None:
    """What is wrong with what a call does, or None."""
    try:
        call()
    except ValueError as error:
        if is_sentence(str(error)):
            return None
        return Fault(name, f"{type(error).__name__}: {_shown(error)}", _where(error))
    except Exception as error:
        return Fault(name, f"{type(error).__name__}: {_shown(error)}", _where(error))
    return None


def _shown(error: Exception) -> str:
    try:
        return ascii(str(error))[:120]
    except Exception:
        return "its words cannot be written"


def _where(error: Exception) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "ndcg_" in f.filename]
    return f"{frames[-1].filename.rpartition('/ndcg_')[2]}:{frames[-1].lineno}" if frames else ""


def fuzz(calls: int, seed: int, names: Sequence[str] = ()) -> Iterator[tuple[str, Fault | None]]:
    """So many calls, one after another: the name of each, and what was wrong with it."""
    hostile = Hostile(seed)
    chosen = {name: CALLS[name] for name in names or CALLS}
    weights = [call.weight for call in chosen.values()]
    for name in hostile.random.choices(list(chosen), weights, k=calls):
        made = chosen[name].make(hostile)
        yield name, fault(name, made)


def main(arguments: Sequence[str]) -> int:
    """Call, count, and print what was found."""
    parser = ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=(), help="names of functions")
    asked = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    faults: Counter[Fault] = Counter()
    slowest = (0.0, "")
    for call in CALLS.values():  # what is read once, such as the lessons, is read now
        fault("", call.make(Hostile(asked.seed)))
    before = time.thread_time()
    for name, found in fuzz(asked.calls, asked.seed, asked.only):
        now = time.thread_time()
        slowest = max(slowest, (now - before, name))
        before = now
        counts[name] += 1
        if found is not None:
            faults[found] += 1
    for found, times in faults.most_common():
        print(f"{times:7}  {found.name:24} {found.where:36} {found.what}")
    print(
        f"{counts.total()} calls of {len(counts)} functions, {faults.total()} faults of "
        f"{len(faults)} kinds; the slowest took {slowest[0] * 1000:.0f} ms ({slowest[1]})."
    )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
