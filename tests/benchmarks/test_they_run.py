"""Each benchmark runs, with tiny counts, and prints its table. No timing is asserted."""

import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCHMARKS = {
    "bursts": (
        "--learners 2 --rounds 1 --pause 0.1",
        ["drops alone", "drops beside checks", "checks"],
    ),
    "elements": ("--rounds 1 --drops 1", ["widgets", "board", "twelve", "playground"]),
    "embeds": (
        "--rounds 1 --links 'prepared ranking' 'any ranking'",
        ["prepared ranking, usable", "any ranking, shown"],
    ),
    "evaluation": ("--queries 20 --rounds 1", ["ndcg_core", "pytrec_eval"]),
    "frames": ("--frames 60 --drops 2", ["frame", "drop", "scripts", "main thread"]),
    "load": ("--learners 3 --seconds 6 --warmup 1", ["3"]),
    "many": ("--queries 20 --rounds 1", ["ndcg_many, scores", "evaluate"]),
    "notebooks": ("--rounds 1 --drops 1", ["board, both", "drop, board", "action, server"]),
    "site": ("--rounds 1 --acts 5", ["first visit", "second visit", "act", "folder"]),
    "start": ("--rounds 1 --looks 1", ["first visitor", "second visitor", "same visitor"]),
    "votes": ("--learners 5 --questions 1 --seconds 1", ["now"]),
}


@pytest.mark.browser
@pytest.mark.thorough("a benchmark starts a server and a browser of its own")
@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_prints_a_table_with_a_number_in_each_row(name):
    if not find_spec("playwright"):
        pytest.skip("the extra `bench` is not installed")
    if name == "notebooks" and not find_spec("jupyterlab"):
        pytest.skip("the extra `hosts` is not installed")
    arguments, rows = BENCHMARKS[name]
    done = _run(name, shlex.split(arguments))
    for missing in ("no Chromium found", "apt-get install wrk"):
        if missing in done.stderr:
            pytest.skip(missing)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    for row in rows:
        line = next(line for line in done.stdout.splitlines() if line.startswith(f"{row} "))
        assert any(character.isdigit() for character in line.removeprefix(row)), line


def _run(name: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=400, check=False
    )
