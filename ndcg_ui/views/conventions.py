"""Which library prints this number, and why another prints another."""

from __future__ import annotations

import streamlit as st

from ndcg_core.libraries import LIBRARIES, Ranking, chain, outcome, outcomes, who_prints, write
from ndcg_ui.components.markup import markup
from ndcg_ui.conventions.about import about
from ndcg_ui.conventions.answer import answer
from ndcg_ui.conventions.comparison import no_way, steps_between
from ndcg_ui.conventions.library_list import every_group
from ndcg_ui.conventions.question import (
    FIELDS,
    PRESETS,
    Asked,
    cut,
    got,
    read_asked,
    understand,
    write_asked,
)
from ndcg_ui.first_screens import HEADINGS
from ndcg_ui.html import tables
from ndcg_ui.html.builder import NOTHING, every, h2, html, problem
from ndcg_ui.page import link
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.keys import key

PAGE = "conventions"


def render() -> None:
    """Draw the page."""
    markup(HEADINGS[PAGE], key=key(PAGE, "title"))
    link.whole_run(PAGE)
    _page()


@st.fragment
def _page() -> None:
    _adopt()
    _controls()
    asked = cut({name: str(st.session_state[key(PAGE, name)] or "") for name in FIELDS})
    st.session_state[key(PAGE, "asked")] = asked
    link.follow(PAGE, write_asked(asked), lambda query: write_asked(read_asked(query)))
    understood = understand(asked, st.session_state.get(key(PAGE, "last")))
    st.session_state[key(PAGE, "last")] = understood.last
    number, wrong = got(asked)
    _say([*understood.problems, *([wrong] if wrong else [])])
    left, right = st.columns([1, 1.1], gap="large")
    with left:
        _everyone(understood.ranking, asked, number)
    with right:
        marked = _two(understood.ranking, asked)
    _steps(understood.ranking, asked.b, marked)


# --- The fields and the link -------------------------------------------------------------------


def _adopt() -> None:
    """Take over what the link says where it leads somewhere new; else keep what was typed."""
    query = link.arrival(PAGE)
    if query is not None:
        _fill(read_asked(query))
    else:
        kept = st.session_state.get(key(PAGE, "asked"), Asked())
        for name in FIELDS:
            st.session_state.setdefault(key(PAGE, name), getattr(kept, name))
        for name in ("a", "b"):
            keep_known(key(PAGE, name), LIBRARIES, getattr(kept, name))


def _fill(asked: Asked) -> None:
    for name in FIELDS:
        st.session_state[key(PAGE, name)] = getattr(asked, name)


def _controls() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls-conventions"):
        st.text_input("Grades, best place first", key=key(PAGE, "r"), width=300)
        st.text_input("Cutoff k", key=key(PAGE, "k"), placeholder="all", width=90)
        st.text_input("I got", key=key(PAGE, "got"), placeholder="0.957", width=130)
        st.text_input(
            "Grades of all judged documents",
            key=key(PAGE, "judged"),
            placeholder="only these",
            width=250,
        )
        st.text_input(
            "Scores of the system", key=key(PAGE, "scores"), placeholder="as ranked", width=210
        )
    with st.container(horizontal=True, key="presets"):
        for name, asked in PRESETS.items():
            st.button(name, key=key(PAGE, f"preset {name}"), on_click=_fill, args=(asked,))


def _say(problems: list[str]) -> None:
    markup(every(map(problem, problems)), key=key(PAGE, "problems"))


# --- The answers -------------------------------------------------------------------------------


def _everyone(ranking: Ranking, asked: Asked, number: str) -> None:
    found = outcomes(ranking, (LIBRARIES))
    printers = who_prints(ranking, number, (LIBRARIES)) if number else []
    said = answer(ranking, found.groups, printers, number) if number else None
    count = f"{len(found.groups)} different number{'s' if len(found.groups) != 1 else ''}"
    groups = every_group(ranking, found, asked, printers)
    markup(html(said, h2(count), groups), key=key(PAGE, "groups"))


def _two(ranking: Ranking, asked: Asked) -> list[str]:
    """Draw the change from one library to another; return the cells it changes."""
    markup(h2("From one to the other"), key=key(PAGE, "two"))
    names = sorted(LIBRARIES, key=lambda name: LIBRARIES[name].title.casefold())
    with st.container(horizontal=True, key="two-libraries"):
        for field, label in (("a", "This library"), ("b", "That library")):
            st.selectbox(label, names, key=key(PAGE, field), format_func=_title, width="stretch")
    first, second = LIBRARIES[asked.a], LIBRARIES[asked.b]
    pair = (first, second)
    known = all(outcome(ranking, one.id).value is not None for one in pair)
    found = chain(ranking, first.id, second.id) if known else None
    between = steps_between(found, *pair) if found else no_way(ranking, pair)
    markup(between, key=key(PAGE, "chain"))
    for field, library in (("a", first), ("b", second)):
        markup(about(library, ranking), key=key(PAGE, f"about {field}"))
        call = write(library, ranking)
        st.code(call, language="bash" if call.startswith("cat >") else "python", wrap_lines=True)
    return [step.cell for step in found.steps] if found else []


def _steps(ranking: Ranking, name: str, cells: list[str]) -> None:
    """The steps of the second library, the row of the last change marked."""
    if outcome(ranking, name).value is None:
        markup(NOTHING, key=key(PAGE, "steps"), group=PAGE)
        return
    trace = ranking.trace(name)
    marked = {cell.partition(".")[0]: int(cell.rpartition(".")[2]) for cell in cells if "." in cell}
    drawn = html(
        h2(f"The steps of {_title(name)}"),
        tables.steps(trace, marked.get("actual")),
        tables.ideal(trace, marked.get("ideal")),
    )
    markup(drawn, key=key(PAGE, "steps"), group=PAGE)


def _title(name: str) -> str:
    return LIBRARIES[name].title
