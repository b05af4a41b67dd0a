"""Test vectors: the fewest rankings that distinguish all conventions and known mistakes.

vectors.toml has the rankings and their reasons. The values of all conventions, known mistakes and
measures are calculated here. A test proves that any two of them that ever differ also differ on one
of these rankings, and that no much smaller set of rankings would be enough.
"""

import json
from functools import cache
from itertools import combinations
from typing import Any

from ndcg_core.checking.models import (
    OPEN_OUTCOME,
    REFUSED_OUTCOME,
    Model,
    collect_lab_mistakes,
)
from ndcg_core.checking.probes import TEST_VECTORS
from ndcg_core.checking.verdict import is_expected
from ndcg_core.code_lab.wrong_programs import Outcome
from ndcg_core.libraries import LIBRARIES, Ranking, find_outcome
from ndcg_core.measures import MEASURES
from ndcg_core.metric import CONVENTIONS, STANDARD
from ndcg_core.version import __version__

SCHEMA_FILE = "ndcg-vectors-1.schema.json"
"""The schema of the file. New fields do not change its number, and no field is ever removed."""
MIN_DIFFERENCE = 1e-6
"""Numbers this close may be equal in float32."""


def collect_outcomes(ranking: Ranking) -> dict[str, Outcome]:
    """Return a ranking's outcomes by convention, and by mistake if it has only grades and k."""
    found = {name: Model(CONVENTIONS[name]).calculate(ranking) for name in CONVENTIONS}
    if ranking.scores is None and not ranking.unretrieved_grades:
        every = collect_lab_mistakes().items()
        found |= {name: Model(STANDARD, mistake).calculate(ranking) for name, mistake in every}
    return found


def differ_clearly(first: Outcome, second: Outcome) -> bool:
    """Return True if two outcomes prove that their models differ.

    >>> pairs = (1.0, "refuses"), (1.0, "not determined"), (0.5, 0.5000001)
    >>> tuple(differ_clearly(first, second) for first, second in pairs)
    (True, False, False)
    """
    if isinstance(first, str) or isinstance(second, str):
        return first != second and OPEN_OUTCOME not in (first, second)
    return not is_expected(first, second, MIN_DIFFERENCE)


def find_distinguished_model_pairs(ranking: Ranking) -> frozenset[tuple[str, str]]:
    """Return the pairs of models (conventions or mistakes) whose outcomes clearly differ."""
    pairs = combinations(collect_outcomes(ranking).items(), 2)
    return frozenset(
        (first_name, second_name)
        for (first_name, first), (second_name, second) in pairs
        if differ_clearly(first, second)
    )


@cache
def format_vectors() -> str:
    """Return the test vectors as the text of a JSON file."""
    pairs = {why: find_distinguished_model_pairs(ranking) for why, ranking in TEST_VECTORS.items()}
    rows = []
    for number, (why, ranking) in enumerate(TEST_VECTORS.items(), 1):
        others = frozenset().union(*(pairs[other] for other in TEST_VECTORS if other != why))
        found = collect_outcomes(ranking)
        rows.append(
            {
                "id": number,
                "why": why,
                **{name: getattr(ranking, name) for name in ("grades", "k", "judged", "scores")},
                "ids": ranking.labels,
                "ndcg": {name: _format_outcome(found[name], name, ranking) for name in CONVENTIONS},
                "mistakes": {
                    name: _format_outcome(value)
                    for name, value in found.items()
                    if name not in CONVENTIONS
                },
                "measures": {name: _measure_ranking(name, ranking) for name in MEASURES},
                "alone": sorted(pairs[why] - others),
            }
        )
    content = {
        "schema": SCHEMA_FILE,
        "version": __version__,
        "tolerance": MIN_DIFFERENCE,
        "vectors": rows,
    }
    return json.dumps(content, indent=1, allow_nan=False)


def _format_outcome(value: Outcome, name: str = "", ranking: Ranking | None = None) -> Any:
    """Return an outcome as JSON data.

    The data is a number, "nan", None for an undetermined outcome, or a dictionary with the reason
    for a refusal. Without a ranking, it is None for a refusal, too.

    name: the convention that refuses the ranking.
    """
    if value == REFUSED_OUTCOME and ranking:
        reason = "ValueError: the convention does not allow such a grade."
        if name in LIBRARIES:
            reason = find_outcome(ranking, name).reason
        return {"refuses": reason}
    if isinstance(value, str):
        return None
    return "nan" if value != value else value


def _measure_ranking(name: str, ranking: Ranking) -> Any:
    """Return a measure's value for a ranking in score order, or its refusal, as JSON data."""
    pool = ranking.judged
    scores = ranking.scores or [-index for index in range(len(ranking.grades))]
    order = sorted(range(len(scores)), key=lambda index: -scores[index])
    grades = [ranking.grades[index] for index in order]
    try:
        value = MEASURES[name](grades, k=ranking.k, judged=pool)
    except ValueError as error:
        return {"refuses": str(error)}
    return _format_outcome(value)
