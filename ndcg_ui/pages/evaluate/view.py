"""The page `/evaluate` from top to bottom."""

import streamlit as st

from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.pairs import explain_no_comparison
from ndcg_ui.components import figure as figures
from ndcg_ui.components.markup.builder import (
    EMPTY,
    div,
    h2,
    html,
    join_pieces,
    p,
    render_problem,
    span,
)
from ndcg_ui.components.markup.program import render_program
from ndcg_ui.components.mount import mount_board as draw_board
from ndcg_ui.components.mount import mount_figure, mount_form, mount_markup, read_received_value
from ndcg_ui.exhibit import server
from ndcg_ui.pages.evaluate import HEADING, one_query, without_server
from ndcg_ui.pages.evaluate import pair as comparison
from ndcg_ui.pages.evaluate.controls import (
    PAGE_LINK,
    draw_controls,
    draw_data_field,
    draw_query_controls,
    draw_system_fields,
)
from ndcg_ui.pages.evaluate.downloads import KINDS, render_download_link
from ndcg_ui.pages.evaluate.exports import build_command
from ndcg_ui.pages.evaluate.fields import (
    begin_script_run,
    end_script_run,
    make_key,
    read_action_field,
    read_current_question,
)
from ndcg_ui.pages.evaluate.link import WORDS, Question, read_cutoffs
from ndcg_ui.pages.evaluate.own import draw_own_files, draw_progress, get_own_files
from ndcg_ui.pages.evaluate.systems import (
    render_findings,
    render_other_measures,
    render_second_convention,
    render_systems,
)
from ndcg_ui.pages.evaluate.values import name_ndcg
from ndcg_ui.pages.evaluate.working import EvaluationResults, evaluate_example, load_bundled_example

QUERIES_KEY = make_key("queries")
OPENED_KEY = make_key("opened")


def draw_evaluation_page() -> None:
    """Evaluate the chosen data, draw the page, and write its fields' values into the link."""
    begin_script_run()
    _open_query(read_action_field(read_received_value(QUERIES_KEY, "act"), "open", "query"))
    mount_markup(HEADING, key=make_key("title"))
    top = st.container(horizontal=True, vertical_alignment="bottom", key="controls-top")
    with top:
        draw_data_field()
    about = st.container()
    draw_controls()
    chosen = read_current_question()
    with about:
        evaluation, why = _draw_and_evaluate_data(chosen)
    _, wrong = read_cutoffs(chosen.ks)
    mount_markup(render_problem(f"{wrong} {why}".strip()), key=make_key("problems"))
    if evaluation is not None:
        names = chosen.choose_pair(evaluation.systems)
        if names:
            with top:
                draw_system_fields(evaluation.systems, names)
            names = read_current_question().choose_pair(evaluation.systems)
        pair = evaluation.get_comparison(names)
        if pair:
            _draw_headline(pair)
        elif names:
            mount_markup(p(explain_no_comparison(*names)), key=make_key("words"))
        _draw_systems(evaluation, names)
        if pair and names:
            _draw_queries(evaluation, pair, names)
        _draw_downloads(evaluation, read_current_question())
    end_script_run()
    if chosen.data == "own":
        draw_progress()


def _open_query(query: str) -> None:
    """Store the query to open and to scroll to. Ignore an empty name."""
    if query:
        st.session_state[make_key("q")] = st.session_state[OPENED_KEY] = query


def _draw_and_evaluate_data(question: Question) -> tuple[EvaluationResults | None, str]:
    """Draw a visitor's files or an example. Return the evaluation or None, and a problem.

    The evaluation is None if files are missing, while it runs, or if it failed. The problem is ""
    if there is none.
    """
    if question.data == "own":
        return draw_own_files(question.settings)
    story = p(load_bundled_example(question.data).story, css="note", data_testid="story")
    mount_markup(story, key=make_key("story"))
    try:
        return evaluate_example(question.settings, question.data), ""
    except ValueError as error:
        return None, str(error)


def _draw_headline(pair: Pair) -> None:
    """Draw the comparison in words, and any chart of the difference's possible range."""
    drawn = figures.plot_pair_ranges(pair)
    words = comparison.render_comparison(pair)
    left, right = st.columns([1.3, 1], gap="large") if drawn else (st.container(), None)
    with left:
        mount_markup(words, key=make_key("words"))
    if drawn and right:
        with right:
            mount_figure(
                drawn,
                key=make_key("ranges"),
                name="Range of the difference",
                group=PAGE_LINK,
                height=150,
            )


def _draw_systems(evaluation: EvaluationResults, names: tuple[str, str] | None) -> None:
    """Draw the systems by NDCG, a second convention and other measures, and the findings."""
    why = render_second_convention(evaluation.second, evaluation) if evaluation.second else EMPTY
    mount_markup(html(render_systems(evaluation, names or ()), why), key=make_key("systems"))
    if evaluation.beside:
        with st.expander("Means of the systems by other measures"):
            mount_markup(render_other_measures(evaluation, names), key=make_key("others"))
    with st.expander(f"Findings in the data ({len(evaluation.findings)})"):
        mount_markup(render_findings(evaluation.findings), key=make_key("findings"))


def _draw_queries(evaluation: EvaluationResults, pair: Pair, names: tuple[str, str]) -> None:
    """Draw the differences by query, the table of queries and the open query."""
    chosen = read_current_question()
    lines = comparison.list_query_rows(evaluation, pair, chosen.sort)
    mount_figure(
        figures.plot_differences({row.query: row.difference for row in lines}, names),
        key=make_key("differences"),
        name=f"Difference in {name_ndcg(evaluation.k)}, query by query",
        group=PAGE_LINK,
        height=220,
    )
    open_query = chosen.q
    dots = comparison.make_unjudged_chart(pair, lines)
    if all(row.query != open_query for row in lines):  # open the query that differs most
        open_query = max(lines, key=lambda row: abs(row.difference)).query if lines else ""
    left, right = st.columns([1.6, 1], gap="large") if dots else (st.container(), None)
    with left:
        mount_markup(h2("Every query"), key=make_key("every"))
        text = draw_query_controls()
        matching = comparison.filter_query_rows(lines, text)
        table = comparison.render_query_table(matching, pair, open_query)
        action = mount_form(
            table,
            key=QUERIES_KEY,
            scroll_target=one_query.build_anchor(st.session_state.get(OPENED_KEY, "")),
        )
    opened = read_action_field(action, "open", "query")
    if opened not in ("", chosen.q):  # a restarted session gets the action only here
        _open_query(opened)
        st.rerun()
    if dots and right:
        with right:
            name = "Does the lead depend on unjudged documents?"
            mount_figure(dots, key=make_key("by unjudged"), name=name, group=PAGE_LINK, height=400)
    with st.expander("Where the difference comes from: by grade and by rank"):
        mount_markup(
            comparison.render_totals(evaluation.get_totals(names), names), key=make_key("totals")
        )
    if open_query:
        _draw_query(evaluation, names, open_query)


def _draw_query(evaluation: EvaluationResults, names: tuple[str, str], query: str) -> None:
    """Draw the causes of two systems' difference on a query, and both rankings."""
    explained = evaluation.explain_query(*names, query)
    this = evaluation.select_query(query)
    why = h2(f"Why: {query}", data_place=one_query.build_anchor(query), tabindex=-1)
    values = one_query.render_query_values(explained, names, evaluation.k)
    mount_markup(html(why, values), key=make_key("query"))
    left, right = st.columns([1, 1.1], gap="large")
    with left:
        drawn = figures.plot_query_waterfall(explained, names)
        mount_figure(
            drawn,
            key=make_key("waterfall"),
            name="Gain or loss from each document’s move",
            group=PAGE_LINK,
            height=90 + 26 * len(drawn.spec["data"][0]["y"]),
        )
        mount_markup(
            one_query.render_effect_formula(explained, names, this), key=make_key("formula")
        )
    with right:
        second = evaluation.get_second_convention(query)
        under = one_query.render_convention_steps(second, this, query) if second else None
        table = one_query.render_moves(explained, names, evaluation.k)
        mount_markup(html(table, under), key=make_key("moves"))
    with st.expander("Both rankings, rank by rank"):
        for column, name in zip(st.columns(2, gap="large"), names, strict=True):
            with column:
                board = one_query.make_query_board(this, name)
                missing = None if board else p(f"{name} returned nothing for this query.")
                mount_markup(
                    html(h2(name, aria_level=3), missing), key=make_key(f"board of {name}")
                )
                if board:
                    draw_board(*board, key=make_key(f"{name}.board"), group=PAGE_LINK)


def _draw_downloads(evaluation: EvaluationResults, question: Question) -> None:
    """Draw the downloads, and the equivalent command unless the data come from a lesson."""
    files = get_own_files().files.all_files if question.data == "own" else ()
    words = WORDS["take_along"]
    about = words["own" if files else "link"]
    by_requests = server.is_running()
    links = (
        [render_download_link(name, question, evaluation.folder) for name in KINDS]
        if by_requests
        else []
    )
    terminal = build_command(question.settings, [file.name for file in files])
    program = render_program(terminal, "Command for the same evaluation")
    mount_markup(
        html(
            h2("Share or export"),
            p(f"{about} {words['printed']}", span(f" {words['framed']}", css="framed"), css="say"),
            div(join_pieces(links, " "), css="take-along") if by_requests else None,
            None if question.data == "lesson" else program,  # its queries lie in no file
        ),
        key=make_key("take along"),
    )
    if not by_requests:
        without_server.draw_downloads(evaluation)
