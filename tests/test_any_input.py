"""Every public function and reader of text, given what nobody means.

A call may return something, or raise ValueError or TypeError with a sentence: it begins with a
capital letter, a quotation mark, a number or a function's name, ends with a full stop, has at most
400 characters, is printable and can be written as UTF-8. What is called comes from the packages
themselves, and what for from the names of the arguments. What browsers send is tried in
`tests/acts/test_hostile.py` and `tests/ui/test_any_link.py`.
"""

import inspect
import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest

import ndcg_core as nc
from ndcg_core import evaluation, libraries, measures
from ndcg_core.examples.replay import list_replay_steps
from ndcg_core.exercises.fading import fade_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.variants import read_variant_link
from ndcg_core.libraries import LIBRARIES, Ranking
from ndcg_core.marking.ideal_order import find_order_fault
from ndcg_core.marking.origins import explain_number
from ndcg_core.marking.wording import name_cell
from ndcg_core.metric import conventions
from ndcg_core.metric.numbers import escape_unprintable
from ndcg_core.numerals.numerals import read_numeral
from ndcg_ui.components.board.board import clean_label
from ndcg_ui.components.board.link import read_link
from ndcg_ui.components.board.ranking_text import format_ranking, read_ranking
from ndcg_ui.pages.conventions.link import parse_question, read_entered_text, read_question
from tests.conftest import ALL

HOW_MANY = 300_000 if ALL else 3_000
FEWER = {"nc.check": 5, "evaluation.load_bundled": 100, "understand": 3}
"""So many times fewer calls: of a function with hundreds of numbers, of one without arguments that
reads files, and of a comparison of all libraries."""
WORDS = (
    *("", " ", "3, 2, 3, 0, 1", "A:3 B:2", "3,,2", "0,5 1,0", "array([3, 2])", "dcg", "97.24 %"),
    *("actual.term.2", "ideal.grade.1", "actual.term.99", "0.957", "7/log2(3)", "1e999999999"),
    *("9" * 5000, "nan", "-inf", "−1", "\u0663\u0662", "\ud800", "A\x00B", "<b>&\"'</b>", "\x1b["),
    *("(" * 300, "2^" * 80, "2^-" * 50 + "2", "a" * 3000, "A:1" + " " * 3000, ":" * 500),
    *(",=[](){}'\"" * 50, "standard", "0.97-0.98", "0·97", "AP(rel=2)@10", "RBP(p=0.5)", "q\n::x"),
)
NUMBERS = (
    *(0, 1, 2, 3, 4, 0.5, -1, -0.0, True, 5e-324, 1e-9, 1e15, 2**53 + 1, 1e300, 1.7e308, 1100),
    *(10**400, math.nan, math.inf, -math.inf, Fraction(1, 3), Decimal("2.5"), Decimal("sNaN")),
    1 + 2j,
)
SIGNS = "0123456789.,;:=()[]{}+-*/^ \t\neABlog√%−…\u00a0\u202e"
BUNDLED = evaluation.load_bundled()
RESULTS = evaluation.evaluate(BUNDLED.qrels, list(BUNDLED.runs), [10])
CONVENTIONS = list(nc.CONVENTIONS.values())
THINGS = (
    *(nc.STANDARD, nc.trace([3, 2, 0]), nc.Sheet([3, 0]), nc.mark(nc.Sheet([3, 0]))),
    *(
        measures.AP,
        measures.ERR,
        measures.rank_grades([3, 0, 1]),
        Ranking((3.0, 0.0)),
        list(LIBRARIES),
    ),
    *(BUNDLED.qrels, BUNDLED.runs[0], list(BUNDLED.runs), RESULTS, evaluation.compare(RESULTS)),
    *({"q1": {"d1": 1}}, {"q1": ["d1"]}, object(), float, nc, len, lambda *given: 1 / 0),
)
CHOICES: Mapping[str, tuple[Any, ...]] = {
    name: (*some, "x", None) for name, some in conventions.FIELD_CHOICES.items()
} | {"gain": (*nc.GAINS, "none", 3), "discount": (*nc.DISCOUNTS, "", None)}


class RandomInput:
    """A stream of random values that is the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.choose = self.random.choice

    def draw_text(self) -> str:
        return self.choose((self.choose(WORDS), "".join(self.random.choices(SIGNS, k=9))))

    def draw_any(self, depth: int = 2) -> Any:
        kind = self.random.randrange(8)
        if kind < 2 and depth:
            inside = [self.draw_any(depth - 1) for _ in range(self.random.randrange(4))]
            return self.choose(
                (inside, tuple(inside), iter(inside), dict.fromkeys(WORDS[:2], inside))
            )
        return self.choose(
            (self.draw_text(), self.choose(NUMBERS), self.choose(THINGS), None, b"\xff")
        )

    def draw_grades(self) -> list[Any]:
        some = self.choose((NUMBERS, (0, 1, 2, 3, 0.5), (0, 1, 2, 3, 0.5)))
        return self.random.choices(some, k=self.random.randrange(7))

    def draw_good_grades(self) -> list[float]:
        return self.random.choices((0, 1, 2, 3, 0.5), k=self.random.randrange(1, 5))

    def draw_convention(self) -> nc.Convention:
        """Return a known convention or one with random choices. Raise ValueError for bad ones."""
        if self.random.random() < 0.6:
            return self.choose(CONVENTIONS)
        picked = {
            name: self.choose(some) for name, some in CHOICES.items() if self.choose((True, False))
        }
        rest = self.choose(({}, {"empty": self.choose(NUMBERS), "base": self.choose(NUMBERS)}))
        return nc.Convention(self.choose(("made", self.draw_text())), **picked, **rest)

    def draw_sheet(self) -> nc.Sheet:
        made = nc.Sheet(
            self.draw_good_grades(), self.choose(CONVENTIONS), self.choose((None, 1, 2, 9))
        )
        texts = {cell: self.draw_text() for cell in self.random.sample(made.cells, 3)}
        return replace(made, given=self.choose((texts, texts, self.draw_any())))

    def draw_trace(self) -> nc.Trace:
        return nc.trace(self.draw_good_grades(), self.choose((None, 2)), self.draw_convention())

    def draw_link(self) -> dict[str, str]:
        names = ("r", "judged", "k", "gain", "base", "discount", "ideal", "hide", "others")
        return {name: self.draw_text() for name in self.random.sample(names, 3)}

    def draw_argument(self, name: str) -> Any:
        """Return a value for an argument with this name: a meaningful one, or any."""
        usual = self.choose(
            (
                USUAL.get(name, RandomInput.draw_any),
                USUAL.get(name, RandomInput.draw_any),
                RandomInput.draw_any,
            )
        )
        return usual(self)

    def draw_arguments(self, function: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return arguments for a function, without some of the optional ones."""
        inside, named = [], {}
        for name, one in inspect.signature(function).parameters.items():
            if one.kind is one.VAR_KEYWORD:
                named |= self.choose(
                    ({}, {self.choose(("rel", "p", "beta", "x")): self.draw_any()})
                )
            elif one.kind is one.VAR_POSITIONAL or name == "self":
                continue
            elif one.default is one.empty and one.kind is not one.KEYWORD_ONLY:
                inside.append(self.draw_argument(name))
            elif self.random.random() < 0.5:
                named[name] = self.draw_argument(name)
        return inside, named


USUAL: Mapping[str, Callable[[RandomInput], Any]] = {
    **dict.fromkeys(
        ("grades", "judged", "scores", "y_true", "ranked_rels"), RandomInput.draw_grades
    ),
    **{name: lambda source, some=some: source.choose(some) for name, some in CHOICES.items()},
    "scores": RandomInput.draw_grades,
    "k": lambda source: source.choose(
        (None, None, 1, 2, 3, 10, 0, -1, 2.5, math.nan, "3", 10**400)
    ),
    "convention": RandomInput.draw_convention,
    "rankings": lambda source: [source.draw_grades(), source.draw_grades()],
    "sheet": RandomInput.draw_sheet,
    "cell": lambda source: source.choose(("dcg", "idcg", "ndcg", "cg", "mean", "actual.term.2")),
    "trace": RandomInput.draw_trace,
    "rows": lambda source: source.draw_trace().actual,
    "term": lambda source: (*source.draw_trace().actual, None)[0],
    "marks": lambda source: nc.mark(source.draw_sheet()),
    "digits": lambda source: source.choose((0, 3, 17, 99, 100)),
    "measure": lambda source: source.choose(list(measures.MEASURES.values())),
    "written": lambda source: read_numeral.__wrapped__(source.draw_text()),
    "ranking": lambda source: source.choose(
        (
            Ranking(tuple(source.draw_good_grades())),
            measures.rank_grades(source.draw_good_grades()),
        )
    ),
    "library": lambda source: LIBRARIES["lightgbm"],
    **dict.fromkeys(("first", "second", "name"), lambda source: source.choose(list(LIBRARIES))),
    "qrels": lambda source: source.choose((BUNDLED.qrels, {"q1": {"d1": source.choose(NUMBERS)}})),
    "runs": lambda source: source.choose(
        (list(BUNDLED.runs), {"q1": {"d1": source.choose(NUMBERS)}})
    ),
    "results": lambda source: RESULTS,
    **dict.fromkeys(("printed", "text", "value"), RandomInput.draw_text),
    "times": lambda source: source.choose((1, 0, 50, "3")),
}
"""Sensible values by the name of an argument."""
OF_RECORDS = ("Measure", "Sheet", "Marks", "Ranking", "Results", "PairComparisons")
NOT_FOR_INPUT = {"Printers", "Results", "Finding", "Formula", "Traced"}
"""Classes that calls return, and functions without input from users."""


def list_public_functions() -> dict[str, Callable[..., Any]]:
    """Map names to all public functions, and to methods of some of their results."""
    lazily = {name: getattr(evaluation, name) for name in evaluation._PUBLIC_MODULES}
    found = {
        f"{room}.{name}": one
        for room, names in {
            "nc": {name: getattr(nc, name) for name in nc.__all__},
            "measures": vars(measures),
            "libraries": vars(libraries),
            "evaluation": lazily,
        }.items()
        for name, one in names.items()
        if callable(one)
        and one.__module__.startswith("ndcg_core")
        and name[0] != "_"
        and name not in NOT_FOR_INPUT
    }
    for thing in THINGS:
        kind = type(thing)
        for name, one in vars(kind).items() if kind.__name__ in OF_RECORDS else ():
            if inspect.isfunction(one) and name[0] != "_":
                found[f"{kind.__name__}.{name}"] = partial(one, thing)
    return found


PUBLIC = list_public_functions()


def make_exercise(source: RandomInput) -> object:
    """Read an exercise from a random link, and list its hints."""
    skill = source.choose(("cg", "dcg", "term", "mean", "ndcg", "x"))
    paper = fade_sheet(
        read_variant_link({"skill": skill, "r": "3,2,0", "k": "2", **source.draw_link()}), 1
    )
    return [list_hints(paper, cell) for cell in paper.blanks]


def make_comparison(source: RandomInput) -> object:
    """Answer a random question on the page of conventions."""
    asked = read_question(
        {name: source.draw_text() for name in ("r", "k", "judged", "scores", "got")}
    )
    return read_entered_text(asked), parse_question(asked, Ranking((2.0, 1.0)))


READERS: Mapping[str, Callable[[RandomInput], object]] = {
    "cell_name": lambda source: name_cell(source.draw_argument("cell")),
    "explain_number": lambda source: explain_number(
        source.draw_good_grades(), source.draw_text(), source.draw_argument("k")
    ),
    "order_fault": lambda source: find_order_fault(source.draw_sheet()),
    "steps": lambda source: list_replay_steps(source.draw_sheet()),
    "read_ranking": lambda source: format_ranking(read_ranking(source.draw_text())),
    "read_link": lambda source: read_link(source.draw_link()),
    "tidy_label": lambda source: clean_label(source.draw_text()).encode(),
    "read (a cell)": lambda source: read_numeral.__wrapped__(source.draw_text()),
    "mathml": lambda source: nc.dcg_formula(source.draw_convention()).mathml,
    "from_link": make_exercise,
    "understand": make_comparison,
}


FUNCTIONS = ("log", "log2", "log10", "log_2", "log_10", "lb", "ld", "ln", "sqrt")
"""First characters of a sentence about a formula."""


def is_sentence(text: str) -> bool:
    """Return True if an error is a short printable sentence, maybe after a file's name."""
    first = text.partition(" ")[0]
    begins = text[:1].isupper() or text[:1] in "“'0123456789" or first in FUNCTIONS
    begins = begins or ": " in text
    return (
        begins
        and text.endswith((".", "”"))
        and len(text) <= 400
        and escape_unprintable(text) == text
    )


def call_with_any_input(name: str, seed: int) -> object:
    source = RandomInput(f"{name} {seed}")
    if name in READERS:
        return READERS[name](source)
    inside, named = source.draw_arguments(PUBLIC[name])
    return PUBLIC[name](*inside, **named)


@pytest.mark.parametrize("name", [*PUBLIC, *READERS])
def test_any_call_returns_or_raises_a_sentence(name):
    for seed in range(HOW_MANY // (len(PUBLIC) + len(READERS)) // FEWER.get(name, 1)):
        try:
            with warnings.catch_warnings(action="ignore"):
                call_with_any_input(name, seed)
        except (ValueError, TypeError) as error:
            if not is_sentence(str(error)):
                raise AssertionError(f"{name} {seed}: {str(error)!a}") from error
