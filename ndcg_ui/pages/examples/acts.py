"""Actions on the examples: replay a published calculation and mark it.

The page's link holds the whole state.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.examples.claims import Claim, evaluate_claim
from ndcg_core.examples.published import Example
from ndcg_core.lessons.prose import typeset_text
from ndcg_core.marking.ideal_order import describe_wrong_ideal, find_order_fault
from ndcg_core.marking.summaries import summary
from ndcg_ui.components import figure as figures
from ndcg_ui.components.board.downloads import PICTURE_FILE, build_file_href
from ndcg_ui.components.board.link import build_link_parameters as build_board_parameters
from ndcg_ui.components.board.remarks import CHART_TITLE
from ndcg_ui.components.controls.controls import (
    make_settings_part,
    render_segments,
    render_select,
    render_switch,
)
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import describe_board, make_chart, make_markup
from ndcg_ui.components.player.replay import (
    make_replay_player,
    mark_by_cell,
    render_formula,
    render_sheet_side,
)
from ndcg_ui.components.share.code import build_program
from ndcg_ui.components.share.share import make_share_panel
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.exhibit.parts import Action, Answer, Part, PlainData, Row
from ndcg_ui.pages.examples.link import (
    PAGE,
    ExampleView,
    format_link,
    load_examples_by_slug,
    make_playground_settings,
    make_question_part,
    make_trace_board,
    read_link,
    read_selected_cells,
)


def answer_examples_action(
    link: Mapping[str, str], record: object, state: PlainData, action: Action
) -> Answer:
    """Apply an action to the examples page. Return the new link, the rows and the tab's state.

    state: "named", the cells that the visitor selected as wrong before a comparison, and "of", the
    key of the sheet to which these cells belong.
    """
    view = read_link(link)
    selected = _read_stored_cells(state, view)
    before = build_example_rows(view, selected) if action else []
    match action:
        case {"part": "choice", "name": str(name), "value": str(value)}:
            after = _apply_choice(view, name, value)
            selected = selected if after.sheet_key == view.sheet_key else None
            view = after
        case {"part": "player", "at": int(at), "replayed": view.sheet_key}:
            view = replace(view, at=view.replay.go_to(at).at)
        case {"part": "asked", "act": "compare", "form": view.sheet_key}:
            selected = read_selected_cells(view, action)
    tab_state = {} if selected is None else {"named": selected, "of": view.sheet_key}
    return Answer(
        format_link(view), build_example_rows(view, selected), tab_state, look=PAGE
    ).omit_shown_parts(before)


def _read_stored_cells(state: PlainData, view: ExampleView) -> list[str] | None:
    """Return the cells that the tab's state stores as selected for the sheet, or None."""
    selected = state.get("named") if state.get("of") == view.sheet_key else None
    return [str(cell) for cell in selected[:1_000]] if isinstance(selected, list) else None


def _apply_choice(view: ExampleView, name: str, value: str) -> ExampleView:
    """Return the view after a choice of an example, a sheet or the “Ask me first” switch.

    A new example or sheet starts at its first step. An unknown choice changes nothing.
    """
    if name == "example" and value in load_examples_by_slug():
        return ExampleView(load_examples_by_slug()[value], asks_first=view.asks_first)
    if name == "sheet" and value in map(str, range(len(view.example.sheets))):
        return replace(view, number=int(value), at=0)
    return replace(view, asks_first=value == "on") if name == "ask" else view


def build_example_rows(view: ExampleView, selected_cells: list[str] | None) -> list[Row]:
    """Return the rows of the examples page: a replay, or the question before the replay.

    selected_cells: the cells that the visitor selected as wrong, or None before a comparison.
    """
    title = [make_markup("heading", render_heading(view.example), PAGE)]
    first: list[Row] = [[title, [_make_share_part(view)]], [[_make_controls(view)]]]
    tried = not view.asks_first or selected_cells is not None
    last: list[Row] = [[[make_markup("about", _render_claims(view.example, tried), PAGE)]]]
    if view.asks_first:
        question: list[Row] = [[[make_question_part(view, selected_cells)]]]
        return [*first, *question, *([[part]] for part in _make_sheet_parts(view)), *last]
    return [
        *first,
        *([[part]] for part in _make_replay_parts(view)),
        [_make_sheet_parts(view), _make_sums_and_board_parts(view)],
        *last,
    ]


def render_heading(example: Example) -> Html:
    """Return the heading of an example: its title, source, context, convention and cutoff."""
    convention = example.convention
    lead = f"{example.source}. Context: {example.context}. {convention.title}, k = {example.k}."
    return h.render_title(example.title, typeset_text(lead))


def _make_share_part(view: ExampleView) -> Part:
    """Return the sharing panel: the link, the images and the Python code of a calculation."""
    sheet = view.sheet
    trace = sheet.trace
    shown = make_trace_board(trace), trace, _build_playground_link_parameters(view)
    exact = f"Calculates the exact result, {nc.number(trace.ndcg)}."
    return make_share_panel(
        PAGE,
        format_link(view),
        "Opens this calculation at this step.",
        picture=build_file_href(PICTURE_FILE, *shown),
        charts=() if view.asks_first else (CHART_TITLE,),
        code=build_program(sheet.grades, sheet.k, sheet.convention, sheet.judged),
        about_code="Calculates the exact numbers." if view.asks_first else exact,
    )


def _build_playground_link_parameters(view: ExampleView) -> Mapping[str, str]:
    """Return the parameters of a link to an example's ranking in the playground."""
    return build_board_parameters(
        make_trace_board(view.sheet.trace), make_playground_settings(view.example)
    )


def _make_controls(view: ExampleView) -> Part:
    """Return the controls: the example, its calculation and the “Ask me first” switch."""
    titles = {slug: example.title for slug, example in load_examples_by_slug().items()}
    names = {str(n): sheet.name for n, sheet in enumerate(view.example.sheets)}
    values = {"example": view.example.slug, "sheet": str(view.number)}
    asks = "on" if view.asks_first else ""
    fields = [
        render_select("example", "Printed calculation", titles, values["example"]),
        render_segments("sheet", "Calculation", names, values["sheet"]) if len(names) > 1 else None,
        render_switch("ask", "Ask me first which numbers are wrong", asks),
    ]
    return make_settings_part("choice", fields, {**values, "ask": asks})


def _make_replay_parts(view: ExampleView) -> list[Part]:
    """Return the player of a replay, and the formula of the current step."""
    marks = mark_by_cell(view.sheet)
    player = make_replay_player(view.replay, "player", view.sheet_key, PAGE, marks)
    return [player, make_markup("formula", render_formula(view.replay, marks), PAGE)]


def _make_sheet_parts(view: ExampleView) -> list[Part]:
    """Return the parts of a marked sheet: summary, tables of both orders, and totals.

    If the current step of a replay belongs to one order, the other order's table is empty.
    """
    sheet = view.sheet
    asks_first = view.asks_first
    marks = mark_by_cell(view.sheet)
    both = asks_first or not view.replay.step.side
    parts = [make_markup("summary", _render_summary(view), PAGE)]
    for side in ("actual", "ideal"):
        drawn = both or side == view.replay.step.side
        table = render_sheet_side(view.replay, marks, side, hides_verdicts=asks_first)
        parts.append(make_markup(side, table if drawn else h.EMPTY, PAGE))
    totals = marked_sheets.render_totals(
        sheet, marks, view.replay.calculated_cells, hides_verdicts=asks_first
    )
    return [*parts, make_markup("totals", totals, PAGE)]


def _render_summary(view: ExampleView) -> Html:
    """Return the summary of the marks after the last step, and earlier any ideal-order fault.

    Returns nothing while the page asks which numbers are wrong.
    """
    if view.asks_first:
        return h.EMPTY
    if view.replay.is_finished:
        return h.p(summary(view.sheet), css="note", data_testid="summary")
    fault = find_order_fault(view.sheet) if view.replay.ideal_state else None
    title = h.b(describe_wrong_ideal(view.sheet))
    return h.p(title, " ", fault.message, css="problem") if fault else h.EMPTY


def _make_sums_and_board_parts(view: ExampleView) -> list[Part]:
    """Return the fraction, the chart of the terms, the board and a link to the playground."""
    replay = view.replay
    trace = view.sheet.trace
    board = make_trace_board(trace)
    terms = figures.plot_terms(replay.trace_so_far)
    if not replay.is_finished:
        sentence = f"Gain / discount of the ranks calculated so far: {replay.step.title}."
        terms = replace(terms, text=sentence)
    query = urlencode(_build_playground_link_parameters(view))
    now = replay.row.doc if replay.row else None
    onward = h.tag("a", "Open in the playground", css="plain-button", href=f"./playground?{query}")
    return [
        make_markup(
            "fraction", tables.render_fraction(trace, "plain", replay.calculated_cells), PAGE
        ),
        make_chart(CHART_TITLE, terms, PAGE, is_savable=False),
        Part(
            "board", "board", describe_board(board, trace, group=PAGE, mode="show", current_doc=now)
        ),
        make_markup("onward", h.p(onward, css="acts"), PAGE),
    ]


def _render_claims(example: Example, has_notes: bool) -> Html:
    """Return an example's claims with verdicts, any notes, and its grade scale.

    has_notes: True to add the notes, which reveal answers to the question before the replay.
    """
    scale = ", ".join(f"{grade} {name}" for grade, name in example.scale.items())
    return h.html(
        _render_list(
            "The author’s claims", (_render_claim(claim, example) for claim in example.claims)
        ),
        _render_list("Notes", map(h.li, example.notes)) if has_notes else None,
        h.p(f"Its grades: {scale}.", css="say") if scale else None,
    )


def _render_list(head: str, items: Iterable[Html]) -> Html | None:
    """Return a list below a heading, or None without items."""
    listed = h.join_pieces(items)
    return h.html(h.h2(head), h.ul(listed)) if listed else None


def _render_claim(claim: Claim, example: Example) -> Html:
    """Return a list item with an author's claim, a verdict and the reason."""
    answer = evaluate_claim(claim, example.sheet)
    outcome = h.render_verdict("right" if answer.outcome == "holds" else "wrong", answer.outcome)
    return h.li(claim.text, " ", outcome, " ", h.span(answer.text, css="say"))
