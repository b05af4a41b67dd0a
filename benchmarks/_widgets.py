"""What a browser could send to the app's pages in place of what its widgets and components send."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from benchmarks._hostile import Hostile

EVENT: Mapping[str, Callable[[Hostile], dict[str, Any]]] = {
    "ask": lambda h: {
        **{"seq": "s", "act": "answer", "form": "", "row": h.one(("0", "99", "²"))},
        "values": h.near({"number": h.text(), "text": "{}", "query": "x"}),
    },
    "drop": lambda h: {
        "seq": "s",
        "act": "uploaded",
        "kind": h.one(("run", "x")),
        "files": h.sent(),
    },
    "take": lambda h: {"seq": "s", "file": h.one(("0", "99", "²")), "name": h.text()},
}
"""For each component something like the event that it sends."""

NO_JSON = ("", "{", "null", "3", '"x"', "[]", "[" * 3000, '{"a": ' + "9" * 5000 + "}")


def hostile_states(elements: Iterator[Any], h: Hostile) -> WidgetStates:
    """Values for some of a page's widgets that fit none of them, or nearly fit."""
    found = [(e.type, e.proto) for e in elements if getattr(getattr(e, "proto", None), "id", "")]
    states = WidgetStates()
    for kind, proto in h.random.sample(found, min(len(found), h.one((1, 2, 40)))):
        name = getattr(proto, "component_name", "").rpartition(".")[2]
        if kind != "bidi_component":
            states.widgets.append(_of_widget(proto.id, h))
        elif name in (*EVENT, "reconnect"):
            states.widgets.append(WidgetState(id=proto.id, json_value=_sent(name, proto, h)))
    return states


def _sent(name: str, proto: Any, h: Hostile) -> str:
    if h.random.random() < 0.1:
        return str(h.one(NO_JSON))
    if name == "reconnect":
        return json.dumps({"asked": h.sent()})
    like = _fitted(EVENT[name](h), proto.bytes.decode() or proto.json, h)
    return json.dumps({"event": h.near(like) if h.random.random() < 0.8 else h.sent()})


def _fitted(like: dict[str, Any], payload: str, h: Hostile) -> dict[str, Any]:
    """With what the page sent its component, so that it is not dropped at once."""
    plain = payload.replace('\\"', '"')
    for name, pattern in (
        ("form", r'data-form="([^"]*)"'),
        ("act", r'data-act="([^"]*)"'),
        ("file", r'data-file="([^"]*)"'),
    ):
        known = re.findall(pattern, plain)
        if known and name in like:
            like[name] = h.one(known)
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
