"""What README says: its commands, its snippet, and how long its section on the package is."""

import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from pathlib import Path

import pytest

from ndcg_core.terminal import main
from tests.package.installed import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SECTION = README.partition("## NDCG in your own code\n")[2].partition("\n## ")[0]
COMMANDS = re.findall(r"^```sh\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)


def test_the_two_commands_install_what_they_need():
    app, test = COMMANDS
    assert '-e ".[app]" && .venv/bin/streamlit run app.py' in app
    assert '-e ".[test]" && .venv/bin/pytest' in test


def test_continuous_integration_runs_the_very_test_command_and_leaves_nothing_out():
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert COMMANDS[1] in script.splitlines()
    assert "\nexport NDCG_REQUIRE_BROWSER=1 NDCG_TESTS=all\n" in script.partition("/pytest")[0]
    assert '-e ".[test,browsers]" && .venv/bin/pytest tests/browser/others' in script
    assert '-e ".[test,boosters,ranx]" && .venv/bin/pytest tests/conformance' in script


def test_every_extra_it_names_is_there_and_the_test_extra_brings_the_app():
    extras = PROJECT["optional-dependencies"]
    named = {
        name for found in re.findall(r'"\.\[([a-z,]+)\]"', README) for name in found.split(",")
    }
    optional = {"evaluate", "spark", "postgresql", "browsers", "boosters", "ranx", "conformance"}
    assert named == {"app", "test", "bench"} | optional == set(extras)
    assert "ndcg-tutor[app]" in extras["test"]


def test_everything_an_extra_brings_is_pinned():
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in pins if "==" in line}
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    names = {re.split(r"[\[<>=]", text)[0] for wanted in lists for text in wanted} - {"ndcg-tutor"}
    assert names <= pinned


def test_every_line_of_its_snippet_gives_what_stands_beside_it():
    (snippet,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
    names, compared = {}, 0
    for line in snippet.splitlines():
        code, _, said = line.partition("  # ")
        if not said or re.match(r"\w+ = ", code):
            exec(code, names)
            continue
        compared += 1
        assert repr(eval(code, names)) == said.partition(": ")[0], code
    assert compared == 9


WORKFLOW = re.findall(r"^```yaml\n(.*?)```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("new", "code"), [("ab", 0), ("ba", 1)], ids=["as before", "worse"])
def test_the_check_of_its_workflow_runs_as_it_stands(tmp_path, new, code):
    (command,) = re.findall(r"- run: (ndcg .*)", *WORKFLOW)
    (tmp_path / "qrels.txt").write_text("q 0 a 1\n")
    for name, docs in (("old", "ab"), ("new", new)):
        rows = (f"q Q0 {doc} {rank} {-rank} me\n" for rank, doc in enumerate(docs))
        (tmp_path / f"{name}.run").write_text("".join(rows))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == code
    assert (tmp_path / "ndcg.md").read_text("utf-8").startswith(f"### NDCG: {code or 'none'} of 2")


SHOWN = set(re.findall(r"`ndcg ([^`]+)`", SECTION)) - {"app"}  # test_wheel.py starts the app


@pytest.mark.parametrize("command", sorted(SHOWN))
def test_the_commands_it_shows_do_what_they_say(capsys, monkeypatch, command):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(SystemExit) if command == "--help" else nullcontext():
        assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.strip()
