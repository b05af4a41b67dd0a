"""Right programs, written differently: each must pass."""

SUM = """
import math

def dcg(rels):
    return sum(rel / math.log2(i + 1) for i, rel in enumerate(rels, start=1))
"""

DCG = {
    "a loop with a total": """
import math

def dcg(rels):
    total = 0.0
    for i, rel in enumerate(rels, start=1):
        total += rel / math.log2(i + 1)
    return total
""",
    "a generator in sum": SUM,
    "from math import log2, index from 0": """
from math import log2

def dcg(rels):
    return sum(rel / log2(i + 2) for i, rel in enumerate(rels))
""",
    "while": """
import math
def dcg(rels):
    i = 1
    out = 0.0
    while i <= len(rels):
        out += rels[i - 1] / math.log2(i + 1)
        i += 1
    return out
""",
    "quotient of natural logarithms": """
from math import log
def dcg(rels):
    return sum(r * log(2) / log(i + 1) for i, r in enumerate(rels, 1))
""",
    "fsum, from the last to the first": """
import math
def dcg(rels):
    return math.fsum(rels[i - 1] / math.log2(i + 1) for i in range(len(rels), 0, -1))
""",
    "map and lambda": """
import math
dcg = lambda rels: sum(map(lambda p: p[1] / math.log2(p[0] + 2), enumerate(rels)))
""",
    "recursion": """
import math
def dcg(rels, i=1):
    if not rels:
        return 0.0
    return rels[0] / math.log2(i + 1) + dcg(rels[1:], i + 1)
""",
    "vectors without numpy": """
import math
def dcg(rels):
    weights = [1 / math.log2(i) for i in range(2, len(rels) + 2)]
    return sum(a * b for a, b in zip(rels, weights))
""",
    "helper functions and a docstring": '''
import math

def discount(i):
    return math.log2(1 + i)

def gain(rel):
    return float(rel)

def dcg(rels):
    """DCG of a list."""
    terms = []
    for rank, rel in enumerate(rels, 1):
        terms.append(gain(rel) / discount(rank))
    return sum(terms)
''',
    "numpy's habit: a generator function": """
import math
def terms(rels):
    for i, r in enumerate(rels, 1):
        yield r / math.log2(i + 1)
def dcg(rels):
    return sum(terms(rels), start=0.0)
""",
    "match and walrus": """
import math
def dcg(rels):
    match list(rels):
        case []:
            return 0.0
        case [*all]:
            i = 0
            return sum(r / math.log2((i := i + 1) + 1) for r in all)
""",
}
"""Programs for the task dcg."""

NDCG = {
    "sorted and a guard": SUM
    + """
def ndcg_at_k(ranked_rels, k):
    ideal = dcg(sorted(ranked_rels, reverse=True)[:k])
    if ideal == 0:
        return 0.0
    return dcg(ranked_rels[:k]) / ideal
""",
    "a conditional expression": SUM
    + """
def ndcg_at_k(ranked_rels, k):
    best = sorted(ranked_rels)[::-1]
    i = dcg(best[:k])
    return dcg(ranked_rels[:k]) / i if i > 0 else 0.0
""",
    "try and except": SUM
    + """
def ndcg_at_k(ranked_rels, k):
    try:
        return dcg(ranked_rels[:k]) / dcg(sorted(ranked_rels, reverse=True)[:k])
    except ZeroDivisionError:
        return 0.0
""",
    "a loop with two sums": """
import math

def dcg(rels):
    return sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1))

def ndcg_at_k(ranked_rels, k):
    ideal = 0.0
    actual = 0.0
    best = sorted(ranked_rels, reverse=True)
    for i in range(min(k, len(ranked_rels))):
        actual += ranked_rels[i] / math.log2(i + 2)
        ideal += best[i] / math.log2(i + 2)
    return 0.0 if not ideal else actual / ideal
""",
    "any() as the guard": SUM
    + """
def ndcg_at_k(ranked_rels, k):
    if not any(ranked_rels):
        return 0
    return dcg(ranked_rels[0:k]) / dcg(sorted(ranked_rels, key=float, reverse=True)[0:k])
""",
}
"""Programs for the task ndcg."""
