"""Which library prints this number, and why another prints another."""

import streamlit as st

from ndcg_core.libraries import LIBRARIES, Ranking, chain, outcome, outcomes, write
from ndcg_ui import session
from ndcg_ui.conventions import HEADING
from ndcg_ui.conventions.answer import answer
from ndcg_ui.conventions.libraries import about, every_group, no_way, steps_between
from ndcg_ui.conventions.link import (
    PRESETS,
    Question,
    number_got,
    printers_of,
    read_question,
    understand,
    write_question,
)
from ndcg_ui.parts.exhibit.mount import markup
from ndcg_ui.parts.markup import tables
from ndcg_ui.parts.markup.builder import NOTHING, every, h2, html, problem
from ndcg_ui.session import field, key

PAGE = "conventions"


def render() -> None:
    """Draw the page."""
    markup(HEADING, key=key(PAGE, "title"))
    question = _question()
    _controls()
    reading = understand(question, st.session_state.get(key(PAGE, "last")))
    st.session_state[key(PAGE, "last")] = reading.last
    number, wrong = number_got(question)
    problems = every(map(problem, [*reading.problems, wrong]))
    markup(problems, key=key(PAGE, "problems"))
    left, right = st.columns([1, 1.1], gap="large")
    with left:
        results = outcomes(reading.ranking)
        printers = printers_of(reading.ranking, number) if number else None
        several = len(results.groups) != 1
        sentence = None if printers is None else answer(printers)
        count = f"{len(results.groups)} different number{'s' if several else ''}"
        groups = every_group(reading.ranking, results, question, printers or ())
        markup(html(sentence, h2(count), groups), key=key(PAGE, "groups"))
    with right:
        changed = _two_libraries(reading.ranking, question)
    _steps(reading.ranking, question.b, changed)
    session.follow(
        PAGE, write_question(question), lambda query: write_question(read_question(query))
    )


# --- The fields and the link -------------------------------------------------------------------


def _question() -> Question:
    """Return what the link asks where it leads somewhere new, else what the fields ask."""
    before = vars(st.session_state.get(key(PAGE, "question"), Question()))
    typed = {name: st.session_state.get(key(PAGE, name), before[name]) for name in before}
    known = {name: typed[name] if typed[name] in LIBRARIES else before[name] for name in ("a", "b")}
    question = read_question({name: text or "" for name, text in typed.items()} | known)
    query = session.arrival(PAGE, write_question(question))
    if query is not None:
        question = read_question(query)
    st.session_state[key(PAGE, "question")] = question
    session.fill(PAGE, vars(question))
    return question


def _controls() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls-conventions"):
        field(st.text_input, PAGE, "r", "Grades, best place first", width=300)
        field(st.text_input, PAGE, "k", "Cutoff k", placeholder="all", width=90)
        field(st.text_input, PAGE, "got", "I got", placeholder="0.957", width=130)
        pool, scores = "Grades of all judged documents", "Scores of the system"
        field(st.text_input, PAGE, "judged", pool, placeholder="only these", width=250)
        field(st.text_input, PAGE, "scores", scores, placeholder="as ranked", width=210)
    with st.container(horizontal=True, key="presets"):
        for name, preset in PRESETS.items():
            st.button(
                name,
                key=key(PAGE, f"preset {name}"),
                on_click=session.fill,
                args=(PAGE, vars(preset)),
            )


# --- The answers -------------------------------------------------------------------------------


def _two_libraries(ranking: Ranking, question: Question) -> list[str]:
    """Draw the change from one library to another; return the cells that it changes."""
    markup(h2("From one to the other"), key=key(PAGE, "two"))
    names = sorted(LIBRARIES, key=lambda name: LIBRARIES[name].title.casefold())
    with st.container(horizontal=True, key="two-libraries"):
        for name, label in (("a", "This library"), ("b", "That library")):
            field(st.selectbox, PAGE, name, label, names, format_func=_title, width="stretch")
    pair = LIBRARIES[question.a], LIBRARIES[question.b]
    both = all(outcome(ranking, library.id).value is not None for library in pair)
    changes = chain(ranking, *(library.id for library in pair)) if both else None
    between = steps_between(changes, *pair) if changes else no_way(ranking, pair)
    markup(between, key=key(PAGE, "chain"))
    for name, library in zip("ab", pair, strict=True):
        markup(about(library, ranking), key=key(PAGE, f"about {name}"))
        call = write(library, ranking)
        st.code(call, language="bash" if call.startswith("cat >") else "python", wrap_lines=True)
    return [step.cell for step in changes.steps] if changes else []


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
