"""The page `/evaluate`, from top to bottom."""

from __future__ import annotations

import streamlit as st

from ndcg_core.evaluation.words import no_comparison
from ndcg_ui import figures
from ndcg_ui.components.ask import ask
from ndcg_ui.components.board import board as draw_board
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.evaluation import one_query
from ndcg_ui.evaluation.asked import DATA, Asked, read_cutoffs
from ndcg_ui.evaluation.controls import controls, sorting, two_systems
from ndcg_ui.evaluation.desk import open_saved
from ndcg_ui.evaluation.formula import formula
from ndcg_ui.evaluation.found import findings
from ndcg_ui.evaluation.not_known import not_known
from ndcg_ui.evaluation.own import own_data
from ndcg_ui.evaluation.pair import in_words, numbers
from ndcg_ui.evaluation.queries import Row, matching, queries, rows
from ndcg_ui.evaluation.state import PAGE, QUERIES, adopt, follow, state, take, two
from ndcg_ui.evaluation.systems import systems, why_beside
from ndcg_ui.evaluation.take_along import take_along
from ndcg_ui.evaluation.totals import totals
from ndcg_ui.evaluation.values import at
from ndcg_ui.evaluation.working import Worked, example, of_example
from ndcg_ui.first_screens import HEADINGS
from ndcg_ui.html.builder import NOTHING, Html, h2, html, p, problem
from ndcg_ui.page import link
from ndcg_ui.page.keys import key


def draw() -> None:
    """Draw the page."""
    markup(HEADINGS[PAGE], key=key(PAGE, "title"))
    link.whole_run(PAGE)
    _page()


@st.fragment
def _page() -> None:
    adopt()
    open_saved()
    take()
    asked = state().asked
    st.segmented_control(
        "Data", list(DATA), key=key(PAGE, "data"), format_func=DATA.__getitem__, required=True
    )
    worked = _worked(asked)
    if worked is not None:
        _systems(worked)
        chosen = two(asked, worked.results.systems)
        names = chosen and _in_order(worked, chosen)
        if chosen and names:
            _two(worked, names, chosen)
            if worked.compared and names not in worked.compared.apart:
                _queries(worked, asked, names)
        markup(not_known(worked, names or ()), key=key(PAGE, "not known"))
        take_along(worked, names, asked)
    follow()


def _worked(asked: Asked) -> Worked | None:
    """Everything that is shown; None, and a sentence, where there is nothing to show."""
    _, wrong = read_cutoffs(asked.ks)
    if asked.data == "own":
        worked, why = own_data(asked.settings)
    else:
        worked, why = _bundled(asked)
    controls()
    markup(problem(f"{wrong} {why}".strip()), key=key(PAGE, "problems"))
    return worked


def _bundled(asked: Asked) -> tuple[Worked | None, str]:
    markup(p(example(asked.data).story, css="note", data_testid="story"), key=key(PAGE, "story"))
    try:
        return of_example(asked.settings, asked.data), ""
    except ValueError as error:
        return None, str(error)


# --- The systems -------------------------------------------------------------------------------


def _systems(worked: Worked) -> None:
    why = why_beside(worked.beside, worked) if worked.beside else NOTHING
    markup(html(systems(worked), why), key=key(PAGE, "systems"))
    found = worked.results.findings
    with st.expander(f"What was found in the data ({len(found)})"):
        markup(findings(found), key=key(PAGE, "findings"))


def _two(worked: Worked, names: tuple[str, str], chosen: tuple[str, str]) -> None:
    markup(h2("Two systems"), key=key(PAGE, "two"))
    two_systems(worked.results.systems, chosen)
    if worked.compared is None or names in worked.compared.apart:
        markup(p(no_comparison(*names)), key=key(PAGE, "words"))
        return
    pair = worked.compared.pair(*names)
    left, right = st.columns([1.1, 1], gap="large")
    with left:
        markup(in_words(pair), key=key(PAGE, "words"))
    with right:
        markup(numbers(pair, len(worked.compared.pairs)), key=key(PAGE, "numbers"))


# --- The queries -------------------------------------------------------------------------------


def _queries(worked: Worked, asked: Asked, names: tuple[str, str]) -> None:
    markup(h2("Every query"), key=key(PAGE, "every"))
    found = rows(worked, *names, asked.sort)
    left, right = st.columns([1.1, 1], gap="large")
    with left:
        wanted = sorting()
        shown = matching(found, wanted)
        now = _open(found, asked.q)
        table = queries(shown, names, worked.k, now)
        acknowledged = state().inbox.acknowledged(QUERIES)
        ask(table, key=QUERIES, acknowledged=acknowledged, go=one_query.place(state().opened))
    with right:
        _charts(found, names, worked)
    if now:
        _one(worked, names, now)


def _open(found: list[Row], asked: str) -> str:
    """The query that is open: the one asked for, or the one that differs most."""
    if any(row.query == asked for row in found):
        return asked
    return max(found, key=lambda row: abs(row.difference)).query if found else ""


def _charts(found: list[Row], names: tuple[str, str], worked: Worked) -> None:
    figure(
        figures.differences({row.query: row.difference for row in found}, names),
        key=key(PAGE, "differences"),
        name=f"Difference in {at(worked.k)}, query by query",
        group=PAGE,
        height=260,
    )
    figure(
        figures.against([(row.query, row.first, row.second) for row in found], names),
        key=key(PAGE, "against"),
        name="One against the other",
        group=PAGE,
        height=340,
    )
    drawn = totals(worked.totals[names], names)
    markup(html(h2("Where the difference comes from"), drawn), key=key(PAGE, "totals"))


def _one(worked: Worked, names: tuple[str, str], query: str) -> None:
    """One query: why the two differ, and both rankings."""
    found = worked.difference(*names, query)
    this = worked.of_query(query)
    heading = html(_why(query), one_query.heading(found, names, worked.k))
    markup(heading, key=key(PAGE, "query"))
    left, right = st.columns([1, 1.1], gap="large")
    with left:
        drawn = one_query.chart(found, names)
        figure(
            drawn,
            key=key(PAGE, "waterfall"),
            name="What each document's move won or lost",
            group=PAGE,
            height=90 + 26 * len(drawn.spec["data"][0]["y"]),
        )
        markup(formula(found, names, this), key=key(PAGE, "formula"))
    with right:
        other = worked.beside_of(query)
        under = one_query.under_both(other, this, query) if other else None
        table = one_query.moves(found, names, worked.k)
        markup(html(table, under), key=key(PAGE, "moves"))
    for column, name in zip(st.columns(2, gap="large"), names, strict=True):
        with column:
            _board(worked, name, query)


def _why(query: str) -> Html:
    return h2(f"Why: {query}", data_place=one_query.place(query), tabindex=-1)


def _board(worked: Worked, system: str, query: str) -> None:
    shown = one_query.board_of(worked.of_query(query), system, query)
    said = f"{system} returned nothing for this query." if shown is None else ""
    markup(html(h2(system), p(said) if said else None), key=key(PAGE, f"board of {system}"))
    if shown is not None:
        draw_board(*shown, key=key(PAGE, f"{system}.board"), group=PAGE)


def _in_order(worked: Worked, names: tuple[str, str]) -> tuple[str, str]:
    """The two as they were compared: whichever is chosen first, the signs are the same."""
    return names if names in worked.totals else (names[1], names[0])
