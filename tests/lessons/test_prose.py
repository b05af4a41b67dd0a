"""A lesson's prose: no number in it is typed, and a formula stands apart where it is alone."""

import re
from pathlib import Path

import pytest

from ndcg_core.content import load_toml
from ndcg_core.html_builder import extract_text
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.lessons.prose import MarkdownConverter, Prose

LESSONS = {lesson.slug: lesson for lesson in load_lessons()}
FOLDER = Path(__file__).parents[2] / "lessons"
FILES = sorted([*FOLDER.glob("[0-9]*.md"), *FOLDER.glob("practice/*.md")])
STRUCTURAL = {str(number) for number in range(11)}
"""Grades, ranks, cutoffs, counts of documents, lesson numbers: small whole numbers."""
CASES = load_toml(__file__, "prose.toml")
LESSON_NUMBERS = re.compile(r"\blessons? (\d+)", re.IGNORECASE)
TEXT_KEYS = re.compile(r'^(?:ask|hint|why|say|reveal|done|text|title|goal|out_of_scope) = "(.*)"$')
PLACEHOLDER = re.compile(r"\{\{.*?\}\}", re.DOTALL)
CONVERTER = MarkdownConverter("here", Setting(), {}, (), {})
TYPED = re.compile(r"log2|log10|ln\(|2\^")
MATH = re.compile(r"<math>.*?</math>", re.DOTALL)
CODE = re.compile(r"<code[^>]*>.*?</code>", re.DOTALL)
FENCE = re.compile(r"^```(\S*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def extract_prose(path: Path) -> str:
    """Return everything in a lesson's file that a learner reads as a sentence."""
    front, body = path.read_text("utf-8").removeprefix("+++\n").split("\n+++\n", 1)
    blocks = "\n".join(match[2] for match in FENCE.finditer(body))
    lines = [
        match[1] for line in (front + "\n" + blocks).split("\n") if (match := TEXT_KEYS.match(line))
    ]
    text = FENCE.sub("", body) + "\n".join(lines)
    return PLACEHOLDER.sub(" ", text)


def is_prose(part) -> bool:
    return isinstance(part, Prose)


def list_all_questions(lesson):
    """Yield the questions of a lesson, with their other forms."""
    blocks = [block.question for block in lesson.blocks if hasattr(block, "question")]
    checked = lesson.check.questions if lesson.check else ()
    for question in (*blocks, *checked, *lesson.later):
        yield from (question, *question.others)


def find_typed_numbers(text: str) -> set[str]:
    """Return the numbers in a text, except those in names such as log2."""
    return set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])", text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_number_in_the_prose_is_calculated_or_structural(path):
    text = extract_prose(path)
    numbers = set(LESSON_NUMBERS.findall(text))
    assert numbers <= {str(lesson.number) for lesson in LESSONS.values()}
    typed = find_typed_numbers(LESSON_NUMBERS.sub("", text)) - STRUCTURAL
    assert typed <= set(CASES["own"].get(path.stem[3:], ())), typed


@pytest.mark.parametrize(("typed", "plain"), CASES["typeset"].items())
def test_a_typed_logarithm_or_power_is_typeset_and_code_is_not(typed, plain):
    html = CONVERTER.convert_inline(f"{typed}, `{typed}`", 1).html
    shown, _, code = html.partition(", <code>")
    assert extract_text(shown) == plain
    assert code == f"{typed}</code>"
    assert not TYPED.search(MATH.sub("", shown))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.slug)
def test_every_formula_in_a_lesson_is_typeset(lesson):
    texts = [str(part.fill_in()) for step in lesson.steps for part in step.parts if is_prose(part)]
    for question in list_all_questions(lesson):
        texts.append(str(question.ask.fill_in()))
        texts += [str(option.why.fill_in()) for option in getattr(question, "options", ())]
    flat = [found for text in texts for found in TYPED.findall(CODE.sub("", MATH.sub("", text)))]
    assert flat == []


@pytest.mark.parametrize(("text", "is_apart"), CASES["formulas"].items())
def test_a_formula_in_its_own_paragraph_is_displayed(text, is_apart):
    assert ('class="display"' in CONVERTER.convert_block(text, 1).html) == is_apart


@pytest.mark.parametrize("case", CASES["faults"], ids=lambda case: case["text"][:9])
def test_all_faults_of_a_text_are_reported_at_their_lines(case):
    reported = []
    try:
        CONVERTER.convert_block(case["text"], 4)
    except ValueError as error:
        reported = str(error).split("\n")
    starts = [f"here:{said}" for said in case["said"]]
    cut = zip(reported, starts, strict=True)
    assert [fault[: len(start)] for fault, start in cut] == starts
