"""What scoring one list costs, beside the eight-line function of source document 002.

    python -m benchmarks.scoring

Both run in the same process, in turns, on the same lists; the fastest of many rounds counts, so
that other work on the machine does not.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from math import log2
from timeit import Timer

import ndcg_core as nc
from benchmarks._report import arguments_of, table

ROUNDS = 60
SECONDS_A_ROUND = 0.004


def calculate_dcg(relevance_scores: list[float], p: int) -> float:
    dcg = 0.0
    for i in range(min(p, len(relevance_scores))):
        dcg += relevance_scores[i] / log2(i + 2)
    return dcg


def calculate_idcg(ideal_relevance_scores: list[float], p: int) -> float:
    idcg = 0.0
    for i in range(min(p, len(ideal_relevance_scores))):
        idcg += ideal_relevance_scores[i] / log2(i + 2)
    return idcg


def calculate_ndcg(dcg: float, idcg: float) -> float:
    if idcg == 0:
        return 0
    return dcg / idcg


def document_002(grades: list[float], p: int) -> float:
    ideal = sorted(grades, reverse=True)
    return calculate_ndcg(calculate_dcg(grades, p), calculate_idcg(ideal, p))


def fastest(calls: list[Callable[[], object]]) -> list[float]:
    """Seconds per call of each, the best round of many, the calls taking turns."""
    timers = [Timer(call) for call in calls]
    times = max(1, int(2 * SECONDS_A_ROUND / timers[0].timeit(2)))
    rounds = [[timer.timeit(times) / times for timer in timers] for _ in range(ROUNDS)]
    return [min(seconds) for seconds in zip(*rounds, strict=True)]


def main() -> None:
    """Print one table."""
    arguments_of(__doc__).parse_args()
    print(f"Python {sys.version.split()[0]}; microseconds per list, linear gain, log2(i+1)")
    rows = []
    for n in (10, 100, 1000):
        for kind in (int, float):
            grades = [kind(random.Random(rank).randint(0, 3)) for rank in range(n)]
            calls = partial(document_002, grades, n), partial(nc.ndcg, grades, n)
            theirs, ours, traced = fastest([*calls, partial(nc.trace, grades)])
            micro = [f"{1e6 * seconds:.2f}" for seconds in (theirs, ours, traced)]
            rows.append([f"{n} {kind.__name__}", *micro, f"{ours / theirs:.2f}"])
    print(table(("list", "document 002", "nc.ndcg", "nc.trace", "ratio"), rows))


if __name__ == "__main__":
    main()
