"""One library: its number, version and trap, and what one ranking does not show. Pure."""

from __future__ import annotations

from ndcg_core.libraries import CHECKED, Library, Outcome, Ranking, outcome
from ndcg_ui.conventions.values import value
from ndcg_ui.html.builder import Html, dd, dt, html, section, small, span, tag


def about(library: Library, ranking: Ranking) -> Html:
    """Its number, version, trap and the rules that a ranking of one query does not show."""
    found = outcome(ranking, library.id)
    facts = {
        found.state: found.words,
        "checked": CHECKED[library.checked],
        "trap": html(library.trap, _thread(library)),
        "source": library.convention.cite,
        "unjudged documents": library.unjudged,
        "several queries": library.averaging,
        "precision": library.precision,
    }
    package = small(f"{library.package} {library.version}")
    return section(
        tag("h3", library.title, " ", package, " ", _result(found)),
        tag("dl", *(html(dt(name), dd(text)) for name, text in facts.items() if text)),
        css="library",
        data_testid="library",
        data_library=library.id,
    )


def _thread(library: Library) -> Html | None:
    """The discussion that a trap is known from."""
    if not library.thread:
        return None
    if not library.url:
        return html(" ", library.thread)
    link = tag("a", library.thread, href=library.url, target="_blank", rel="noreferrer")
    return html(" ", link)


def _result(found: Outcome) -> Html:
    return value(found.value) if found.value is not None else span(found.state)
