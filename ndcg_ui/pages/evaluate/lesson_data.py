"""The queries of the lesson "Many queries, two systems" as judgments and runs.

The lesson lists grades from rank 1 on. Both systems return the same documents, which are matched by
their grades.
"""

from collections.abc import Sequence

from ndcg_core.evaluation.files.example_files import BundledExample
from ndcg_core.evaluation.files.reading import read_qrels, read_run
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.pairs import SystemPair
from ndcg_ui.components.board.board import make_default_label

SLUG = "many-queries"
DATA_DESCRIPTION = (
    "The five queries of the lesson “Many queries, two systems”: North and South return the same "
    "documents, each in its own order."
)


def load_lesson_example() -> BundledExample:
    """Return the judgments and two runs of the lesson “Many queries, two systems”.

    >>> example = load_lesson_example()
    >>> [run.name for run in example.runs], example.qrels.frame["query"].n_unique()
    (['North', 'South'], 5)
    """
    lesson = next(lesson for lesson in load_lessons() if lesson.slug == SLUG)
    blocks = (block for step in lesson.steps for block in step.blocks)
    block = next(block for block in blocks if isinstance(block, SystemPair))
    judged: dict[str, dict[str, float]] = {}
    runs: dict[str, dict[str, list[str]]] = {name: {} for name in block.evaluations}
    for name, evaluation in block.evaluations.items():
        for query, trace in evaluation.traces.items():
            grades = [row.grade for row in (*trace.actual, *trace.beyond)]
            names = {make_default_label(index): grade for index, grade in enumerate(grades)}
            pool = judged.setdefault(query, names)
            runs[name][query] = _match_documents(grades, pool)
    read = tuple(read_run(run, name) for name, run in runs.items())
    return BundledExample(read_qrels(judged, "the lesson's judgments"), read, DATA_DESCRIPTION)


def _match_documents(grades: Sequence[float], pool: dict[str, float]) -> list[str]:
    """Return for each grade the first unused document of the pool that has the grade.

    >>> _match_documents([1, 3, 1], {"A": 1, "B": 1, "C": 3})
    ['A', 'C', 'B']
    """
    left = list(pool)
    found = []
    for grade in grades:
        doc = next(doc for doc in left if pool[doc] == grade)
        left.remove(doc)
        found.append(doc)
    return found
