"""Actions on the conventions page, and the rows it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from ndcg_core.libraries import (
    LIBRARIES,
    Chain,
    Library,
    Ranking,
    find_chain,
    find_outcome,
    list_outcomes,
    write_call,
)
from ndcg_core.who import TablePrinters, read_table
from ndcg_ui.components.board.link import INSTEAD, STILL
from ndcg_ui.components.controls.controls import choice, settings_part, text
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import (
    NOTHING,
    Html,
    div,
    h2,
    html,
    join_pieces,
    problem,
    tag,
    title,
)
from ndcg_ui.components.markup.program import show_program
from ndcg_ui.components.parts import markup
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.pages.conventions.answer import answer_number, answer_table
from ndcg_ui.pages.conventions.libraries import about, every_group, no_way, steps_between
from ndcg_ui.pages.conventions.link import (
    PRESETS,
    LibraryQuestion,
    printers_of,
    read_entered_number,
    read_question,
    understand_question,
    write_question,
)

GROUP = "conventions"
HEADING = title(
    "Which library prints this number?",
    html(
        "The NDCG of one ranking as libraries, scripts and papers calculate it, in "
        f"{len(LIBRARIES)} settings. They differ in a few choices, each at one place of the "
        "calculation. For MAP, MRR, recall and P@k, see ",
        tag("a", "Other measures", href="./measures"),
        ".",
    ),
)
_IN_ORDER = sorted(LIBRARIES.values(), key=lambda library: library.title.casefold())
TITLES = {library.id: library.title for library in _IN_ORDER}


def answer_conventions(link: Query, act: Mapping[str, Any]) -> Answer:
    """Return the link after an action, and all parts of the page.

    act: "type" with the text of a ranking, "set" with the name of a field and its text, or none. A
    ranking that cannot be read changes nothing, and the page gives the reason. Other unusable texts
    are reported and left out.

    >>> answer_conventions({}, {"do": "set", "name": "k", "value": "3"}).link
    {'k': '3'}
    """
    question = read_question(link)
    after = _filled_in(question, act)
    refused = ""
    typed = after.r != question.r
    reading = understand_question(after, STILL if typed else INSTEAD)
    if typed and not reading.read:
        after = question
        refused = "r"
    rows = show_conventions(after, reading.problems, refused)
    return Answer(write_question(after), rows, look="conventions")


def _filled_in(question: LibraryQuestion, act: Mapping[str, Any]) -> LibraryQuestion:
    match act:
        case {"do": "type", "text": str(text)}:
            return replace(question, r=text)
        case {"do": "set", "name": "a" | "b" as name, "value": str(id)}:
            return replace(question, **{name: id}) if id in LIBRARIES else question
        case {"do": "set", "name": "k" | "got" | "judged" | "scores" as name, "value": str(text)}:
            return read_question(write_question(question) | {name: text})
    return question


def show_conventions(
    question: LibraryQuestion, problems: Sequence[str], refused: str = ""
) -> list[Row]:
    """Return all rows for a question, with sentences about its bad parts."""
    ranking = understand_question(question).ranking
    got, wrong = read_entered_number(question)
    pair = LIBRARIES[question.a], LIBRARIES[question.b]
    both = all(find_outcome(ranking, library.id).value is not None for library in pair)
    changes = find_chain(ranking, question.a, question.b) if both else None
    between = steps_between(changes, *pair) if changes else no_way(ranking, pair)
    fields = [
        text("r", "Grades, from rank 1 on", question.r),
        text("k", "Cutoff k", question.k, placeholder="all"),
        text("got", "Your number", question.got, placeholder="0.957, or 1=1, 5=0.957"),
        text("judged", "Grades of all judged documents", question.judged, "only these"),
        text("scores", "Scores of the system", question.scores, placeholder="as ranked"),
    ]
    links = (
        tag("a", name, href=f"./{GROUP}?{urlencode(link)}", css="plain-button", data_here=True)
        for name, link in ((name, write_question(preset)) for name, preset in PRESETS.items())
    )
    return [
        [[markup("title", HEADING, GROUP)]],
        [[settings_part("controls", fields, vars(question), refused)]],
        [[markup("presets", div(*links, css="presets"), GROUP)]],
        [[markup("problems", join_pieces(map(problem, [*problems, wrong])), GROUP)]],
        [
            [markup("groups", _numbers(question, ranking, got), GROUP)],
            [
                markup("two", h2("From one library to the other"), GROUP),
                _pair(question),
                markup("chain", between, GROUP),
                *(_library(name, one, ranking) for name, one in zip("ab", pair, strict=True)),
                markup("steps", _steps(ranking, pair[1], changes), GROUP),
            ],
        ],
    ]


def _numbers(question: LibraryQuestion, ranking: Ranking, got: str) -> Html:
    """Return every printed number, after the answer about the entered one."""
    results = list_outcomes(ranking)
    count = len(results.groups)
    table = read_table(got)
    answer: Html | None
    if table:
        all_of_it = TablePrinters([ranking], table)
        printers = list(all_of_it)
        answer = answer_table(all_of_it)
    else:
        found = printers_of(ranking, got) if got else None
        printers = found or []
        answer = answer_number(found) if found is not None else None
    return html(
        answer,
        h2(f"{count} different number{'' if count == 1 else 's'}"),
        every_group(ranking, results, question, printers),
    )


def _pair(question: LibraryQuestion) -> Part:
    fields = [
        choice("a", "First library", TITLES, question.a),
        choice("b", "Second library", TITLES, question.b),
    ]
    return settings_part("pair", fields, {"a": question.a, "b": question.b})


def _library(name: str, library: Library, ranking: Ranking) -> Part:
    """Return a library's description, with the call that prints its number."""
    program = show_program(write_call(library, ranking), f"The call of {library.title}")
    return markup(f"about-{name}", html(about(library, ranking), program), GROUP)


def _steps(ranking: Ranking, library: Library, changes: Chain | None) -> Html:
    """Return the steps of the second library, with the row of the last change highlighted."""
    if find_outcome(ranking, library.id).value is None:
        return NOTHING
    cells = [step.cell for step in changes.steps if "." in step.cell] if changes else []
    marked = {cell.partition(".")[0]: int(cell.rpartition(".")[2]) for cell in cells}
    trace = ranking.trace_ndcg(library.id)
    return html(
        h2(f"The steps of {library.title}"),
        tables.steps(trace, marked.get("actual")),
        tables.ideal(trace, marked.get("ideal")),
    )
