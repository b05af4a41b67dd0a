"""The call that the page offers to copy prints the number that the page shows.

Every text is run as it is offered, in the real library, in a process of its own for each library.
Where the page says that a library refuses a ranking, the library raises the error that it shows.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.libraries import (
    LIBRARIES,
    WRONG_CALLS,
    Library,
    Ranking,
    are_numbers_equal,
    find_outcome,
    format_call,
)
from ndcg_core.libraries.record import fill_call
from ndcg_core.libraries.wrong_calls import list_wrong_numbers
from tests.conformance import worker
from tests.conformance.cases import CASES, MISTAKEN, rename_documents, require_module

EXTRA = "`pip install 'ndcg-tutor[conformance]'` brings it"
PACKAGES = load_toml(__file__, "packages.toml")
ENVIRONMENT = {"KERAS_BACKEND": "torch", "HAYSTACK_TELEMETRY_ENABLED": "False"}
ENVIRONMENT |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""A snippet is a few numbers: starting threads for it takes longer than working it out."""

CONFORMED = [library for library in LIBRARIES.values() if library.checked == "conformed"]
PROGRAM = "trec_eval"


def group_libraries() -> dict[str, list[Library]]:
    libraries: dict[str, list[Library]] = {}
    for library in CONFORMED:
        own = f"{PROGRAM} {library.version}" if library.package == PROGRAM else library.package
        libraries.setdefault(own, []).append(library)
    return libraries


def require_package(kind: str) -> None:
    """Skip the test if a package or program is missing, with the way to install it."""
    package, _, version = kind.partition(" ")
    if package == PROGRAM:
        if version != _read_version():
            pytest.skip(f"{PROGRAM} {version} is not on the PATH; github.com/usnistgov has it")
        return
    module = PACKAGES["modules"].get(package, package)
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed; {PACKAGES['by_hand'].get(package, EXTRA)}")
    if package == "ir-measures" and not shutil.which("perl"):
        pytest.skip("gdeval.pl, in ir_measures, needs perl")


def _read_version() -> str:
    if not shutil.which(PROGRAM):
        return ""
    output = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
    return (output.stdout + output.stderr).strip().rpartition(" ")[2].lstrip("v")


def run_snippets(texts: list[str]) -> list[dict[str, str]]:
    """Return the output or error of each snippet, run in one Python process."""
    command = [sys.executable, str(Path(__file__).with_name("worker.py"))]
    env = {**os.environ, **ENVIRONMENT}
    done = subprocess.run(
        command, input=json.dumps(texts), env=env, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


NUMBER = re.compile(r"(?<![\w.])(?:-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?|nan)(?![\w.])")


def read_number(text: str) -> float:
    return float(NUMBER.findall(text)[-1])


def is_as_shown(library, ranking, answer) -> bool:
    """Return True if a library's result is the one that the page shows, within its precision."""
    ours = find_outcome(ranking, library.id)
    if ours.state == "refuses":
        message = answer.get("error", "")
        return all(part in message for part in re.split(r"\s*…\s*", ours.reason))
    if "error" in answer:
        return False
    theirs = read_number(answer["printed"])
    rounded = 0.0 if library.decimals is None else 0.5001 * 10.0**-library.decimals
    near = max(rounded, library.choose_tolerance(ranking)) * max(1.0, abs(ours.value))
    return are_numbers_equal(theirs, ours.value) or abs(theirs - ours.value) <= near


@pytest.mark.parametrize("name", ["lightgbm", "xgboost", "ranx-ndcg", "torchmetrics"])
def test_a_library_checked_as_a_users_function_is_recognized(name):
    require_package(LIBRARIES[name].package)

    def own(truth, scores, k):
        ranking = rename_documents(Ranking(tuple(truth), k, scores=tuple(scores)))
        answer = worker.run_snippet(format_call(LIBRARIES[name], ranking))
        if "error" in answer:
            raise ValueError(answer["error"])
        return read_number(answer["printed"])

    found = nc.check(own)
    assert found.agrees, found
    assert name in (found.convention, *found.also), found


@pytest.mark.parametrize("kind", group_libraries())
def test_the_call_prints_the_number_or_raises_the_error(kind):
    require_package(kind)
    cases = [
        (library, name, ranking)
        for library in group_libraries()[kind]
        for name, ranking in CASES.items()
        if find_outcome(ranking, library.id).state != "not determined"
    ]
    answers = run_snippets([format_call(library, ranking) for library, _, ranking in cases])
    assert not [
        (library.id, name, find_outcome(ranking, library.id), answer)
        for (library, name, ranking), answer in zip(cases, answers, strict=True)
        if not is_as_shown(library, ranking, answer)
    ]


def test_a_case_exists_for_every_limit_of_a_library():
    """Nothing is said to be refused, or left open, that no case shows."""
    for library in LIBRARIES.values():
        for limit in (*library.refuses, *library.open):
            rules = library.convention
            assert any(limit.applies_to(ranking, rules) for ranking in CASES.values()), limit


@pytest.fixture(scope="module")
def called():
    """Return the result of each wrong call for each ranking, from one Python process."""
    answers = iter(
        run_snippets([fill_call(c.call, r) for c in WRONG_CALLS.values() for r in MISTAKEN])
    )
    return {id: [next(answers) for _ in MISTAKEN] for id in WRONG_CALLS}


@pytest.mark.thorough("the right calls are run every time")
@pytest.mark.parametrize("call", WRONG_CALLS.values(), ids=lambda call: call.id)
def test_a_wrong_call_gives_one_of_its_numbers_or_raises_its_error(called, call):
    for module in re.findall(r"sklearn|lightgbm", call.call):
        require_module(module)
    for ranking, answer in zip(MISTAKEN, called[call.id], strict=True):
        if call.raises:
            assert any(part in answer["error"] for part in call.raises)
        else:
            theirs = read_number(answer["printed"])
            assert any(
                are_numbers_equal(theirs, ours) for ours, _ in list_wrong_numbers(ranking, call.id)
            ), answer
