"""Models of a function: a convention, possibly with changed choices or a known mistake."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import islice
from math import isfinite, nan
from typing import Any

from ndcg_core.checking.causes import CAUSE_SENTENCES, CAUSES
from ndcg_core.checking.probes import list_features
from ndcg_core.code_lab.wrong_programs import Outcome, describe_program, iterate_changes
from ndcg_core.libraries import LIBRARIES, Ranking, find_outcome
from ndcg_core.metric import Convention
from ndcg_core.metric.conventions import DISCOUNTS, FIELD_CHOICES
from ndcg_core.metric.gains import GAINS
from ndcg_core.metric.ties import rank_by_score
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation, find_value_or_nan, make_calculation
from ndcg_core.sheets.sheet import Sheet

REFUSED_OUTCOME = "refuses"
"""The outcome if a convention refuses a ranking."""
OPEN_OUTCOME = "not determined"
"""The outcome if the value of a convention is unknown."""
COMPARED_FIELDS = (
    "ideal_from",
    "ideal_cut",
    "cutoff",
    "beyond",
    "ties",
    "scores",
    "negative",
    "fractions",
)
VARIED_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "gain": tuple(GAINS),
    "discount": tuple(DISCOUNTS),
    "empty": (0.0, 1.0, nan),
    **{field: FIELD_CHOICES[field] for field in COMPARED_FIELDS},
}
"""The choices that a single ranking can reveal, each with its possible values."""


@dataclass(frozen=True)
class Mistake:
    """A variant of a known mistake, as a change to the right calculation.

    id       an id of CAUSES, of MISCONCEPTIONS, or of the lab's wrong programs
    change   the change of the right calculation into several variants
    variant  the index of this variant
    action   the action of the author or the second part of a key of `CAUSE_SENTENCES`, or ""
    """

    id: str
    change: Change
    variant: int
    action: str


@cache
def collect_mistakes() -> Mapping[str, Mistake]:
    """Return every known mistake of a program for NDCG, by id.

    Further variants of a mistake have the keys "id/2", "id/3", ....

    The mistakes in `CAUSES` are first, then those of the code lab. A mistake that equals another
    convention's choice is left out, because it is found as that choice.
    """
    of_programs = (Mistake(id, change, 0, which) for id, which, change in CAUSES)
    return _name_variants((*of_programs, *collect_lab_mistakes().values()))


@cache
def collect_lab_mistakes() -> Mapping[str, Mistake]:
    """Return the mistakes that a learner's `ndcg_at_k` can make in the code lab, by id.

    Further variants of a mistake have the keys "id/2", "id/3", ....

    A mistake that equals another convention's choice is left out.
    """
    sheets = [Sheet((3, 0, 2, 1, 3), k=3, judged=pool) for pool in (None, (3, 0, 2, 1, 3, 3, 2))]
    every: list[Mistake] = []
    for id, change in iterate_changes("ndcg_at_k"):
        if id in MISCONCEPTIONS and MISCONCEPTIONS[id].reverse:
            continue
        for sheet in sheets:
            calcs = change(make_calculation(sheet), sheet)
            every += [
                Mistake(id, change, variant, calc.action) for variant, calc in enumerate(calcs)
            ]
    return _name_variants(every)


def _name_variants(mistakes: Iterable[Mistake]) -> Mapping[str, Mistake]:
    """Return distinct mistakes by id. Further ones with the same id get "id/2", "id/3", ..."""
    once = dict.fromkeys(mistakes)
    ids = [mistake.id for mistake in once]
    counts = (ids[:n].count(id) for n, id in enumerate(ids, 1))
    names = (f"{id}/{count}" if count > 1 else id for id, count in zip(ids, counts, strict=True))
    return dict(zip(names, once, strict=True))


@lru_cache(maxsize=10_000)
def _calculate_in_score_order(
    rules: Convention, ranking: Ranking
) -> tuple[Calculation, Sheet] | None:
    """Return the calculation of a ranking in score order, with its sheet, or None.

    None means that the convention refuses the ranking, that ties have no single order, or that IDCG
    is 0.
    """
    try:
        order = rank_by_score(
            ranking.grades, ranking.scores, rules, ranking.names[: len(ranking.grades)]
        )
        if order.ties in ("averaged", "shared") and any(len(group) > 1 for group in order.groups):
            return None
        grades = tuple(ranking.grades[index] for index in order.positions)
        sheet = Sheet(grades, rules, ranking.k, judged=ranking.judged)
        return (make_calculation(sheet), sheet) if sheet.trace.idcg else None
    except ValueError:
        return None


@dataclass(frozen=True)
class Model:
    """A convention, with a known mistake or without one."""

    rules: Convention
    mistake: Mistake | None = None

    def __hash__(self) -> int:
        """Return a hash that is calculated only once, because a convention has many fields."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The hash of the convention and the mistake."""
        return hash((self.rules, self.mistake))

    @cached_property
    def without_library(self) -> "Model":
        """The model without a library's name, so that no library's limits apply."""
        return replace(self, rules=replace(self.rules, name=""))

    def calculate(self, ranking: Ranking) -> Outcome:
        """Return NDCG, or the outcome for a refused ranking or an undetermined value.

        A mistake changes nothing where `_calculate_in_score_order` returns None.
        """
        if self.mistake and (worked := _calculate_in_score_order(self.rules, ranking)):
            variants = self.mistake.change(*worked)
            value = find_value_or_nan(
                next(islice(variants, self.mistake.variant, None), worked[0]), "ndcg"
            )
            return value if isfinite(value) else OPEN_OUTCOME
        if self.rules.name in LIBRARIES:
            answer = find_outcome(ranking, self.rules.name)
            printed = float(answer.instead) if answer.instead else answer.value
            return answer.state if printed is None else printed
        try:
            return ranking.calculate_ndcg(self.rules)
        except ValueError:
            return REFUSED_OUTCOME

    @property
    def mistake_description(self) -> str:
        """One or more sentences about the mistake, or "" for a model without a mistake."""
        usual = (self.rules.gain, self.rules.discount) == ("linear", "log2(i+1)")
        if self.mistake is None:
            return ""
        id = self.mistake.id
        action = self.mistake.action
        sentence = CAUSE_SENTENCES.get(",".join(filter(None, (id, action))))
        return sentence or describe_program("ndcg_at_k", id, action, is_usual=usual)


@lru_cache(maxsize=256)
def list_changed_models(model: Model) -> tuple[Model, ...]:
    """Return the models that differ from a model in one choice.

    The models have no library's name. Values that make a convention refuse a ranking are left out.
    """
    changed = []
    for field, values in VARIED_CHOICES.items():
        now = str(getattr(model.rules, field))  # as text, nan is nan
        for value in values:
            if str(value) not in (now, "refuse"):
                changes: dict[str, Any] = {"name": "", field: value}
                changed.append(Model(replace(model.rules, **changes), model.mistake))
    return tuple(changed)


MAX_CACHED_MODELS = 10_000
"""The number of models in a table before it is emptied, so that its memory is bounded."""


class ModelTable:
    """A cache of the values of models for some rankings.

    plain_indices     the indices of the rankings on which only gain and discount matter
    ranking_features  the features of each ranking, as from `list_features`
    """

    def __init__(self, rankings: Iterable[Ranking]) -> None:
        self.rankings = tuple(rankings)
        self._values: dict[Model, dict[int, Outcome]] = {}
        self._whole: dict[Model, tuple[Outcome, ...]] = {}
        self._equal: dict[tuple[Outcome, ...], tuple[Outcome, ...]] = {}
        self._gaps: dict[tuple[Outcome, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}

    @cached_property
    def plain_indices(self) -> tuple[int, ...]:
        """The indices of the rankings on which only gain and discount matter."""
        every = enumerate(self.rankings)
        return tuple(
            index for index, ranking in every if not list_features(ranking, is_unusual_only=True)
        )

    @cached_property
    def ranking_features(self) -> tuple[tuple[str, ...], ...]:
        """The features of each ranking, as from `list_features`."""
        return tuple(tuple(list_features(ranking)) for ranking in self.rankings)

    def look_up_value(self, model: Model, index: int) -> Outcome:
        """Return a model's value for the ranking at an index, from a cache if possible."""
        known = self._values.get(model)
        if known is None:
            if len(self._values) >= MAX_CACHED_MODELS:
                self._values = {}
                self._whole = {}
                self._equal = {}
                self._gaps = {}
            known = self._values[model] = {}
        if index not in known:
            known[index] = model.calculate(self.rankings[index])
        return known[index]

    def list_values(self, model: Model) -> tuple[Outcome, ...]:
        """Return a model's values for all rankings. Models with equal values share one tuple."""
        if model not in self._whole:
            every = tuple(self.look_up_value(model, index) for index in range(len(self.rankings)))
            self._whole[model] = self._equal.setdefault(every, every)
        return self._whole[model]

    def find_missing_values(self, model: Model) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the indices of refused plain rankings, and of all undetermined values."""
        values = self.list_values(model)
        if values not in self._gaps:
            refused = tuple(
                index for index in self.plain_indices if values[index] == REFUSED_OUTCOME
            )
            undetermined = tuple(
                index for index, value in enumerate(values) if value == OPEN_OUTCOME
            )
            self._gaps[values] = refused, undetermined
        return self._gaps[values]
