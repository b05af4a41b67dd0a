"""What a browser sends for a widget, and no browser would, counts as not sent.

Streamlit reads a widget's value in the middle of a page's script, and takes what it reads on trust:
text that is no JSON, or the place of an option that is not there, ends the run with an error, and
so does every later run that sends it again. Here it is left out, and the widget keeps what it had.
"""

from __future__ import annotations

import logging
from typing import Any

from streamlit.runtime.state.session_state import Serialized, WStates

log = logging.getLogger("ndcg_ui")
_read = WStates.__getitem__
_NUMBERS = {"int_value", "double_value"}
"""A browser sends the number of a field as either, whichever the widget is registered with."""


def _read_if_fit(states: WStates, widget: str) -> Any:
    sent, known = states.states.get(widget), states.widget_metadata.get(widget)
    if isinstance(sent, Serialized) and known is not None:
        field = sent.value.WhichOneof("value")
        kinds = {field, known.value_type}
        if field is not None and len(kinds) > 1 and not kinds <= _NUMBERS:
            raise KeyError(widget)
    try:
        return _read(states, widget)
    except KeyError:
        raise
    except Exception as error:  # whatever a reader of Streamlit's stumbles over
        log.info("a value that does not fit was left out: %s", type(error).__name__)
        raise KeyError(widget) from error


def leave_out() -> None:
    """Leave such values out from now on."""
    WStates.__getitem__ = _read_if_fit  # type: ignore[method-assign]
