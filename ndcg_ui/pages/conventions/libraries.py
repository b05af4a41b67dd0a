"""The numbers of all libraries for a ranking, a single library, and the changes between two."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from urllib.parse import quote_plus, urlencode

import ndcg_core as nc
from ndcg_core.libraries import (
    CHECK_METHODS,
    LIBRARIES,
    Chain,
    ChainStep,
    Library,
    LibraryGroup,
    Outcome,
    Outcomes,
    Ranking,
    describe_ineffective_choices,
    find_outcome,
    find_shortest_chain,
)
from ndcg_core.marking.wording import name_cell
from ndcg_ui import limits
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.markup.tables import render_value
from ndcg_ui.pages.conventions.link import LibraryQuestion, format_question_link

DIGITS = 3
MOST_DIGITS = 6
"""The usual decimals of a number, and the most decimals to distinguish two numbers."""
_quoted = lru_cache(maxsize=64)(quote_plus)
"""A cache, because every library's link has the same long texts."""


def render_groups(
    ranking: Ranking, results: Outcomes, question: LibraryQuestion, printers: Collection[str] = ()
) -> Html:
    """Return a list of the printed numbers with their libraries, and the changes between them.

    Libraries that refuse the ranking, or whose number is not determined, are at the end.

    printers: the libraries that print the entered number, whose group is highlighted.
    """
    items = []
    values = [group.value for group in results.groups]
    for index, group in enumerate(results.groups):
        is_mine = not set(printers).isdisjoint(group.ids)
        number = render_distinct_number(group.value, values)
        items.append(_render_group(group, number, question, is_mine))
        if index + 1 < len(results.groups):
            changes = find_shortest_chain(ranking, group, results.groups[index + 1])
            sentence = "; ".join(step.change for step in changes.steps)
            items.append(h.li(sentence, css="prints-between", data_testid="prints-between"))
    return h.html(
        h.tag("ul", *items, css="prints", data_testid="prints"),
        _render_libraries_without_number(results.refused, "refuses", "Refused", question),
        _render_libraries_without_number(
            results.undetermined, "not determined", "Not determined", question
        ),
    )


def render_distinct_number(number: float, others: Iterable[float]) -> Html:
    """Return a number with 3 decimals, or with up to 6 to distinguish it from other numbers.

    >>> render_distinct_number(0.75, [0.5, 0.75])
    '<data value="0.75" data-value="0.75" title="0.75">0.750</data>'
    >>> render_distinct_number(0.75, [0.750125, 0.75])
    '<data value="0.75" data-value="0.75" title="0.75">0.7500</data>'
    """
    rest = [other for other in others if other != number]
    for digits in range(DIGITS, MOST_DIGITS):
        if nc.number(number, digits) not in [nc.number(other, digits) for other in rest]:
            return render_value(number, digits)
    return render_value(number, MOST_DIGITS)


def _render_group(
    group: LibraryGroup, number: Html, question: LibraryQuestion, is_mine: bool
) -> Html:
    """Return a list item with a number and the libraries that print it.

    is_mine: True if the visitor entered this number.
    """
    mark = h.span("your number", css="mine") if is_mine else None
    return h.li(
        h.span(number, mark, css="prints-value"),
        _render_names(group.ids, question),
        css="prints-group is-mine" if is_mine else "prints-group",
        data_testid="prints-group",
    )


def _render_names(ids: Iterable[str], question: LibraryQuestion) -> Html:
    """Return a list of links that select a library."""
    return h.tag(
        "ul", *(h.li(_render_name(LIBRARIES[name], question)) for name in ids), css="prints-names"
    )


def _render_libraries_without_number(
    results: Iterable[Outcome], state: str, title: str, question: LibraryQuestion
) -> Html | None:
    """Return a section with libraries grouped by reason, or None if there are none.

    results: the outcomes without a number
    state: "refuses" if the reasons are error messages, which are rendered as code
    """
    reasons: dict[str, list[str]] = {}
    for result in results:
        reasons.setdefault(result.reason, []).append(result.library)
    if not reasons:
        return None
    kind = "code" if state == "refuses" else "span"
    items = (
        h.li(_render_names(ids, question), h.p(h.tag(kind, why)), data_testid="prints-none")
        for why, ids in reasons.items()
    )
    return h.tag(
        "section", h.tag("h3", title), h.tag("ul", *items), css="prints-none", data_state=state
    )


def _render_name(library: Library, question: LibraryQuestion) -> Html:
    """Return a library's title as a link that selects the library.

    If the link would be too long, the title has no address.
    """
    link = urlencode(
        format_question_link(question) | {"a": library.id}, errors="replace", quote_via=_quoted
    )
    short = len(link) <= limits.LONGEST_QUERY
    current = "true" if library.id == question.a else None
    to = f"?{link}" if short else None
    name = h.tag(
        "a",
        library.title,
        href=to,
        data_here=short,
        data_library=library.id,
        aria_current=current,
    )
    read = h.html(" ", h.span("not run", css="only-read")) if library.checked == "read" else None
    return h.html(name, read)


def render_library(library: Library, ranking: Ranking) -> Html:
    """Return the HTML of a library's number, version, pitfall and further rules."""
    result = find_outcome(ranking, library.id)
    thread = h.html(library.thread)
    if library.thread and library.url:
        thread = h.tag("a", thread, href=library.url, target="_blank", rel="noreferrer")
    facts = {
        result.state: result.reason,
        "checked": CHECK_METHODS[library.checked],
        "pitfall": h.html(library.trap, " " if library.thread else None, thread),
        "source": library.convention.cite,
        "unjudged documents": library.unjudged,
        "several queries": library.averaging,
        "precision": library.precision,
    }
    number = h.span(result.state) if result.value is None else render_value(result.value)
    package = h.small(f"{library.package} {library.version}")
    return h.section(
        h.tag("h3", library.title, " ", package, " ", number),
        h.tag("dl", *(h.html(h.dt(name), h.dd(text)) for name, text in facts.items() if text)),
        css="library",
        data_testid="library",
        data_library=library.id,
    )


def render_steps_between(changes: Chain, first: Library, second: Library) -> Html:
    """Return a table of the single changes from one library's number to another library's.

    A sentence below the table names the choices that change nothing, if there are any.
    """
    heads = map(h.col, ("one change at a time", "first cell that changes", "NDCG"))
    values = [changes.start, *(step.value for step in changes.steps), changes.end]
    start, end = (
        h.tr(h.row_head(library.title), h.td(), h.td(render_distinct_number(number, values)))
        for library, number in ((first, changes.start), (second, changes.end))
    )
    rows = [
        start,
        *(_render_step(step, render_distinct_number(step.value, values)) for step in changes.steps),
    ]
    silent = (
        h.p(describe_ineffective_choices(changes.silent), css="say") if changes.silent else None
    )
    return h.html(h.table(heads, rows, end, css="compared chain", data_testid="chain"), silent)


def _render_step(step: ChainStep, number: Html) -> Html:
    """Return a table row with a change, the first changed cell and the new NDCG."""
    return h.tr(
        h.row_head(step.change),
        h.td(_describe_changed_cell(step)),
        h.td(number),
        data_testid="chain-step",
        data_cell=step.cell,
    )


def _describe_changed_cell(step: ChainStep) -> str:
    """Describe the first cell that a step changes, and the change."""
    if step.cell == "ndcg":
        return "the fraction itself"
    name = name_cell(step.cell).removesuffix(" of the ranking")
    if step.was is None or step.now is None:
        return f"{name} is {'removed' if step.now is None else 'added'}"
    return f"{name}: {nc.short(step.was, 3)} becomes {nc.short(step.now, 3)}"


def explain_no_chain(ranking: Ranking, libraries: Iterable[Library]) -> Html:
    """Return a sentence about each library that has no number and thus no chain of changes."""
    silent = {library.id: find_outcome(ranking, library.id) for library in libraries}
    sentences = (
        h.html(
            LIBRARIES[name].title,
            " refuses this ranking"
            if result.state == "refuses"
            else " has no single number for it",
            f": {result.reason}",
        )
        for name, result in silent.items()
        if result.value is None
    )
    return h.p(h.join_pieces(sentences, "<br>"), css="say", data_testid="no-way")
