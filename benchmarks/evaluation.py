"""Many queries from TREC files: what reading and scoring them costs, beside other programs.

    python -m benchmarks.evaluation
    python -m benchmarks.evaluation --rows 100_000_000 --memory 2GB

The first makes two files (10,000 queries of 100 documents, 30 of them judged, ties among them) and
has each program read and score them in a process of its own, with one thread, in turns; the fastest
round counts. `peak` is the most memory that the process held, its libraries included. A program
that is not installed is left out. The second makes tables of so many rows in Parquet files and has
DuckDB score them with the same expressions, in so much memory; what does not fit goes to disk.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks._report import arguments_of, table
from benchmarks._rows_on_disk import DOCUMENTS, in_bounded_memory

JUDGED = 30
"""So many of a query's documents are judged."""
LEAST = 0.1  # seconds: of less, a ratio is chance
ONE_THREAD = dict.fromkeys(
    ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)
MEASURED = """
import json, resource, sys
from time import perf_counter, process_time
qrels, run = sys.argv[1:]
{imports}
start, cpu = perf_counter(), process_time()
{read}
read = perf_counter()
{score}
end = perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([read - start, end - read, process_time() - cpu, peak, mean]))
"""
PROGRAMS = {
    "ndcg_core": (
        "from ndcg_core.evaluation import evaluate, read_qrels, read_run",
        "judged, found = read_qrels(qrels), read_run(run)",
        "mean = evaluate(judged, found, 10, 'pytrec_eval-ndcg_cut').mean()",
    ),
    "pytrec_eval": (
        "import pytrec_eval",
        "judged = pytrec_eval.parse_qrel(open(qrels)); found = pytrec_eval.parse_run(open(run))",
        "said = pytrec_eval.RelevanceEvaluator(judged, {'ndcg_cut.10'}).evaluate(found)\n"
        "mean = sum(v['ndcg_cut_10'] for v in said.values()) / len(said)",
    ),
    "ir_measures": (
        "import ir_measures",
        "judged = list(ir_measures.read_trec_qrels(qrels))\n"
        "found = list(ir_measures.read_trec_run(run))",
        "measure = ir_measures.nDCG @ 10\n"
        "mean = ir_measures.calc_aggregate([measure], judged, found)[measure]",
    ),
    "ranx": (
        "import ranx",
        "judged = ranx.Qrels.from_file(qrels, kind='trec')\n"
        "found = ranx.Run.from_file(run, kind='trec')",
        "mean = float(ranx.evaluate(judged, found, 'ndcg@10'))",
    ),
}


def write_files(folder: Path, queries: int) -> tuple[Path, Path]:
    """Judgments and a run, each query's documents in the order of their scores."""
    rng = random.Random(16)
    qrels, run = folder / "qrels.txt", folder / "a.run"
    with qrels.open("w") as grades, run.open("w") as lines:
        for query in range(queries):
            docs = rng.sample(range(1_000_000), DOCUMENTS + 20)
            for doc in rng.sample(docs, JUDGED):
                grades.write(f"q{query} 0 d{doc:07} {rng.choice((0, 0, 0, 1, 1, 2, 3))}\n")
            scores = sorted((round(rng.random() * 20, 4) for _ in range(DOCUMENTS)), reverse=True)
            for rank, (doc, score) in enumerate(zip(docs, scores, strict=False), 1):
                lines.write(f"q{query} Q0 d{doc:07} {rank} {score} a\n")
    return qrels, run


def measured(program: str, files: tuple[Path, Path]) -> list[float] | None:
    """Seconds to read, to score, of processor; megabytes at the peak; the mean. None: not there."""
    imports, read, score = PROGRAMS[program]
    code = MEASURED.format(imports=imports, read=read, score=score)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **ONE_THREAD},
    )
    if "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode:
        raise SystemExit(f"{program}: {done.stderr}")
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    return found


def beside_others(queries: int, rounds: int) -> None:
    """The table of all programs."""
    with tempfile.TemporaryDirectory() as folder:
        files = write_files(Path(folder), queries)
        size = sum(path.stat().st_size for path in files) / 1e6
        print(f"{queries:,} queries of {DOCUMENTS} documents, {size:.0f} MB; seconds, one thread")
        best: dict[str, list[float]] = {}
        for _ in range(rounds):
            for program in PROGRAMS:
                found = measured(program, files)
                if found and sum(found[:2]) < sum(best.get(program, [float("inf")] * 2)[:2]):
                    best[program] = found
    rows = [
        [program, *(f"{s:.2f}" for s in (read, score, read + score, cpu)), peak, f"{mean:.15f}"]
        for program, (read, score, cpu, peak, mean) in best.items()
    ]
    heads = ("program", "read", "score", "together", "processor", "peak MB", "mean")
    print(table(heads, rows))
    compared = [sum(best[name][:2]) for name in ("ndcg_core", "pytrec_eval") if name in best]
    if len(compared) == 2 and min(compared) > LEAST:
        ours, theirs = compared
        print(f"ndcg_core takes {ours / theirs:.2f} of pytrec_eval's time")


def main() -> None:
    """Print one table."""
    parser = arguments_of(__doc__)
    parser.add_argument("--queries", type=int, default=10_000, help="of 100 documents")
    parser.add_argument("--rounds", type=int, default=3, help="the fastest counts")
    parser.add_argument("--rows", type=int, default=0, help="in Parquet files for DuckDB instead")
    parser.add_argument("--memory", default="2GB", help="what DuckDB may take")
    chosen = parser.parse_args()
    if chosen.rows:
        in_bounded_memory(chosen.rows, chosen.memory)
    else:
        beside_others(chosen.queries, chosen.rounds)


if __name__ == "__main__":
    main()
