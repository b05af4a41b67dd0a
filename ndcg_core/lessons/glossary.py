"""The glossary in alphabetical order, with the lesson that explains each term first."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ndcg_core.html_builder import plain_text
from ndcg_core.lessons.loader import load_glossary, load_lessons, load_term_titles
from ndcg_core.lessons.prose import Prose
from ndcg_core.lessons.records import Lesson

MEANING = re.compile(r'<span class="meaning"[^>]*>(.*?)</span>')
"""The meaning of a term in a lesson's prose, as `prose.py` writes it."""


@dataclass(frozen=True)
class Term:
    """A term of the glossary.

    name    in links: `[cutoff](#cutoff)`
    lesson  the first lesson whose prose explains the term, or None
    """

    name: str
    title: str
    meaning: str
    lesson: Lesson | None


@lru_cache(maxsize=1)
def load_terms() -> tuple[Term, ...]:
    """Load the terms in alphabetical order.

    >>> [(term.title, term.lesson.slug) for term in load_terms() if term.name == "idcg"]
    [('IDCG@k', 'ideal')]
    """
    first: dict[str, Lesson] = {}
    for lesson in load_lessons():
        for meaning in _meanings(lesson):
            first.setdefault(meaning, lesson)
    titles = load_term_titles()
    terms = (
        Term(name, titles.get(name, _title_of(name)), meaning, first.get(meaning))
        for name, meaning in load_glossary().items()
    )
    return tuple(sorted(terms, key=lambda term: term.title.casefold()))


def _title_of(name: str) -> str:
    """Make a title from a name.

    >>> _title_of("linear-gain")
    'Linear gain'
    """
    return name.replace("-", " ").capitalize()


def _meanings(lesson: Lesson) -> Iterator[str]:
    """Yield the meanings in the prose of a lesson's steps."""
    prose = (part for step in lesson.steps for part in step.parts if isinstance(part, Prose))
    for part in prose:
        yield from map(plain_text, MEANING.findall(part.html))
