"""`ndcg_many` gives for each row what `ndcg` gives for it, to the last bit, or its sentence."""

import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.metric import many
from ndcg_core.metric.conventions import FIELD_CHOICES
from tests.conftest import ALL

CASES = load_toml(__file__, "cases.toml")["many"]

OWN = [
    nc.Convention("table", gain=[0, 1, 3, 7, 15]),
    nc.Convention("falls", gain=[2, 1, 3, 0, 5]),
    nc.Convention("function", gain=lambda r: r * r, discount=lambda i: i + 0.5),
    nc.Convention("divisors", discount=[1, 1.5, 2, 2, 2.5, 3, 4]),
]
ODD = [
    replace(base, name=f"{base.name}, {field}={option}", **{field: option})
    for base in (nc.STANDARD, nc.CONVENTIONS["exponential"])
    for field, options in FIELD_CHOICES.items()
    for option in options
]
GRADES = ((0, 1, 2, 3, 4), (0, 0, 1), (0, 0.5, 2.7, 3), (-1, 0, 1, 3))


def call_or_explain(function, *arguments):
    """Return the result of a call, or its error message."""
    try:
        return function(*arguments)
    except ValueError as error:
        return str(error)


def draw_columns(rng, grades):
    """Return random rankings, with pools and scores in half of the cases."""
    grades = list(map(float, grades))
    rows = [rng.choice(grades, rng.integers(1, 9)).tolist() for _ in range(rng.integers(1, 6))]
    judged = [[*row, *rng.choice(grades, rng.integers(4)).tolist()] for row in rows]
    if rng.random() < 0.2:
        judged = [pool[1:] or pool for pool in judged]
    scores = [rng.choice([0.1, 0.2, *rng.random(3)], len(row)).tolist() for row in rows]
    judged, scores = (part if rng.random() < 0.5 else None for part in (judged, scores))
    return rows, judged, scores


@pytest.mark.parametrize("rules", [*nc.CONVENTIONS.values(), *OWN, *ODD], ids=lambda c: c.name)
def test_each_row_equals_the_result_of_ndcg(rules):
    rng = np.random.default_rng(17)
    for turn in range(12 if ALL else 6):
        rows, judged, scores = draw_columns(rng, GRADES[turn % 4])
        k = [None, 1, 2, 3, 10][rng.integers(5)] if rules.cutoff == "k" else None
        every = zip(rows, judged or [None] * len(rows), scores or [None] * len(rows), strict=True)
        wanted = [call_or_explain(nc.ndcg, row, k, rules, pool, own) for row, pool, own in every]
        refused = [f"Row {n}: {w}" for n, w in enumerate(wanted, 1) if isinstance(w, str)]
        for made in (list, lambda rows: pd.DataFrame(rows).to_numpy()):
            given = (None if part is None else made(part) for part in (rows, judged, scores))
            grades, *more = given
            values = call_or_explain(nc.ndcg_many, grades, k, rules, *more)
            if refused:
                assert values == refused[0]
            else:
                np.testing.assert_array_equal(values, wanted)


BIG = [*nc.CONVENTIONS.values(), *ODD]


@pytest.mark.parametrize("rules", BIG, ids=lambda rules: rules.name)
def test_a_matrix_has_the_bits_of_ndcg_for_its_rows(rules):
    """Use long rows, most of them scored together: ties, fractions, pools and other types."""
    rng = np.random.default_rng(60)
    grades = rng.choice([0, 0, 1, 2, 3], (40, 25)).astype(float)
    grades[30:] += rng.choice([0, 0.1, 0.7], (10, 25))
    scores = np.where(rng.random(grades.shape) < 0.5, rng.random(grades.shape), 0.25)
    scores[:10] = rng.random((10, 25))
    pools = np.hstack([grades, rng.choice([0.0, 1.0, 3.0], (40, 9))])
    k = 7 if rules.cutoff == "k" else None
    for judged in (None, pools):
        for own in (None, scores):
            columns = [[None] * 40 if part is None else part for part in (judged, own)]
            every = zip(grades.tolist(), *columns, strict=True)
            wanted = [call_or_explain(nc.ndcg, row, k, rules, *more) for row, *more in every]
            assert nc.ndcg_many(grades, k, rules, judged, own).tolist() == wanted
    whole = grades[:30]
    for dtype in ("int64", "uint8", "float32", "bool"):
        own = scores[:30].astype("float32")
        wanted = [
            nc.ndcg(row, scores=s) for row, s in zip(whole.astype(dtype).tolist(), own, strict=True)
        ]
        assert nc.ndcg_many(whole.astype(dtype), scores=own).tolist() == wanted


def test_only_unusual_rows_of_a_matrix_are_scored_one_by_one(monkeypatch):
    called = []
    monkeypatch.setattr(many, "ndcg", lambda grades, **rest: called.append(grades) or 0.5)
    grades = np.random.default_rng(1).choice([0.0, 1.0, 3.0], (50, 20))
    for rows in (grades, grades.tolist(), pd.DataFrame(grades)):
        for rules in ("standard", "lightgbm", "trec_eval-ndcg_cut", "scikit-learn"):
            nc.ndcg_many(rows, 10, rules, scores=grades * 0.5)
            nc.ndcg_many(rows, 10, rules, judged=grades)
    assert not called
    grades[7, 3] = -1
    assert nc.ndcg_many(grades, 10)[7] == 0.5
    assert len(called) == 1


def test_no_rankings_give_no_values():
    assert nc.ndcg_many([]).shape == nc.ndcg_many(np.zeros((0, 5))).shape == (0,)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        *CASES["refused"],
        ({"grades": np.array([3, 2, 1])}, "For one ranking, call ndcg."),
        ({"grades": np.ma.masked_equal([[3, 9, 2.0]], 9)}, "Row 1: The grade at rank 2 is None"),
        ({"grades": None}, "The grades are None. They must have a row"),
        ({"grades": [[10**400]]}, "Row 1: The grade at rank 1 is"),
    ],
)
def test_an_unscorable_row_is_named(call, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        nc.ndcg_many(**call)


def test_numpy_is_imported_on_use_and_reported_if_missing():
    code = (
        "import sys, ndcg_core as nc\nassert 'numpy' not in sys.modules and nc.ndcg_many\n"
        "assert 'numpy' not in sys.modules\nimport ndcg_core.metric.many as many\n"
        "many.find_spec = lambda name: None\n"
        "try: nc.ndcg_many([[1]])\nexcept ImportError as error: print(error)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "ndcg_many needs numpy. Run: pip install numpy\n"
