"""Everything that the lab in the browser needs, as plain data, and the tests to take home."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from ndcg_core.code_lab.cases import CASES, TOLERANCE, ProgramCase
from ndcg_core.code_lab.tasks import ORDER, TAKE_HOME, TASKS
from ndcg_core.code_lab.wrong_programs import SAID, slips
from ndcg_core.metric import trace

PROGRAM_NAME = "my_ndcg.py"
TEST_NAME = "test_my_ndcg.py"


def test_file() -> str:
    """Return the pytest file with every case of both functions.

    >>> "    ([3, 0, 2], 4.0)," in test_file()
    True
    """
    return TAKE_HOME.format(
        program=PROGRAM_NAME,
        name=TEST_NAME,
        tolerance=TOLERANCE,
        dcg="\n".join(map(_write_test, CASES["dcg"])),
        ndcg="\n".join(map(_write_test, CASES["ndcg_at_k"])),
    )


def _write_test(case: ProgramCase) -> str:
    return f"    ({', '.join(map(repr, (*case.arguments, case.expected)))}),"


@lru_cache(maxsize=8)
def lab(ids: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return the tasks (all, or those named) with their cases, slips and sentences.

    >>> lab(("dcg",))["tasks"][0]["title"]
    'Write dcg'
    """
    chosen = [task for task in TASKS if ids is None or task.id in ids]
    return {
        "tasks": [asdict(task) for task in chosen],
        "order": ORDER,
        "functions": {
            name: {
                "cases": [{**asdict(case), "shown": case.display_text} for case in CASES[name]],
                "edges": SAID["edges"][name],
                "slips": [asdict(slip) for slip in slips(name)],
            }
            for name in CASES
        },
        "messages": SAID["run"],
        "tolerance": TOLERANCE,
        "errors": SAID["errors"],
        "otherwise": SAID["otherwise"],
        "files": {"program": PROGRAM_NAME, "test": TEST_NAME, "testText": test_file()},
    }


def comparison(grades: Sequence[float], k: int | None = None) -> list[dict[str, Any]]:
    """Return the perfect order, the ranking and the reversed perfect order, with our numbers.

    >>> [(row["id"], round(row["ndcg"], 3)) for row in comparison([3, 2, 3, 0, 1])]
    [('perfect', 1.0), ('yours', 0.972), ('reversed', 0.646)]
    """
    best = sorted(grades, reverse=True)
    return [
        _row("perfect", "Perfect", best, k),
        _row("yours", "Your ranking", grades, k),
        _row("reversed", "Reversed", best[::-1], k),
    ]


def _row(id: str, name: str, grades: Iterable[float], k: int | None) -> dict[str, Any]:
    plain = [int(grade) if float(grade).is_integer() else float(grade) for grade in grades]
    whole = trace(plain)
    cut = trace(plain, k)
    return {"id": id, "name": name, "grades": plain, "k": cut.k, "dcg": whole.dcg, "ndcg": cut.ndcg}
