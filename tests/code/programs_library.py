"""Right programs that use what Python brings along, each with its step."""

from tests.code.programs_right import DCG, NDCG, SUM


def _ndcg(body: str, imports: str = "") -> str:
    return f"{imports}{SUM}\ndef ndcg_at_k(ranked_rels, k):\n{body}"


LIBRARY = {
    "itertools.takewhile, repeat, chain": (
        "dcg",
        "import itertools, math\n\ndef dcg(rels):\n"
        "    n = len(rels)\n"
        "    ranks = itertools.takewhile(lambda i: i <= n, itertools.count(1))\n"
        "    pairs = zip(itertools.chain(rels), ranks, itertools.repeat(1))\n"
        "    return sum(r / math.log2(i + one) for r, i, one in pairs)\n",
    ),
    "functools.reduce and operator.add": (
        "dcg",
        "import functools\nimport math\nimport operator\n\ndef dcg(rels):\n"
        "    terms = [r / math.log2(i + 1) for i, r in enumerate(rels, 1)]\n"
        "    return functools.reduce(operator.add, terms, 0)\n",
    ),
    "functools.lru_cache, partial": (
        "dcg",
        "import math\nfrom functools import lru_cache, partial\n\nlog2 = partial(math.log, 2)\n\n"
        "@lru_cache(maxsize=None)\ndef discount(i):\n    return math.log(i + 1) / log2()\n\n"
        "def dcg(rels):\n    return sum(r / discount(i) for i, r in enumerate(rels, 1))\n",
    ),
    "heapq.nlargest": (
        "ndcg",
        _ndcg(
            "    ideal = dcg(heapq.nlargest(k, ranked_rels))\n"
            "    return dcg(ranked_rels[:k]) / ideal if ideal > 0 else 0.0\n",
            "import heapq\n",
        ),
    ),
    "bisect.insort": (
        "ndcg",
        _ndcg(
            "    best = []\n    for r in ranked_rels:\n        bisect.insort(best, r)\n"
            "    ideal = dcg(best[::-1][:k])\n"
            "    return dcg(ranked_rels[:k]) / ideal if ideal else 0.0\n",
            "import bisect\n",
        ),
    ),
    "statistics.mean": (
        "dcg",
        "import math\nimport statistics\n\ndef dcg(rels):\n    if not rels:\n        return 0.0\n"
        "    terms = [r / math.log2(i + 1) for i, r in enumerate(rels, 1)]\n"
        "    return statistics.fmean(terms) * len(terms)\n",
    ),
    "collections.deque and Counter": (
        "ndcg",
        _ndcg(
            "    best = sorted(Counter(ranked_rels).elements(), reverse=True)\n"
            "    queue, top = deque(ranked_rels), []\n"
            "    while queue and len(top) < k:\n        top.append(queue.popleft())\n"
            "    ideal = dcg(best[:k])\n    return dcg(top) / ideal if ideal else 0.0\n",
            "from collections import Counter, deque\n",
        ),
    ),
    "a dataclass": (
        "dcg",
        "import math\nfrom dataclasses import dataclass\n\n@dataclass\nclass Term:\n"
        "    grade: float\n    rank: int = 1\n\n    @property\n    def value(self):\n"
        "        return self.grade / math.log2(self.rank + 1)\n\n"
        "def dcg(rels):\n"
        "    return sum(Term(r, rank=i).value for i, r in enumerate(rels, 1))\n",
    ),
    "typing": (
        "dcg",
        "from __future__ import annotations\n\nimport math\n"
        "from typing import Iterable, List, Optional\nfrom collections.abc import Sequence\n\n"
        "def dcg(rels: List[float], base: Optional[float] = None) -> float:\n"
        "    terms: Iterable[float] = (r / math.log(i + 1, base or 2) "
        "for i, r in enumerate(rels, start=1))\n    return float(sum(terms))\n",
    ),
    "a class with a call, and super": (
        "dcg",
        "import math\n\nclass Gain:\n    def __call__(self, r):\n        return r\n\n"
        "class Linear(Gain):\n    def __call__(self, r):\n        return super().__call__(r)\n\n"
        "def dcg(rels):\n    gain = Linear()\n"
        "    return sum(gain(r) / math.log2(i + 1) for i, r in enumerate(rels, 1))\n",
    ),
    "a walrus, f-strings and a format": (
        "ndcg",
        _ndcg(
            "    print(f'{ranked_rels=} {k:>3} {0.5:.1%} {1/3!r:.5} {\"a\":*^5}')\n"
            "    if (ideal := dcg(sorted(ranked_rels)[: -k - 1 : -1])) == 0:\n"
            "        return 0.0\n    return dcg(ranked_rels[:k]) / ideal\n"
        ),
    ),
    "try, finally, else, with and a context manager": (
        "ndcg",
        _ndcg(
            "    with suppress(ZeroDivisionError):\n"
            "        return dcg(ranked_rels[:k]) / dcg(sorted(ranked_rels, reverse=True)[:k])\n"
            "    return 0.0\n",
            "from contextlib import suppress\n",
        ),
    ),
    "slices, stars and unpacking": (
        "dcg",
        "import math\n\ndef dcg(rels):\n    if not rels:\n        return 0\n"
        "    first, *rest = rels\n    total = first\n"
        "    for i, r in enumerate(rest[:], start=2):\n        total += r / math.log2(i + 1)\n"
        "    return total\n",
    ),
    "tuples, copy and sort": (
        "ndcg",
        _ndcg(
            "    best = copy.deepcopy(ranked_rels)\n    best.sort(reverse=True)\n"
            "    above, below = (dcg(tuple(x[:k])) for x in (ranked_rels, best))\n"
            "    return above / below if below else 0.0\n",
            "import copy\n",
        ),
    ),
    "a nested function, nonlocal and a default": (
        "dcg",
        "import math\n\ndef dcg(rels, log=math.log2):\n    total = 0.0\n\n"
        "    def add(i, r):\n        nonlocal total\n        total += r / log(i + 1)\n\n"
        "    for i, r in enumerate(rels, 1):\n        add(i, r)\n    return total\n",
    ),
    "fractions and decimal": (
        "dcg",
        "import math\nfrom decimal import Decimal\nfrom fractions import Fraction\n\n"
        "def dcg(rels):\n"
        "    return float(sum(Fraction(r) / Fraction(math.log2(i + 1)) "
        "for i, r in enumerate(rels, 1))) + float(Decimal('0'))\n",
    ),
    "an assert, a while-else, a main guard": (
        "dcg",
        "import math\n\ndef dcg(rels):\n    assert isinstance(rels, list)\n    i = total = 0\n"
        "    while i < len(rels):\n        i += 1\n"
        "        total += rels[i - 1] / math.log2(i + 1)\n"
        "    else:\n        return total\n\n"
        "if __name__ == '__main__':\n    print(dcg([3, 0, 2]))\n",
    ),
    "array, random with a seed, time": (
        "dcg",
        "import math\nimport random\nimport time\nfrom array import array\n\nrandom.seed(4)\n"
        "started = time.perf_counter()\n\ndef dcg(rels):\n    grades = array('d', rels)\n"
        "    return sum(r / math.log2(i + 1) for i, r in enumerate(grades, 1))\n",
    ),
}

RIGHT = {
    **{name: ("dcg", source) for name, source in DCG.items()},
    **{name: ("ndcg", source) for name, source in NDCG.items()},
    **LIBRARY,
}
"""Every right program by its name, each with its step."""
