"""An example of our own making: a garden shop's search, 60 queries, grades 0 to 3."""

from dataclasses import dataclass
from pathlib import Path

from ndcg_core.evaluation.reading import read_qrels, read_run
from ndcg_core.evaluation.tables import Qrels, Run

FOLDER = Path(__file__).parent / "example"
SYSTEMS = ("keywords", "meanings", "both")
STORY = (
    "A garden shop tries three searches. “keywords” counts the words that match: it finds products "
    "by their names and misses what questions mean. “meanings” compares meanings: it understands "
    "questions, and takes one product's name for another's. “both” adds the two up. Twenty queries "
    "are names, forty are questions. The judged pages come from the first pages of “keywords” and "
    "“both”; one query timed out in “meanings”."
)


@dataclass(frozen=True)
class Bundled:
    """Judgments, runs and what they are about."""

    qrels: Qrels
    runs: tuple[Run, ...]
    story: str


def bundled() -> Bundled:
    """The bundled example.

    >>> example = bundled()
    >>> example.qrels.frame["query"].n_unique(), [run.name for run in example.runs]
    (60, ['keywords', 'meanings', 'both'])
    """
    runs = (read_run(FOLDER / f"{system}.run", system) for system in SYSTEMS)
    return Bundled(read_qrels(FOLDER / "qrels.txt", "judgments"), tuple(runs), STORY)
