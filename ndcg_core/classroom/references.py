"""References: the short texts that name the questions of a plan.

lesson/discount/check-1/term-1      a question, a prediction or a drag task of a lesson
practice?skill=dcg&r=3,1,0,2        an exercise of the practice page, with its link's parameters
drag/1, predict/1                   a drag task and a prediction of the practice page
test/dcg/1/before                   a skill's first test before the class; .../after is its twin
own?ask=ndcg&r=3,2,3,0,1&k=5        a score of the teacher's own list, or its best order
                                    (ask=order); gain and discount as in `Convention`
question?{"ask": ..., ...}          a question that a teacher wrote (`own_questions`)
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

from ndcg_core.classroom.lesson_questions import (
    Part,
    find_in_lesson,
    list_parts_of_slug,
    make_class_question,
)
from ndcg_core.classroom.own_questions import REFERENCE_START, read_own_question
from ndcg_core.classroom.question import ClassQuestion, FieldError, name_field
from ndcg_core.classroom.sheets_and_orders import (
    OrderQuestion,
    SheetQuestion,
    SortTask,
    keep_grades,
)
from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.parallel import list_parallel_tests, make_half_blank
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import (
    list_variants,
    read_variant_link,
    read_whole,
    write_variant_link,
)
from ndcg_core.html_builder import html
from ndcg_core.lessons.blocks.kinds import DragTask
from ndcg_core.lessons.blocks.papers import Exercise
from ndcg_core.lessons.practice import load_practice
from ndcg_core.metric import CONVENTIONS
from ndcg_core.metric.numbers import short_repr
from ndcg_core.metric.pools import refuse_ignored_cutoff
from ndcg_core.sheets.cells import SUM_CELLS
from ndcg_core.sheets.sheet import Sheet

LONGEST_REFERENCE = 1000
LONGEST_OWN_REFERENCE = 6000
DRAW_ATTEMPTS = 30
PARAMETER_NAMES: Mapping[str, tuple[str, ...]] = {
    "practice": ("skill", "r", "k", "rank", "judged", "others", "level"),
    "own": ("ask", "r", "k", "judged", "convention", "gain", "discount"),
}


@lru_cache(maxsize=500)
def find_question(reference: str) -> ClassQuestion:
    """Return the question that a reference names. Raise ValueError if there is none.

    >>> find_question("own?ask=dcg&r=3,0,2").judge_answer({"dcg": "4.0"}).outcome
    'right'
    """
    longest = (
        LONGEST_OWN_REFERENCE if str(reference).startswith(REFERENCE_START) else LONGEST_REFERENCE
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
    return reference.split("?")[0].split("/")[0]


def _find_in_practice(reference: str) -> ClassQuestion:
    link = read_parameters(reference, "practice")
    level = link.pop("level", "1")
    variant = read_variant_link(link)
    if level not in map(str, range(1, count_levels(variant) + 1)):
        raise ValueError(
            f"The level is {short_repr(level)}. It must be 1 to {count_levels(variant)}."
        )
    request = html(variant.practised_skill.title, ": fill in the blanks.")
    return SheetQuestion(request, fade_sheet(variant, int(level) - 1))


def _find_own(reference: str) -> ClassQuestion:
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
    with name_field("k"):
        k = read_whole(link.pop("k")) if "k" in link else None
        refuse_ignored_cutoff(k, convention)
    with name_field("r"):
        variant = read_variant_link({**link, "skill": "cg"})
    most = len(variant.grades)
    if k is not None and not 1 <= k <= most:
        raise FieldError("k", f"k is {k}, but this list has the ranks 1 to {most}.")
    sheet = Sheet(variant.grades, convention, k, judged=variant.judged)
    if ask == "order":
        asked = f"Make {sheet.trace.at('NDCG')} as high as you can."
        with name_field("r"):
            return OrderQuestion(asked, sheet, SortTask(sheet))
    question = f"What is {sheet.trace.at(ask.upper())} of this ranking?"
    return SheetQuestion(question, keep_grades(sheet, (ask,)))


def _find_practice_block(reference: str) -> ClassQuestion:
    name, _, number = reference.partition("/")
    places = {str(n): block for n, block in enumerate(load_practice()[name].blocks, 1)}
    if number not in places:
        raise ValueError(f"There is no {name} {short_repr(number)}. Choose 1 to {len(places)}.")
    return make_class_question(places[number])


def read_parameters(reference: str, name: str) -> dict[str, str]:
    pairs = parse_qsl(reference.partition("?")[2], max_num_fields=20)
    if odd := [key for key, _ in pairs if key not in PARAMETER_NAMES[name]]:
        raise ValueError(
            f"{name} has no parameter {short_repr(odd[0])}. Its parameters are "
            f"{', '.join(PARAMETER_NAMES[name])}."
        )
    return dict(pairs)


def find_another(reference: str, rng: Random, besides: Collection[str] = ()) -> str:
    """Return the reference of another question of the same kind, or "".

    besides: the questions that the class has already had.

    >>> find_another("drag/1", Random(1), ["drag/1"])
    'drag/4'
    """
    others = SOURCES[_read_source(reference)][1](reference, rng)
    return next((other for other in others if other not in {reference, *besides}), "")


def _list_others_of_lesson(reference: str, rng: Random) -> list[str]:
    """Return the lesson's questions of the same kind with blanks in the same columns."""
    _, slug, name = reference.split("/", 2)
    parts = list_parts_of_slug(slug)
    kind = _find_kind(parts[name])
    return [f"lesson/{slug}/{other}" for other, part in parts.items() if _find_kind(part) == kind]


def _find_kind(part: Part) -> tuple[str, set[str]]:
    blanks = part.sheet.blanks if isinstance(part, Exercise) else ()
    return part.kind, {cell.split(".")[0] for cell in blanks}


def _list_others_of_skill(reference: str, rng: Random) -> list[str]:
    link = read_parameters(reference, "practice")
    level = {"level": link.pop("level")} if "level" in link else {}
    variant = read_variant_link(link)
    others = [one for one in list_variants(variant.skill) if one != variant]
    rng.shuffle(others)
    return [
        f"practice?{urlencode({**write_variant_link(one), **level}, safe=',;')}" for one in others
    ]


def _list_other_orders(reference: str, rng: Random) -> list[str]:
    """Return a reference to the question with its grades in another order.

    The solution of a number question changes.
    """
    link = read_parameters(reference, "own")
    grades = link.get("r", "").split(",")
    for _ in range(DRAW_ATTEMPTS):
        rng.shuffle(grades)
        other = f"own?{urlencode({**link, 'r': ','.join(grades)}, safe=',;')}"
        with suppress(ValueError):  # an order that is already the best is not a task
            if (
                find_question(other).kind == "order"
                or find_question(other).worked_solution != find_question(reference).worked_solution
            ):
                return [other]
    return []


def _list_others_of_practice(reference: str, rng: Random) -> list[str]:
    """Return predictions in any order, or the tasks with the same goal."""
    name, _, number = reference.partition("/")
    blocks = load_practice()[name].blocks
    wants = [block.wants if isinstance(block, DragTask) else () for block in blocks]
    alike = [f"{name}/{n}" for n, want in enumerate(wants, 1) if want == wants[int(number) - 1]]
    rng.shuffle(alike)
    return alike


def _find_in_test(reference: str) -> ClassQuestion:
    tests = {
        name: variant for skill in SKILLS for name, variant in list_parallel_tests(skill).items()
    }
    if reference not in tests:
        raise ValueError(
            f"There is no test {short_repr(reference)}. The tests are {', '.join(tests)}."
        )
    variant = tests[reference]
    when = reference.rpartition("/")[2]
    request = html(f"{variant.practised_skill.title}, {when} the class: fill in the blanks.")
    return SheetQuestion(request, make_half_blank(variant))


Find = Callable[[str], ClassQuestion]
FindOthers = Callable[[str, Random], list[str]]
SOURCES: Mapping[str, tuple[Find, FindOthers]] = {
    "lesson": (find_in_lesson, _list_others_of_lesson),
    "practice": (_find_in_practice, _list_others_of_skill),
    "drag": (_find_practice_block, _list_others_of_practice),
    "predict": (_find_practice_block, _list_others_of_practice),
    "test": (_find_in_test, lambda reference, rng: []),
    "own": (_find_own, _list_other_orders),
    "question": (lambda reference: read_own_question(reference).question, lambda *_: []),
}
"""By the beginning of a reference: functions that find its question, and similar ones."""
