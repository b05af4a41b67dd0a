"""The command in a report of /evaluate, run as it stands, prints the report's numbers."""

import html
import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from ndcg_core.evaluation import read_qrels, read_run
from ndcg_ui.evaluation.asked import Asked
from ndcg_ui.evaluation.command import command
from ndcg_ui.evaluation.report import report
from ndcg_ui.evaluation.working import of_example, work
from tests.evaluation.many import data
from tests.selection import first
from tests.ui.evaluations import rows

NDCG = Path(sysconfig.get_path("scripts")) / "ndcg"


def from_report(page):
    """The command, as a reader copies it."""
    (found,) = re.findall(r"<pre>(.*?)</pre>", page, re.S)
    return html.unescape(found)


def run(line, folder):
    if not NDCG.exists():
        pytest.skip("the command ndcg is not installed; pip install -e . brings it")
    path = f"{NDCG.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        line,
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def agrees(page, folder, cutoffs):
    """Whether each mean and its interval are the report's: as printed, and to the last bit."""
    line = from_report(page)
    shown = {html.unescape(name): found for name, found in rows(page, "systems").items()}
    printed = run(line, folder).splitlines()
    exact = {
        (row["system"], row["k"]): row
        for row in json.loads(run(f"{line} --json", folder))["systems"]
    }
    for (system, k), row in exact.items():
        at = 3 * cutoffs.index(k)
        assert [row["ndcg"], row["low"], row["high"]] == shown[system][at : at + 3]
        said = next(one for one in printed if one.startswith(system) and f" {k or 'all'} " in one)
        assert f"{row['ndcg']:.4f}" in said
        assert f"{row['low']:.3f} to {row['high']:.3f}" in said
    return list(exact)


ASKED = [Asked(), Asked(ks="5, all", rules="lightgbm", missing="left-out", ties="id-ascending")]


@pytest.mark.parametrize(
    "asked", first(1, ASKED, "two more processes"), ids=["as it opens", "with choices"]
)
def test_the_command_for_the_example_prints_the_reports_numbers(asked, tmp_path):
    worked = of_example(asked.settings)
    page = report(worked, ("keywords", "both"), command(asked.settings)).decode()
    found = agrees(page, tmp_path, list(asked.settings.ks))
    assert len(found) == 3 * len(asked.settings.ks)


NAMES = {
    "plain": ("qrels.txt", "a.run", "b.run"),
    "long": ("j" * 255, f"{'r' * 250}.run", " a\u202fb "),
    "odd": ("my judgments", "--json", 'it\'s; $HOME `a` & "b".run'),
}


@pytest.mark.thorough("the example's command is run above")
@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_the_command_for_own_files_prints_the_reports_numbers(names, tmp_path):
    one, other = data(2, queries=30), data(3, queries=30)
    texts = dict(zip(names, (one.qrels_text, one.run_text, other.run_text), strict=True))
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    settings = Asked(ks="10, 3", judged_duplicates="first").settings
    qrels = read_qrels(tmp_path / names[0], names[0])
    worked = work(qrels, tuple(read_run(tmp_path / name, name) for name in names[1:]), settings)
    page = report(worked, names[1:], command(settings, names)).decode()
    found = agrees(page, tmp_path, [10, 3])
    assert [system for system, _ in found] == [names[1], names[1], names[2], names[2]]
