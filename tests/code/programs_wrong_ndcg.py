"""Wrong programs of `ndcg_at_k`, each with the slip it makes."""

from tests.code.programs_right import SUM


def _ndcg(body: str) -> str:
    return SUM + f"\ndef ndcg_at_k(ranked_rels, k):\n    {body}\n"


def _share(above: str, below: str) -> str:
    return _ndcg(f"below = dcg({below})\n    return dcg({above}) / below if below else 0.0")


TOP, IDEAL = "ranked_rels[:k]", "sorted(ranked_rels, reverse=True)[:k]"
GUARD = f"below = dcg({IDEAL})\n    return 0.0 if not below else"

NDCG = (
    ("log10", _share(TOP, IDEAL).replace("log2", "log10")),
    ("natural-log", _share(TOP, IDEAL).replace("log2", "log")),
    ("exponential-gain", _share(TOP, IDEAL).replace("rel /", "(2 ** rel - 1) /")),
    ("sort-first", _share(IDEAL, IDEAL)),
    ("sort-first", _share(TOP, TOP)),
    ("counted-from-the-bottom", _share("ranked_rels[::-1][:k]", IDEAL)),
    ("ascending-ideal", _share(TOP, "sorted(ranked_rels)[:k]")),
    ("no-normalisation", _ndcg(f"return dcg({TOP})")),
    ("inverted", _ndcg(f"above = dcg({TOP})\n    return dcg({IDEAL}) / above if above else 0.0")),
    ("subtracted", _ndcg(f"return dcg({IDEAL}) - dcg({TOP})")),
    ("multiplied-up", _share(TOP, IDEAL).replace("return dcg(", "return 10 * dcg(")),
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
    ("rounded", _ndcg(f"{GUARD} round(dcg({TOP}) / below, 2)")),
    ("edge-zeros", _ndcg(f"return dcg({TOP}) / dcg({IDEAL})")),
    ("edge-zeros", _ndcg(f"{GUARD.replace('0.0', '1.0')} dcg({TOP}) / below")),
    ("rounded", _ndcg(f"{GUARD} round(dcg({TOP}) / below, 8)")),
    (
        "rounded-discounts",
        _share(TOP, IDEAL).replace("math.log2(i + 1)", "round(math.log2(i + 1), 3)"),
    ),
    ("ideal-without-repeats", _share(TOP, "sorted(set(ranked_rels), reverse=True)[:k]")),
    (
        "edge-equal",
        _ndcg(
            f"if len(set(ranked_rels)) == 1:\n        return 0.0\n    {GUARD} dcg({TOP}) / below"
        ),
    ),
    (
        "edge-zero",
        _ndcg(f"if len(ranked_rels) == 1:\n        return 1.0\n    {GUARD} dcg({TOP}) / below"),
    ),
    (
        "edge-last",
        _ndcg(f"below = dcg({IDEAL})\n    return dcg({TOP}) / below if below > 1 else 0.0"),
    ),
    (
        "edge-first",
        _ndcg(f"if not any(ranked_rels[1:]):\n        return 0.0\n    {GUARD} dcg({TOP}) / below"),
    ),
    (
        "edge-below",
        _ndcg(
            f"if not any({TOP}):\n        return float(any(ranked_rels))\n"
            f"    {GUARD} dcg({TOP}) / below"
        ),
    ),
    ("edge-long", _ndcg(f"k = min(k, 10)\n    {GUARD} dcg({TOP}) / below")),
    ("edge-long", _ndcg(f"ranked_rels = ranked_rels[:20]\n    {GUARD} dcg({TOP}) / below")),
    ("edge-high", _share(TOP, "sorted(ranked_rels, key=str, reverse=True)[:k]")),
    (
        "edge-high",
        _ndcg(f"ranked_rels = [min(r, 4) for r in ranked_rels]\n    {GUARD} dcg({TOP}) / below"),
    ),
    (
        "edge-fractions",
        _ndcg(f"ranked_rels = [int(r) for r in ranked_rels]\n    {GUARD} dcg({TOP}) / below"),
    ),
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
    ("edge-one", _ndcg(f"if k == 1:\n        return 1.0\n    {GUARD} dcg({TOP}) / below")),
    ("edge-empty", _ndcg(f"first = ranked_rels[0]\n    {GUARD} dcg({TOP}) / below")),
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
"""For the task ndcg; each holds a dcg as well."""
