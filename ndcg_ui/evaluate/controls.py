"""What is chosen on the page: its fields, and the link that says the same."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

import streamlit as st

from ndcg_core.evaluation.comparing.second_convention import title_of
from ndcg_ui.evaluate.fields import arrival, field, fill, key, named_in
from ndcg_ui.evaluate.link import (
    DATA,
    OFFERED,
    SORTS,
    WORDS,
    Question,
    read_question,
    write_question,
)
from ndcg_ui.parts.exhibit.mount import sent

PAGE = "evaluate"
CHOSEN, OPENED, QUERIES = key("chosen"), key("opened"), key("queries")
WIDGETS = tuple(name for name in vars(Question()) if name != "q")
"""The parameters that have a field; the query is opened in the table."""


def chosen() -> Question:
    """Take over what the link says where it leads somewhere new; else what was chosen here."""
    opened = named_in(sent(QUERIES, "act"), "open", "query")
    before: Question = st.session_state.get(CHOSEN, Question())
    query = arrival(write_question(_typed(before)), pressed=bool(opened))
    if query is not None:
        before = read_question(query)
    fill({n: getattr(before, n) for n in WIDGETS if query is not None or not _is_offered(n)})
    question = _typed(before)
    st.session_state[CHOSEN] = question
    return open_query(question, opened) if opened else question


def _is_offered(name: str) -> bool:
    """Whether a field says something; of a list, something that is offered."""
    value = st.session_state.get(key(name))
    return value is not None and (name not in OFFERED or value in OFFERED[name])


def _typed(before: Question) -> Question:
    """Return what the fields say; what is not drawn yet, as it was."""
    fields = {n: st.session_state.get(key(n), getattr(before, n)) for n in WIDGETS}
    return read_question({**{n: str(text or "") for n, text in fields.items()}, "q": before.q})


def open_query(question: Question, name: str) -> Question:
    """Open a query: there the page goes."""
    st.session_state[OPENED] = name
    st.session_state[CHOSEN] = question = replace(question, q=name)
    return question


def data() -> None:
    """Draw the choice of what the page is about."""
    how = {"format_func": DATA.__getitem__, "required": True}
    field(st.segmented_control, "data", "Data", list(DATA), **how)


def controls() -> None:
    """Draw how it is evaluated: cutoffs, conventions, and what to do where the data are odd."""
    with st.expander("Cutoffs, convention, and what to do where the data are odd"):
        with st.container(horizontal=True, vertical_alignment="bottom", key="controls-evaluate"):
            cutoffs = "Cutoffs k, the main one first"
            advice = "Such as 10, 5, or all for the whole ranking."
            field(st.text_input, "ks", cutoffs, width=230, help=advice)
            _select("rules", "Convention", OFFERED["rules"], title_of, 330)
            titles = {rules: title_of(rules) if rules else "none" for rules in OFFERED["beside"]}
            second = "A second one beside it"
            _select("beside", second, OFFERED["beside"], titles.__getitem__, 330)
        columns = st.columns(3)
        for place, (name, words) in enumerate(WORDS["choices"].items()):
            with columns[place % 3]:
                _select(name, words["label"], OFFERED[name], partial(_option, name), "stretch")
        columns_title = "Columns of your own files, where their names are unusual"
        pattern = "query=search_term,doc=product_id,grade=points,E=3,S=2"
        field(st.text_input, "columns", columns_title, placeholder=pattern)


def _option(name: str, option: str) -> str:
    """Return what an option of a choice is called.

    >>> _option("missing", "zero"), _option("ties", "worst")
    ('counts as 0, as in ir_measures', 'the lowest grade first')
    """
    return str(WORDS["choices"][name].get(option) or WORDS["options"][option])


def two_systems(systems: tuple[str, ...], two: tuple[str, str]) -> None:
    """Draw the two fields for the systems that are compared."""
    fill(dict(zip("ab", two, strict=True)))
    _select("a", "This system", systems)
    _select("b", "against that one", tuple(one for one in systems if one != two[0]))


def sorting() -> str:
    """Draw how the queries are sorted, and the field to find one; return what is looked for."""
    with st.container(horizontal=True, key="controls-queries"):
        _select("sort", "Sorted", tuple(SORTS), SORTS.__getitem__)
        return st.text_input("Find a query", key=key("find"), width=220) or ""


def _select(
    name: str,
    label: str,
    options: tuple[str, ...],
    written: Callable[[str], str] = str,
    width: int | Literal["stretch"] = 260,
) -> None:
    field(st.selectbox, name, label, options, format_func=written, width=width)
