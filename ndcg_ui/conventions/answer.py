"""Who prints the number that somebody got, and where else it may come from."""

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlencode

from ndcg_core.libraries import LIBRARIES, CouldBe, Group, Ranking, could_be, nearest, raised
from ndcg_core.marking.origins import Origin, explain_number
from ndcg_core.measures import ranked
from ndcg_core.measures.said import printed_by
from ndcg_core.numerals.numerals import LONGEST as LONGEST_NUMBER
from ndcg_core.numerals.numerals import read
from ndcg_ui.measures.measures import link_of
from ndcg_ui.parts.markup.builder import NOTHING, Html, b, div, every, html, p, tag
from ndcg_ui.parts.markup.tables import value


def origins(
    grades: Sequence[float],
    number: str,
    k: int | None = None,
    judged: Sequence[float] | None = None,
) -> tuple[Origin, ...]:
    """What gives a number for a ranking; ValueError with a sentence where it is not looked for.

    >>> [origin.id for origin in origins([3, 2, 3, 0, 1], "0.957")]
    ['exponential', 'exponential-gain']
    """
    if len(number) > LONGEST_NUMBER:
        raise ValueError(f"A number needs no more than {LONGEST_NUMBER} characters.")
    pool = None if judged is None else tuple(judged)
    return _explained(tuple(grades), number, k, pool)


@lru_cache(maxsize=128)  # the same question is asked again at every rerun of its page
def _explained(
    grades: tuple[float, ...], number: str, k: int | None, judged: tuple[float, ...] | None
) -> tuple[Origin, ...]:
    return tuple(explain_number(grades, number, k, judged))


NAMED = 3
"""So many libraries are named; the list below has the others."""


def answer(ranking: Ranking, groups: Sequence[Group], printers: Sequence[str], got: str) -> Html:
    """Who prints the number somebody got; else the nearest, and what else it may be.

    printers: the libraries that do. A number that a library prints is right, and nobody who got it
    is asked about mistakes. What they got may be the error of a wrong call, too.
    """
    other = [] if printers or raised(got) else _other_origins(ranking, got)
    wrong = [] if printers else could_be(got, ranking)
    calls = every(map(_wrong_call, (one for one in wrong if one.how or not other)))
    if raised(got):
        sentence = html("That is an error, and no number.")
    elif printers:
        prints = "prints" if len(printers) == 1 else "print"
        sentence = html(b(got), f" is what {_listed(printers)} {prints} for this ranking.")
    else:
        none = html("No library here prints ", b(got), " for this ranking.")
        near, closest = nearest(groups, got), NOTHING
        if near:
            title = LIBRARIES[near.ids[0]].title
            closest = html(" The nearest is ", value(near.value, 4), f" ({title}).")
        origin = f" It can also be: {other[0].message}" if other else None
        sentence = html(none, closest, origin, _another_measure(ranking, got))
    return div(p(sentence), calls, css="answer", role="status", data_testid="answer")


LONGEST_LOOKED_UP = 50
"""Of longer rankings no other measure is tried: pairs of documents take their time."""


def _another_measure(ranking: Ranking, got: str) -> Html | None:
    """The measures beside NDCG that are this number, by a link to their page."""
    if len(ranking.grades) > LONGEST_LOOKED_UP:
        return None
    try:
        pool = ranked(ranking.grades, ranking.judged, ranking.k)
        found = [*printed_by(pool, read(got))]
    except ValueError:
        return None
    if not found:
        return None
    names = " or ".join(dict.fromkeys(name.partition("(")[0] for name in found[:NAMED]))
    page = tag("a", "Measures", href=f"./measures?{urlencode(link_of(pool, got))}")
    return html(f" Of other measures it is {names}: see ", page, ".")


def _listed(names: Sequence[str]) -> str:
    titles = [LIBRARIES[name].title for name in names]
    if len(titles) > NAMED + 1:
        titles = [*titles[:NAMED], f"{len(titles) - NAMED} more"]
    return titles[0] if len(titles) == 1 else f"{'; '.join(titles[:-1])} and {titles[-1]}"


def _other_origins(ranking: Ranking, got: str) -> list[Origin]:
    """Where the number may come from, but for the NDCG of this ranking."""
    try:
        candidates = origins(ranking.grades, got, ranking.k, ranking.judged)
    except ValueError:
        return []
    return [one for one in candidates if one.kind == "misconception" or one.cell != "ndcg"]


def _wrong_call(one: CouldBe) -> Html:
    """What may have been done, what to write instead, and where somebody did it."""
    thread: str | Html = one.call.thread
    if one.call.url:
        thread = tag("a", thread, href=one.call.url, target="_blank", rel="noreferrer")
    return p("Could it be this? ", one.message, " (", thread, ")", data_testid="wrong-call")
