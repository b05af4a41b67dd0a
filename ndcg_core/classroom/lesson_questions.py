"""Questions of the lessons, as a class is asked them."""

from dataclasses import replace
from typing import Any

from ndcg_core.classroom.asked import Asked
from ndcg_core.classroom.guesses import Guessing
from ndcg_core.classroom.orders import Ordering
from ndcg_core.classroom.papers import FillingIn
from ndcg_core.classroom.words import Auditing, Choosing, Writing
from ndcg_core.lessons.blocks import kinds
from ndcg_core.lessons.blocks.papers import Audit, Exercise
from ndcg_core.lessons.blocks.questions import Choice, Number, Question
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.lessons.prose import Prose
from ndcg_core.lessons.records import Lesson
from ndcg_core.metric.quoting import shown

Part = Question | kinds.Predict | kinds.DragTask


def from_lesson(reference: str) -> Asked:
    """The question `lesson/<slug>/<name>`; ValueError with a sentence where there is none.

    >>> from_lesson("lesson/gain/hook").kind
    'guess'
    """
    _, slug, name = (*reference.split("/", 2), "", "")[:3]
    lesson = next((lesson for lesson in load_lessons() if lesson.slug == slug), None)
    if lesson is None:
        raise ValueError(f"There is no lesson {shown(slug)}.")
    parts = parts_of(lesson)
    if name not in parts:
        raise ValueError(f"Lesson {slug} has no question {shown(name)}; it has {', '.join(parts)}.")
    return as_asked(parts[name])


def parts_of(lesson: Lesson) -> dict[str, Part]:
    """Everything in a lesson that a class can be asked, by its name, in the lesson's order.

    What speaks of the learner's earlier answers is left out: a class has given none. So is what
    cannot stand alone; before the rest goes what a class has to know.
    """
    found: dict[str, Part] = {}
    for block in lesson.blocks:
        if isinstance(block, kinds.QuestionBlock) and block.alone is not None:
            found[block.name] = _after(block.alone, block.question)
        elif isinstance(block, (kinds.Predict, kinds.DragTask)) and block.alone is not None:
            found[block.name] = _after(block.alone, block)
        elif isinstance(block, kinds.Check):
            found |= {question.id: question for question in block.questions}
    found |= {question.id: question for question in lesson.later}
    return {name: part for name, part in found.items() if not part.ask.needs}


def _after(before: Prose, part: Any) -> Any:
    """A question with something before it."""
    if not before.html:
        return part
    return replace(part, ask=Prose(f"{before.html} {part.ask.html}", part.ask.places))


def as_asked(part: Part) -> Asked:
    """What stands in a lesson or in the practice, as a class is asked it."""
    if isinstance(part, kinds.Predict):
        slider = (part.value, part.low, part.high, part.step)
        return Guessing(part.ask.shown(), *slider, part.reveal, part.why, part.digits)
    if isinstance(part, kinds.DragTask):
        return Ordering(part.ask.shown(), part.board.sheet, part)
    if isinstance(part, Choice):
        return Choosing(part)
    if isinstance(part, Number):
        return Writing(part)
    if isinstance(part, Audit):
        return Auditing(part)
    if isinstance(part, Exercise):
        return FillingIn(part.ask.shown(), part.sheet, part.taught)
    raise TypeError(f"A class cannot be asked a {type(part).__name__}.")
