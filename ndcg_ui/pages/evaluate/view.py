"""The page `/evaluate` from top to bottom."""

import streamlit as st

from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.pairs import explain_no_comparison
from ndcg_ui.components import figure as figures
from ndcg_ui.components.markup.builder import NOTHING, div, h2, html, join_pieces, p, problem, span
from ndcg_ui.components.markup.program import show_program
from ndcg_ui.components.mount import ask, figure, markup, received_value
from ndcg_ui.components.mount import board as draw_board
from ndcg_ui.exhibit import server
from ndcg_ui.pages.evaluate import HEADING, one_query, without_server
from ndcg_ui.pages.evaluate import pair as comparison
from ndcg_ui.pages.evaluate.controls import PAGE, controls, data, sorting, two_systems
from ndcg_ui.pages.evaluate.downloads import KINDS, link, order_systems
from ndcg_ui.pages.evaluate.exports import command
from ndcg_ui.pages.evaluate.fields import begin_run, end_run, key, named_in, question
from ndcg_ui.pages.evaluate.link import WORDS, Question, read_cutoffs
from ndcg_ui.pages.evaluate.own import own, own_data, wait
from ndcg_ui.pages.evaluate.systems import by_others, findings, systems, why_second
from ndcg_ui.pages.evaluate.values import at
from ndcg_ui.pages.evaluate.working import Worked, example, of_example

QUERIES, OPENED = key("queries"), key("opened")


def draw() -> None:
    """Draw the page."""
    begin_run()
    _open(named_in(received_value(QUERIES, "act"), "open", "query"))
    markup(HEADING, key=key("title"))
    top = st.container(horizontal=True, vertical_alignment="bottom", key="controls-top")
    with top:
        data()
    about = st.container()
    controls()
    chosen = question()
    with about:
        worked, why = _evaluate(chosen)
    _, wrong = read_cutoffs(chosen.ks)
    markup(problem(f"{wrong} {why}".strip()), key=key("problems"))
    if worked is not None:
        two = chosen.two(worked.systems)
        if order_systems(worked, chosen) and two:
            with top:
                two_systems(worked.systems, two)
            chosen = question()
        names = order_systems(worked, chosen)
        pair = worked.pair(names)
        if pair:
            _headline(pair)
        elif names:
            markup(p(explain_no_comparison(*names)), key=key("words"))
        _systems(worked, names)
        if pair and names:
            _queries(worked, pair, names)
        _downloads(worked, question())
    end_run()
    if chosen.data == "own":
        wait()


def _open(query: str) -> None:
    """Open the query that the page should scroll to."""
    if query:
        st.session_state[key("q")] = st.session_state[OPENED] = query


def _evaluate(chosen: Question) -> tuple[Worked | None, str]:
    """Return the evaluation to show, or None with a sentence."""
    if chosen.data == "own":
        return own_data(chosen.settings)
    story = p(example(chosen.data).story, css="note", data_testid="story")
    markup(story, key=key("story"))
    try:
        return of_example(chosen.settings, chosen.data), ""
    except ValueError as error:
        return None, str(error)


def _headline(pair: Pair) -> None:
    """Draw the leading system, the caveats, and both means on one axis."""
    drawn, words = figures.draw_ranges(pair), comparison.in_words(pair)
    left, right = st.columns([1.3, 1], gap="large") if drawn else (st.container(), None)
    with left:
        markup(words, key=key("words"))
    if drawn and right:
        with right:
            figure(drawn, key=key("ranges"), name="Range of the difference", group=PAGE, height=150)


def _systems(worked: Worked, names: tuple[str, str] | None) -> None:
    why = why_second(worked.second, worked) if worked.second else NOTHING
    markup(html(systems(worked, names or ()), why), key=key("systems"))
    if worked.beside:
        with st.expander("The same systems by other measures"):
            markup(by_others(worked, names), key=key("others"))
    with st.expander(f"Findings in the data ({len(worked.findings)})"):
        markup(findings(worked.findings), key=key("findings"))


def _queries(worked: Worked, pair: Pair, names: tuple[str, str]) -> None:
    chosen = question()
    lines = comparison.rows(worked, pair, chosen.sort)
    figure(
        figures.differences({row.query: row.difference for row in lines}, names),
        key=key("differences"),
        name=f"Difference in {at(worked.k)}, query by query",
        group=PAGE,
        height=220,
    )
    now, dots = chosen.q, comparison.by_unjudged(pair, lines)
    if all(row.query != now for row in lines):  # the one that differs most
        now = max(lines, key=lambda row: abs(row.difference)).query if lines else ""
    left, right = st.columns([1.6, 1], gap="large") if dots else (st.container(), None)
    with left:
        markup(h2("Every query"), key=key("every"))
        text = sorting()
        table = comparison.queries(comparison.matching(lines, text), pair, now)
        act = ask(table, key=QUERIES, go=one_query.place(st.session_state.get(OPENED, "")))
    opened = named_in(act, "open", "query")
    if opened not in ("", chosen.q):  # a session that began anew hears of it only here
        _open(opened)
        st.rerun()
    if dots and right:
        with right:
            name = "Does the lead depend on unjudged documents?"
            figure(dots, key=key("by unjudged"), name=name, group=PAGE, height=400)
    with st.expander("Where the difference comes from: by grade and by rank"):
        markup(comparison.totals_tables(worked.totals[names], names), key=key("totals"))
    if now:
        _one(worked, names, now)


def _one(worked: Worked, names: tuple[str, str], query: str) -> None:
    """Draw one query: the difference of two systems, and both rankings."""
    explained = worked.difference(*names, query)
    this = worked.of_query(query)
    why = h2(f"Why: {query}", data_place=one_query.place(query), tabindex=-1)
    values = one_query.heading(explained, names, worked.k)
    markup(html(why, values), key=key("query"))
    left, right = st.columns([1, 1.1], gap="large")
    with left:
        drawn = figures.draw_waterfall(explained, names)
        figure(
            drawn,
            key=key("waterfall"),
            name="Gain or loss from each document's move",
            group=PAGE,
            height=90 + 26 * len(drawn.spec["data"][0]["y"]),
        )
        markup(one_query.formula(explained, names, this), key=key("formula"))
    with right:
        second = worked.second_of(query)
        under = one_query.under_both(second, this, query) if second else None
        table = one_query.moves(explained, names, worked.k)
        markup(html(table, under), key=key("moves"))
    with st.expander("Both rankings, rank by rank"):
        for column, name in zip(st.columns(2, gap="large"), names, strict=True):
            with column:
                board = one_query.board_of(this, name, query)
                missing = None if board else p(f"{name} returned nothing for this query.")
                markup(html(h2(name, aria_level=3), missing), key=key(f"board of {name}"))
                if board:
                    draw_board(*board, key=key(f"{name}.board"), group=PAGE)


def _downloads(worked: Worked, chosen: Question) -> None:
    """Draw the download links and the equivalent command."""
    files = own().files.all_files if chosen.data == "own" else ()
    words = WORDS["take_along"]
    about = words["own" if files else "link"]
    by_requests = server.is_running()
    links = [link(name, chosen, worked.folder) for name in KINDS] if by_requests else []
    terminal = command(chosen.settings, [file.name for file in files])
    program = show_program(terminal, "Command for the same evaluation")
    markup(
        html(
            h2("Share or export"),
            p(f"{about} {words['printed']}", span(f" {words['framed']}", css="framed"), css="say"),
            div(join_pieces(links, " "), css="take-along") if by_requests else None,
            None if chosen.data == "lesson" else program,  # its queries lie in no file
        ),
        key=key("take along"),
    )
    if not by_requests:
        without_server.draw_downloads(worked)
