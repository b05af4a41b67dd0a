"""The same files and the same seed give the same numbers, to the last bit, in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

pl = pytest.importorskip("polars")

from ndcg_core.evaluation import bundled, evaluate, explain_difference  # noqa: E402
from tests.evaluation.many import data  # noqa: E402

EVERYTHING = """
from ndcg_core.evaluation import bundled, compare, evaluate, explain_difference, what_is_unknown
found = bundled()
for convention in ("trec_eval-ndcg_cut", "scikit-learn"):
    results = evaluate(found.qrels, list(found.runs), [10, None], convention)
    why = explain_difference(results)
    print(results.frame.rows(), results.means(), compare(results).pairs)
    print(why.by_grade().rows(), why.by_rank().rows(), why.by_judged().rows())
    print([what_is_unknown(results, system) for system in results.systems])
"""


def test_the_same_data_give_the_same_bits_every_time():
    found = data(8, queries=200)
    first, *others = (
        evaluate(found.qrels_text, found.run_text, [10, None]).frame.sort("query", "k")
        for _ in range(6)
    )
    assert all(other.equals(first) for other in others)


def test_what_explains_a_difference_adds_up_to_the_same_bits_in_any_order():
    example = bundled()
    why = explain_difference(evaluate(example.qrels, list(example.runs)))
    for seed in range(5):
        mixed = replace(why, documents=why.documents.sample(fraction=1, shuffle=True, seed=seed))
        assert mixed.by_grade().equals(why.by_grade())
        assert mixed.by_rank().equals(why.by_rank())
        assert mixed.by_judged().equals(why.by_judged())


@pytest.mark.thorough("processes are started")
def test_processes_with_one_and_with_several_threads_print_the_same():
    said = set()
    for threads in ("1", "3"):
        count = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS"), threads)
        done = subprocess.run(
            [sys.executable, "-c", EVERYTHING],
            env={**os.environ, **count},
            capture_output=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1
    assert said.pop().count(b"interval=Interval(") >= 12
