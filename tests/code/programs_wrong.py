"""Wrong programs: for each, the id of the one message it must get."""


def _dcg(term: str, enumerated: str = "enumerate(rels, 1)") -> str:
    return f"import math\n\ndef dcg(rels):\n    return sum({term} for i, r in {enumerated})\n"


def _body(*lines: str) -> str:
    return "import math\n\ndef dcg(rels):\n" + "".join(f"    {line}\n" for line in lines)


RIGHT_TERM = "r / math.log2(i + 1)"

DCG = (
    ("no-discount", _dcg("r")),
    ("no-discount", "def dcg(rels):\n    return sum(rels)\n"),
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
    (
        "running-sum-divided",
        _body("return sum(rels) / math.log2(len(rels) + 1) if rels else 0.0"),
    ),
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
    (
        "returns-in-the-loop",
        _body(
            "t = 0.0",
            "for i, r in enumerate(rels, 1):",
            "    t += r / math.log2(i + 1)",
            "    return t",
            "return t",
        ),
    ),
    (
        "returns-in-the-loop",
        _body(
            "t = 0.0",
            "for i, r in enumerate(rels, 1):",
            "    t += r / math.log2(i + 1)",
            "    return t",
        ),
    ),
    (
        "forgets-the-sum",
        _body(
            "t = 0.0", "for i, r in enumerate(rels, 1):", "    t = r / math.log2(i + 1)", "return t"
        ),
    ),
    ("floor-division", _dcg("r // math.log2(i + 1)")),
    (
        "rounded",
        _body("t = sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1))", "return round(t, 3)"),
    ),
    (
        "rounded",
        _body(f"t = sum({RIGHT_TERM} for i, r in enumerate(rels, 1))", "return round(t, 8)"),
    ),
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
    ("no-return", _body("t = sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1))")),
    ("prints-instead", _body("print(sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1)))")),
    (
        "no-return-sometimes",
        _body("if rels:", "    return sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1))"),
    ),
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
    ("not-a-number", _body("return str(sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1)))")),
    (
        "edge-empty",
        _body(
            "t = rels[0]",
            "for i in range(2, len(rels) + 1):",
            "    t += rels[i - 1] / math.log2(i + 1)",
            "return t",
        ),
    ),
    (
        "edge-one",
        _body(
            f"t = sum({RIGHT_TERM} for i, r in enumerate(rels, 1))",
            "return t if len(rels) != 1 else 1.0",
        ),
    ),
    (
        "edge-equal",
        _body(
            f"t = sum({RIGHT_TERM} for i, r in enumerate(rels, 1))",
            "return 0.0 if len(set(rels)) == 1 else t",
        ),
    ),
    ("edge-long", _dcg(RIGHT_TERM, "enumerate(rels[:10], 1)")),
    ("edge-long", _dcg(RIGHT_TERM, "enumerate(rels[:20], 1)")),
    ("edge-long", _dcg("r / [math.log2(i + 1) for i in range(1, 13)][i - 1]")),
    ("edge-high", _dcg("min(r, 4) / math.log2(i + 1)")),
    ("edge-high", _dcg("min(r, 5) / math.log2(i + 1)")),
    ("edge-fractions", _dcg("int(r) / math.log2(i + 1)")),
    ("edge-fractions", _dcg("round(r) / math.log2(i + 1)")),
    (
        "edge-zeros",
        _body(
            "t = sum(r / math.log2(i + 1) for i, r in enumerate(rels, 1))",
            "return t if t or not rels else 1.0",
        ),
    ),
    ("different", _dcg("r / math.log2(i + 5)")),
    ("error", _dcg("r / math.log2(i + one)")),
    ("error", "import math\n\ndef dcg(rels)\n    return 0\n"),
    ("error", "import numpy\n"),
    ("error", _body("return dcg(rels)")),
)
"""For the task dcg."""
