"""What is chosen on the page: its fields, and the link that says the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from ndcg_core.plain_data import texts
from ndcg_ui import session
from ndcg_ui.components import sent
from ndcg_ui.evaluation.question import (
    DATA,
    FIELDS,
    LONGEST,
    NO_OTHER,
    OFFERED,
    SORTS,
    Question,
    read_question,
    write_question,
)
from ndcg_ui.evaluation.second_convention import title_of
from ndcg_ui.session import key

PAGE = "evaluate"
CHOSEN, OPENED, QUERIES = key(PAGE, "chosen"), key(PAGE, "opened"), key(PAGE, "queries")
WIDGETS = tuple(name for name in FIELDS if name != "q")
"""The parameters that have a field; the query is opened in the table."""

LABELS: Mapping[str, str] = {
    "run_duplicates": "A document twice in a ranking",
    "judged_duplicates": "A document judged twice",
    "missing": "A judged query that a run leaves out",
    "unjudged": "A retrieved document without a judgment",
    "negative": "Grades below 0",
    "fractions": "Grades such as 0.5",
    "nan": "A score that is no number",
    "order": "The ranking is made from",
    "ties": "Equal scores",
}
OPTIONS: Mapping[tuple[str, str], str] = {
    ("run_duplicates", "highest"): "the highest score counts",
    ("judged_duplicates", "highest"): "the highest grade counts",
    ("missing", "zero"): "counts as 0, as in ir_measures",
    ("missing", "left-out"): "is left out, as in pytrec_eval",
    ("unjudged", "zero"): "counts as irrelevant, in its place",
    ("unjudged", "removed"): "is removed, and those below move up",
    ("nan", "last"): "ranks last",
    ("nan", "removed"): "is removed",
    ("order", "score"): "the scores",
    ("order", "rank"): "the rank column",
    ("negative", "as-zero"): "count as 0",
    ("negative", "as-is"): "are taken away",
    ("negative", "as-is-above-zero"): "are taken away; an ideal of 0 or less counts as none",
}
SHARED: Mapping[str, str] = {
    "last": "the last line counts",
    "first": "the first line counts",
    "refuse": "is refused, with its line",
    "convention": "as the convention has it",
    "id-descending": "the id that comes last goes first",
    "id-ascending": "the id that comes first goes first",
    "input": "in the order of the file",
    "reversed": "in the opposite order of the file",
    "worst": "the lowest grade first",
    "averaged": "averaged",
    "shared": "at their mean rank",
    "kept": "kept",
    "dropped": "what follows the point is dropped",
}


# --- What was chosen ---------------------------------------------------------------------------


def chosen() -> Question:
    """Take over what the link says where it leads somewhere new; else what was chosen here."""
    opened = opened_in(sent(QUERIES, "act"))
    before: Question = st.session_state.get(CHOSEN, Question())
    query = session.arrival(PAGE, write_question(_typed(before)), pressed=bool(opened))
    if query is not None:
        show(before := read_question(query))
    for name in WIDGETS:
        value = st.session_state.setdefault(key(PAGE, name), getattr(before, name))
        if name in OFFERED and value not in OFFERED[name]:  # a browser chose what is not offered
            st.session_state[key(PAGE, name)] = getattr(before, name)
    question = _typed(before)
    st.session_state[CHOSEN] = question
    return open_query(question, opened) if opened else question


def _typed(before: Question) -> Question:
    """Return what the fields say; what is not drawn yet, as it was."""
    fields = {n: st.session_state.get(key(PAGE, n), getattr(before, n)) for n in WIDGETS}
    return read_question({**{n: str(text or "") for n, text in fields.items()}, "q": before.q})


def opened_in(act: object) -> str:
    """The query that was opened in the table just now, or nothing."""
    read = texts(act, ["act", "query"], LONGEST)
    return read.get("query", "") if read.get("act") == "open" else ""


def open_query(question: Question, name: str) -> Question:
    """Open a query: there the page goes."""
    st.session_state[OPENED] = name
    st.session_state[CHOSEN] = question = replace(question, q=name)
    return question


def show(question: Question) -> None:
    """Let the fields show what is chosen; before they are drawn."""
    st.session_state[CHOSEN] = question
    session.fill(PAGE, {name: getattr(question, name) for name in WIDGETS})


def follow() -> None:
    """Keep the link up with what is on the screen."""
    question = write_question(st.session_state[CHOSEN])
    session.follow(PAGE, question, lambda query: write_question(read_question(query)))


# --- The fields --------------------------------------------------------------------------------


def data() -> None:
    """Draw the choice of what the page is about."""
    st.segmented_control(
        "Data", list(DATA), key=key(PAGE, "data"), format_func=DATA.__getitem__, required=True
    )


def controls() -> None:
    """Draw how it is evaluated: cutoffs, conventions, and what to do where the data are odd."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls-evaluate"):
        st.text_input(
            "Cutoffs k, the main one first",
            key=key(PAGE, "ks"),
            width=230,
            help="Such as 10, 5, or all for the whole ranking.",
        )
        st.selectbox(
            "Convention", OFFERED["rules"], key=key(PAGE, "rules"), format_func=title_of, width=330
        )
        st.selectbox(
            "A second one beside it",
            OFFERED["beside"],
            key=key(PAGE, "beside"),
            format_func=_other,
            width=330,
        )
    with st.expander("Where the data are odd"):
        _choices()


def _other(rules: str) -> str:
    return "none" if rules == NO_OTHER else title_of(rules)


def _choices() -> None:
    columns = st.columns(3)
    for place, (name, label) in enumerate(LABELS.items()):
        with columns[place % 3]:
            st.selectbox(
                label, OFFERED[name], key=key(PAGE, name), format_func=partial(_option, name)
            )
    st.text_input(
        "Columns of your own files, where their names are unusual",
        key=key(PAGE, "columns"),
        placeholder="query=search_term,doc=product_id,grade=points",
    )


def _option(name: str, option: str) -> str:
    """What an option of a choice is called.

    >>> _option("missing", "zero"), _option("ties", "worst")
    ('counts as 0, as in ir_measures', 'the lowest grade first')
    """
    return OPTIONS.get((name, option)) or SHARED[option]


def two_systems(systems: tuple[str, ...], two: tuple[str, str]) -> None:
    """Draw the two fields for the systems that are compared."""
    for name, system in zip(("a", "b"), two, strict=True):
        st.session_state[key(PAGE, name)] = system
    with st.container(horizontal=True, key="controls-two"):
        st.selectbox("This system", systems, key=key(PAGE, "a"), width=260)
        others = [system for system in systems if system != two[0]]
        st.selectbox("against that one", others, key=key(PAGE, "b"), width=260)


def sorting() -> str:
    """Draw how the queries are sorted, and the field to find one; return what is looked for."""
    with st.container(horizontal=True, key="controls-queries"):
        st.selectbox(
            "Sorted", list(SORTS), key=key(PAGE, "sort"), format_func=SORTS.__getitem__, width=260
        )
        return st.text_input("Find a query", key=key(PAGE, "find"), width=220) or ""
