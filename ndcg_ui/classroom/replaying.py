"""The solution as a replay: one step of the calculation after the other, on the documents' cards.

A step is HTML that the server makes: phones and wall only show it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import ndcg_core as nc
from ndcg_core.classroom.question import ClassQuestion
from ndcg_core.classroom.references import find
from ndcg_core.classroom.sheets_and_orders import FillingIn, Ordering
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.board import default_label
from ndcg_ui.html.builder import NOTHING, Html, b, div, h3, html, li, p, small, span, tag
from ndcg_ui.replays.replay import Replay

SIDES = {"actual": "The ranking", "ideal": "The ideal order"}
DISCOUNTED = ("dcg", "ndcg")


@lru_cache(maxsize=500)
def frames(reference: str) -> tuple[Html, ...]:
    """The steps of a question's solution, first to last; none where nothing is worked out.

    >>> len(frames("own?ask=cg&r=3,0,2")), len(frames("own?ask=idcg&r=3,0,2")), frames("predict/1")
    (4, 5, ())
    """
    drawn = [_frame(replay, sides) for replay, sides in _stops(find(reference))]
    return (*drawn[:-1], html(drawn[-1], p(Html(find(reference).worked)))) if drawn else ()


@lru_cache(maxsize=500)
def solved(reference: str) -> Html:
    """The solution at once: what it is, and the documents with everything that was worked out."""
    asked = find(reference)
    ends = [_boards(replay, sides) for replay, sides in _stops(asked)[-1:]]
    return html(p(Html(asked.worked)), *ends)


def _stops(asked: ClassQuestion) -> list[tuple[Replay, tuple[str, ...]]]:
    """The replay at each of its steps, and the sides of it that are shown."""
    sheet = _sheet(asked)
    if sheet is None:
        return []
    replay, sides = Replay(sheet), _sides(sheet)
    stops = (at for at, step in enumerate(replay.steps) if step.side in sides)
    return [(replay.standing_at(at), sides) for at in stops]


def _sheet(asked: ClassQuestion) -> Sheet | None:
    """What is worked out step by step: the question's sheet, or the order that is its solution."""
    if isinstance(asked, FillingIn):
        return asked.sheet
    if isinstance(asked, Ordering) and _is_about_gains(asked):
        names = [default_label(place) for place in range(len(asked.sheet.grades))]
        named = asked.sheet.labels or tuple(names)
        return replace(asked, sheet=replace(asked.sheet, labels=named)).in_order(asked.solution)
    return None


def _is_about_gains(asked: Ordering) -> bool:
    return any(want.split()[0] in (*DISCOUNTED, "order") for want in asked.task.wants)


def _sides(sheet: Sheet) -> tuple[str, ...]:
    """The sides that come into what is asked; "" is their quotient."""
    blanks = sheet.blanks or ("ndcg",)
    heads = {cell.split(".")[0] for cell in blanks}
    if heads & {"ndcg", "mean"}:
        return ("actual", "ideal", "")
    sides = ["actual"] if heads & {"actual", "dcg", "cg"} else []
    sides += ["ideal"] if heads & {"ideal", "idcg"} else []
    return tuple(sides)


def _frame(replay: Replay, sides: tuple[str, ...]) -> Html:
    worked = p(replay.formula, css="worked")
    return div(h3(replay.step.title), worked, _boards(replay, sides), css="replay")


def _boards(replay: Replay, sides: tuple[str, ...]) -> Html:
    shown = [side for side in SIDES if side in sides and _begun(replay, side)]
    return div(*(_board(replay, side) for side in shown), css="boards")


def _begun(replay: Replay, side: str) -> bool:
    return side == "actual" or replay.ordered == "ordered"


def _board(replay: Replay, side: str) -> Html:
    """The documents of a side as cards, each with its term once that is worked out."""
    trace = replay.sheet.trace
    rows = trace.actual if side == "actual" else trace.ideal
    beyond = trace.beyond if side == "actual" else trace.ideal_beyond
    here = replay.step.rank if replay.step.side == side else 0
    cards = [
        _card(row, _term(row, replay, side), "now" if row.rank == here else "") for row in rows
    ]
    cards += [_card(row, "not counted", "beyond") for row in beyond]
    return div(
        small(SIDES[side]),
        tag("ol", *cards, css="crowd", data_testid=f"replay-{side}"),
        _total(replay, side),
    )


def _card(row: nc.Term, term: str | Html, css: str) -> Html:
    return li(b(row.label), " grade ", nc.short(row.grade), span(term, css="term-value"), css=css)


def _term(row: nc.Term, replay: Replay, side: str) -> str:
    if row.rank > replay.reached(side):
        return ""
    if replay.sheet.blanks == ("cg",):
        return nc.short(row.gain)
    return f"{nc.short(row.gain)} / {nc.number(row.discount)} = {nc.number(row.value)}"


def _total(replay: Replay, side: str) -> Html:
    names = {"actual": ("cg", "dcg"), "ideal": ("idcg",)}[side]
    asked = [name for name in names if name in replay.done]
    name = asked[-1] if asked else ""
    if not name:
        return NOTHING
    trace = replay.sheet.trace
    return p(b(f"{name.upper()}@{trace.k} = {nc.number(getattr(trace, name))}"))
