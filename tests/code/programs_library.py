"""Right programs that use what Python brings along: each must pass."""

from tests.code.programs_language import LANGUAGE
from tests.code.programs_right import SUM


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
    "itertools.starmap": (
        "dcg",
        "import itertools as it\nfrom math import log2\n\ndef dcg(rels):\n"
        "    return sum(it.starmap(lambda i, r: r / log2(i), enumerate(rels, start=2)))\n",
    ),
    "operator and map": (
        "dcg",
        "import math, operator\n\ndef dcg(rels):\n"
        "    discounts = [math.log2(i) for i in range(2, len(rels) + 2)]\n"
        "    return sum(map(operator.truediv, rels, discounts))\n",
    ),
    "zip(strict=True)": (
        "dcg",
        "import math\n\ndef dcg(rels):\n"
        "    discounts = [math.log2(i + 1) for i in range(1, len(rels) + 1)]\n"
        "    return sum(r / d for r, d in zip(rels, discounts, strict=True))\n",
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
    "math.fsum, prod, sumprod's habit": (
        "dcg",
        "import math\n\ndef dcg(rels):\n"
        "    return math.fsum(math.prod((r, 1 / math.log2(i + 1))) "
        "for i, r in enumerate(rels, 1))\n",
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
    "collections.namedtuple": (
        "dcg",
        "import math\nfrom collections import namedtuple\n\n"
        "Term = namedtuple('Term', 'gain discount')\n\n"
        "def dcg(rels):\n"
        "    terms = [Term(r, math.log2(i + 1)) for i, r in enumerate(rels, 1)]\n"
        "    return sum(t.gain / t.discount for t in terms)\n",
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
    **LANGUAGE,
}
"""Programs that use what Python brings along: the step, and the program."""
