"""The glossary as a list of definitions. `/glossary#term-gain` leads to a single definition."""

from ndcg_core.lessons.glossary import Term, load_terms
from ndcg_core.lessons.prose import typeset_text
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.parts import Answer, Row

GROUP = "glossary"
LEAD = "Each term in a sentence or two, with a link to the lesson that introduces the term."


def make_glossary_answer() -> Answer:
    """Return the parts of the glossary, which has no link fields and no actions.

    >>> make_glossary_answer().link
    {}
    """
    terms = h.tag("dl", *map(_render_definition, load_terms()), css="terms", data_testid="terms")
    rows: list[Row] = [
        [[make_markup("title", h.render_title("Glossary", LEAD), GROUP)]],
        [[make_markup("terms", terms, GROUP)]],
    ]
    return Answer({}, rows, look=GROUP)


def _render_definition(term: Term) -> Html:
    """Return a term with its meaning, and a link to the lesson that explains it, if any."""
    lesson = term.lesson
    where = None
    if lesson:
        link = h.tag("a", f"Lesson {lesson.number}", href=f"./?lesson={lesson.slug}")
        where = h.html(" ", link)
    meaning = h.dd(typeset_text(term.meaning), where)
    return h.div(h.dt(term.title), meaning, css="definition", id=f"term-{term.name}")
