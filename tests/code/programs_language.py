"""Right programs that use what the language brings along, each with its step."""

from tests.code.programs_right import SUM


def _ndcg(body: str, imports: str = "") -> str:
    return f"{imports}{SUM}\ndef ndcg_at_k(ranked_rels, k):\n{body}"


LANGUAGE = {
    "a walrus, f-strings and a format": (
        "ndcg",
        _ndcg(
            "    print(f'{ranked_rels=} {k:>3} {0.5:.1%} {1/3!r:.5} {\"a\":*^5}')\n"
            "    if (ideal := dcg(sorted(ranked_rels)[: -k - 1 : -1])) == 0:\n"
            "        return 0.0\n    return dcg(ranked_rels[:k]) / ideal\n"
        ),
    ),
    "match on a tuple": (
        "ndcg",
        _ndcg(
            "    match (dcg(ranked_rels[:k]), dcg(sorted(ranked_rels, key=lambda r: -r)[:k])):\n"
            "        case (_, 0 | 0.0):\n            return 0.0\n"
            "        case (above, below) if below > 0:\n            return above / below\n"
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
    "a dictionary, sum with start, reversed": (
        "dcg",
        "import math\n\ndef dcg(rels):\n"
        "    terms = {i: r / math.log2(i + 1) for i, r in enumerate(rels, 1)}\n"
        "    return sum((terms[i] for i in reversed(list(terms))), start=0.0)\n",
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
