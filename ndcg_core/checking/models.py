"""What a ranking comes to: under a convention, with one choice changed, or with a known mistake."""

from collections import Counter
from collections.abc import Iterator, Mapping
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
    way     which of its calculations, in their order
    action  what was done, where there are several ways; also which of them it is
    """

    id: str
    way: int
    action: str = ""

    def sentence(self, rules: Convention) -> str:
        """The sentence about it: of the code lab, where the convention is the lab's."""
        slips = SAID["slips"]
        if self.id == "first-hit":
            return FIRST_HIT
        said = slips["ndcg_at_k"].get(self.id) or slips["dcg"].get(self.id)
        if said and ((rules.gain, rules.discount) == USUAL or self.id not in MISCONCEPTIONS):
            return str(said)
        known = MISCONCEPTIONS[self.id]
        if self.action:
            return f"{clause('Your function', self.action)}. {known.hint}"
        return known.sentences("Your function")

    def value(self, rules: Convention, ranking: Ranking) -> Outcome:
        """What it makes of a ranking under a convention; not determined where it makes nothing."""
        sheet, right = _worked(rules, ranking)
        if sheet is None or right is None:
            return OPEN
        if self.id not in MISCONCEPTIONS or self.way < 0:
            return self._in_the_lab(sheet)
        calcs = list(MISCONCEPTIONS[self.id].change(right, sheet))
        named = [calc for calc in calcs if self.action and calc.action == self.action]
        value = value_in((named or calcs[self.way : self.way + 1] or [right])[0], "ndcg")
        return value if isfinite(value) else OPEN

    def _in_the_lab(self, sheet: Sheet) -> Outcome:
        """By the wrong program, which knows grades and a cutoff under the standard convention."""
        grades, rules = list(sheet.grades), sheet.convention
        cut = sheet.k or len(grades)
        usual = (rules.gain, rules.discount, len(sheet.judged or grades)) == (*USUAL, len(grades))
        if not usual and self.id != "first-hit":
            return OPEN
        case = ProgramCase("ndcg_at_k", (grades, cut), sheet.trace.ndcg)
        try:
            return lab_programs()[-1 - self.way][1](case)
        except (ArithmeticError, ValueError):
            return OPEN


@lru_cache(maxsize=10_000)
def _worked(rules: Convention, ranking: Ranking) -> tuple[Sheet, Calculation] | tuple[None, None]:
    """The ranking as somebody would write it down, in the order of its scores; worked out."""
    order = ranked(ranking.grades, ranking.scores, rules, ranking.names[: len(ranking.grades)])
    if order.ties in ("averaged", "shared") and any(len(group) > 1 for group in order.groups):
        return None, None
    try:
        grades = tuple(ranking.grades[place] for place in order.places)
        sheet = Sheet(grades, rules, ranking.k, judged=ranking.judged)
        return (sheet, right_calculation(sheet)) if sheet.trace.idcg else (None, None)
    except ValueError:
        return None, None


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
        return self.mistake.value(self.rules, ranking) if self.mistake else OPEN


FIRST_HIT = (
    "Your function stops at the first relevant document, and counts it as 1. That is NDCG only "
    "where one document is relevant; with more, add up their terms and divide by the ideal sum."
)


def _first_hit(case: ProgramCase) -> Outcome:
    grades, k = case.arguments
    assert isinstance(grades, list)
    ranks = (rank for rank, grade in enumerate(grades, 1) if grade > 0 and rank <= k)  # type: ignore[operator]
    return next((1 / log2(rank + 1) for rank in ranks), 0.0)


@cache
def lab_programs() -> tuple[tuple[str, Program], ...]:
    """The wrong programs of the code lab that make something of any ranking."""
    every = (*PROGRAMS["ndcg_at_k"], *PROGRAMS["dcg"], ("first-hit", _first_hit))
    return tuple(one for one in dict.fromkeys(every) if one[0] not in IN_DCG_ALONE)


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Every known mistake about NDCG that is made throughout, the likeliest first, in all ways; but
    for those that are another convention's choice, and are found as that.
    """
    sheet = Sheet((3, 0, 2, 1, 3), k=3, judged=(3, 0, 2, 1, 3, 3, 2))
    plain = Sheet((3, 0, 2, 1, 3), k=3)
    found: dict[Mistake, None] = {}
    for id, known in MISCONCEPTIONS.items():
        for one in (plain, sheet):
            is_choice = known.reverse or known.scope != "throughout"
            calcs = () if is_choice else known.change(right_calculation(one), one)
            found |= {Mistake(id, way, calc.action): None for way, calc in enumerate(calcs)}
    programs = (Mistake(id, -1 - place) for place, (id, _) in enumerate(lab_programs()))
    return (*found, *programs)


@cache
def mistakes_by_name() -> Mapping[str, Mistake]:
    """Each mistake by its id; the further ways in which one is made with a number."""
    counts: Counter[str] = Counter()
    found = {}
    for one in mistakes():
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
