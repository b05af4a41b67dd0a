"""The HTML elements of pages, each by its name: `td(3, css="now")`.

>>> tr(row_head("DCG"), td("a < b"))
'<tr><th scope="row">DCG</th><td>a &lt; b</td></tr>'
"""

from functools import partial

from ndcg_core.html_builder import Html, html, join_pieces, table, tag
from ndcg_core.marking.verdict_words import find_verdict_word

__all__ = ["Html", "html", "join_pieces", "table", "tag"]

BREAK = tag("br")
EMPTY = Html("")

b = partial(tag, "b")
dd = partial(tag, "dd")
div = partial(tag, "div")
dt = partial(tag, "dt")
h1 = partial(tag, "h1")
h2 = partial(tag, "h2")
h3 = partial(tag, "h3")
label = partial(tag, "label")
li = partial(tag, "li")
ol = partial(tag, "ol")
p = partial(tag, "p")
section = partial(tag, "section")
small = partial(tag, "small")
span = partial(tag, "span")
td = partial(tag, "td")
tr = partial(tag, "tr")
ul = partial(tag, "ul")
col = partial(tag, "th", scope="col")
row_head = partial(tag, "th", scope="row")


def button(text: str, *, css: str = "plain-button", **attributes: object) -> Html:
    """Return a button as HTML. By default it has the class "plain-button".

    >>> button("Hint", data_act="hint")
    '<button class="plain-button" type="button" data-act="hint">Hint</button>'
    """
    return tag("button", text, css=css, type="button", **attributes)


def render_verdict(
    outcome: str, text: str = "", *, title: str | None = None, **attributes: object
) -> Html:
    """Return a verdict in its colour as HTML.

    text: the words to show; by default those of the verdict

    >>> render_verdict("wrong", "not yet")
    '<span class="verdict" data-verdict="wrong">not yet</span>'
    """
    return tag(
        "span",
        text or find_verdict_word(outcome),
        css="verdict",
        **attributes,
        data_verdict=outcome,
        title=title,
    )


def render_problem(message: object) -> Html:
    """Return a message that screen readers announce at once, or "" without a message.

    >>> render_problem("k is “<0”."), render_problem("")
    ('<p class="problem" role="alert">k is “&lt;0”.</p>', '')
    """
    return p(message, css="problem", role="alert") if message else EMPTY


def render_title(text: str, lead: str | Html) -> Html:
    """Return a page's title and introductory sentence as HTML.

    >>> render_title("Code", "Write it.")
    '<h1>Code</h1><p class="lead">Write it.</p>'
    """
    return html(h1(text), p(lead, css="lead"))
