"""Many rankings in memory: ndcg_many compared with numpy, evaluate compared with ir_measures.

    python -m benchmarks.many

Both sides score the same 10,000 queries of 100 documents by NDCG@10, in one process, in turns. The
shortest time of all rounds counts. `ndcg_many` gets a matrix of grades and one of scores. The numpy
code sorts, divides and adds without checking its input. `evaluate` and ir_measures get the same
dictionaries, with 30 judged documents per query. `times` is our time divided by theirs. `processor`
is the same for processor time, which varies less on a busy machine.
"""

import random
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import ir_measures
import numpy as np

import ndcg_core as nc
from benchmarks._report import describe_machine, format_table, make_parser
from ndcg_core.evaluation import evaluate

DOCUMENTS = 100
JUDGED = 30
K = 10
GRADE_CHOICES = (0, 0, 0, 1, 1, 2, 3)
Times = tuple[float, float]
"""Elapsed seconds, and seconds of processor time."""


def calculate_ndcg_with_numpy(grades: Any, scores: Any) -> Any:
    """Return the NDCG@10 of each row with a few lines of numpy, as people often write them."""
    discounts = np.log2(np.arange(2, K + 2))
    order = np.argsort(-scores, axis=1)[:, :K]
    dcg = (np.take_along_axis(grades, order, axis=1) / discounts).sum(axis=1)
    idcg = (-np.sort(-grades, axis=1)[:, :K] / discounts).sum(axis=1)
    return np.divide(dcg, idcg, out=np.zeros(len(grades)), where=idcg > 0)


def make_judgments_and_run(query_count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return random judgments and a run with random scores, by query and then by document."""
    rng = random.Random(60)
    qrels = {}
    run = {}
    for query in range(query_count):
        docs = [f"d{number:07}" for number in rng.sample(range(1_000_000), DOCUMENTS + 20)]
        qrels[f"q{query}"] = {doc: rng.choice(GRADE_CHOICES) for doc in rng.sample(docs, JUDGED)}
        run[f"q{query}"] = {doc: round(rng.random() * 20, 4) for doc in docs[:DOCUMENTS]}
    return qrels, run


def time_calls_in_turns(calls: list[Callable[[], Any]], round_count: int) -> list[Times]:
    """Call functions in turns. Return the shortest elapsed and processor seconds of each."""
    seconds: list[list[float]] = [[] for _ in calls]
    processor_seconds: list[list[float]] = [[] for _ in calls]
    for _ in range(round_count):
        for index, call in enumerate(calls):
            start = perf_counter()
            used = process_time()
            call()
            seconds[index].append(perf_counter() - start)
            processor_seconds[index].append(process_time() - used)
    return list(zip(map(min, seconds), map(min, processor_seconds), strict=True))


def main() -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--queries", type=int, default=10_000, help="queries of 100 documents")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, the fastest of which counts")
    chosen = parser.parse_args()
    rng = np.random.default_rng(60)
    grades = rng.choice(GRADE_CHOICES, (chosen.queries, DOCUMENTS)).astype(float)
    scores = rng.random(grades.shape)
    qrels, run = make_judgments_and_run(chosen.queries)
    measure = [ir_measures.nDCG @ K]
    pairs: dict[str, tuple[str, list[Callable[[], Any]]]] = {
        "ndcg_many, scores": (
            "numpy by hand",
            [
                lambda: nc.ndcg_many(grades, K, scores=scores),
                lambda: calculate_ndcg_with_numpy(grades, scores),
            ],
        ),
        "evaluate": (
            "ir_measures",
            [
                lambda: evaluate(qrels, run, K).mean(),
                lambda: ir_measures.calc_aggregate(measure, qrels, run),
            ],
        ),
    }
    rows = []
    for ours, (theirs, calls) in pairs.items():
        mine, other = time_calls_in_turns(calls, chosen.rounds)
        ratios = [f"{mine[0] / other[0]:.2f}", f"{mine[1] / other[1]:.2f}"]
        rows.append([ours, f"{mine[0] * 1000:.0f}", theirs, f"{other[0] * 1000:.0f}", *ratios])
    print(f"{chosen.queries:,} queries of {DOCUMENTS} documents, NDCG@{K}; {describe_machine()}")
    print(format_table(("call", "ms", "beside", "ms", "times", "processor"), rows))


if __name__ == "__main__":
    main()
