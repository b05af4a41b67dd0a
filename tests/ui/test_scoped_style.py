"""The style sheet for pages of others: below its root it is ours, and nothing of it is outside."""

import pytest

from ndcg_ui.components.document import write_document
from ndcg_ui.components.markup.builder import Html, div, tag
from ndcg_ui.components.templates import begin_exhibit
from ndcg_ui.hosts.server.assets import STYLE
from ndcg_ui.pages.menu import EXHIBITS
from ndcg_ui.style.scoped import scope_style

SHEET = STYLE.decode()
SCOPED = scope_style(SHEET)
WIDTH = 1184
"""Of the place of an exhibit in a window of 1,280 px; the page around it is the host's."""
FOREIGN_STYLE = """
html { font-size: 13px; }
body { margin: 40px; background: #fffbe6; color: #224; font: 300 19px/1.9 fantasy; text-align: center;
       letter-spacing: 1px; text-transform: uppercase; }
h1, h2 { color: teal; font: 900 50px cursive; padding: 20px; text-decoration: underline; }
table { border: 7px dotted red; border-spacing: 9px; caption-side: bottom; }
th, td { padding: 19px; background: pink; vertical-align: top; }
button, input, select { border: 5px ridge purple; background: orange; font: 25px serif; border-radius: 0; }
p, ul, ol, li { margin: 31px; color: green; list-style: square; max-width: 20em; }
a { color: red; } code { background: yellow; padding: 4px; }
"""
FOREIGN = """
<h1>A report</h1><p>With a <a href="#a">link</a>, <b>bold</b> and <code>code</code>.</p>
<table class="steps"><caption>Rows</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
<button class="plain-button">Go</button><input value="1"><select><option>x</option></select>
<ul class="row"><li class="chip" data-level="3">one</li></ul><math><mi>x</mi></math>
<div data-embed data-scaled data-theme="dark"><p class="lead" style="--unit: 3em; --s: a; --x: b">told</p></div>
<main class="page markup"><header class="board">head</header><h2>Two</h2><p class="coming away">late</p></main>
"""
STYLES = """(within) => {
    const kinds = new Set();
    const isNew = (kind) => !kinds.has(kind) && kinds.add(kind);
    return [...document.querySelectorAll(within)]
        .filter((one) => !one.closest("script, template, noscript"))
        .filter((one) => isNew(`${one.parentElement?.className} ${one.outerHTML.split(">")[0]
            .replace(/ (style|id|aria-label|data-(doc|id)|value|for|name)="[^"]*"/g, "")}`))
        .flatMap((one) => ["", "::before", "::after"].map((part) => {
            const style = getComputedStyle(one, part);
            if (part && ["none", "normal"].includes(style.content)) return [];
            return [one.outerHTML.slice(0, 90) + part, Object.fromEntries(
                [...style].map((name) => [name, style.getPropertyValue(name)]))];
        }));
}"""
"""What one element of each kind looks like, property by property."""
PAGES = {
    "playground": {},
    "learn": {"lesson": "discount"},
    "measures": {},
    "worksheet": {},
}


@pytest.fixture(scope="module")
def page(chromium):
    """An empty page in a window of 1,280 px."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def exhibit(name: str) -> Html:
    return begin_exhibit(*EXHIBITS[name].begin(PAGES[name], ""))


def foreign(content: str, sheet: str) -> str:
    """A page of somebody else with an exhibit in it."""
    head = f"<style>{FOREIGN_STYLE}</style><style>{sheet}</style>"
    return f"<!doctype html><html><head>{head}</head><body>{FOREIGN}{content}</body></html>"


def looks(page, html: str, within: str, scheme: str = "light"):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_content(html)
    return page.evaluate(STYLES, within)


def differences(ones, others):
    assert len(ones) == len(others) > 20
    return [
        (one[0], name, value, other[1][name])
        for one, other in zip(ones, others, strict=True)
        if one
        for name, value in one[1].items()
        if value != other[1][name] and name != "color-scheme"  # "light dark" is one of the two here
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_of_it_is_seen_outside_its_root(page, scheme):
    root = '<div class="ndcg" data-theme="light" style="height: 9px; overflow: hidden"></div>'
    outside = "html, head, body, body :not(.ndcg, .ndcg *)"
    before = looks(page, foreign(root, ""), outside, scheme)
    after = looks(page, foreign(root, SCOPED), outside, scheme)
    assert differences(before, after) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_below_its_root_all_looks_as_in_a_document_of_ours(page, name, theme):
    body = tag("body", tag("main", exhibit(name)), css="page")
    own = write_document(tag("style", Html(SHEET)), body)
    ours = looks(page, own, ".exhibit-place, .exhibit-place *", theme)
    root = div(exhibit(name), css="ndcg", data_theme=theme, style=f"width:{WIDTH}px")
    other = "light" if theme == "dark" else "dark"  # what the machine has does not count
    theirs = looks(page, foreign(root, SCOPED), ".exhibit-place, .exhibit-place *", other)
    assert differences(ours, theirs) == []
