"""The libraries that print a number, and other possible origins."""

from collections.abc import Sequence
from urllib.parse import urlencode

from ndcg_core.libraries import LIBRARIES, PossibleWrongCall
from ndcg_core.measures import Ranked, rank_grades
from ndcg_core.metric.numbers import exact
from ndcg_core.who import Printers, TablePrinters
from ndcg_ui.components.board.link import CUTOFF, build_board_link_parameters, read_board
from ndcg_ui.components.markup.builder import EMPTY, Html, b, div, html, join_pieces, p, tag
from ndcg_ui.components.markup.tables import render_value
from ndcg_ui.exhibit.links import format_fields

MOST_NAMED_LIBRARIES = 3
"""The number of libraries to name in the answer. The list below the answer has all libraries."""


def render_number_answer(printers: Printers) -> Html:
    """Return the HTML of an answer: the libraries that print a number, or other origins.

    If no library prints the number, the answer has the closest number, and mistakes, wrong calls or
    other measures that give the entered number. The entered text may also be an error message.
    """
    got = str(printers.printed)
    other = printers.origins
    calls = join_pieces(
        _render_wrong_call(call) for call in printers.could_be if call.how or not other
    )
    maybe = join_pieces(
        p("This number may come from ", LIBRARIES[outcome.library].title, ": ", outcome.reason)
        for outcome in printers.undetermined
    )
    if printers.is_error:
        sentence = html(printers.sentence)
    elif printers:
        prints = "prints" if len(printers) == 1 else "print"
        sentence = html(
            b(got), f" is the number that {_join_titles(printers)} {prints} for this ranking."
        )
    else:
        if printers.undetermined:
            none = html("No library with a single number for this ranking prints ", b(got), ".")
        else:
            none = html("No library here prints ", b(got), " for this ranking.")
        closest = EMPTY
        if printers.cut_off:
            closest = html(f" {printers.cut_off}")
        elif printers.nearest:
            number, what = printers.nearest
            closest = html(" The nearest number is ", render_value(number), f" ({what}).")
        origin = f" Another possible origin: {other[0].message}" if other else None
        sentence = html(none, closest, origin, _render_other_measures(printers))
    return div(p(sentence), maybe, calls, css="answer", role="status", data_testid="answer")


def render_table_answer(printers: TablePrinters) -> Html:
    """Return the HTML of an answer about a table of cutoffs and numbers."""
    return div(p(printers.sentence), css="answer", role="status", data_testid="answer")


def _render_other_measures(printers: Printers) -> Html | None:
    """Return a sentence, with a link, on other measures that give the number, or None."""
    found = printers.other_measures
    if not found:
        return None
    ranking = printers.ranking
    pool = rank_grades(ranking.grades, ranking.judged, ranking.k)
    usual = [
        source.name.partition("(")[0]
        for source in found[:MOST_NAMED_LIBRARIES]
        if source.message == source.name
    ]
    unusual = [source.message for source in found if source.message != source.name]
    names = " or ".join([*dict.fromkeys(usual), *unusual])
    link = f"./measures?{urlencode(_build_measures_link_parameters(pool, str(printers.printed)))}"
    page = tag("a", "Other measures", href=link)
    return html(f" Among other measures, it is {names}. See ", page, ".")


def _build_measures_link_parameters(ranking: Ranked, entered_text: str) -> dict[str, str]:
    """Return the link parameters of a ranking and a number for the page of other measures."""
    lists = {"r": ranking.grades, "judged": ranking.pool}
    texts = {name: ",".join(exact(g or 0) for g in grades) for name, grades in lists.items()}
    cut = format_fields([CUTOFF], {"k": ranking.cut})
    return build_board_link_parameters(read_board(texts)[0]) | cut | {"got": entered_text}


def _join_titles(ids: Sequence[str]) -> str:
    """Join the titles of libraries in words. Of more than four, name three and count the rest."""
    titles = [LIBRARIES[id].title for id in ids]
    if len(titles) > MOST_NAMED_LIBRARIES + 1:
        titles = [*titles[:MOST_NAMED_LIBRARIES], f"{len(titles) - MOST_NAMED_LIBRARIES} more"]
    return titles[0] if len(titles) == 1 else f"{'; '.join(titles[:-1])} and {titles[-1]}"


def _render_wrong_call(wrong_call: PossibleWrongCall) -> Html:
    """Return a sentence about a possible wrong call, with its correction and its source."""
    thread: str | Html = wrong_call.call.thread
    if wrong_call.call.url:
        thread = tag("a", thread, href=wrong_call.call.url, target="_blank", rel="noreferrer")
    return p(
        "Possible wrong call: ", wrong_call.message, " (", thread, ")", data_testid="wrong-call"
    )
