"""A lesson to break: the example of lessons/README.md."""

import re
from pathlib import Path

import pytest

LESSONS = Path(__file__).parents[2] / "lessons"
VARIED = {
    *("exponential-gain", "find-the-error", "many-queries", "write-it-yourself"),
    *("gain", "why-a-logarithm", "real-difference", "two-libraries"),
}
"""Lessons that together have every kind of block."""


def read_readme_example() -> str:
    """Return the complete small lesson in lessons/README.md."""
    text = (LESSONS / "README.md").read_text("utf-8")
    return re.search(r"````markdown\n(.*?)\n````", text, re.DOTALL)[1]


GLOSSARY = """
[terms]
dcg = "The terms of the first k ranks, added up."

[taught]
dcg = { lesson = "one-more", step = "Guess" }
"""
"""The glossary of a folder with that lesson alone."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "glossary.toml").write_text(GLOSSARY, "utf-8")
    return tmp_path


@pytest.fixture
def write(folder: Path):
    """Write the example as a file, with some of its text replaced."""

    def write_changed(*changes: tuple[str, str], name: str = "01-one-more.md") -> Path:
        text = read_readme_example()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        path = folder / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_changed
