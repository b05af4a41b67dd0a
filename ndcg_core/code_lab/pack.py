"""Everything that the lab in the browser needs, as plain data, and the tests to take home."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from ndcg_core.code_lab.cases import CASES, TOLERANCE, ProgramCase
from ndcg_core.code_lab.tasks import ORDERING_TASK, TAKE_HOME_TEXT, TASKS
from ndcg_core.code_lab.wrong_programs import PROGRAM_SENTENCES, list_slips
from ndcg_core.metric import trace

PROGRAM_FILE = "my_ndcg.py"
TEST_FILE = "test_my_ndcg.py"


def write_test_file() -> str:
    """Return the pytest file with every case of both functions.

    >>> "    ([3, 0, 2], 4.0)," in write_test_file()
    True
    """
    return TAKE_HOME_TEXT.format(
        program=PROGRAM_FILE,
        name=TEST_FILE,
        tolerance=TOLERANCE,
        dcg="\n".join(map(_write_test, CASES["dcg"])),
        ndcg="\n".join(map(_write_test, CASES["ndcg_at_k"])),
    )


def _write_test(case: ProgramCase) -> str:
    return f"    ({', '.join(map(repr, (*case.arguments, case.expected)))}),"


@lru_cache(maxsize=8)
def pack_lab(ids: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return the tasks (all, or those named) with their cases, slips and sentences.

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
                "slips": [asdict(slip) for slip in list_slips(name)],
            }
            for name in CASES
        },
        "messages": PROGRAM_SENTENCES["run"],
        "tolerance": TOLERANCE,
        "errors": PROGRAM_SENTENCES["errors"],
        "otherwise": PROGRAM_SENTENCES["otherwise"],
        "files": {"program": PROGRAM_FILE, "test": TEST_FILE, "testText": write_test_file()},
    }


def compare_orders(grades: Sequence[float], k: int | None = None) -> list[dict[str, Any]]:
    """Return the perfect order, the ranking and the reversed perfect order, with our numbers.

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
    plain = [int(grade) if float(grade).is_integer() else float(grade) for grade in grades]
    whole = trace(plain)
    cut = trace(plain, k)
    return {"id": id, "name": name, "grades": plain, "k": cut.k, "dcg": whole.dcg, "ndcg": cut.ndcg}
