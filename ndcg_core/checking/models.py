"""What a ranking comes to: under a convention, with one choice changed, or with a known mistake."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import isfinite, log2, nan
from typing import Any

from ndcg_core.checking.signatures import Outcome
from ndcg_core.code_lab.cases import ProgramCase
from ndcg_core.code_lab.wrong_programs import PROGRAMS, SAID, Program
from ndcg_core.libraries import LIBRARIES, Ranking, outcome
from ndcg_core.metric import CONVENTIONS, Convention
from ndcg_core.metric.conventions import CHOICES, DISCOUNTS
from ndcg_core.metric.gains import GAINS
from ndcg_core.metric.ties import ranked
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import clause, value_in
from ndcg_core.sheets.calculation import Calculation, right_calculation
from ndcg_core.sheets.sheet import Sheet

REFUSED, OPEN = "refuses", "not determined"
"""Instead of a number: a convention refuses the ranking, or nobody knows what it makes of it."""

VARIED: Mapping[str, tuple[Any, ...]] = {
    "gain": tuple(GAINS),
    "discount": tuple(DISCOUNTS),
    **{
        field: CHOICES[field]
        for field in ("ideal_from", "ideal_cut", "cutoff", "beyond", "ties", "scores")
    },
    "empty": (0.0, 1.0, nan),
    "negative": CHOICES["negative"][1:],
    "fractions": CHOICES["fractions"],
}
"""The choices that one ranking can show, and what each can be."""
USUAL = "linear", "log2(i+1)"
"""The gain and the discount that the lab speaks of."""
IN_DCG_ALONE = ("divides-by-log-1", "takes-log-of-0", "floor-division", "keeps-adding")
"""The lab's wrong programs that are about `dcg` and its own cases."""


def by_name(name: str, ranking: Ranking) -> Outcome:
    """What a convention of CONVENTIONS makes of a ranking: its library's refusals count."""
    if name not in LIBRARIES:
        return Model(CONVENTIONS[name]).value(ranking)
    answer = outcome(ranking, name)
    return answer.state if answer.value is None else answer.value


@dataclass(frozen=True)
class Mistake:
    """A known mistake, in one of the ways in which it is made.

    id      of MISCONCEPTIONS, or of the lab's wrong programs
    action  what was done, where there are several ways
    value   what it makes of a sheet and its right calculation; nan where it makes nothing
    """

    id: str
    action: str
    value: Callable[[Sheet, Calculation], Outcome]

    def sentence(self, rules: Convention) -> str:
        """The sentence about it: of the code lab, where the convention is the lab's."""
        said = (SAID["slips"]["dcg"] | SAID["slips"]["ndcg_at_k"] | FIRST_HIT).get(self.id)
        if said and ((rules.gain, rules.discount) == USUAL or self.id not in MISCONCEPTIONS):
            return str(said)
        known = MISCONCEPTIONS[self.id]
        if self.action:
            return f"{clause('Your function', self.action)}. {known.hint}"
        return known.sentences("Your function")


@lru_cache(maxsize=10_000)
def _worked(rules: Convention, ranking: Ranking) -> tuple[Sheet, Calculation] | None:
    """The ranking as somebody would write it down, in the order of its scores; worked out."""
    order = ranked(ranking.grades, ranking.scores, rules, ranking.names[: len(ranking.grades)])
    if order.ties in ("averaged", "shared") and any(len(group) > 1 for group in order.groups):
        return None
    try:
        grades = tuple(ranking.grades[place] for place in order.places)
        sheet = Sheet(grades, rules, ranking.k, judged=ranking.judged)
        return (sheet, right_calculation(sheet)) if sheet.trace.idcg else None
    except ValueError:
        return None


@dataclass(frozen=True)
class Model:
    """A convention, and the mistake that is made under it, if one is."""

    rules: Convention
    mistake: Mistake | None = None

    def value(self, ranking: Ranking) -> Outcome:
        """The NDCG with the mistake; without it where that says nothing; or that it is refused."""
        value = self.mistaken(ranking)
        if value != OPEN:
            return value
        try:
            return ranking.ndcg(self.rules)
        except ValueError:
            return REFUSED

    def mistaken(self, ranking: Ranking) -> Outcome:
        """What the mistake makes of a ranking; not determined where it says nothing."""
        worked = _worked(self.rules, ranking) if self.mistake else None
        value = self.mistake.value(*worked) if self.mistake and worked else nan
        return value if isinstance(value, str) or isfinite(value) else OPEN


def _by_change(id: str, way: int, action: str) -> Mistake:
    """A mistake of MISCONCEPTIONS, in the way of an action, or else in the one at a place."""

    def value(sheet: Sheet, right: Calculation) -> Outcome:
        calcs = list(MISCONCEPTIONS[id].change(right, sheet))
        named = [calc for calc in calcs if action and calc.action == action]
        return value_in((named or calcs[way : way + 1] or [right])[0], "ndcg")

    return Mistake(id, action, value)


def _by_program(id: str, program: Program) -> Mistake:
    """A wrong program, which knows grades and a cutoff under the lab's convention."""

    def value(sheet: Sheet, right: Calculation) -> Outcome:
        grades, rules = list(sheet.grades), sheet.convention
        seen = rules.gain, rules.discount, len(sheet.judged or grades)
        if seen != (*USUAL, len(grades)) and id not in FIRST_HIT:
            return OPEN
        try:
            return program(ProgramCase("ndcg_at_k", (grades, right.k), sheet.trace.ndcg))
        except (ArithmeticError, ValueError):
            return OPEN

    return Mistake(id, "", value)


FIRST_HIT = {
    "first-hit": "Your function stops at the first relevant document, and counts it as 1. That is "
    "NDCG only where one document is relevant; with more, add up their terms and divide by the "
    "ideal sum."
}


def _first_hit(case: ProgramCase) -> Outcome:
    grades, k = case.arguments
    assert isinstance(grades, list)
    ranks = (rank for rank, grade in enumerate(grades, 1) if grade > 0 and rank <= k)  # type: ignore[operator]
    return next((1 / log2(rank + 1) for rank in ranks), 0.0)


@cache
def mistakes() -> Mapping[str, Mistake]:
    """Every known mistake about NDCG that is made throughout, the likeliest first, by its id; the
    further ways in which one is made with a number. Those that are another convention's choice are
    found as that.
    """
    ways: dict[tuple[str, int, str], None] = {}
    for id, known in MISCONCEPTIONS.items():
        for judged in (None, (3, 0, 2, 1, 3, 3, 2)):
            sheet = Sheet((3, 0, 2, 1, 3), k=3, judged=judged)
            if known.scope == "throughout" and not known.reverse:
                calcs = known.change(right_calculation(sheet), sheet)
                ways |= {(id, way, calc.action): None for way, calc in enumerate(calcs)}
    every = (*PROGRAMS["ndcg_at_k"], *PROGRAMS["dcg"], ("first-hit", _first_hit))
    programs = [one for one in dict.fromkeys(every) if one[0] not in IN_DCG_ALONE]
    found: dict[str, Mistake] = {}
    counts: Counter[str] = Counter()
    for one in (*(_by_change(*way) for way in ways), *(_by_program(*row) for row in programs)):
        counts[one.id] += 1
        found[one.id if counts[one.id] == 1 else f"{one.id}/{counts[one.id]}"] = one
    return found


def changed_once(rules: Convention) -> Iterator[tuple[str, Convention]]:
    """Every convention that differs in one choice that a ranking can show, and which."""
    for field, values in VARIED.items():
        for value in values:
            if value != getattr(rules, field):
                changes: dict[str, Any] = {"name": "", field: value}
                yield field, replace(rules, **changes)
