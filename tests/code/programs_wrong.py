"""Wrong programs: for each, its step and the id of the one message that it must get."""

from tests.code.programs_right import SUM


def _dcg(term: str, enumerated: str = "enumerate(rels, 1)") -> str:
    return f"import math\n\ndef dcg(rels):\n    return sum({term} for i, r in {enumerated})\n"


def _body(*lines: str) -> str:
    return "import math\n\ndef dcg(rels):\n" + "".join(f"    {line}\n" for line in lines)


RIGHT_TERM = "r / math.log2(i + 1)"
SUMMED = f"sum({RIGHT_TERM} for i, r in enumerate(rels, 1))"
TOTAL = f"t = {SUMMED}"
LOOP = "for i, r in enumerate(rels, 1):"

DCG = (
    ("no-discount", _dcg("r")),
    ("log2-rank", _dcg("r / max(1, math.log2(i))")),
    ("divides-by-log-1", _dcg("r / math.log2(i)")),
    ("divides-by-log-1", _dcg(RIGHT_TERM, "enumerate(rels)")),
    ("takes-log-of-0", _dcg("r / math.log2(i)", "enumerate(rels)")),
    ("log2-rank-plus-2", _dcg("r / math.log2(i + 2)")),
    ("natural-log", _dcg("r / math.log(i + 1)")),
    ("log10", _dcg("r / math.log10(i + 1)")),
    ("reciprocal-rank", _dcg("r / i")),
    ("reciprocal-rank-plus-1", _dcg("r / (i + 1)")),
    ("log2-then-plus-1", _dcg("r / (math.log2(i) + 1)")),
    ("multiply", _dcg("r * math.log2(i + 1)")),
    ("counted-from-zero", _dcg("r / max(1, math.log2(max(1, i)))", "enumerate(rels)")),
    ("running-sum-divided", _body("return sum(rels) / math.log2(len(rels) + 1) if rels else 0.0")),
    ("exponential-gain", _dcg("(2 ** r - 1) / math.log2(i + 1)")),
    ("power-without-minus-1", _dcg("2 ** r / math.log2(i + 1)")),
    ("power-of-r-minus-1", _dcg("2 ** (r - 1) / math.log2(i + 1)")),
    ("squared-gain", _dcg("r ** 2 / math.log2(i + 1)")),
    ("binary-gain", _dcg("(r > 0) / math.log2(i + 1)")),
    ("drop-zeros", _dcg(RIGHT_TERM, "enumerate([r for r in rels if r], 1)")),
    ("sort-first", _dcg(RIGHT_TERM, "enumerate(sorted(rels, reverse=True), 1)")),
    ("counted-from-the-bottom", _dcg(RIGHT_TERM, "enumerate(rels[::-1], 1)")),
    ("first-left-out", _dcg("rels[i] / math.log2(i + 2)", "((i, 0) for i in range(1, len(rels)))")),
    (
        "last-left-out",
        _dcg("rels[i - 1] / math.log2(i + 1)", "((i, 0) for i in range(1, len(rels)))"),
    ),
    ("returns-in-the-loop", _body("t = 0.0", LOOP, f"    t += {RIGHT_TERM}", "    return t")),
    ("forgets-the-sum", _body("t = 0.0", LOOP, f"    t = {RIGHT_TERM}", "return t")),
    ("floor-division", _dcg("r // math.log2(i + 1)")),
    ("rounded", _body(TOTAL, "return round(t, 8)")),
    ("rounded-discounts", _dcg("r / round(math.log2(i + 1), 3)")),
    (
        "rounded-discounts",
        _body(
            "table = [1, 1.585, 2, 2.322, 2.585, 2.807, 3, 3.170, 3.322, 3.459, 3.585]",
            "return sum(r / d for r, d in zip(rels, table))",
        ),
    ),
    (
        "keeps-adding",
        "import math\n\ntotal = 0\n\ndef dcg(rels):\n    global total\n"
        f"    for i, r in enumerate(rels, 1):\n        total += {RIGHT_TERM}\n    return total\n",
    ),
    (
        "keeps-adding",
        "import math\n\ndef dcg(rels, terms=[]):\n    for i, r in enumerate(rels, 1):\n"
        f"        terms.append({RIGHT_TERM})\n    return sum(terms)\n",
    ),
    ("no-return", _body(TOTAL)),
    ("prints-instead", _body(f"print({SUMMED})")),
    ("no-return-sometimes", _body("if rels:", f"    return {SUMMED}")),
    ("wrong-name", "import math\n\ndef DCG(rels):\n    return 0.0\n"),
    ("wrong-name", "x = 1\n"),
    (
        "changes-the-list",
        _body(
            "t = i = 0",
            "while rels:",
            "    i += 1",
            "    t += rels.pop(0) / math.log2(i + 1)",
            "return t",
        ),
    ),
    ("not-a-number", _body("return [r / math.log2(i + 1) for i, r in enumerate(rels, 1)]")),
    ("not-a-number", _body(f"return str({SUMMED})")),
    (
        "edge-empty",
        _body(
            "t = rels[0]",
            "for i in range(2, len(rels) + 1):",
            "    t += rels[i - 1] / math.log2(i + 1)",
            "return t",
        ),
    ),
    ("edge-one", _body(TOTAL, "return t if len(rels) != 1 else 1.0")),
    ("edge-equal", _body(TOTAL, "return 0.0 if len(set(rels)) == 1 else t")),
    ("edge-long", _dcg(RIGHT_TERM, "enumerate(rels[:20], 1)")),
    ("edge-long", _dcg("r / [math.log2(i + 1) for i in range(1, 13)][i - 1]")),
    ("edge-high", _dcg("min(r, 5) / math.log2(i + 1)")),
    ("edge-fractions", _dcg("int(r) / math.log2(i + 1)")),
    ("edge-fractions", _dcg("round(r) / math.log2(i + 1)")),
    ("edge-zeros", _body(TOTAL, "return t if t or not rels else 1.0")),
    ("different", _dcg("r / math.log2(i + 5)")),
    ("error", _dcg("r / math.log2(i + one)")),
    ("error", "import math\n\ndef dcg(rels)\n    return 0\n"),
    ("error", "import no_such_module\n"),
    ("error", _body("return dcg(rels)")),
)


def _ndcg(body: str) -> str:
    return SUM + f"\ndef ndcg_at_k(ranked_rels, k):\n    {body}\n"


def _share(above: str, below: str) -> str:
    return _ndcg(f"below = dcg({below})\n    return dcg({above}) / below if below else 0.0")


TOP, IDEAL = "ranked_rels[:k]", "sorted(ranked_rels, reverse=True)[:k]"
GUARD = f"below = dcg({IDEAL})\n    return 0.0 if not below else"


def _begins(*lines: str) -> str:
    """A right program but for what its function begins with."""
    return _ndcg("\n    ".join([*lines, f"{GUARD} dcg({TOP}) / below"]))


NDCG = (
    ("log10", _share(TOP, IDEAL).replace("log2", "log10")),
    ("natural-log", _share(TOP, IDEAL).replace("log2", "log")),
    ("exponential-gain", _share(TOP, IDEAL).replace("rel /", "(2 ** rel - 1) /")),
    ("ideal-not-sorted", _share(IDEAL, IDEAL)),
    ("ideal-not-sorted", _share(TOP, TOP)),
    ("ideal-not-sorted", _ndcg(f"return 1.0 if dcg({TOP}) else 0.0")),
    ("counted-from-the-bottom", _share("ranked_rels[::-1][:k]", IDEAL)),
    ("ascending-ideal", _share(TOP, "sorted(ranked_rels)[:k]")),
    ("no-normalisation", _ndcg(f"return dcg({TOP})")),
    ("inverted", _ndcg(f"above = dcg({TOP})\n    return dcg({IDEAL}) / above if above else 0.0")),
    ("subtracted", _ndcg(f"return dcg({IDEAL}) - dcg({TOP})")),
    ("multiplied-up", _share(TOP, IDEAL).replace("return dcg(", "return k * dcg(")),
    (
        "ideal-other-rules",
        _ndcg(f"below = sum({IDEAL})\n    return dcg({TOP}) / below if below else 0.0"),
    ),
    ("divided-by-max", _ndcg(f"{GUARD} dcg({TOP}) / max(ranked_rels)")),
    ("divided-by-n", _ndcg(f"{GUARD} dcg({TOP}) / len(ranked_rels)")),
    ("divided-by-n", _ndcg(f"{GUARD} dcg({TOP}) / k")),
    ("divided-by-sum", _ndcg(f"return dcg({TOP}) / (sum({TOP}) or 1)")),
    (
        "ideal-all-max",
        _ndcg(
            f"best = [max(ranked_rels, default=0)] * len({TOP})\n"
            f"    return dcg({TOP}) / dcg(best) if dcg(best) else 0.0"
        ),
    ),
    ("ideal-from-top-k", _share(TOP, f"sorted({TOP}, reverse=True)")),
    ("ideal-not-cut", _share(TOP, "sorted(ranked_rels, reverse=True)")),
    ("dcg-not-cut", _share("ranked_rels", IDEAL)),
    ("k-minus-1", _share("ranked_rels[:k - 1]", "sorted(ranked_rels, reverse=True)[:k - 1]")),
    ("k-minus-1", _share("ranked_rels[:k - 1]", IDEAL)),
    ("k-ignored", _share("ranked_rels", "sorted(ranked_rels, reverse=True)")),
    ("edge-zeros", _ndcg(f"return dcg({TOP}) / dcg({IDEAL})")),
    ("edge-zeros", _ndcg(f"{GUARD.replace('0.0', '1.0')} dcg({TOP}) / below")),
    ("rounded", _ndcg(f"{GUARD} round(dcg({TOP}) / below, 8)")),
    (
        "rounded-discounts",
        _share(TOP, IDEAL).replace("math.log2(i + 1)", "round(math.log2(i + 1), 3)"),
    ),
    ("ideal-without-repeats", _share(TOP, "sorted(set(ranked_rels), reverse=True)[:k]")),
    ("edge-equal", _begins("if len(set(ranked_rels)) == 1:", "    return 0.0")),
    ("edge-zero", _begins("if len(ranked_rels) == 1:", "    return 1.0")),
    (
        "edge-last",
        _ndcg(f"below = dcg({IDEAL})\n    return dcg({TOP}) / below if below > 1 else 0.0"),
    ),
    ("edge-first", _begins("if not any(ranked_rels[1:]):", "    return 0.0")),
    ("edge-below", _begins(f"if not any({TOP}):", "    return float(any(ranked_rels))")),
    ("edge-long", _begins("k = min(k, 10)")),
    ("edge-high", _share(TOP, "sorted(ranked_rels, key=str, reverse=True)[:k]")),
    ("edge-high", _begins("ranked_rels = [min(r, 4) for r in ranked_rels]")),
    ("edge-fractions", _begins("ranked_rels = [int(r) for r in ranked_rels]")),
    (
        "not-a-number",
        "class F(float):\n    def __repr__(self):\n        return '1.0'\n\n"
        + _ndcg("return F(0.5)"),
    ),
    (
        "edge-beyond",
        _ndcg(
            "best = sorted(ranked_rels, reverse=True)\n    if not any(best):\n        return 0.0\n"
            "    return dcg([ranked_rels[i] for i in range(k)]) / dcg(best[:k])"
        ),
    ),
    ("edge-one", _begins("if k == 1:", "    return 1.0")),
    ("edge-empty", _begins("first = ranked_rels[0]")),
    (
        "changes-the-list",
        _ndcg(
            f"above = dcg({TOP})\n    ranked_rels.sort(reverse=True)\n    below = dcg({TOP})\n"
            "    return above / below if below else 0.0"
        ),
    ),
    ("no-return", _ndcg(f"x = dcg({TOP}) / (dcg({IDEAL}) or 1)")),
    ("wrong-name", SUM + "\ndef ndcgAtK(ranked_rels, k):\n    return 1.0\n"),
    ("error", _ndcg(f"return dcg({TOP}) / ideal")),
)

WRONG = [
    *(("dcg", *pair) for pair in DCG),
    *(("ndcg", *pair) for pair in NDCG),
]
