"""The data of the code lab for the browser, and the test file for the learner's machine."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from ndcg_core.code_lab.cases import CASES, TOLERANCE, ProgramCase
from ndcg_core.code_lab.tasks import ORDERING_TASK, TASKS, TEST_FILE_TEMPLATE
from ndcg_core.code_lab.wrong_programs import PROGRAM_SENTENCES, list_wrong_programs
from ndcg_core.metric import trace

PROGRAM_FILE = "my_ndcg.py"
TEST_FILE = "test_my_ndcg.py"


def format_test_file() -> str:
    """Return the text of a pytest file with every case of the lab's two functions.

    >>> "    ([3, 0, 2], 4.0)," in format_test_file()
    True
    """
    return TEST_FILE_TEMPLATE.format(
        program=PROGRAM_FILE,
        name=TEST_FILE,
        tolerance=TOLERANCE,
        dcg="\n".join(map(_format_test, CASES["dcg"])),
        ndcg="\n".join(map(_format_test, CASES["ndcg_at_k"])),
    )


def _format_test(case: ProgramCase) -> str:
    """Return a case as a line of the test file."""
    return f"    ({', '.join(map(repr, (*case.arguments, case.expected)))}),"


@lru_cache(maxsize=8)
def pack_lab(ids: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return the tasks with their cases, wrong programs and sentences, as plain data.

    The result is cached, so callers must not change it.

    ids: the tasks to include; None for all tasks.

    >>> pack_lab(("dcg",))["tasks"][0]["title"]
    'Write dcg'
    """
    chosen = [task for task in TASKS if ids is None or task.id in ids]
    return {
        "tasks": [asdict(task) for task in chosen],
        "order": ORDERING_TASK,
        "functions": {
            name: {
                "cases": [{**asdict(case), "shown": case.display_text} for case in CASES[name]],
                "edges": PROGRAM_SENTENCES["edges"][name],
                "slips": [asdict(program) for program in list_wrong_programs(name)],
            }
            for name in CASES
        },
        "messages": PROGRAM_SENTENCES["run"],
        "tolerance": TOLERANCE,
        "errors": PROGRAM_SENTENCES["errors"],
        "otherwise": PROGRAM_SENTENCES["otherwise"],
        "files": {"program": PROGRAM_FILE, "test": TEST_FILE, "testText": format_test_file()},
    }


def compare_orders(grades: Sequence[float], k: int | None = None) -> list[dict[str, Any]]:
    """Return the scores of the best order, the ranking and the worst order, as plain data.

    >>> [(row["id"], round(row["ndcg"], 3)) for row in compare_orders([3, 2, 3, 0, 1])]
    [('perfect', 1.0), ('yours', 0.972), ('reversed', 0.646)]
    """
    best = sorted(grades, reverse=True)
    return [
        _score_order("perfect", "Perfect", best, k),
        _score_order("yours", "Your ranking", grades, k),
        _score_order("reversed", "Reversed", best[::-1], k),
    ]


def _score_order(id: str, name: str, grades: Iterable[float], k: int | None) -> dict[str, Any]:
    """Return an order as plain data, with the DCG of all ranks and the NDCG at a cutoff."""
    plain = [int(grade) if float(grade).is_integer() else float(grade) for grade in grades]
    uncut = trace(plain)
    cut = trace(plain, k)
    return {"id": id, "name": name, "grades": plain, "k": cut.k, "dcg": uncut.dcg, "ndcg": cut.ndcg}
