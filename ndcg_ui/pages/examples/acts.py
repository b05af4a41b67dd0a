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
from ndcg_ui.components.board.remarks import CHART
from ndcg_ui.components.controls.controls import choice, segments, settings_part, switch
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import board_data, chart, markup
from ndcg_ui.components.player.replay import formula_of, marks_of, player_of, side_of
from ndcg_ui.components.share.code import write_code
from ndcg_ui.components.share.share import share
from ndcg_ui.components.sheet import marked_sheets
from ndcg_ui.exhibit.parts import Act, Answer, Part, Row
from ndcg_ui.pages.examples.link import (
    PAGE,
    Seen,
    ask_first,
    board_of,
    library,
    named_in,
    read_link,
    settings_of,
    write_link,
)


def answer_examples(link: Mapping[str, str], record: object, state: Act, act: Act) -> Answer:
    """Return the link after an action and the rows to show. Nothing is stored.

    state: "named", the numbers marked as wrong by the visitor, after a comparison; "of", the replay
    to which they belong.
    """
    seen = read_link(link)
    named = _cells_named(state, seen)
    before = show_examples(seen, named) if act else []
    match act:
        case {"part": "choice", "name": str(name), "value": str(value)}:
            after = _choose(seen, name, value)
            seen, named = after, named if after.player_data == seen.player_data else None
        case {"part": "player", "at": int(at), "replayed": seen.player_data}:
            seen = replace(seen, at=seen.replay.standing_at(at).at)
        case {"part": "asked", "act": "compare", "form": seen.player_data}:
            named = named_in(seen, act)
    tab_state = {} if named is None else {"named": named, "of": seen.player_data}
    return Answer(write_link(seen), show_examples(seen, named), tab_state, look=PAGE).for_browser(
        before
    )


def _cells_named(state: Act, seen: Seen) -> list[str] | None:
    named = state.get("named") if state.get("of") == seen.player_data else None
    return [str(cell) for cell in named[:1_000]] if isinstance(named, list) else None


def _choose(seen: Seen, name: str, value: str) -> Seen:
    """Return the state after a choice. Another example or sheet starts at its first step."""
    if name == "example" and value in library():
        return Seen(library()[value], asking=seen.asking)
    if name == "sheet" and value in map(str, range(len(seen.example.sheets))):
        return replace(seen, number=int(value), at=0)
    return replace(seen, asking=value == "on") if name == "ask" else seen


def show_examples(seen: Seen, named: list[str] | None) -> list[Row]:
    """Return all rows of an example."""
    title = [markup("heading", heading(seen.example), PAGE)]
    first: list[Row] = [[title, [_share(seen)]], [[_controls(seen)]]]
    tried = not seen.asking or named is not None
    last: list[Row] = [[[markup("about", _about(seen.example, tried), PAGE)]]]
    if seen.asking:
        question: list[Row] = [[[ask_first(seen, named)]]]
        return [*first, *question, *([[part]] for part in _paper(seen)), *last]
    return [
        *first,
        *([[part]] for part in _replay(seen)),
        [_paper(seen), _sums_and_board(seen)],
        *last,
    ]


def heading(example: Example) -> Html:
    """Return the title of an example, its source and its convention."""
    convention = example.convention
    lead = f"{example.source}. Context: {example.context}. {convention.title}, k = {example.k}."
    return h.title(example.title, lead)


def _share(seen: Seen) -> Part:
    """Return the panel with the link, the images and the Python code of a calculation."""
    sheet = seen.sheet
    trace = sheet.trace
    shown = board_of(trace), trace, _playground_link(seen)
    exact = f"Calculates the exact result, {nc.number(trace.ndcg)}."
    return share(
        PAGE,
        write_link(seen),
        "Opens this calculation at this step.",
        picture=href_of_file(PICTURE, *shown),
        charts=() if seen.asking else (CHART,),
        code=write_code(sheet.grades, sheet.k, sheet.convention, sheet.judged),
        calculates="Calculates the exact numbers." if seen.asking else exact,
    )


def _playground_link(seen: Seen) -> Mapping[str, str]:
    return write_board_link(board_of(seen.sheet.trace), settings_of(seen.example))


def _controls(seen: Seen) -> Part:
    titles = {slug: example.title for slug, example in library().items()}
    names = {str(n): sheet.name for n, sheet in enumerate(seen.example.sheets)}
    values = {"example": seen.example.slug, "sheet": str(seen.number)}
    asks = "on" if seen.asking else ""
    fields = [
        choice("example", "Printed calculation", titles, values["example"]),
        segments("sheet", "Calculation", names, values["sheet"]) if len(names) > 1 else None,
        switch("ask", "Ask me first which lines are wrong", asks),
    ]
    return settings_part("choice", fields, {**values, "ask": asks})


def _replay(seen: Seen) -> list[Part]:
    marks = marks_of(seen.sheet)
    player = player_of(seen.replay, "player", seen.player_data, PAGE, marks)
    return [player, markup("formula", formula_of(seen.replay, marks), PAGE)]


def _paper(seen: Seen) -> list[Part]:
    sheet, asking = seen.sheet, seen.asking
    marks = marks_of(seen.sheet)
    both = asking or not seen.replay.step.side
    parts = [markup("summary", _summary(seen), PAGE)]
    for side in ("actual", "ideal"):
        drawn = both or side == seen.replay.step.side
        table = side_of(seen.replay, marks, side, asking=asking)
        parts.append(markup(side, table if drawn else h.NOTHING, PAGE))
    totals = marked_sheets.totals_table(sheet, marks, seen.replay.done, asking=asking)
    return [*parts, markup("totals", totals, PAGE)]


def _summary(seen: Seen) -> Html:
    """Return the marks' summary at the end, or a fault of the ideal order before it."""
    if seen.asking:
        return h.NOTHING
    if seen.replay.is_finished:
        return h.p(summary(seen.sheet), css="note", data_testid="summary")
    fault = find_order_fault(seen.sheet) if seen.replay.ideal_state else None
    title = h.b(say_not_ideal(seen.sheet))
    return h.p(title, " ", fault.message, css="problem") if fault else h.NOTHING


def _sums_and_board(seen: Seen) -> list[Part]:
    replay = seen.replay
    trace = seen.sheet.trace
    board = board_of(trace)
    terms = figures.terms(replay.so_far)
    if not replay.is_finished:
        sentence = f"Gain / discount of the ranks calculated so far: {replay.step.title}."
        terms = replace(terms, text=sentence)
    query = urlencode(_playground_link(seen))
    now = replay.row.doc if replay.row else None
    onward = h.tag("a", "Open in the playground", css="plain-button", href=f"./playground?{query}")
    return [
        markup("fraction", tables.fraction(trace, "plain", replay.done), PAGE),
        chart(CHART, terms, PAGE, saved=False),
        Part("board", "board", board_data(board, trace, group=PAGE, mode="show", now=now)),
        markup("onward", h.p(onward, css="acts"), PAGE),
    ]


def _about(example: Example, tried: bool) -> Html:
    """Return the example's claim, and further remarks after the visitor's own attempt."""
    scale = ", ".join(f"{grade} {name}" for grade, name in example.scale.items())
    return h.html(
        _list("The author’s claims", (_claim(claim, example) for claim in example.claims)),
        _list("Notes", map(h.li, example.notes)) if tried else None,
        h.p(f"Its grades: {scale}.", css="say") if scale else None,
    )


def _list(head: str, items: Iterable[Html]) -> Html | None:
    listed = h.join_pieces(items)
    return h.html(h.h2(head), h.ul(listed)) if listed else None


def _claim(claim: Claim, example: Example) -> Html:
    answer = check_claim(claim, example.sheet)
    outcome = h.verdict("right" if answer.outcome == "holds" else "wrong", answer.outcome)
    return h.li(claim.text, " ", outcome, " ", h.span(answer.text, css="say"))
