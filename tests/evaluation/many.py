"""Random judgments and runs as in files, and NDCG of each query by the pure core."""

import random
from dataclasses import dataclass, replace
from math import nan

import ndcg_core as nc
from ndcg_core.metric.catalogue import find_convention

Rows = list[tuple[str, str, float]]


@dataclass(frozen=True)
class RandomFiles:
    """The rows of judgments and of a run, in the order of the files."""

    judged: Rows
    returned: Rows

    @property
    def qrels(self) -> dict[str, dict[str, float]]:
        """Return the judgments as a dictionary, with the last row of each repeated id."""
        return nest_rows(self.judged)

    @property
    def run(self) -> dict[str, dict[str, float]]:
        return nest_rows(self.returned)

    @property
    def qrels_text(self) -> str:
        return "".join(f"{q} 0 {d} {g:g}\n" for q, d, g in self.judged)

    @property
    def run_text(self) -> str:
        return "".join(f"{q} Q0 {d} 1 {s!r} me\n" for q, d, s in self.returned)


def nest_rows(rows: Rows) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for query, doc, value in rows:
        docs = found.setdefault(query, {})
        docs.pop(doc, None)  # a repeated id has the place of its last row
        docs[doc] = value
    return found


def make_random_files(
    seed: int, *, twice: bool = True, queries: int = 12, grades=(0, 0, 1, 2, 3)
) -> RandomFiles:
    """Return judgments and a run with queries of each kind, equal for equal seeds."""
    rng = random.Random(seed)
    judged: Rows = []
    returned: Rows = []
    for number in range(queries):
        query = f"q{number}"
        docs = rng.sample([f"d{n}" for n in range(40)], 24)
        relevant = grades if number % 5 else (0,)
        judged += [(query, d, float(rng.choice(relevant))) for d in docs[: rng.randint(1, 16)]]
        if number % 7 == 3:
            continue  # judged, and missing from the run
        found = rng.sample(docs, rng.randint(1, 20))
        returned += [(query, d, rng.choice([rng.random(), rng.randint(0, 3) / 2])) for d in found]
    returned += [("only-in-the-run", "d1", 1.0)]
    if twice:
        judged += [(q, d, float(rng.choice(grades))) for q, d, _ in rng.sample(judged, 4)]
        returned += [(q, d, rng.random()) for q, d, _ in rng.sample(returned, 4)]
    if seed % 2:
        rng.shuffle(returned)
    return RandomFiles(judged, returned)


KS = (1, 3, 10, 40, None)


def score_by_core(found: RandomFiles, k, convention) -> dict[str, float]:
    """Return NDCG@k of each query by `nc.ndcg`, or NaN if the mean excludes the query.

    With a user's own gain, unjudged documents have grade -1, because grade 0 may have a gain.
    """
    rules = replace(find_convention(convention), fewest=0)
    nothing, k = 0.0, k if rules.cutoff == "k" else None
    if not isinstance(rules.gain, str):
        nothing, rules = -1.0, replace(rules, negative="as-zero")
    values = {}
    qrels = found.qrels
    if rules.mean == "run":
        qrels = {query: dict.fromkeys(docs, 0.0) for query, docs in found.run.items()} | qrels
    for query, pool in qrels.items():
        docs = found.run.get(query, {})
        if not docs and rules.missing == "left-out":
            continue
        grades = [pool.get(doc, nothing) for doc in docs]
        lists = list(pool.values()), list(docs.values()), list(docs)
        some = {"relevant": max(pool.values()) > 0, "varied": len({*grades}) > 1}
        values[query] = nc.ndcg(grades, k, rules, *lists) if some.get(rules.mean, True) else nan
    return values
