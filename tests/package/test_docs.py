"""The pages of docs/: each block of code, command, link, setting and public name in them."""

import ast
import doctest
import importlib
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

import ndcg_core as nc
import ndcg_core.evaluation
import ndcg_core.measures
import ndcg_ui.figures
import ndcg_ui.notebook
import ndcg_ui.streamlit
from ndcg_core.terminal import main
from tests.acts.shown import Shown
from tests.checking.test_vectors import LANGUAGES
from tests.clock import PATIENCE
from tests.package.documents import BLOCKS, DOCS, OTHERS, PAGES, ROOT, extract_prose, list_blocks
from tests.selection import select_rows

EXAMPLE = ROOT / "ndcg_core" / "evaluation" / "files" / "example"

# --- Every block of code -----------------------------------------------------------------------

KINDS = {"sh", "powershell", "python", "pycon", "console", "yaml", "toml", "html", "text"}
ELSEWHERE = ("podman", "pg_dump", "sqlite3", "--read-only")
"""Of a container, which nothing here builds, or run by tests/classroom/test_backup.py."""
LINES = [
    re.sub(r"^(?:[A-Z_]+=\S+ )+", "", part.strip())
    for text in (*list_blocks("sh"), *list_blocks("powershell"))
    for line in text.replace("\\\n", "").splitlines()
    for part in re.split(r"&&|; ", line)
]


def test_every_block_has_a_kind_that_is_tested():
    kinds = {(one.page, one.language) for one in BLOCKS if not one.language.startswith("{")}
    assert {(page, kind) for page, kind in kinds if kind not in KINDS | set(LANGUAGES)} == set()


@pytest.mark.parametrize(
    "line", dict.fromkeys(line for line in LINES if not line.startswith(ELSEWHERE))
)
def test_a_command_names_existing_programs_and_files(line):
    program, *words = line.split()
    if program not in ("python3", "py"):
        assert (Path(sys.executable).parent / re.split(r"[/\\]", program)[-1]).exists()
    for word in words:
        if re.fullmatch(r"[\w/]+\.(py|txt|md)|tests/\S+", word):
            assert (ROOT / word).exists()
        if re.match(r"(benchmarks|ndcg_core)\.", word):
            assert importlib.util.find_spec(word)


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Run a test in a folder with the files that the blocks name."""
    monkeypatch.chdir(tmp_path)
    for name, source in (("qrels.txt", "qrels.txt"), ("a.run", "both.run"), ("b.run", "both.run")):
        shutil.copy(EXAMPLE / source, name)
    query, _, doc, _ = Path("qrels.txt").read_text("utf-8").splitlines()[0].split()
    Path("points.csv").write_text(f"search,doc,points\n{query},{doc},good\n", "utf-8")
    Path("my_metric.py").write_text(
        "import ndcg_core as nc\n\n\ndef ndcg_at_k(grades, k):\n"
        "    return nc.dcg(grades[:k]) / nc.dcg(sorted(grades[:k], reverse=True))\n",
        "utf-8",
    )
    return tmp_path


def check_examples(text: str, name: str, names: dict[str, object]) -> None:
    """Run the examples of a text, and compare what they print."""
    example = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example, out=report.write, clear_globs=False)
    names |= example.globs
    assert not report.getvalue(), report.getvalue()


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs_unchanged(page, files):
    names: dict[str, object] = {}
    for _, language, text in [one for one in BLOCKS if one.page == page]:
        if language == "pycon":
            check_examples(text, page, names)
        elif language == "python" and "import streamlit as st" in text:
            assert not AppTest.from_string(text, default_timeout=PATIENCE).run().exception
        elif language == "python":
            exec(text, names)
    for name, value in names.items():
        if name.startswith("test_"):
            value()


@pytest.mark.parametrize("page", [page for page in PAGES if list_blocks("console", page)])
def test_a_terminal_block_shows_the_real_output(page, files, capsys):
    for text in list_blocks("console", page):
        command, *lines = text.splitlines()
        assert main(shlex.split(command.removeprefix("$ ndcg "))) == 0
        printed = capsys.readouterr().out.splitlines()
        shown = lines[:-1] if lines[-1] == "..." else lines
        assert printed[: len(shown)] == shown
        assert lines[-1] == "..." or len(printed) == len(shown)


INLINE = set(re.findall(r"^\| `ndcg ([^`]+)`", DOCS["python/ranking.md"], re.M))


@pytest.mark.parametrize("command", sorted(INLINE))
def test_the_commands_in_a_table_work(capsys, monkeypatch, command):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(SystemExit) if command == "--help" else nullcontext():
        assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(
    ("new", "code"),
    select_rows([("ba", 1), ("ab", 0)], {("ba", 1)}.__contains__, "as in test_terminal"),
)
def test_the_check_of_the_workflow_runs_unchanged(tmp_path, new, code):
    text = list_blocks("yaml", "docs/evaluate/pull-requests.md")
    (command,) = re.findall(r"- run: (ndcg .*)", *text)
    (tmp_path / "qrels.txt").write_text("q 0 a 1\n")
    for name, docs in (("old", "ab"), ("new", new)):
        rows = (f"q Q0 {doc} {rank} {-rank} me\n" for rank, doc in enumerate(docs))
        (tmp_path / f"{name}.run").write_text("".join(rows))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == code
    assert (tmp_path / "ndcg.md").read_text("utf-8").startswith(f"### NDCG: {code or 'none'} of 2")


# --- Links ---------------------------------------------------------------------------------------

EVERYTHING = {**PAGES, **OTHERS}
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


def list_anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as MyST and GitHub make them."""
    included = re.search(r"^```\{include\} (\S+)", text, re.M)
    if included:
        text = OTHERS.get(included[1].removeprefix("../../"), "")
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("page", EVERYTHING)
def test_every_link_leads_to_a_file_and_every_anchor_to_a_heading(page):
    for target in LINK.findall(extract_prose(EVERYTHING[page])):
        path, _, anchor = target.partition("#")
        file = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        assert file.exists(), target
        if anchor:
            assert anchor in list_anchors(file.read_text("utf-8")), target


OPENED = [
    link
    for name in ("reference/links.md", "start.md")
    for link in re.findall(r"^\| (?:\w+ )?`(/\S*)` \|", DOCS[name], re.M)
    if urlsplit(link).path not in ("/class", "/evaluate")
]


@pytest.mark.parametrize("link", OPENED)
def test_a_link_opens_what_it_names(link):
    page, query = urlsplit(link).path.strip("/"), dict(parse_qsl(urlsplit(link).query))
    assert Shown(page or "learn", **query).problems == []


# --- What they say of the program ----------------------------------------------------------------


def test_the_table_of_settings_lists_every_variable():
    texts = [
        path.read_text("utf-8")
        for room in ("ndcg_core", "ndcg_ui")
        for path in (ROOT / room).rglob("*.py")
    ]
    used = {name for text in texts for name in re.findall(r'"(NDCG_[A-Z_]+)"', text)}
    table = set(re.findall(r"^\| `(NDCG_\w+)` ", DOCS["reference/settings.md"], re.M))
    assert table == used


LABELS = sorted(
    {
        (name, " ".join(label.split()))
        for name, text in DOCS.items()
        if name.startswith(("teach/", "start"))
        for label in re.findall(r"\*\*([^*]+)\*\*", extract_prose(text))
    }
)
"""On these pages, bold text is a label of the app and nothing else."""


@pytest.mark.parametrize(("page", "label"), LABELS)
def test_every_label_in_bold_is_a_label_of_the_app(page, label):
    files = [*(ROOT / "ndcg_ui").rglob("*.*"), *(ROOT / "lessons" / "class").glob("*.toml")]
    sources = (path for path in files if path.suffix in (".html", ".js", ".py", ".toml"))
    assert any(label in " ".join(path.read_text("utf-8").split()) for path in sources)


MODULES = {
    module.__name__: module.__all__
    for module in (
        *(nc, ndcg_core.evaluation, ndcg_core.measures),
        *(ndcg_ui.figures, ndcg_ui.notebook, ndcg_ui.streamlit),
    )
}


@pytest.mark.parametrize("module", MODULES)
def test_the_reference_lists_every_public_name(module):
    names = set()
    for name, text in DOCS.items():
        current = ""
        for kind, value in re.findall(r"^\.\. (\w+)::? (\S+)$", text, re.M):
            current = value if kind == "currentmodule" else current
            if name.startswith("reference/api/") and kind.startswith("auto"):
                names.add(f"{current}.{value}")
    described = {name.rpartition(".")[2] for name in names if name.startswith(module)}
    assert set(MODULES[module]) - described - {"libraries", "measures", "testing"} == set()


def read_examples() -> Iterator[tuple[str, str]]:
    """Yield the module and the text of each docstring of a value that has examples."""
    for path in sorted((ROOT / "ndcg_core").rglob("*.py")):
        module = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for before, after in pairwise(ast.parse(path.read_text("utf-8")).body):
            match before, after:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))):
                    if ">>>" in text:
                        yield module.removesuffix(".__init__"), text


VALUES = list(read_examples())


@pytest.mark.parametrize(("module", "text"), VALUES)
def test_the_examples_in_docstrings_of_values_are_true(module, text):
    """Doctest runs the docstrings of functions and classes, but not those of values."""
    check_examples(text, module, {**vars(importlib.import_module(module))})


# --- The site ------------------------------------------------------------------------------------


ELSEWHERE_LOADED = re.compile(r'<(?:script|link|img)[^>]*(?:src|href)="https?://')
"""Files that a page of the site would load from another host. Classrooms may be offline."""


@pytest.mark.thorough("Sphinx takes up to half a minute")
def test_the_command_that_builds_the_site_gives_no_warning(tmp_path):
    pytest.importorskip("sphinx", reason='".[docs]" brings Sphinx')
    (command,) = re.findall(
        r"\.venv/bin/python (-m sphinx .* docs) build/docs", OTHERS["CONTRIBUTING.md"]
    )
    done = subprocess.run(
        [sys.executable, *command.split(), "-q", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    metric = (tmp_path / "reference" / "api" / "metric.html").read_text("utf-8")
    assert "of a ranking divided by the" in metric
    every = [path.read_text("utf-8") for path in tmp_path.rglob("*.html")]
    assert not any(ELSEWHERE_LOADED.search(html) for html in every)
