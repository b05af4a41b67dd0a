"""What a page and its server say to each other, as the server's middleware sees it."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


def asks(*, fragment="f", query="", page="p", **widgets):
    """A page's message that asks for a run, with the state of its widgets."""
    message = BackMsg()
    rerun = message.rerun_script
    rerun.fragment_id, rerun.query_string, rerun.page_script_hash = fragment, query, page
    for name, value in widgets.items():
        kind = "trigger_value" if value is True else "json_value"
        rerun.widget_states.widgets.add(id=f"$$ID-{name}", **{kind: value})
    return {"type": "websocket.receive", "bytes": message.SerializeToString()}


def tells(fragment="", **said):
    """A message to a page, by a run of a part of it or of the whole."""
    message = ForwardMsg(**said)
    if fragment:
        message.metadata.run.fragment_ids.append(fragment)
    return {"type": "websocket.send", "bytes": message.SerializeToString()}
