"""Actions on the conventions page, and the rows of the page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from ndcg_core.libraries import (
    LIBRARIES,
    Chain,
    Library,
    Ranking,
    collect_outcomes,
    find_chain,
    find_outcome,
    format_call,
)
from ndcg_core.who import TablePrinters, read_table
from ndcg_ui.components.board.link import DEFAULT_RANKING_SHOWN, LAST_RANKING_SHOWN
from ndcg_ui.components.controls.controls import (
    make_settings_part,
    render_select,
    render_text_field,
)
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import (
    EMPTY,
    Html,
    div,
    h2,
    html,
    join_pieces,
    render_problem,
    render_title,
    tag,
)
from ndcg_ui.components.markup.program import render_program
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.links import Query, read_fields
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.pages.conventions.answer import render_number_answer, render_table_answer
from ndcg_ui.pages.conventions.libraries import (
    explain_no_chain,
    render_groups,
    render_library,
    render_steps_between,
)
from ndcg_ui.pages.conventions.link import (
    LIBRARY_FIELDS,
    PRESETS,
    LibraryQuestion,
    find_printing_libraries,
    format_question_link,
    parse_question,
    read_entered_text,
    read_question,
)

GROUP = "conventions"
HEADING = render_title(
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


def answer_conventions_action(link: Query, action: Mapping[str, Any]) -> Answer:
    """Apply an action to the conventions page. Return the new link and the page's rows.

    action: "type" with the text of a ranking, "set" with the name of a field and its text, or
    empty. A ranking that cannot be read changes nothing, and the page gives the reason. Other
    unusable texts are reported and left out.

    >>> answer_conventions_action({}, {"do": "set", "name": "k", "value": "3"}).link
    {'k': '3'}
    """
    question = read_question(link)
    after = _apply_action(question, action)
    typed = after.r != question.r
    reading = parse_question(after, LAST_RANKING_SHOWN if typed else DEFAULT_RANKING_SHOWN)
    if typed and not reading.has_visitors_ranking:
        after = question
    _, link_problems = read_fields(LIBRARY_FIELDS, {name: id for name, id in link.items() if id})
    rows = build_conventions_rows(
        after, [*link_problems, *reading.problems], reading.refused_fields
    )
    return Answer(format_question_link(after), rows, look="conventions")


def _apply_action(question: LibraryQuestion, action: Mapping[str, Any]) -> LibraryQuestion:
    """Return the question with the text that an action sets. Ignore unknown actions."""
    match action:
        case {"do": "type", "text": str(text)}:
            return replace(question, r=text)
        case {"do": "set", "name": "a" | "b" as name, "value": str(id)}:
            return replace(question, **{name: id}) if id in LIBRARIES else question
        case {"do": "set", "name": "k" | "got" | "judged" | "scores" as name, "value": str(text)}:
            return read_question(format_question_link(question) | {name: text})
    return question


def build_conventions_rows(
    question: LibraryQuestion, problems: Sequence[str], refused_fields: Iterable[str] = ()
) -> list[Row]:
    """Return the rows of the conventions page for a question.

    problems: sentences about problems in the texts
    refused_fields: the names of the fields whose texts were refused; they keep these texts
    """
    ranking = parse_question(question).ranking
    got, wrong = read_entered_text(question)
    refused = " ".join([*refused_fields, *(["got"] if wrong else [])])
    pair = LIBRARIES[question.a], LIBRARIES[question.b]
    both = all(find_outcome(ranking, library.id).value is not None for library in pair)
    changes = find_chain(ranking, question.a, question.b) if both else None
    between = render_steps_between(changes, *pair) if changes else explain_no_chain(ranking, pair)
    fields = [
        render_text_field("r", "Grades, from rank 1 on", question.r),
        render_text_field("k", "Cutoff k", question.k, placeholder="all"),
        render_text_field("got", "Your number", question.got, placeholder="0.957, or 1=1, 5=0.957"),
        render_text_field(
            "judged", "Grades of all judged documents", question.judged, "only these"
        ),
        render_text_field(
            "scores", "Scores of the system", question.scores, placeholder="as ranked"
        ),
    ]
    links = (
        tag("a", name, href=f"./{GROUP}?{urlencode(link)}", css="plain-button", data_here=True)
        for name, link in ((name, format_question_link(preset)) for name, preset in PRESETS.items())
    )
    return [
        [[make_markup("title", HEADING, GROUP)]],
        [[make_settings_part("controls", fields, vars(question), refused)]],
        [[make_markup("presets", div(*links, css="presets"), GROUP)]],
        [[make_markup("problems", join_pieces(map(render_problem, [*problems, wrong])), GROUP)]],
        [
            [make_markup("groups", _render_numbers(question, ranking, got), GROUP)],
            [
                make_markup("two", h2("From one library to the other"), GROUP),
                _make_library_selects(question),
                make_markup("chain", between, GROUP),
                *(
                    _make_library_part(name, library, ranking)
                    for name, library in zip("ab", pair, strict=True)
                ),
                make_markup("steps", _render_steps(ranking, pair[1], changes), GROUP),
            ],
        ],
    ]


def _render_numbers(question: LibraryQuestion, ranking: Ranking, entered_text: str) -> Html:
    """Return the answer about any entered text, and a list of all printed numbers."""
    results = collect_outcomes(ranking)
    count = len(results.groups)
    table = read_table(entered_text)
    answer: Html | None
    if table:
        table_printers = TablePrinters([ranking], table)
        printers = list(table_printers)
        answer = render_table_answer(table_printers)
    else:
        found = find_printing_libraries(ranking, entered_text) if entered_text else None
        printers = found or []
        answer = render_number_answer(found) if found is not None else None
    return html(
        answer,
        h2("One number" if count == 1 else f"{count} different numbers"),
        render_groups(ranking, results, question, printers),
    )


def _make_library_selects(question: LibraryQuestion) -> Part:
    """Return the part with the two fields that select the libraries to compare."""
    fields = [
        render_select("a", "First library", TITLES, question.a),
        render_select("b", "Second library", TITLES, question.b),
    ]
    return make_settings_part("pair", fields, {"a": question.a, "b": question.b})


def _make_library_part(name: str, library: Library, ranking: Ranking) -> Part:
    """Return the part with a library's description and the call that prints its number."""
    program = render_program(format_call(library, ranking), f"The call of {library.title}")
    return make_markup(f"about-{name}", html(render_library(library, ranking), program), GROUP)


def _render_steps(ranking: Ranking, library: Library, changes: Chain | None) -> Html:
    """Return a library's calculation as tables, or nothing if the library has no number.

    In each table, the row that changed last is highlighted.
    """
    if find_outcome(ranking, library.id).value is None:
        return EMPTY
    cells = [step.cell for step in changes.steps if "." in step.cell] if changes else []
    marked = {cell.partition(".")[0]: int(cell.rpartition(".")[2]) for cell in cells}
    trace = ranking.trace_ndcg(library.id)
    return html(
        h2(f"The steps of {library.title}"),
        tables.render_steps(trace, marked.get("actual")),
        tables.render_ideal(trace, marked.get("ideal")),
    )
