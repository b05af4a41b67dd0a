"""The bundled example: the search of a garden shop, with 60 queries and grades 0 to 3."""

from dataclasses import dataclass
from pathlib import Path

from ndcg_core.evaluation.files.reading import read_qrels, read_run
from ndcg_core.evaluation.files.tables import Qrels, Run

EXAMPLE_FOLDER = Path(__file__).parent / "example"
EXAMPLE_SYSTEMS = ("keywords", "meanings", "both")


@dataclass(frozen=True)
class BundledExample:
    """An example that the package contains: judgments and runs.

    Attributes
    ----------
    qrels : Qrels
        The judgments.
    runs : tuple of Run
        The run of each system.
    story : str
        A text about the queries and the systems.
    """

    qrels: Qrels
    runs: tuple[Run, ...]
    story: str


def load_bundled() -> BundledExample:
    """Return the bundled example: judgments of 60 queries and the runs of three systems.

    Returns
    -------
    BundledExample
        The judgments, the runs, and a text about the example.

    Examples
    --------
    >>> example = load_bundled()
    >>> example.qrels.frame["query"].n_unique(), [run.name for run in example.runs]
    (60, ['keywords', 'meanings', 'both'])
    """
    runs = (read_run(EXAMPLE_FOLDER / f"{system}.run", system) for system in EXAMPLE_SYSTEMS)
    story = (EXAMPLE_FOLDER / "story.txt").read_text("utf-8").strip()
    return BundledExample(read_qrels(EXAMPLE_FOLDER / "qrels.txt", "judgments"), tuple(runs), story)
