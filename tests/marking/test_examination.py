"""A small part of `python -m benchmarks.marking`: people and errors the marking does not know."""

import os
import subprocess
import sys
from statistics import fmean

import pytest

from benchmarks.marking import examine_marking
from ndcg_core.content import load_toml
from tests.conftest import ALL

pytestmark = pytest.mark.filterwarnings("error")

ROWS = load_toml(__file__, "cases.toml")["examination"]


@pytest.fixture(scope="module")
def counts():
    return examine_marking(sheet_count=600 if ALL else 10, seed=20)


@pytest.mark.parametrize("row", ROWS["never"] + ROWS["at_most_1_percent"])
def test_forbidden_events_are_rare_or_never_happen(counts, row):
    assert fmean(counts[row]) <= (0 if row in ROWS["never"] else 0.01)


@pytest.mark.thorough("two processes, which differ in the order of sets")
def test_a_seed_always_gives_the_same_table():
    command = [sys.executable, "-m", "benchmarks.marking", "--sheets", "20"]
    first, second = (
        subprocess.check_output(command, env={**os.environ, "PYTHONHASHSEED": seed}, timeout=120)
        for seed in "12"
    )
    assert first == second


@pytest.mark.thorough("a share of 95 % needs more sheets")
@pytest.mark.parametrize("row", ROWS["at_least_95_percent"])
def test_a_registered_mistake_is_named_first(counts, row):
    assert fmean(counts[row]) >= 0.95
