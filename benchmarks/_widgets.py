"""What a browser could send to the app's pages in place of what its widgets and components send."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from benchmarks._calls import DOES, ORDER, course
from benchmarks._hostile import Hostile

SENT: Mapping[str, tuple[str, Callable[[Hostile], Any]]] = {
    "board": ("command", lambda h: {"seq": "s", "revision": "", **ORDER, "do": h.one(DOES)}),
    "exhibit": ("command", lambda h: {"seq": "s", "revision": "", **ORDER, "do": h.one(DOES)}),
    "ask": (
        "told",
        lambda h: {
            **{"seq": "s", "act": "answer", "form": "", "option": h.one(("0", "1", "99", "²"))},
            **{"to": h.one(("2", "99", "²")), "lesson": "discount"},
            "values": h.near({"number": h.text(), "text": "{}", "slug": "x", "cell": "dcg"}),
        },
    ),
    "sheet": ("entered", lambda h: {"seq": "s", "form": "", "texts": {}, "why": "check"}),
    "player": ("went", lambda h: {"seq": "s", "replayed": "", "at": h.one((2, 99, -1))}),
    "progress": (
        "stored",
        lambda h: {"asker": "", "seq": "s", "kind": h.one(("asked", "tab")), "value": course(h)},
    ),
    "keep": ("found", lambda h: {"value": {"cg": h.near({"level": 9, "top": 3, "run": -1})}}),
    "lab": ("done", lambda h: ["order", h.sent(), "ndcg"]),
    "reconnect": ("asked", lambda h: h.sent()),
}
"""For each component the name of its value, and something like what it sends."""

NO_JSON = ("", "{", "null", "3", '"x"', "[]", "[" * 3000, '{"a": ' + "9" * 5000 + "}")


def hostile_states(elements: Iterator[Any], h: Hostile) -> WidgetStates:
    """Values for some of a page's widgets that fit none of them, or nearly fit."""
    found = [(e.type, e.proto) for e in elements if getattr(getattr(e, "proto", None), "id", "")]
    states = WidgetStates()
    for kind, proto in h.random.sample(found, min(len(found), h.one((1, 2, 40)))):
        name = getattr(proto, "component_name", "").rpartition(".")[2]
        if kind != "bidi_component":
            states.widgets.append(_of_widget(proto.id, h))
        elif name in SENT:
            states.widgets.append(WidgetState(id=proto.id, json_value=_sent(name, proto, h)))
    return states


def _sent(name: str, proto: Any, h: Hostile) -> str:
    if h.random.random() < 0.1:
        return str(h.one(NO_JSON))
    field, make = SENT[name]
    like = make(h)
    if isinstance(like, dict):
        like = _fitted(like, proto.bytes.decode() or proto.json, h)
        like = h.near(like) if h.random.random() < 0.8 else h.sent()
    return json.dumps({field: like})


def _fitted(like: dict[str, Any], told: str, h: Hostile) -> dict[str, Any]:
    """With what the page told its component, so that it is not dropped at once."""
    plain = told.replace('\\"', '"')
    for name, pattern in (
        ("revision", r'"revision": ?"([^"]+)"'),
        ("form", r'(?:data-form=|"form": ?)"([^"]*)"'),
        ("act", r'data-act="([^"]*)"'),
        ("asker", r'"asker": ?"([^"]*)"'),
        ("replayed", r'"replayed": ?"([^"]*)"'),
    ):
        known = re.findall(pattern, plain)
        if known and name in like:
            like[name] = h.one(known)
    if "texts" in like:
        cells = re.findall(r'data-cell="([^"]+)"', plain)
        like["texts"] = {cell: h.text() for cell in cells}
        like["cell"] = h.one((cells or [""]) + ["x"])
    return like | ({"seq": str(h.random.random())} if "seq" in like else {})


def _of_widget(id: str, h: Hostile) -> WidgetState:
    state = WidgetState(id=id)
    text = h.text().encode("utf-8", "replace").decode()
    numbers = h.one(([], [99], [-1], [0, 1, 2]))
    match h.one(("double", "int", "string", "doubles", "ints", "strings", "json", "bool")):
        case "double":
            state.double_value = h.one((float("nan"), float("inf"), -1.0, 1e300, 2.5))
        case "int":
            state.int_value = h.one((99, -1, 2**40))
        case "string":
            state.string_value = text
        case "doubles":
            state.double_array_value.data.extend([*map(float, numbers), float("nan")])
        case "ints":
            state.int_array_value.data.extend(numbers)
        case "strings":
            state.string_array_value.data.extend([text, "x"][: len(numbers)])
        case "json":
            state.json_value = h.one(NO_JSON)
        case "bool":
            state.bool_value = True
    return state
