"""A lesson's prose: no number in it is typed, and a formula stands apart where it is alone."""

import re
from pathlib import Path

import pytest

from ndcg_core.content import load_toml
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.lessons.prose import Writer

LESSONS = {lesson.slug: lesson for lesson in load_lessons()}
FOLDER = Path(__file__).parents[2] / "lessons"
FILES = sorted([*FOLDER.glob("[0-9]*.md"), *FOLDER.glob("practice/*.md")])
STRUCTURAL = {str(number) for number in range(11)}
"""Grades, ranks, cutoffs, counts of documents, lesson numbers: small whole numbers."""
CASES = load_toml(__file__, "prose.toml")
LESSON_NUMBERS = re.compile(r"\blessons? (\d+)", re.IGNORECASE)
TEXT_KEYS = re.compile(r'^(?:ask|hint|why|say|reveal|done|text|title|goal|out_of_scope) = "(.*)"$')
PLACEHOLDER = re.compile(r"\{\{.*?\}\}", re.DOTALL)
FENCE = re.compile(r"^```(\S*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def prose_of(path: Path) -> str:
    """Everything in a lesson's file that a learner reads as a sentence."""
    front, body = path.read_text("utf-8").removeprefix("+++\n").split("\n+++\n", 1)
    blocks = "\n".join(match[2] for match in FENCE.finditer(body))
    lines = [
        match[1] for line in (front + "\n" + blocks).split("\n") if (match := TEXT_KEYS.match(line))
    ]
    text = FENCE.sub("", body) + "\n".join(lines)
    return PLACEHOLDER.sub(" ", text)


def numbers_in(text: str) -> set[str]:
    """The numbers typed in a text: not those in names such as log2 or log10."""
    return set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])", text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_number_in_the_prose_is_worked_out_or_structural(path):
    text = prose_of(path)
    numbers = set(LESSON_NUMBERS.findall(text))
    assert numbers <= {str(lesson.number) for lesson in LESSONS.values()}
    typed = numbers_in(LESSON_NUMBERS.sub("", text)) - STRUCTURAL
    assert typed <= set(CASES["own"].get(path.stem[3:], ())), typed


def test_a_formula_in_a_sentence_is_not_broken():
    writer = Writer("here", Setting(), {}, (), {})
    html = writer.inline("Divide 2 / log2(i + 1) by 2^grade − 1, (or) not.", 1).html
    assert html == (
        'Divide <span class="flat">2 / log2(i + 1)</span> by '
        '<span class="flat">2^grade − 1</span>, (or) not.'
    )
