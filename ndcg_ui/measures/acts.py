"""Acts on the page of measures: from its link and what was done to the link after it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ndcg_ui.measures.measures import FIELDS, View, measures, two_of, view_of
from ndcg_ui.parts.board.commands import obey
from ndcg_ui.parts.exhibit.parts import Answer

CONTROLS = {field.name: field for field in FIELDS}


def answered(link: Mapping[str, str], act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and everything that the page shows then.

    act: a command of `obey`, "set" with the name of a control and its text (of a tick "on" or
    ""), or none. An act that cannot be obeyed changes nothing, and the page says why.

    >>> answered({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    view = view_of(link)
    if act:
        try:
            view = replace(_after(view, act), problems=())
        except ValueError as error:
            refused = str(act.get("name", "r" if act.get("do") == "type" else ""))
            view = replace(view, problems=(str(error),), refused=refused)
    return Answer(view.link, measures(view), look="measures")


def _after(view: View, act: Mapping[str, Any]) -> View:
    match act:
        case {"do": "set", "name": "start", "value": str(on)}:
            return replace(view, start=view.link["r"] if on else "")
        case {"do": "set", "name": str(name), "value": str(text)} if name in CONTROLS:
            return replace(view, **{name: CONTROLS[name].typed(text)})
        case {"do": "set", "name": str(name), "value": str(on)}:
            return replace(view, two=two_of(view.two, name, bool(on)))
    return replace(view, board=obey(view.board, act))
