"""HTML with something to answer in it, on a page that Streamlit runs: buttons, options, fields.

An element with `data-act` sends, when it is clicked, that act, everything in its `data-`
attributes and the values of the fields in its `data-form`. Enter in a field does what the form's
first button does.
"""

import streamlit as st

from ndcg_core.html_builder import Html
from ndcg_ui.components import exposed
from ndcg_ui.exhibits.templates import form as template

_ask = st.components.v2.component(
    "ndcg-tutor.ask", js="ask.js", html=template({}), isolate_styles=False
)


def ask(html: Html, *, key: str, go: str = "") -> object:
    """Show `html`; return what was answered just now, or None, or what else a browser sends.

    What is answered is the trigger value `act` of one run, {act, form, values, ...}: the act, the
    form it stands in, its fields by name, and the data attributes of what was clicked. go: the
    name of an element with `data-place` to scroll to, once until another is named.
    """
    value = _ask(key=key, data={"name": key, "html": html, "go": go}, on_act_change=exposed)
    return value.get("act")
