"""The real libraries: what to import, how to get it, and a process that runs snippets of one."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ndcg_core.libraries import LIBRARIES, Library

EXTRA = "`pip install 'ndcg-tutor[conformance]'` brings it"
MODULES = {
    "scikit-learn": "sklearn",
    "pytrec-eval-terrier": "pytrec_eval",
    "ir-measures": "ir_measures",
}
"""What to import, where it is not called as the package is."""
BY_HAND = {
    "beir": "`pip install --no-deps beir==2.2.0` brings it",
    "recommenders": "`pip install --no-deps recommenders==1.2.1` brings it",
}
"""Packages that would bring several hundred megabytes more than their measure needs."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""A snippet is a few numbers: starting threads for it takes longer than working it out."""

CONFORMED = [library for library in LIBRARIES.values() if library.checked == "conformed"]
PROGRAM = "trec_eval"


def kinds() -> dict[str, list[Library]]:
    found: dict[str, list[Library]] = {}
    for library in CONFORMED:
        own = f"{PROGRAM} {library.version}" if library.package == PROGRAM else library.package
        found.setdefault(own, []).append(library)
    return found


def needs(kind: str) -> None:
    """Skip, and say how to get it, where a package or program is missing."""
    package, _, version = kind.partition(" ")
    if package == PROGRAM:
        if version != _version():
            pytest.skip(f"{PROGRAM} {version} is not on the PATH; github.com/usnistgov has it")
        return
    module = MODULES.get(package, package)
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed; {BY_HAND.get(package, EXTRA)}")
    if package == "ir-measures" and not shutil.which("perl"):
        pytest.skip("gdeval.pl, in ir_measures, needs perl")


def _version() -> str:
    if not shutil.which(PROGRAM):
        return ""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
    return (said.stdout + said.stderr).strip().rpartition(" ")[2].lstrip("v")


def run(texts: list[str]) -> list[dict[str, str]]:
    """What each of these snippets prints or raises, in one Python of their own."""
    command = [sys.executable, str(Path(__file__).with_name("worker.py"))]
    env = {**os.environ, **ONE_THREAD}
    done = subprocess.run(
        command, input=json.dumps(texts), env=env, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)
