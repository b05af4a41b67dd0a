"""The code lab's data for the browser, and its messages about passed steps."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ndcg_core import code_lab
from ndcg_core.checking.signatures import Form

OWN_ARGUMENTS = Form(("grades", "k"))
"""The arguments of the learner's own function."""
OWN_TASK = {
    "id": "own",
    "title": "Paste your own",
    "kind": "write",
    "text": "Paste a function that takes the ranked grades and <code>k</code>, or one that takes "
    "DCG and IDCG, together with the functions that calculate them. Your browser runs it on about "
    "270 rankings. Only its results, not its code, are sent and compared with every convention.",
    "wanted": [],
    "starter": code_lab.TASKS[-1].starter,
    "hints": [],
    "solution": "",
    "points": [],
    "carries": "",
}
"""The task without a sample solution."""
SANDBOX_FOLDER = Path(__file__).parent / "sandbox_files"
ENGINE_SOURCES = ("worker.js", "harness.brython")


def read_sandbox_file(name: str) -> str:
    """Return the text of a file in `sandbox_files`."""
    return (SANDBOX_FOLDER / name).read_text("utf-8")


def _compute_digest(*texts: str) -> str:
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:12]


FRAME_URL = f"/sandbox/frame-{_compute_digest(read_sandbox_file('frame.js'))}.html"
_ENGINE_DIGEST = _compute_digest(*map(read_sandbox_file, ENGINE_SOURCES))
ENGINE_URL = f"/sandbox/engine-{version('brython')}-{_ENGINE_DIGEST}.js"
"""The addresses of the frame and of the interpreter (`server/sandbox.py`)."""


def describe_lab(
    grades: Sequence[float],
    k: int | None = None,
    *,
    steps: tuple[str, ...] | None = None,
    reports_passed: bool = False,
    has_own_task: bool = False,
) -> dict[str, Any]:
    """Return the code lab's data for the browser.

    grades, k: the ranking that Run scores, and its cutoff
    steps: the steps to show, out of "order", "blanks", "dcg" and "ndcg"; None for all
    reports_passed: True if the lab reports the steps that this browser has passed
    has_own_task: True to add the task that checks the visitor's own function
    """
    told = code_lab.pack_lab(steps)
    if has_own_task:
        rankings = [[ranking.grades, ranking.k] for ranking in OWN_ARGUMENTS.rankings]
        told = {**told, "tasks": [*told["tasks"], {**OWN_TASK}], "own": rankings}
    return {
        **told,
        "reports": reports_passed,
        "board": {"rows": code_lab.compare_orders(grades, k)},
        "urls": {"frame": f".{FRAME_URL}", "engine": f".{ENGINE_URL}"},
    }


def read_passed_steps(event: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the steps that the browser reports as passed, without unknown names.

    >>> read_passed_steps({"done": ["order", "nonsense", "dcg"]}), read_passed_steps({})
    (('order', 'dcg'), ())
    """
    done = event.get("done")
    steps = {task.id for task in code_lab.TASKS}
    named = done if isinstance(done, list) else []
    return tuple(step for step in named[: len(steps)] if isinstance(step, str) and step in steps)
