"""Names and docstrings are plain English: functions do something, and summaries say it at once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("ndcg_core", "ndcg_ui", "benchmarks")
MAX_SUMMARY_LENGTH = 95
PARTICIPLE = re.compile(
    r"_?([a-z]+ed|beside|built|cut|drawn|found|given|having|held|kept|known|left|made|put|said|seen"
    r"|sent|shown|spelt|taken|told|written)"
)
VERBS = {"seed", "embed", "need", "feed", "speed", "_seed", "_embed", "cut", "_cut", "put", "_put"}
"""Names that look like a participle and are a verb."""
CLAUSE = re.compile(r"(Return )?(what|how|where|whether|who|which|that)\b", re.IGNORECASE)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.Module | ast.ClassDef | Function


def list_definitions(*packages: str) -> Iterator[tuple[Path, Definition]]:
    """Yield each module, class and function of the packages with its file."""
    for package in packages:
        for file in sorted((ROOT / package).rglob("*.py")):
            if "_carried" in file.parts:
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, Definition):
                    yield file, node


def list_faults(name: str, summary: str) -> list[str]:
    """Return what is wrong with a function's name and its docstring's summary."""
    faults = []
    if PARTICIPLE.fullmatch(name) and name not in VERBS:
        faults.append("a bare participle as a name")
    if CLAUSE.match(summary):
        faults.append("a clause as the first words")
    if ";" in summary:
        faults.append("a semicolon in the summary")
    if len(summary.partition(". ")[0]) > MAX_SUMMARY_LENGTH:
        faults.append(f"a first sentence of more than {MAX_SUMMARY_LENGTH} characters")
    return faults


@pytest.mark.parametrize("package", PACKAGES)
def test_names_are_verbs_and_summaries_are_plain(package):
    found = []
    for file, node in list_definitions(package):
        name = node.name if isinstance(node, Function) else ""
        summary = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
        line = getattr(node, "lineno", 1)
        found += [
            f"{file.relative_to(ROOT)}:{line}: {fault}" for fault in list_faults(name, summary)
        ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "summary", "fault"),
    [
        ("written", "Write a text.", "participle"),
        ("_asked", "Ask a question.", "participle"),
        ("write", "Return what a text says.", "clause"),
        ("write", "Whether a text is long.", "clause"),
        ("write", "Write a text; raise ValueError without one.", "semicolon"),
        ("write", f"Write a text that is {'very ' * 20}long.", "more than"),
    ],
)
def test_each_kind_of_fault_is_found(name, summary, fault):
    assert [fault in one for one in list_faults(name, summary)] == [True]


def test_plain_names_and_summaries_have_no_fault():
    assert not list_faults(
        "read_qrels", "Read judgments from a file. Raise ValueError for a bad one."
    )
    assert not list_faults("seed", "Seed a generator.")
