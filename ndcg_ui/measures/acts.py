"""Acts on the page of measures: from its link and what was done to the link after it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ndcg_ui.measures.measures import FIELDS, MeasuresView, read_view, show_measures, two_of
from ndcg_ui.parts.board.commands import obey_command
from ndcg_ui.parts.exhibit.parts import Answer

CONTROLS = {field.name: field for field in FIELDS}


def answer_measures(link: Mapping[str, str], act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and everything that the page shows then.

    act: a command of `obey_command`, "set" with the name of a control and its text (of a tick "on"
    or ""), or none. An act that cannot be obeyed changes nothing, and the page says why.

    >>> answer_measures({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    view = read_view(link)
    if act:
        try:
            view = replace(_after(view, act), problems=())
        except ValueError as error:
            refused = str(act.get("name", "r" if act.get("do") == "type" else ""))
            view = replace(view, problems=(str(error),), refused=refused)
    return Answer(view.link, show_measures(view), look="measures")


def _after(view: MeasuresView, act: Mapping[str, Any]) -> MeasuresView:
    match act:
        case {"do": "set", "name": "start", "value": str(on)}:
            return replace(view, start=view.link["r"] if on else "")
        case {"do": "set", "name": str(name), "value": str(text)} if name in CONTROLS:
            return replace(view, **{name: CONTROLS[name].typed(text)})
        case {"do": "set", "name": str(name), "value": str(on)}:
            return replace(view, two=two_of(view.two, name, bool(on)))
    return replace(view, board=obey_command(view.board, act))
