"""The glossary in alphabetical order, with the lesson that teaches each term."""

from dataclasses import dataclass
from functools import lru_cache

from ndcg_core.lessons.loader import (
    load_glossary,
    load_lessons,
    load_steps_by_term,
    load_term_titles,
)
from ndcg_core.lessons.records import Lesson


@dataclass(frozen=True)
class Term:
    """A term of the glossary, with its meaning and the lesson that teaches it.

    name    the term's name in links, as in `[cutoff](#cutoff)`
    lesson  the lesson that teaches the term, or None
    """

    name: str
    title: str
    meaning: str
    lesson: Lesson | None


@lru_cache(maxsize=1)
def load_terms() -> tuple[Term, ...]:
    """Load the terms of the glossary, sorted by title.

    The result is cached.

    >>> [(term.title, term.lesson.slug) for term in load_terms() if term.name == "idcg"]
    [('IDCG@k', 'ideal')]
    """
    lessons = {lesson.slug: lesson for lesson in load_lessons()}
    taught = {name: lessons[slug] for name, (slug, _) in load_steps_by_term().items()}
    titles = load_term_titles()
    terms = (
        Term(name, titles.get(name, _make_title(name)), meaning, taught.get(name))
        for name, meaning in load_glossary().items()
    )
    return tuple(sorted(terms, key=lambda term: term.title.casefold()))


def _make_title(name: str) -> str:
    """Return a term's title, made from its name in links.

    >>> _make_title("linear-gain")
    'Linear gain'
    """
    return name.replace("-", " ").capitalize()
