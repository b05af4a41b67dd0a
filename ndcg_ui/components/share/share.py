"""The panel “Share or export” as a part of a page."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlencode

from ndcg_core.metric.numbers import replace_surrogates
from ndcg_ui.components.markup.builder import Html, button, div, h2, html, p, span, tag
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.parts import Part

NAME = "share"
TITLE = "Share or export"
FORMATS = ("PNG", "SVG")
ROWS_KEPT = 128
"""Finished rows in each cache, because most answers of a page have the same ones."""
EMBED_SCRIPT = "./embed.js"
"""The address of the script that shows a page inside other pages, as `share.js` completes it."""
EMBEDDED = "For a blog, a slide or a course page."
WHOLE = "The ranking, NDCG and the chart"


def share(
    page: str,
    link: Query,
    opens: str,
    *,
    picture: str = "",
    charts: Sequence[str] = (),
    code: str = "",
    calculates: str = "",
    files: Mapping[str, Html] | None = None,
) -> Part:
    """Return the button and its panel as a part.

    The browser hides offers that the host cannot keep, such as a link in a notebook.

    link       the link of the embedded page
    opens      a sentence about the link
    picture    the relative address of a picture of the ranking, NDCG and the chart
    charts     the names of the page's charts
    code       a program with the same numbers, and calculates, a sentence about it
    files      links to files of the data, and a sentence about them by the name "about"
    """
    rows = (
        _offer("link", "Link", opens, _copy_button("link", "Copy link")),
        _code("embed", "Embed code", EMBEDDED, _embed(page, link)),
        _images(picture, charts) if picture or charts else None,
        _code("code", "Python code", calculates, code) if code else None,
        _data(files) if files else None,
    )
    return Part("share", NAME, {"html": html(OPENER, _panel(rows))})


OPENER = button(TITLE, css="plain-button share-opener", data_testid="share")
HEAD = p(span(TITLE), button("Close", css="share-close"), css="share-head")
STATUS = p(role="status", css="for-screen-readers")


def _panel(rows: Iterable[Html | None]) -> Html:
    return div(
        HEAD,
        *rows,
        STATUS,
        css="share-panel",
        popover="auto",
        role="dialog",
        aria_label=TITLE,
        tabindex=-1,
        data_testid="share-panel",
    )


@lru_cache(maxsize=ROWS_KEPT)
def _offer(name: str, title: str, about: object, acts: Html, below: Html | None = None) -> Html:
    """Return a row of the panel."""
    return div(
        div(h2(title), p(about) if about else None),
        div(acts, css="share-acts"),
        below,
        css="share-row",
        data_offer=name,
    )


@lru_cache(maxsize=ROWS_KEPT)
def _code(name: str, title: str, about: str, code: str) -> Html:
    """Return the row of a code, with a button that copies it."""
    return _offer(name, title, about, _copy_button(name, "Copy code"), tag("pre", code))


def _copy_button(name: str, text: str) -> Html:
    return button(text, data_copy=name)


def _embed(page: str, link: Query) -> str:
    """Return the script element that shows a page inside other pages, as text."""
    query = urlencode({name: replace_surrogates(text) for name, text in link.items()}, safe=",:")
    return str(tag("script", src=EMBED_SCRIPT, data_page=page, data_link=query or None))


def _images(picture: str, charts: Sequence[str]) -> Html:
    """Return the row with the images. With several there is a choice."""
    values = [(picture, WHOLE, True)] if picture else []
    values += [(name, name, False) for name in charts]
    acts = html(*(button(format, data_image=format) for format in FORMATS))
    if len(values) == 1:
        ((value, said, is_whole),) = values
        chosen = tag("input", type="hidden", value=value, data_whole=is_whole)
        return _offer("image", "Image", said, acts, chosen)
    options = (tag("option", said, value=value, data_whole=whole) for value, said, whole in values)
    return _offer("image", "Image", "", acts, tag("select", *options, aria_label="Image"))


def _data(files: Mapping[str, Html]) -> Html:
    acts = html(*(file for name, file in files.items() if name != "about"))
    return _offer("data", "Data", files["about"], acts)
