"""Writes the bundled example of `ndcg_core.evaluation`: a garden shop's search, three systems.

    python -m benchmarks.make_example

Twenty queries are names of products, forty are questions. `keywords` finds names and misses what
questions mean; `meanings` understands questions and takes one product's name for another's;
`both` adds the two up. The documents that were judged come from the first pages of `keywords` and
of `both`, so that `meanings` shows more that nobody judged. One query timed out in `meanings`, and
`keywords` counts matches, so that many of its scores are equal.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "ndcg_core" / "evaluation" / "example"
NAMES = """
secateurs-no-2 folding-saw-180 hose-reel-30m leaf-rake-24 spade-no-7 grass-shears-long
watering-can-10l dibber-oak kneeler-green lawn-edger-half-moon hand-fork-3 compost-bin-300
seed-tray-40 loppers-geared bulb-planter-long sprayer-5l riddle-8mm twine-jute-100
trug-willow-2 cold-frame-double
""".split()  # noqa: SIM905 (read as a list of quoted words, it is twice as long)
QUESTIONS = """
what-grows-in-deep-shade when-to-prune-roses why-are-my-tomatoes-splitting how-deep-to-plant-garlic
plants-that-bees-like stop-slugs-without-poison water-a-garden-while-away moss-in-the-lawn
first-vegetables-for-children soil-for-blueberries move-a-grown-shrub hedge-that-grows-fast
black-spots-on-rose-leaves compost-smells-bad flowers-for-a-dry-bank frost-and-young-plants
pots-that-survive-winter tree-for-a-small-garden keep-cats-off-beds yellow-leaves-on-lemon
sow-carrots-in-clay climbing-plants-north-wall divide-a-hosta lavender-after-flowering
raise-a-wet-bed green-manure-in-autumn apples-drop-early save-tomato-seed grass-under-trees
wind-on-a-balcony herbs-on-a-windowsill wake-a-dahlia feed-a-heavy-soil bulbs-in-grass
aphids-on-beans cut-back-a-fig fern-fronds-turn-brown how-often-to-mow salad-through-winter
sunflower-falls-over
""".split()  # noqa: SIM905
SKILL = {  # how much of a grade each system sees: in a product's name, in a question
    "keywords": (1.5, 0.42),
    "meanings": (0.45, 1.05),
    "both": (1.35, 1.0),
}
CANDIDATES, RETURNED, JUDGED = 30, 12, 9
LATE = "divide-a-hosta"
"""The query that timed out in `meanings`."""


def made() -> dict[str, str]:
    """The text of each file by its name; the same every time."""
    rng = random.Random(60)
    files = dict.fromkeys(("qrels.txt", *(f"{system}.run" for system in SKILL)), "")
    for number, query in enumerate((*NAMES, *QUESTIONS)):
        named = number < len(NAMES)
        grades = _grades(rng, named)
        rankings = {system: _ranking(rng, grades, system, named) for system in SKILL}
        for system, ranking in rankings.items():
            if (system, query) != ("meanings", LATE):
                files[f"{system}.run"] += _lines(query, ranking, system)
        pool = {doc for system in ("keywords", "both") for doc, _ in rankings[system][:JUDGED]}
        pool |= {doc for doc, grade in grades.items() if grade == 3}  # known beforehand
        files["qrels.txt"] += "".join(f"{query} 0 {doc} {grades[doc]}\n" for doc in sorted(pool))
    return files


def _grades(rng: random.Random, named: bool) -> dict[str, int]:
    """What each page is worth: one product, and what goes with it; or several good answers."""
    few = [3, 2, 1, 1] if named else [3, 3, 2, 2, 1, 1, 1]
    grades = few[: rng.randint(3, len(few))]
    pages = rng.sample(range(1, 500), CANDIDATES)
    worth = grades + [0] * (CANDIDATES - len(grades))
    kind = "p" if named else "g"
    return {f"{kind}{page:03}": grade for page, grade in zip(pages, worth, strict=True)}


def _ranking(
    rng: random.Random, grades: dict[str, int], system: str, named: bool
) -> list[tuple[str, float]]:
    skill = SKILL[system][0 if named else 1]
    scores = {doc: skill * grade + rng.gauss(0, 1.0) for doc, grade in grades.items()}
    if system == "keywords":  # it counts the words that match
        scores = {doc: float(round(4 + 1.5 * score)) for doc, score in scores.items()}
    best = sorted(scores.items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
    return [(doc, round(score, 3)) for doc, score in best[:RETURNED]]


def _lines(query: str, ranking: list[tuple[str, float]], system: str) -> str:
    rows = enumerate(ranking, 1)
    return "".join(f"{query} Q0 {doc} {rank} {score:g} {system}\n" for rank, (doc, score) in rows)


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in made().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name:14} {len(text):7,} bytes", file=sys.stdout)


if __name__ == "__main__":
    main()
