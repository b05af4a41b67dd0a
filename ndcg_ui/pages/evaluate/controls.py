"""The fields of the evaluation page for settings."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import streamlit as st

from ndcg_core.evaluation.comparing.second_convention import get_convention_title
from ndcg_ui.pages.evaluate.fields import draw_field, make_key
from ndcg_ui.pages.evaluate.link import DATA, OFFERED, SORTS, WORDS

PAGE_LINK = "evaluate"


def draw_data_field() -> None:
    """Draw the field that selects the data to evaluate."""
    options = list(DATA)
    names = DATA.__getitem__
    draw_field(st.segmented_control, "data", "Data", options, format_func=names, required=True)


def draw_controls() -> None:
    """Draw the settings: cutoffs, conventions, choices for unusual data, and column names."""
    with st.expander("Cutoffs, convention and unusual data"):
        with st.container(horizontal=True, vertical_alignment="bottom", key="controls-evaluate"):
            cutoffs = "Cutoffs k, main cutoff first"
            advice = "For example 10, 5. Write all for the whole ranking."
            draw_field(st.text_input, "ks", cutoffs, width=230, help=advice)
            _draw_select("rules", "Convention", OFFERED["rules"], get_convention_title, 330)
            titles = {
                rules: get_convention_title(rules) if rules else "none"
                for rules in OFFERED["beside"]
            }
            second = "Second convention"
            _draw_select("beside", second, OFFERED["beside"], titles.__getitem__, 330)
        columns = st.columns(3)
        for index, (name, words) in enumerate(WORDS["choices"].items()):
            with columns[index % 3]:
                _draw_select(
                    name, words["label"], OFFERED[name], partial(_label_option, name), "stretch"
                )
        columns_title = "Columns of your files, if their names are unusual"
        pattern = "query=search_term,doc=product_id,grade=points,E=3,S=2"
        draw_field(st.text_input, "columns", columns_title, placeholder=pattern)


def _label_option(name: str, option: str) -> str:
    """Return the label of an option for unusual data.

    >>> _label_option("missing", "zero"), _label_option("ties", "worst")
    ('counts as 0, as in ir_measures', 'lowest grade first')
    """
    return str(WORDS["choices"][name].get(option) or WORDS["options"][option])


def draw_system_fields(systems: tuple[str, ...], chosen_pair: tuple[str, str]) -> None:
    """Draw the fields that select the two systems to compare, and set them to `chosen_pair`."""
    _draw_select("a", "First system", systems, new_value=chosen_pair[0])
    others = tuple(system for system in systems if system != chosen_pair[0])
    _draw_select("b", "Second system", others, new_value=chosen_pair[1])


def draw_query_controls() -> str:
    """Draw the queries' sort menu and search field, and return the search text."""
    with st.container(horizontal=True, key="controls-queries"):
        _draw_select("sort", "Sort by", tuple(SORTS), SORTS.__getitem__)
        return st.text_input("Find a query", key=make_key("find"), width=220) or ""


def _draw_select(
    name: str,
    label: str,
    options: tuple[str, ...],
    format_option: Callable[[str], str] = str,
    width: int | Literal["stretch"] = 260,
    new_value: str = "",
) -> None:
    """Draw a drop-down list for a field of the page.

    new_value: as in `draw_field`.
    """
    draw_field(
        st.selectbox,
        name,
        label,
        options,
        new_value=new_value,
        format_func=format_option,
        width=width,
    )
