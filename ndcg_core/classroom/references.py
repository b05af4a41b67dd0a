"""What a plan calls its questions: short texts, from which each question is found again.

lesson/discount/check-1/term-1      a question, a prediction or a drag task of a lesson
practice?skill=dcg&r=3,1,0,2        an exercise of the practice page, by the link's parameters
drag/1, predict/1                   a task by drag and a prediction of the practice page
own?ask=ndcg&r=3,2,3,0,1&k=5        a list of one's own: a cell, or ask=order to sort it
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from ndcg_core.classroom.asked import Asked
from ndcg_core.classroom.lesson_questions import as_asked, from_lesson
from ndcg_core.classroom.orders import Ordering, Sorting
from ndcg_core.classroom.papers import FillingIn, bare_grades
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.variants import from_link
from ndcg_core.html_builder import html
from ndcg_core.lessons.practice import load_practice
from ndcg_core.metric import CONVENTIONS, short
from ndcg_core.metric.quoting import shown
from ndcg_core.sheets.sheet import Sheet

LONGEST = 1000
CELLS = ("cg", "dcg", "idcg", "ndcg")
KEYS: Mapping[str, tuple[str, ...]] = {
    "practice": ("skill", "r", "k", "rank", "judged", "others", "level"),
    "own": ("ask", "r", "k", "judged", "convention"),
}


@lru_cache(maxsize=500)
def find(reference: str) -> Asked:
    """The question that a reference names; ValueError with a sentence where there is none.

    >>> find("own?ask=dcg&r=3,0,2").judge({"dcg": "4.0"}).outcome
    'right'
    """
    if not isinstance(reference, str) or len(reference) > LONGEST:
        raise ValueError(f"A question's name is a text of at most {LONGEST} characters.")
    head = reference.split("?")[0].split("/")[0]
    if head not in FINDERS:
        raise ValueError(
            f"There is no question {shown(reference)}; a question's name begins with "
            f"{', '.join(FINDERS)}."
        )
    return FINDERS[head](reference)


def _practice(reference: str) -> Asked:
    link = parameters(reference, "practice")
    level = link.pop("level", "1")
    variant = from_link(link)
    if level not in map(str, range(1, levels(variant) + 1)):
        raise ValueError(f"The level is {shown(level)}; it must be 1 to {levels(variant)}.")
    return FillingIn(_to_fill_in(variant.trains.title), fade(variant, int(level) - 1))


def _to_fill_in(title: str) -> str:
    return html(title, ": fill in what is left blank.")


def _own(reference: str) -> Asked:
    link = parameters(reference, "own")
    ask, name = link.pop("ask", "ndcg"), link.pop("convention", "standard")
    if ask not in (*CELLS, "order"):
        raise ValueError(f"ask is {shown(ask)}; it can be {', '.join(CELLS)} or order.")
    if name not in CONVENTIONS:
        known = ", ".join(CONVENTIONS)
        raise ValueError(f"The convention is {shown(name)}; it can be {known}.")
    listed = from_link({**link, "skill": "cg"})
    k = listed.k or None
    sheet = Sheet(listed.grades, CONVENTIONS[name], k, judged=listed.judged)
    if ask == "order":
        task = Sorting(sheet)
        return Ordering(task.text, sheet, task)
    asked = f"What is {ask.upper()}@{sheet.trace.k} of this ranking?"
    return FillingIn(asked, bare_grades(sheet, (ask,)))


def _of_practice(reference: str) -> Asked:
    name, _, number = reference.partition("/")
    places = {str(n): block for n, block in enumerate(load_practice()[name].blocks, 1)}
    if number not in places:
        raise ValueError(f"There is no {name} {shown(number)}; there are 1 to {len(places)}.")
    return as_asked(places[number])


FINDERS: Mapping[str, Callable[[str], Asked]] = {
    "lesson": from_lesson,
    "practice": _practice,
    "drag": _of_practice,
    "predict": _of_practice,
    "own": _own,
}


def parameters(reference: str, name: str) -> dict[str, str]:
    """The parameters behind a reference; ValueError where one is not known there."""
    found = parse_qsl(reference.partition("?")[2], max_num_fields=20)
    if odd := [key for key, _ in found if key not in KEYS[name]]:
        known = ", ".join(KEYS[name])
        raise ValueError(f"{name} has no {shown(odd[0])}; it has {known}.")
    return dict(found)


def own_list(ask: str, grades: Sequence[float], k: int = 0, convention: str = "standard") -> str:
    """The reference of a question about a list of one's own.

    >>> own_list("ndcg", [3, 2, 3], 2)
    'own?ask=ndcg&r=3,2,3&k=2'
    """
    link = {"ask": ask, "r": ",".join(short(grade, 6) for grade in grades)}
    link |= {"k": str(k)} if k else {}
    link |= {"convention": convention} if convention != "standard" else {}
    return f"own?{urlencode(link, safe=',;')}"
