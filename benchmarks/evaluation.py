"""The cost of a whole process that reads and scores many queries from TREC files.

    python -m benchmarks.evaluation

The benchmark writes two files (10,000 queries of 100 documents, 30 of them judged, with ties), and
the run again with its lines in random order. ndcg_core and pytrec_eval read and score them in
separate processes with one thread, in turns. A time is from the start of Python to its end, and the
shortest of all rounds counts. ndcg_core also calculates the 95% interval of the mean. `peak` is the
largest memory of a process, including its libraries.
"""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks._report import describe_machine, format_table, make_parser

DOCUMENTS_PER_QUERY = 100
"""The number of documents of each query."""
JUDGED_PER_QUERY = 30
"""The number of judged documents of each query."""
ONE_THREAD_VARIABLES = dict.fromkeys(
    ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"
)
PROGRAMS = {
    "ndcg_core": """
from ndcg_core.evaluation import evaluate
(mean,) = evaluate(qrels, run, 10, "pytrec_eval-ndcg_cut").means()
assert mean.interval.low < mean.mean < mean.interval.high
mean = mean.mean
""",
    "pytrec_eval": """
import pytrec_eval
judged = pytrec_eval.parse_qrel(open(qrels)); found = pytrec_eval.parse_run(open(run))
values = pytrec_eval.RelevanceEvaluator(judged, {"ndcg_cut.10"}).evaluate(found)
mean = sum(v["ndcg_cut_10"] for v in values.values()) / len(values)
""",
}
"""Code that calculates `mean` from the paths `qrels` and `run`."""


class ProcessCost(NamedTuple):
    """The seconds, processor seconds and peak MB of a process, and the mean that it printed."""

    seconds: float
    processor: float
    peak: float
    mean: float


def write_trec_files(folder: Path, query_count: int) -> tuple[Path, Path, Path]:
    """Write judgments, a run sorted by score, and the same run shuffled. Return the paths.

    The paths are in this order.
    """
    rng = random.Random(16)
    qrels, run, mixed = (folder / name for name in ("qrels.txt", "a.run", "mixed.run"))
    with qrels.open("w") as grades, run.open("w") as lines:
        for query in range(query_count):
            docs = rng.sample(range(1_000_000), DOCUMENTS_PER_QUERY + 20)
            for doc in rng.sample(docs, JUDGED_PER_QUERY):
                grades.write(f"q{query} 0 d{doc:07} {rng.choice((0, 0, 0, 1, 1, 2, 3))}\n")
            scores = sorted(
                (round(rng.random() * 20, 4) for _ in range(DOCUMENTS_PER_QUERY)), reverse=True
            )
            for rank, (doc, score) in enumerate(zip(docs, scores, strict=False), 1):
                lines.write(f"q{query} Q0 d{doc:07} {rank} {score} a\n")
    rows = run.read_text().splitlines(keepends=True)
    rng.shuffle(rows)
    mixed.write_text("".join(rows))
    return qrels, run, mixed


def measure_process(program: str, files: tuple[Path, Path]) -> ProcessCost:
    """Run a program of `PROGRAMS` in a separate process. Return its cost and printed mean.

    The mean is NaN if the program prints nothing.

    files: the judgments and the run
    """
    code = f"import sys\nqrels, run = sys.argv[1:]\n{PROGRAMS[program]}\nprint(mean)"
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= ONE_THREAD_VARIABLES | {"PYTHONPYCACHEPREFIX": str(files[0].parent / "bytecode")}
    start = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, files)], stdout=subprocess.PIPE, env=env, text=True
    ) as process:
        mean = float((process.stdout and process.stdout.read()) or "nan")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - start
    return ProcessCost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, mean)


def _combine_costs(costs: Sequence[ProcessCost]) -> ProcessCost:
    """Return the shortest times, the highest peak and the first mean of a program's runs."""
    seconds, processor, peak, mean = zip(*costs, strict=True)
    return ProcessCost(min(seconds), min(processor), max(peak), mean[0])


def compare_with_pytrec_eval(query_count: int, round_count: int) -> None:
    """Measure both programs with the sorted and the shuffled run. Print a table for each run."""
    with tempfile.TemporaryDirectory() as folder:
        qrels, *runs = write_trec_files(Path(folder), query_count)
        print(f"{query_count:,} queries of {DOCUMENTS_PER_QUERY} documents; {describe_machine()}")
        for run in runs:
            costs = [
                [measure_process(name, (qrels, run)) for name in PROGRAMS]
                for _ in range(round_count)
            ]
            ours, theirs = best = [_combine_costs(each) for each in zip(*costs, strict=True)]
            rows = [
                [name, f"{c.seconds:.2f}", f"{c.processor:.2f}", c.peak, f"{c.mean:.15f}"]
                for name, c in zip(PROGRAMS, best, strict=True)
            ]
            print(f"\n{run.name}")
            print(format_table(("program", "seconds", "processor", "peak MB", "mean"), rows))
            print(
                f"ndcg_core: {ours.seconds / theirs.seconds:.2f} of pytrec_eval's time, "
                f"{ours.processor / theirs.processor:.2f} of its processor time"
            )


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = make_parser(__doc__)
    parser.add_argument("--queries", type=int, default=10_000, help="queries of 100 documents")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, the fastest of which counts")
    chosen = parser.parse_args()
    compare_with_pytrec_eval(chosen.queries, chosen.rounds)


if __name__ == "__main__":
    main()
