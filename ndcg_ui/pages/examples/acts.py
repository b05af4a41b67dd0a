"""Actions on the examples: replay a published calculation and mark it.

The page's link holds the whole state.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.examples.claims import Claim, check_claim
from ndcg_core.examples.published import Example
from ndcg_core.marking.ideal_order import find_order_fault, say_not_ideal
from ndcg_core.marking.summaries import summary
from ndcg_ui.components import figure as figures
from ndcg_ui.components.board.downloads import PICTURE, href_of_file
from ndcg_ui.components.board.link import write_link as write_board_link
from ndcg_ui.components.board.remarks import CHART_TITLE
from ndcg_ui.components.controls.controls import (
    draw_segments,
    draw_select,
    draw_switch,
    make_settings_part,
)
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import describe_board, make_chart, make_markup
from ndcg_ui.components.player.replay import (
    draw_formula,
    draw_sheet_side,
    make_replay_player,
    mark_by_cell,
)
from ndcg_ui.components.share.code import write_code
from ndcg_ui.components.share.share import share
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.exhibit.parts import Action, Answer, Part, Row
from ndcg_ui.pages.examples.link import (
    PAGE,
    ExampleView,
    ask_first,
    find_settings,
    make_board,
    read_examples,
    read_link,
    read_named_cells,
    write_link,
)


def answer_examples(link: Mapping[str, str], record: object, state: Action, act: Action) -> Answer:
    """Return the link after an action and the rows to show. Nothing is stored.

    state: "named", the numbers marked as wrong by the visitor, after a comparison; "of", the replay
    to which they belong.
    """
    seen = read_link(link)
    named = _read_named_cells(state, seen)
    before = show_examples(seen, named) if act else []
    match act:
        case {"part": "choice", "name": str(name), "value": str(value)}:
            after = _apply_choice(seen, name, value)
            seen, named = after, named if after.player_data == seen.player_data else None
        case {"part": "player", "at": int(at), "replayed": seen.player_data}:
            seen = replace(seen, at=seen.replay.go_to(at).at)
        case {"part": "asked", "act": "compare", "form": seen.player_data}:
            named = read_named_cells(seen, act)
    tab_state = {} if named is None else {"named": named, "of": seen.player_data}
    return Answer(
        write_link(seen), show_examples(seen, named), tab_state, look=PAGE
    ).omit_shown_parts(before)


def _read_named_cells(state: Action, seen: ExampleView) -> list[str] | None:
    named = state.get("named") if state.get("of") == seen.player_data else None
    return [str(cell) for cell in named[:1_000]] if isinstance(named, list) else None


def _apply_choice(seen: ExampleView, name: str, value: str) -> ExampleView:
    """Return the state after a choice. Another example or sheet starts at its first step."""
    if name == "example" and value in read_examples():
        return ExampleView(read_examples()[value], asking=seen.asking)
    if name == "sheet" and value in map(str, range(len(seen.example.sheets))):
        return replace(seen, number=int(value), at=0)
    return replace(seen, asking=value == "on") if name == "ask" else seen


def show_examples(seen: ExampleView, named: list[str] | None) -> list[Row]:
    """Return the rows of an example."""
    title = [make_markup("heading", draw_heading(seen.example), PAGE)]
    first: list[Row] = [[title, [_share(seen)]], [[_make_controls(seen)]]]
    tried = not seen.asking or named is not None
    last: list[Row] = [[[make_markup("about", _draw_claims(seen.example, tried), PAGE)]]]
    if seen.asking:
        question: list[Row] = [[[ask_first(seen, named)]]]
        return [*first, *question, *([[part]] for part in _show_paper(seen)), *last]
    return [
        *first,
        *([[part]] for part in _show_replay(seen)),
        [_show_paper(seen), _show_sums_and_board(seen)],
        *last,
    ]


def draw_heading(example: Example) -> Html:
    """Return the title of an example, its source and its convention."""
    convention = example.convention
    lead = f"{example.source}. Context: {example.context}. {convention.title}, k = {example.k}."
    return h.draw_title(example.title, lead)


def _share(seen: ExampleView) -> Part:
    """Return the panel with the link, the images and the Python code of a calculation."""
    sheet = seen.sheet
    trace = sheet.trace
    shown = make_board(trace), trace, _playground_link(seen)
    exact = f"Calculates the exact result, {nc.number(trace.ndcg)}."
    return share(
        PAGE,
        write_link(seen),
        "Opens this calculation at this step.",
        picture=href_of_file(PICTURE, *shown),
        charts=() if seen.asking else (CHART_TITLE,),
        code=write_code(sheet.grades, sheet.k, sheet.convention, sheet.judged),
        calculates="Calculates the exact numbers." if seen.asking else exact,
    )


def _playground_link(seen: ExampleView) -> Mapping[str, str]:
    return write_board_link(make_board(seen.sheet.trace), find_settings(seen.example))


def _make_controls(seen: ExampleView) -> Part:
    titles = {slug: example.title for slug, example in read_examples().items()}
    names = {str(n): sheet.name for n, sheet in enumerate(seen.example.sheets)}
    values = {"example": seen.example.slug, "sheet": str(seen.number)}
    asks = "on" if seen.asking else ""
    fields = [
        draw_select("example", "Printed calculation", titles, values["example"]),
        draw_segments("sheet", "Calculation", names, values["sheet"]) if len(names) > 1 else None,
        draw_switch("ask", "Ask me first which lines are wrong", asks),
    ]
    return make_settings_part("choice", fields, {**values, "ask": asks})


def _show_replay(seen: ExampleView) -> list[Part]:
    marks = mark_by_cell(seen.sheet)
    player = make_replay_player(seen.replay, "player", seen.player_data, PAGE, marks)
    return [player, make_markup("formula", draw_formula(seen.replay, marks), PAGE)]


def _show_paper(seen: ExampleView) -> list[Part]:
    sheet = seen.sheet
    asking = seen.asking
    marks = mark_by_cell(seen.sheet)
    both = asking or not seen.replay.step.side
    parts = [make_markup("summary", _draw_summary(seen), PAGE)]
    for side in ("actual", "ideal"):
        drawn = both or side == seen.replay.step.side
        table = draw_sheet_side(seen.replay, marks, side, asking=asking)
        parts.append(make_markup(side, table if drawn else h.EMPTY, PAGE))
    totals = marked_sheets.draw_totals(sheet, marks, seen.replay.done, asking=asking)
    return [*parts, make_markup("totals", totals, PAGE)]


def _draw_summary(seen: ExampleView) -> Html:
    """Return the marks' summary at the end, or a fault of the ideal order before it."""
    if seen.asking:
        return h.EMPTY
    if seen.replay.is_finished:
        return h.p(summary(seen.sheet), css="note", data_testid="summary")
    fault = find_order_fault(seen.sheet) if seen.replay.ideal_state else None
    title = h.b(say_not_ideal(seen.sheet))
    return h.p(title, " ", fault.message, css="problem") if fault else h.EMPTY


def _show_sums_and_board(seen: ExampleView) -> list[Part]:
    replay = seen.replay
    trace = seen.sheet.trace
    board = make_board(trace)
    terms = figures.draw_terms(replay.so_far)
    if not replay.is_finished:
        sentence = f"Gain / discount of the ranks calculated so far: {replay.step.title}."
        terms = replace(terms, text=sentence)
    query = urlencode(_playground_link(seen))
    now = replay.row.doc if replay.row else None
    onward = h.tag("a", "Open in the playground", css="plain-button", href=f"./playground?{query}")
    return [
        make_markup("fraction", tables.draw_fraction(trace, "plain", replay.done), PAGE),
        make_chart(CHART_TITLE, terms, PAGE, saved=False),
        Part("board", "board", describe_board(board, trace, group=PAGE, mode="show", now=now)),
        make_markup("onward", h.p(onward, css="acts"), PAGE),
    ]


def _draw_claims(example: Example, tried: bool) -> Html:
    """Return the example's claim, and further remarks after the visitor's own attempt."""
    scale = ", ".join(f"{grade} {name}" for grade, name in example.scale.items())
    return h.html(
        _draw_list(
            "The author’s claims", (_draw_claim(claim, example) for claim in example.claims)
        ),
        _draw_list("Notes", map(h.li, example.notes)) if tried else None,
        h.p(f"Its grades: {scale}.", css="say") if scale else None,
    )


def _draw_list(head: str, items: Iterable[Html]) -> Html | None:
    listed = h.join_pieces(items)
    return h.html(h.h2(head), h.ul(listed)) if listed else None


def _draw_claim(claim: Claim, example: Example) -> Html:
    answer = check_claim(claim, example.sheet)
    outcome = h.draw_verdict("right" if answer.outcome == "holds" else "wrong", answer.outcome)
    return h.li(claim.text, " ", outcome, " ", h.span(answer.text, css="say"))
