"""The panel “Share or export” as a part of a page."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlencode

from ndcg_core.metric.numbers import replace_surrogates
from ndcg_ui.components.markup.builder import Html, button, div, h2, html, p, span, tag
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.parts import Part

PART_NAME = "share"
TITLE = "Share or export"
FORMATS = ("PNG", "SVG")
ROWS_KEPT = 128
"""Finished rows in each cache, because most answers of a page have the same ones."""
EMBED_SCRIPT = "./embed.js"
"""The address of the script that shows a page inside other pages, as `share.js` completes it."""
ABOUT_EMBED_CODE = "For a blog, a slide or a course page."
WHOLE_PICTURE_TITLE = "The ranking, NDCG and the chart"


def make_share_panel(
    page: str,
    link: Query,
    about_link: str,
    *,
    picture: str = "",
    charts: Sequence[str] = (),
    code: str = "",
    about_code: str = "",
    files: Mapping[str, Html] | None = None,
) -> Part:
    """Return the button “Share or export” and its panel as a part.

    The browser hides the rows that its host does not support, such as the link in a notebook.

    page: the name of the page
    link: the parameters of the page's link
    about_link: a sentence about the link
    picture: the relative address of a picture of the ranking, NDCG and the chart
    charts: the names of the page's charts
    code: a program that computes the numbers of the page
    about_code: a sentence about the program
    files: links to files of the data, and a sentence about the files under the name "about"
    """
    rows = (
        _render_row("link", "Link", about_link, _render_copy_button("link", "Copy link")),
        _render_code_row("embed", "Embed code", ABOUT_EMBED_CODE, _build_embed_code(page, link)),
        _render_image_row(picture, charts) if picture or charts else None,
        _render_code_row("code", "Python code", about_code, code) if code else None,
        _render_data_row(files) if files else None,
    )
    return Part("share", PART_NAME, {"html": html(OPENER, _render_panel(rows))})


OPENER = button(TITLE, css="plain-button share-opener", data_testid="share")
HEAD = p(span(TITLE), button("Close", css="share-close"), css="share-head")
STATUS = p(role="status", css="for-screen-readers")


def _render_panel(rows: Iterable[Html | None]) -> Html:
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
def _render_row(
    name: str, title: str, about: object, buttons: Html, below: Html | None = None
) -> Html:
    """Return a row of the panel: a title, a sentence, buttons, and any content below them."""
    return div(
        div(h2(title), p(about) if about else None),
        div(buttons, css="share-acts"),
        below,
        css="share-row",
        data_offer=name,
    )


@lru_cache(maxsize=ROWS_KEPT)
def _render_code_row(name: str, title: str, about: str, code: str) -> Html:
    """Return a row with code and a button that copies the code."""
    return _render_row(name, title, about, _render_copy_button(name, "Copy code"), tag("pre", code))


def _render_copy_button(name: str, text: str) -> Html:
    return button(text, data_copy=name)


def _build_embed_code(page: str, link: Query) -> str:
    """Return the HTML of a script element that shows a page inside other people's pages."""
    query = urlencode({name: replace_surrogates(text) for name, text in link.items()}, safe=",:")
    return str(tag("script", src=EMBED_SCRIPT, data_page=page, data_link=query or None))


def _render_image_row(picture: str, charts: Sequence[str]) -> Html:
    """Return a row with buttons that save an image, and with a list if there are several."""
    values = [(picture, WHOLE_PICTURE_TITLE, True)] if picture else []
    values += [(name, name, False) for name in charts]
    acts = html(*(button(format, data_image=format) for format in FORMATS))
    if len(values) == 1:
        ((value, said, is_whole),) = values
        chosen = tag("input", type="hidden", value=value, data_whole=is_whole)
        return _render_row("image", "Image", said, acts, chosen)
    options = (tag("option", said, value=value, data_whole=whole) for value, said, whole in values)
    return _render_row("image", "Image", tag("select", *options, aria_label="Image"), acts)


def _render_data_row(files: Mapping[str, Html]) -> Html:
    acts = html(*(file for name, file in files.items() if name != "about"))
    return _render_row("data", "Data", files["about"], acts)
