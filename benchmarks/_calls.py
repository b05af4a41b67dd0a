"""The calls that are fuzzed: each makes its own arguments out of hostile values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import ndcg_core as nc
from benchmarks._hostile import Hostile
from ndcg_core.examples.claims import check_claim
from ndcg_core.examples.replay import steps
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.links import from_link, to_link
from ndcg_core.exercises.variants import load_variants
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import answered, judged, unpack_attempt
from ndcg_core.lessons.course.course import next_lesson, pack, state_of, unpack
from ndcg_core.libraries import LIBRARIES, Ranking, chain, groups, read_number, who_prints
from ndcg_core.marking.ideal_order import order_fault
from ndcg_core.marking.origins import explain_number
from ndcg_core.marking.unexplained import cell_name
from ndcg_core.numerals.numerals import read
from ndcg_core.plain_data import plain
from ndcg_ui.boards.board import Board, tidy_label
from ndcg_ui.boards.downloads import ranking_json, steps_csv
from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.ranking_text import read_ranking, write_ranking
from ndcg_ui.conventions.question import cut, got, understand
from ndcg_ui.practice import exercise, record

Thunk = Callable[[], object]


@dataclass(frozen=True)
class Call:
    """How a call is made, and how often among the others."""

    make: Callable[[Hostile], Thunk]
    weight: float = 1.0


# --- What the functions take -------------------------------------------------------------------

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


def small(h: Hostile) -> list[float]:
    """Grades that can be scored."""
    return [h.one((0, 1, 2, 3, 0.5)) for _ in range(h.random.randrange(1, 6))]


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


# --- What is kept in a browser -----------------------------------------------------------------


@cache
def questions() -> tuple[Question, ...]:
    """Every question of the course."""
    found = [question for lesson in load_lessons() for question in lesson.later]
    checks = [lesson.check for lesson in load_lessons() if lesson.check]
    return (*found, *(question for check in checks for question in check.questions))


def course(h: Hostile) -> dict[str, Any]:
    """A way through the course as a browser may say that it was."""
    lesson = h.one(load_lessons())
    given = {"given": h.sent(), "result": h.one(("right", "open", "shown")), "tried": h.sent()}
    gate = h.near({"queue": [0, 1, 2], "run": 1, "asked": 2, "hint": "shown", "state": "open"})
    record = h.near({"reached": 3, "state": "done", "gate": gate, "answers": {"choice-1": given}})
    kept = {"version": 1, "answers": 3, "last": lesson.slug, "lessons": {lesson.slug: record}}
    return h.near(kept | {"memories": {"discount/x": {"right": 0, "due": h.sent()}}})


def _walk(data: object) -> None:
    known = unpack(data)
    for lesson in load_lessons()[:3]:
        known.record(lesson)
        state_of(known, load_lessons(), lesson)
    next_lesson(known, load_lessons())
    pack(known)


def _try(question: Question, given: object, kept: object) -> None:
    attempt = unpack_attempt(kept)
    judged(question, attempt)
    judged(question, answered(question, attempt, given))


def _attempt(h: Hostile) -> Thunk:
    question = h.one(questions())
    like = {
        "given": h.sent(),
        "result": h.one(("right", "wrong", "open")),
        "misses": 1,
        "tried": [1],
    }
    return partial(_try, question, plain(h.sent()), plain(h.near(like)))


# --- A board, an exercise ----------------------------------------------------------------------

BOARD = History.of(Board(read_ranking("A:3 B:2 C:3 D:0 E:1"), read_ranking("F:3")))
ORDER = {
    "do": "arrange",
    "order": [1, 0, 2, 4, 3],
    "at": 2,
    "grade": 2,
    "label": "x",
    "to": "judged",
}
DOES = ("arrange", "grade", "rename", "add", "remove", "undo", "redo", "reset", "fly")


def _obeyed(command: Mapping[str, Any]) -> None:
    board = BOARD.obeying(command).now
    found = board.trace(3, nc.STANDARD)
    ranking_json(board, found).encode()
    steps_csv(found).encode()
    assert read_link(write_link(board, _settings()))[0].grades == board.grades


@cache
def _settings() -> Any:
    return read_link({})[1]


def _entered(done: exercise.Exercise, entry: Mapping[str, Any]) -> None:
    after = exercise.entered(done, entry)
    record.credited({}, done, after)
    assert all(mark.message is not None for mark in after.marks)
    assert after.hints is not None


def _exercise(h: Hostile) -> Thunk:
    done = h.one(_exercises())
    texts = {name: h.text() for name in done.blank.blanks}
    like = {"texts": texts, "why": h.one(("check", "hint", "left")), "cell": done.blank.blanks[0]}
    return partial(_entered, done, plain(h.near(like)))


@cache
def _exercises() -> tuple[exercise.Exercise, ...]:

    variants = load_variants()[::9]
    return tuple(exercise.Exercise(variant, levels(variant) - 1, 1) for variant in variants)


def _link(h: Hostile) -> dict[str, str]:
    names = ("r", "judged", "k", "gain", "base", "discount", "ideal", "hide", "others", "skill")
    return {name: h.text() for name in names if h.random.random() < 0.5}


def _exercise_link(h: Hostile) -> dict[str, str]:
    good = {"skill": h.one(("cg", "dcg", "term", "mean", "ndcg", "x")), "r": "3,2,0", "k": "2"}
    return good | {name: text for name, text in _link(h).items() if h.random.random() < 0.5}


def _faded(link: Mapping[str, str]) -> None:
    variant = from_link(link)
    paper = fade(variant, 1)
    for name in paper.blanks:
        hints(paper, name)
    to_link(variant)


def _compared(h: Hostile) -> Thunk:
    asked = cut({name: h.text() for name in ("r", "k", "judged", "scores", "got")})
    return lambda: (got(asked), understand(asked, Ranking((2.0, 1.0))))


def _printed(h: Hostile) -> Thunk:
    grades = tuple(map(float, small(h)))
    scores = h.one((None, tuple(float(h.random.randrange(3)) for _ in grades)))
    asked = Ranking(grades, h.one((None, 1, 3, 9)), None, scores)
    one, other = h.one(list(LIBRARIES)), h.one(list(LIBRARIES))
    return lambda: (
        who_prints(asked, h.text(), [one]),
        groups(asked, [one, other]),
        chain(asked, one, other),
    )


# --- All of them -------------------------------------------------------------------------------


def _scored(name: str) -> Call:
    function = getattr(nc, name)
    takes = {"cg": 3, "dcg": 3, "ndcg_curve": 3}.get(name, 4)

    def make(h: Hostile) -> Thunk:
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
    "read_link": _later(lambda h: read_link(_link(h)), 3),
    "tidy_label": _later(lambda h: tidy_label(h.text()).encode(), 3),
    "read (a cell)": _later(lambda h: read.__wrapped__(h.text()), 10),
    "read_number": _later(lambda h: read_number(h.text()), 5),
    "from_link": _later(lambda h: _faded(_exercise_link(h)), 0.5),
    "understand": Call(_compared, 1),
    "who_prints": Call(_printed, 0.3),
    # what components send
    "a board's command": _later(lambda h: _obeyed(plain(h.near(ORDER | {"do": h.one(DOES)}))), 4),
    "an entry of a sheet": Call(_exercise, 0.3),
    "an answer": Call(_attempt, 2),
    "a kept record": _later(
        lambda h: record.unpack(
            h.near({"cg": h.near({"level": 2, "top": 3, "run": -1, "passed": "open"})})
        ),
        3,
    ),
    "a kept course": _later(lambda h: _walk(course(h)), 0.5),
    "anything sent": _later(lambda h: plain(h.sent(5)), 5),
}
