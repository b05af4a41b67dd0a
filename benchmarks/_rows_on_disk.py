"""Tables of any number of rows in Parquet files, scored by DuckDB in bounded memory.

Each step is a process of its own, so that the memory it held at most is its own: one makes the
files, one scores them (`per_query`, which DuckDB works out lazily) into a further file, and one
works some of the queries out again with the pure core.
"""

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

DOCUMENTS = 100
"""So many documents a query."""
CHECKED = 50
"""So many queries are worked out again by the pure core."""
RUN = """
select 'q' || (i // {documents}) as query, 'd' || (i * 7919 % 1000003) as doc,
       hash(i) % 1000000 / 1000.0 as score from range({rows}) t(i)
"""
QRELS = """
select query, doc, cast(hash(doc) % 4 as double) as grade from '{folder}/run.parquet'
where hash(doc || query) % 100 < 30
"""


def connected(folder: Path, memory: str) -> object:
    """DuckDB with so much memory; what does not fit goes to the folder."""
    import duckdb

    connection = duckdb.connect()
    connection.execute(f"set memory_limit = '{memory}'")
    connection.execute(f"set temp_directory = '{folder}/spilled'")
    connection.execute("set preserve_insertion_order = false")
    return connection


def make(folder: Path, memory: str, rows: int) -> None:
    """Write run.parquet, and qrels.parquet with 30 % of its documents."""
    connection = connected(folder, memory)
    for name, text in (("run", RUN), ("qrels", QRELS)):
        query = text.format(rows=rows, documents=DOCUMENTS, folder=folder)
        connection.execute(f"copy ({query}) to '{folder}/{name}.parquet' (format parquet)")


def score(folder: Path, memory: str, _: int) -> None:
    """Write scores.parquet: a row a query."""
    from ndcg_core.evaluation import per_query

    connection = connected(folder, memory)
    qrels, run = (connection.read_parquet(f"{folder}/{name}.parquet") for name in ("qrels", "run"))
    per_query(qrels, run, [10]).write_parquet(f"{folder}/scores.parquet")


def check(folder: Path, memory: str, rows: int) -> None:
    """Print the mean, and refuse a score that the pure core does not give."""
    import ndcg_core as nc

    connection = connected(folder, memory)
    total = f"select avg(\"ndcg@10\"), count(*) from '{folder}/scores.parquet'"
    mean, queries = connection.execute(total).fetchone()
    drawn = random.Random(rows).choices(range(-(-rows // DOCUMENTS)), k=CHECKED)
    wanted = ", ".join(f"'q{n}'" for n in sorted(set(drawn)))
    together = connection.execute(
        f"select query, r.score, r.doc, g.grade, s.\"ndcg@10\" from '{folder}/run.parquet' r "
        f"left join '{folder}/qrels.parquet' g using (query, doc) "
        f"join '{folder}/scores.parquet' s using (query) where query in ({wanted})"
    ).fetchall()
    of: dict[str, list[tuple[float, str, float | None, float]]] = {}
    for query, *row in together:
        of.setdefault(query, []).append(tuple(row))
    for query, documents in of.items():
        scores, docs, grades, theirs = zip(*documents, strict=True)
        judged = [grade for grade in grades if grade is not None]
        read = [grade or 0.0 for grade in grades]
        alone = nc.ndcg(read, 10, "trec_eval-ndcg_cut", judged, scores, docs)
        if abs(alone - theirs[0]) > 1e-12:
            raise SystemExit(f"{query}: {theirs[0]} in DuckDB, {alone} alone")
    print(f"{queries:,} queries, NDCG@10 {mean:.9f}; {len(of)} of them worked out again: equal")


STEPS = {"make": make, "score": score, "check": check}


def in_bounded_memory(rows: int, memory: str) -> None:
    """Print what each step took."""
    with tempfile.TemporaryDirectory(prefix="ndcg-rows-") as folder:
        print(f"{rows:,} rows in Parquet files, DuckDB with a memory limit of {memory}")
        heads = ("step", "seconds", "processor", "rows a second", "peak MB")
        print("{:8} {:>8} {:>10} {:>14} {:>8}".format(*heads))
        for step in STEPS:
            start = perf_counter()
            command = [sys.executable, "-m", __name__, step, folder, memory, str(rows)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise SystemExit(f"{step}: {done.stderr or done.stdout}")
            seconds, (*output, used) = perf_counter() - start, done.stdout.splitlines()
            cpu, peak = map(float, used.split())
            pace = rows / seconds
            print(f"{step:8} {seconds:>8.1f} {cpu:>10.1f} {pace:>14,.0f} {peak:>8.0f}", flush=True)
        files = {path.name: path.stat().st_size / 1e6 for path in Path(folder).glob("*.parquet")}
        print(", ".join(f"{name} {size:,.0f} MB" for name, size in sorted(files.items())))
        print(*output)


if __name__ == "__main__":
    STEPS[sys.argv[1]](Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
