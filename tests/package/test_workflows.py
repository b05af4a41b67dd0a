"""The workflows of continuous integration, which cannot run here: what they name is there."""

import importlib.util
import re
import shlex
import shutil
import subprocess

import pytest
import yaml

from tests.package.documents import README, ROOT

FOLDER = ROOT / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
PROGRAMS = {"python", "pip", "ndcg", "test", "empty/bin/pip", "empty/bin/ndcg", ".ci/run"}
"""First words of a step: a program of the runner, of the project or of an earlier step."""


def list_steps(path):
    """Return the steps of all jobs of a workflow."""
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


def list_lines(path):
    """Return the lines that the steps of a workflow run."""
    return [line for step in list_steps(path) for line in step.get("run", "").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_workflow_is_complete_with_minimal_rights(path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow[True]  # `on`, which YAML takes for a truth value
    assert workflow["permissions"]["contents"] == "read"
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())
    assert all(
        re.search(r"@(v\d+|release/v\d+)$", step["uses"])
        for step in list_steps(path)
        if "uses" in step
    )


@pytest.mark.parametrize(
    ("path", "line"), [(path, line) for path in FILES for line in list_lines(path)]
)
def test_a_step_names_existing_programs_and_files(path, line):
    program, *words = shlex.split(line)
    assert program in PROGRAMS
    if program == ".ci/run":
        assert (ROOT / program).exists()
    for word in words:
        if re.fullmatch(r"[\w./]+\.(py|txt)|docs", word):
            assert (ROOT / word).exists()
    for extra in re.findall(r"\.\[([a-z,]+)\]", line):
        text = (ROOT / "pyproject.toml").read_text("utf-8")
        assert all(f"\n{name} = [" in text for name in extra.split(","))


def test_readmes_commands_run_on_three_systems():
    text = (FOLDER / "readme.yml").read_text("utf-8")
    assert all(f"{system}-latest" in text for system in ("ubuntu", "macos", "windows"))
    file = ROOT / ".github" / "run_readme.py"
    spec = importlib.util.spec_from_file_location("run_readme", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("app", "test"):
        command = module.read_command(name)[-1]
        assert command in README
        assert f'".[{name}]"' in command


def test_a_release_builds_checks_and_publishes_without_a_password():
    text = (FOLDER / "release.yml").read_text("utf-8")
    assert "id-token: write" in text
    assert "secrets." not in text
    order = [text.index(step) for step in ("-m build", "twine check", "gh-action-pypi-publish")]
    assert order == sorted(order)


def test_github_pages_has_the_tutorial_and_the_documentation():
    address = "${{ steps.pages.outputs.base_url }}"
    assert f'ndcg site out --address "{address}"' in list_lines(FOLDER / "pages.yml")
    assert any(line.endswith("docs out/docs") for line in list_lines(FOLDER / "pages.yml"))


def test_actionlint_finds_nothing_in_the_workflows():
    lint = shutil.which("actionlint")
    if not lint:
        pytest.skip("There is no actionlint here.")
    done = subprocess.run([lint, *FILES], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
