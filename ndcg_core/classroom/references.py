"""References: the short texts that name the questions of a plan.

lesson/discount/check-1/term-1      a question, a prediction or a drag task of a lesson
practice?skill=dcg&r=3,1,0,2        an exercise of the practice page, with its link's parameters
drag/1, predict/1                   a drag task and a prediction of the practice page
test/dcg/1/before                   a skill's first test before the class; .../after is its twin
own?ask=ndcg&r=3,2,3,0,1&k=5        a score of the teacher's own list, or its best order
                                    (ask=order); gain and discount as in `Convention`
question?{"ask": ..., ...}          a question that a teacher wrote (`own_questions`)
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

from ndcg_core.classroom.lesson_questions import (
    LessonTask,
    find_lesson_question,
    find_lesson_tasks,
    make_class_question,
)
from ndcg_core.classroom.own_questions import REFERENCE_START, read_own_question
from ndcg_core.classroom.question import ClassQuestion, FieldError, raise_field_errors
from ndcg_core.classroom.sheets_and_orders import (
    OrderQuestion,
    SheetQuestion,
    SortTask,
    fill_in_only_grades,
)
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.parallel import make_half_blank_sheet, map_parallel_tests
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import (
    build_variant_link_parameters,
    list_practice_variants,
    read_variant_link,
    read_whole_number,
)
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks.kinds import DragTask
from ndcg_core.lessons.blocks.sheet_questions import Exercise
from ndcg_core.lessons.practice import load_practice
from ndcg_core.metric import CONVENTIONS
from ndcg_core.metric.numbers import short_repr
from ndcg_core.metric.pools import refuse_ignored_cutoff
from ndcg_core.sheets.cells import SUM_CELLS
from ndcg_core.sheets.sheet import Sheet

MAX_REFERENCE_LENGTH = 1000
MAX_OWN_REFERENCE_LENGTH = 6000
DRAW_ATTEMPTS = 30
PARAMETER_NAMES: Mapping[str, tuple[str, ...]] = {
    "practice": ("skill", "r", "k", "rank", "judged", "others", "level"),
    "own": ("ask", "r", "k", "judged", "convention", "gain", "discount"),
}


@lru_cache(maxsize=500)
def find_question(reference: str) -> ClassQuestion:
    """Return the question that a reference names. Raise ValueError for a bad reference.

    >>> find_question("own?ask=dcg&r=3,0,2").judge_answer({"dcg": "4.0"}).outcome
    'right'
    """
    longest = (
        MAX_OWN_REFERENCE_LENGTH
        if str(reference).startswith(REFERENCE_START)
        else MAX_REFERENCE_LENGTH
    )
    if not isinstance(reference, str) or len(reference) > longest:
        raise ValueError(f"The name of a question has at most {longest} characters.")
    if _read_source(reference) not in SOURCES:
        raise ValueError(
            f"There is no question {short_repr(reference)}. The name of a question begins with "
            f"{', '.join(SOURCES)}."
        )
    return SOURCES[_read_source(reference)][0](reference)


def _read_source(reference: str) -> str:
    """Return the first word of a reference, such as "lesson" or "own"."""
    return reference.split("?")[0].split("/")[0]


def _find_practice_exercise(reference: str) -> ClassQuestion:
    """Return the exercise of the practice page that a reference describes.

    Raises ValueError for a bad link or level.
    """
    link = read_parameters(reference, "practice")
    level = link.pop("level", "1")
    variant = read_variant_link(link)
    if level not in map(str, range(1, count_levels(variant) + 1)):
        raise ValueError(
            f"The level is {short_repr(level)}. It must be 1 to {count_levels(variant)}."
        )
    request = html(variant.practised_skill.title, ": fill in the blanks.")
    return SheetQuestion(request, fade_sheet(variant, int(level) - 1))


def _find_own_list_question(reference: str) -> ClassQuestion:
    """Return a question about the grades in a reference: a score or the best order.

    Raises ValueError for a bad parameter.
    """
    link = read_parameters(reference, "own")
    ask = link.pop("ask", "ndcg")
    name = link.pop("convention", "standard")
    if ask not in (*SUM_CELLS, "order"):
        raise ValueError(f"ask is {short_repr(ask)}. It can be {', '.join(SUM_CELLS)} or order.")
    if name not in CONVENTIONS:
        names = ", ".join(CONVENTIONS)
        raise ValueError(f"The convention is {short_repr(name)}. It can be {names}.")
    choices: dict[str, Any] = {
        field: link.pop(field) for field in ("gain", "discount") if field in link
    }
    convention = CONVENTIONS[name]
    if choices:
        convention = replace(convention, name="own", title="", **choices)
    with raise_field_errors("k"):
        k = read_whole_number(link.pop("k")) if "k" in link else None
        refuse_ignored_cutoff(k, convention)
    with raise_field_errors("r"):
        variant = read_variant_link({**link, "skill": "cg"})
    last_rank = len(variant.grades)
    if k is not None and not 1 <= k <= last_rank:
        raise FieldError("k", f"k is {k}, but this list has the ranks 1 to {last_rank}.")
    sheet = Sheet(variant.grades, convention, k, judged=variant.judged)
    if ask == "order":
        request = f"Make {sheet.trace.at('NDCG')} as high as you can."
        with raise_field_errors("r"):
            return OrderQuestion(request, sheet, SortTask(sheet))
    question = f"What is {sheet.trace.at(ask.upper())} of this ranking?"
    return SheetQuestion(question, fill_in_only_grades(sheet, (ask,)))


def _find_numbered_question(reference: str) -> ClassQuestion:
    """Return the question for a drag task or a prediction, given by its number from 1.

    Raises ValueError if there is no such number.
    """
    name, _, number = reference.partition("/")
    blocks = {str(n): block for n, block in enumerate(load_practice()[name].blocks, 1)}
    if number not in blocks:
        raise ValueError(f"There is no {name} {short_repr(number)}. Choose 1 to {len(blocks)}.")
    return make_class_question(blocks[number])


def read_parameters(reference: str, name: str) -> dict[str, str]:
    """Parse the parameters of a reference. Raise ValueError for an unknown parameter.

    name: the first word of the reference, a key of `PARAMETER_NAMES`.
    """
    pairs = parse_qsl(reference.partition("?")[2], max_num_fields=20)
    if odd := [key for key, _ in pairs if key not in PARAMETER_NAMES[name]]:
        raise ValueError(
            f"{name} has no parameter {short_repr(odd[0])}. Its parameters are "
            f"{', '.join(PARAMETER_NAMES[name])}."
        )
    return dict(pairs)


def find_similar_reference(
    reference: str, rng: Random, asked_references: Collection[str] = ()
) -> str:
    """Return the reference to another question of the same kind, or "" if none is left.

    asked_references: the references of questions that the class was already asked.

    >>> find_similar_reference("drag/1", Random(1), ["drag/1"])
    'drag/4'
    """
    others = SOURCES[_read_source(reference)][1](reference, rng)
    return next((other for other in others if other not in {reference, *asked_references}), "")


@lru_cache(maxsize=200)
def has_similar_question(reference: str, asked_references: frozenset[str]) -> bool:
    """Return True if `find_similar_reference` finds another question.

    >>> has_similar_question('question?{"ask":"2 or 3?","answers":["2","3"]}', frozenset())
    False
    """
    return bool(find_similar_reference(reference, Random(0), asked_references))


def _list_similar_in_lesson(reference: str, rng: Random) -> list[str]:
    """Return references to a lesson's questions of the same kind, including this question.

    Questions about sheets must have blanks in the same columns.
    """
    _, slug, name = reference.split("/", 2)
    tasks = find_lesson_tasks(slug)
    kind = _find_kind_and_columns(tasks[name])
    return [
        f"lesson/{slug}/{other}"
        for other, task in tasks.items()
        if _find_kind_and_columns(task) == kind
    ]


def _find_kind_and_columns(task: LessonTask) -> tuple[str, set[str]]:
    """Return the kind of a task, and the columns of the blanks in its sheet, if any."""
    blanks = task.sheet.blanks if isinstance(task, Exercise) else ()
    return task.kind, {cell.split(".")[0] for cell in blanks}


def _list_similar_in_skill(reference: str, rng: Random) -> list[str]:
    """Return references to the other practice variants of a skill, in random order."""
    link = read_parameters(reference, "practice")
    level = {"level": link.pop("level")} if "level" in link else {}
    variant = read_variant_link(link)
    others = [other for other in list_practice_variants(variant.skill) if other != variant]
    rng.shuffle(others)
    return [
        f"practice?{urlencode({**build_variant_link_parameters(other), **level}, safe=',;')}"
        for other in others
    ]


def _iterate_other_orders(reference: str, rng: Random) -> Iterator[str]:
    """Yield references to the question for shuffled grades.

    The order is chosen so that the solution of a number question changes.
    """
    link = read_parameters(reference, "own")
    first = link.get("r", "").split(",")
    grades = first.copy()
    for _ in range(DRAW_ATTEMPTS):
        rng.shuffle(grades)
        if grades == first:
            continue
        other = f"own?{urlencode({**link, 'r': ','.join(grades)}, safe=',;')}"
        with suppress(ValueError):  # an order that is already the best is not a task
            if (
                find_question(other).kind == "order"
                or find_question(other).worked_solution != find_question(reference).worked_solution
            ):
                yield other


def _list_similar_in_practice(reference: str, rng: Random) -> list[str]:
    """Return references to all predictions, or to the tasks with the same goal, shuffled.

    The question itself is among them.
    """
    name, _, number = reference.partition("/")
    blocks = load_practice()[name].blocks
    wants = [block.wants if isinstance(block, DragTask) else () for block in blocks]
    alike = [f"{name}/{n}" for n, want in enumerate(wants, 1) if want == wants[int(number) - 1]]
    rng.shuffle(alike)
    return alike


def _find_test_question(reference: str) -> ClassQuestion:
    """Return the question of a test before or after the class.

    Raises ValueError if there is no such test.
    """
    tests = {
        name: variant for skill in SKILLS for name, variant in map_parallel_tests(skill).items()
    }
    if reference not in tests:
        raise ValueError(
            f"There is no test {short_repr(reference)}. The tests are {', '.join(tests)}."
        )
    variant = tests[reference]
    when = reference.rpartition("/")[2]
    request = html(f"{variant.practised_skill.title}, {when} the class: fill in the blanks.")
    return SheetQuestion(request, make_half_blank_sheet(variant))


FindQuestion = Callable[[str], ClassQuestion]
ListSimilar = Callable[[str, Random], Iterable[str]]
SOURCES: Mapping[str, tuple[FindQuestion, ListSimilar]] = {
    "lesson": (find_lesson_question, _list_similar_in_lesson),
    "practice": (_find_practice_exercise, _list_similar_in_skill),
    "drag": (_find_numbered_question, _list_similar_in_practice),
    "predict": (_find_numbered_question, _list_similar_in_practice),
    "test": (_find_test_question, lambda reference, rng: []),
    "own": (_find_own_list_question, _iterate_other_orders),
    "question": (lambda reference: read_own_question(reference).question, lambda *_: []),
}
"""The functions that find a reference's question and similar questions, by the first word."""
