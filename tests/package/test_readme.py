"""What README, docs/ and the files for publishing say: each command, snippet, link and setting."""

import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

import ndcg_core as nc
from ndcg_core.terminal import main
from ndcg_ui.hosts import server
from tests.acts.shown import Shown
from tests.checking.test_vectors import LANGUAGES
from tests.selection import some

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = {path.name: path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}
PAGES = {"README.md": README, **{f"docs/{name}": text for name, text in DOCS.items()}}
RECIPE = (ROOT / "Dockerfile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SECTION = DOCS["python.md"].partition("## NDCG in your own code\n")[2].partition("\n## ")[0]
BLOCKS = [
    (name, language, text)
    for name, page in PAGES.items()
    for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)
]


def blocks(language: str, name: str = "") -> list[str]:
    """The code blocks of one language, of one page or of all."""
    return [text for page, kind, text in BLOCKS if kind == language and name in ("", page)]


COMMANDS = [text.strip() for text in blocks("sh", "README.md")]
LINES = [
    part.strip()
    for text in (*blocks("sh"), *blocks("powershell"))
    for line in text.replace("\\\n", "").splitlines()
    for part in re.split(r"&&|; ", line)
]


def test_the_two_commands_install_what_they_need_and_continuous_integration_runs_them():
    app, test = COMMANDS
    assert '-e ".[app]" && .venv/bin/streamlit run app.py' in app
    assert '-e ".[test]" && .venv/bin/pytest' in test
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert COMMANDS[1] in script.splitlines()
    assert "\nexport NDCG_REQUIRE_BROWSER=1 NDCG_TESTS=all\n" in script.partition("/pytest")[0]
    assert '-e ".[test,browsers]" && .venv/bin/pytest tests/browser/others' in script
    assert '-e ".[test,boosters,ranx]" && .venv/bin/pytest tests/conformance' in script
    assert "- run: .ci/run" in (ROOT / ".github/workflows/tests.yml").read_text("utf-8")


def test_every_extra_they_name_is_there_and_what_it_brings_is_pinned():
    extras = PROJECT["optional-dependencies"]
    found = re.findall(r'"\.\[([a-z,]+)\]"', "".join(PAGES.values()))
    assert {name for names in found for name in names.split(",")} == set(extras)
    assert "ndcg-tutor[app]" in extras["test"]
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in pins if "==" in line}
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    names = {re.split(r"[\[<>=]", text)[0] for wanted in lists for text in wanted} - {"ndcg-tutor"}
    assert names <= pinned


# --- Every block of code -----------------------------------------------------------------------

ELSEWHERE = ("podman", "pg_dump", "sqlite3", "--read-only")
"""Of a container, which nothing here builds, or run by tests/classroom/test_backup.py."""


def test_every_block_is_of_a_kind_that_is_run_here():
    known = {"sh", "powershell", "python", "console", "yaml", "toml"}
    known |= set(LANGUAGES)
    assert {(name, kind) for name, kind, _ in BLOCKS if kind not in known} == set()


@pytest.mark.parametrize("line", [line for line in LINES if not line.startswith(ELSEWHERE)])
def test_a_command_names_programs_and_files_that_are_there(line):
    program, *words = line.split()
    if program not in ("python3", "py"):
        assert (Path(sys.executable).parent / re.split(r"[/\\]", program)[-1]).exists()
    for word in words:
        if re.fullmatch(r"[\w/]+\.(py|txt|md)|tests/\S+", word):
            assert (ROOT / word).exists()
        if word.startswith("benchmarks."):
            assert (ROOT / f"{word.replace('.', '/')}.py").exists()


def test_every_line_of_the_snippet_gives_what_stands_beside_it():
    snippet, *_ = blocks("python", "docs/python.md")
    names, compared = {}, 0
    for line in snippet.splitlines():
        code, _, said = line.partition("  # ")
        if not said or re.match(r"\w+ = ", code):
            exec(code, names)
            continue
        compared += 1
        assert repr(eval(code, names)) == said.partition(": ")[0], code
    assert compared == 13


def test_the_snippet_about_files_runs_on_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example = ROOT / "ndcg_core" / "evaluation" / "files" / "example"
    for name, source in (("qrels.txt", "qrels.txt"), ("a.run", "both.run"), ("b.run", "both.run")):
        shutil.copy(example / source, name)
    for text in blocks("python", "docs/python.md")[1:]:
        exec(text, {})


def test_what_a_terminal_shows_is_what_it_prints(capsys):
    for text in blocks("console"):
        command, *shown = text.splitlines()
        assert main(shlex.split(command.removeprefix("$ ndcg "))) == 0
        assert capsys.readouterr().out.splitlines()[: len(shown) - 1] == shown[:-1]


def test_what_hosts_are_told_fits_the_server_and_the_image(monkeypatch):
    for name, value in tomllib.loads(*blocks("toml", "docs/serving.md")).items():
        monkeypatch.setenv(name, value.replace("NAME", "ndcg"))
    server.check_settings()
    (port,) = re.findall(r"app_port: (\d+)", *blocks("yaml", "docs/serving.md"))
    assert f"EXPOSE {port}\n" in RECIPE


@pytest.mark.parametrize(
    ("new", "code"), some([("ba", 1), ("ab", 0)], {("ba", 1)}.__contains__, "as in test_terminal")
)
def test_the_check_of_the_workflow_runs_as_it_stands(tmp_path, new, code):
    (command,) = re.findall(r"- run: (ndcg .*)", *blocks("yaml", "docs/python.md"))
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


# --- What it says of itself ----------------------------------------------------------------------

LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("path", [*PAGES, "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"])
def test_every_link_leads_to_a_file(path):
    text = (ROOT / path).read_text("utf-8")
    for target in LINK.findall(text):
        assert ((ROOT / path).parent / target).exists(), target


def test_the_table_of_settings_has_every_variable():
    texts = [
        path.read_text("utf-8")
        for room in ("ndcg_core", "ndcg_ui")
        for path in (ROOT / room).rglob("*.py")
    ]
    used = {name for text in texts for name in re.findall(r'"(NDCG_[A-Z_]+)"', text)}
    table = set(re.findall(r"^\| `(NDCG_\w+)` ", DOCS["settings.md"], re.MULTILINE))
    assert table == used
    assert set(re.findall(r"NDCG_[A-Z_]+", "".join(PAGES.values()))) >= used


LINKS = re.findall(r"^\| `/(\S*)` \|", DOCS["teaching.md"], re.MULTILINE)


@pytest.mark.parametrize("link", LINKS)
def test_a_link_for_lecturers_opens_what_it_names(link):
    page, query = urlsplit(link).path, dict(parse_qsl(urlsplit(link).query))
    assert Shown(page or "learn", **query).problems == []


def test_the_version_is_the_same_wherever_it_stands_and_an_index_links_to_no_file():
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {nc.__version__}\n" in citation
    assert f"\n## {nc.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    made = runpy.run_path(str(ROOT / "setup.py"))["for_an_index"]
    assert not LINK.search(made(README, ""))
    assert "](https://x.test/raw/HEAD/docs/drag.gif)" in made(README, "https://x.test")


def test_an_older_python_is_refused_in_a_sentence():
    old = shutil.which("python3.10")
    if not old or subprocess.run([old, "-c", ""], capture_output=True).returncode:
        pytest.skip("There is no Python 3.10 here.")
    command = [old, "-m", "ndcg_core", "3", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert re.fullmatch(r"NDCG, .* needs Python 3.11 or newer; this is 3\.10\.\d+\.\n", done.stderr)
