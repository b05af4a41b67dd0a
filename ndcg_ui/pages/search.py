"""The index of the search in the header: lessons, terms of the glossary, and pages.

The browser loads the index as one file when somebody begins to search, and searches it without a
server (`ndcg_ui/components/menu/search.js`).
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ndcg_core.html_builder import extract_text
from ndcg_core.lessons import Lesson, Prose, load_lessons
from ndcg_core.lessons.glossary import load_terms
from ndcg_core.marking.wording import capitalize_text
from ndcg_ui.pages.menu import IN_MENU

INDEX_FILE = "search.json"
LIST_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)


class SearchHit(NamedTuple):
    """A lesson, a term or a page that the search can find.

    note   the kind of the hit, or the menu group of a page, at the right of the title
    href   the link relative to the app's top
    lines  sentences; the first is shown if only the title matches
    """

    title: str
    note: str
    href: str
    lines: tuple[str, ...]


@lru_cache(maxsize=1)
def build_search_index() -> bytes:
    """Return the search index as JSON: the possible hits of each kind, in display order."""
    kinds = (
        ("Lessons", _iterate_lesson_hits()),
        ("Glossary", _iterate_term_hits()),
        ("Pages", _iterate_page_hits()),
    )
    index = [{"kind": kind, "hits": [hit._asdict() for hit in hits]} for kind, hits in kinds]
    return json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode()


def _iterate_lesson_hits() -> Iterator[SearchHit]:
    for lesson in load_lessons():
        title = f"{lesson.number} {lesson.title}"
        note = f"lesson, {lesson.minutes} min"
        yield SearchHit(
            title, note, f"./?lesson={lesson.slug}", tuple(_iterate_lesson_lines(lesson))
        )


def _iterate_lesson_lines(lesson: Lesson) -> Iterable[str]:
    """Return a lesson's goals, step titles and summary items, each once.

    The last step and the steps with the lesson's check contribute no title.
    """
    *steps, end = lesson.steps
    prose = "".join(part.fill_in() for part in end.parts if isinstance(part, Prose))
    summary = map(extract_text, LIST_ITEM.findall(prose))
    titles = (step.title for step in steps if lesson.check not in step.blocks)
    return dict.fromkeys([*map(capitalize_text, lesson.goals), *titles, *summary])


def _iterate_term_hits() -> Iterator[SearchHit]:
    for term in load_terms():
        yield SearchHit(term.title, "term", f"./glossary#term-{term.name}", (term.meaning,))


def _iterate_page_hits() -> Iterator[SearchHit]:
    for page in IN_MENU:
        yield SearchHit(page.title, page.group, f"./{page.path}", (page.purpose, *page.topics))
