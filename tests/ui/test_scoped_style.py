"""The style sheet for pages of others: below its root it is ours, and nothing of it is outside."""

import re

import pytest

from ndcg_ui.components.document import build_document
from ndcg_ui.components.markup.builder import Html, div, tag
from ndcg_ui.components.templates import render_exhibit
from ndcg_ui.pages.menu import EXHIBITS
from ndcg_ui.style import build_exhibit_style
from ndcg_ui.style.scoped import scope_style
from tests.selection import select_rows

SHEET = build_exhibit_style().decode()
SCOPED = scope_style(SHEET)
WIDTH = 1184
"""The size of an exhibit's place in a window of 1,280 px. The page around it is the host's."""
WITHIN = ".exhibit, .exhibit :not(.for-screen-readers)"
"""Hidden elements get their place from the surrounding page."""
FOREIGN_STYLE = """
html { font-size: 13px; }
body { margin: 40px; background: #fffbe6; color: #224; font: 300 19px/1.9 fantasy; }
body { text-align: center; letter-spacing: 1px; text-transform: uppercase; }
h1, h2 { color: teal; font: 900 50px cursive; padding: 20px; text-decoration: underline; }
table { border: 7px dotted red; border-spacing: 9px; caption-side: bottom; }
th, td { padding: 19px; background: pink; vertical-align: top; }
button, input, select { border: 5px ridge purple; background: orange; font: 25px serif; }
p, ul, ol, li { margin: 31px; color: green; list-style: square; max-width: 20em; }
a { color: red; } code { background: yellow; padding: 4px; }
"""
FOREIGN = """
<h1>A report</h1><p>With a <a href="#a">link</a>, <b>bold</b> and <code>code</code>.</p>
<table class="steps"><caption>Rows</caption><thead><tr><th>a</th></tr></thead>
<tbody><tr><td>1</td></tr></tbody></table>
<button class="plain-button">Go</button><input value="1"><select><option>x</option></select>
<ul class="row"><li class="chip" data-level="3">one</li></ul><math><mi>x</mi></math>
<div data-embed data-scaled data-theme="dark">
<p class="lead" style="--unit: 3em; --s: a; --x: b">told</p></div>
<main class="page markup"><header class="board">head</header><h2>Two</h2>
<p class="coming away">late</p></main>
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
                [...style].filter((name) => !name.startsWith("--"))
                    .map((name) => [name, style.getPropertyValue(name)]))];
        }));
}"""
"""The computed style of one element of each kind."""
PAGES = {
    "playground": {},
    "learn": {"lesson": "discount"},
    "measures": {},
    "worksheet": {},
    "one_page": {},
}


@pytest.fixture(scope="module")
def page(chromium):
    """Return an empty page in a window of 1,280 px."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def render_page_exhibit(name: str) -> Html:
    return render_exhibit(*EXHIBITS[name].build_first_screen(PAGES[name], ""))


def render_foreign_page(content: str, sheet: str) -> str:
    """Return a page of another site that contains an exhibit."""
    head = f"<style>{FOREIGN_STYLE}</style><style>{sheet}</style>"
    return f"<!doctype html><html><head>{head}</head><body>{FOREIGN}{content}</body></html>"


def measure_looks(page, html: str, within: str, scheme: str = "light"):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_content(html)
    return page.evaluate(STYLES, within)


def list_differences(ones, others):
    assert len(ones) == len(others) > 20
    return [
        (one[0], name, value, other[1][name])
        for one, other in zip(ones, others, strict=True)
        if one
        for name, value in one[1].items()
        if value != other[1][name] and name != "color-scheme"  # "light dark" is one of the two here
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_our_styles_have_no_effect_outside_the_root(page, scheme):
    root = '<div class="ndcg" data-theme="light" style="height: 9px; overflow: hidden"></div>'
    outside = "html, head, body, body :not(.ndcg, .ndcg *)"
    before = measure_looks(page, render_foreign_page(root, ""), outside, scheme)
    after = measure_looks(page, render_foreign_page(root, SCOPED), outside, scheme)
    assert list_differences(before, after) == []


@pytest.mark.parametrize(
    ("name", "theme"),
    select_rows(
        [("playground", "light"), *((name, "dark") for name in PAGES)],
        {("playground", "light")}.__contains__,
        "other pages take half a minute",
    ),
)
def test_an_exhibit_below_the_root_looks_like_ours(page, name, theme):
    body = tag("body", tag("main", render_page_exhibit(name)), css="page")
    own = build_document(tag("style", Html(SHEET)), body)
    ours = measure_looks(page, own, WITHIN, theme)
    root = div(
        render_page_exhibit(name), css="ndcg", lang="en", data_theme=theme, style=f"width:{WIDTH}px"
    )
    other = "light" if theme == "dark" else "dark"  # the system theme must not matter
    theirs = measure_looks(page, render_foreign_page(root, SCOPED), WITHIN, other)
    assert list_differences(ours, theirs) == []


THEME = {
    "--st-background-color": "rgb(1, 2, 3)",
    "--st-secondary-background-color": "rgb(4, 5, 6)",
    "--st-text-color": "rgb(7, 8, 9)",
    "--st-primary-color": "rgb(10, 11, 12)",
    "--st-font": "monospace",
    "--st-heading-font": "fantasy",
}
SAID = """() => {
    const style = (within) => getComputedStyle(document.querySelector(`.ndcg ${within}`));
    return {
        "--st-background-color": getComputedStyle(document.querySelector(".ndcg")).backgroundColor,
        "--st-secondary-background-color": style(".board .card").backgroundColor,
        "--st-text-color": style("h1").color,
        "--st-primary-color": style("h1").getPropertyValue("--primary").trim(),
        "--st-font": style(".say").fontFamily,
        "--st-heading-font": style("h1").fontFamily,
        actual: style(".steps.actual b").color,
        ideal: style(".steps.ideal b").color,
        soft: style(".segments :checked + span").backgroundColor,
    };
}"""


@pytest.mark.parametrize(
    ("theme", "actual", "ideal"),
    [
        ("light", "rgb(11, 98, 164)", "rgb(154, 90, 0)"),
        ("dark", "rgb(107, 182, 240)", "rgb(240, 183, 87)"),
    ],
)
def test_an_exhibit_follows_the_hosts_theme_but_keeps_meaningful_colours(
    page, theme, actual, ideal
):
    said = ";".join(f"{name}: {value}" for name, value in THEME.items())
    root = div(render_page_exhibit("playground"), css="ndcg", data_theme=theme, style=said)
    page.set_content(render_foreign_page(root, SCOPED))
    looks = page.evaluate(SAID)
    assert looks.pop("soft") != page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert looks == THEME | {"actual": actual, "ideal": ideal}


def test_a_sheet_of_paper_stays_readable_in_a_dark_theme(page):
    said = "--st-background-color: black; --st-text-color: white"
    root = div(render_page_exhibit("worksheet"), css="ndcg", data_theme="dark", style=said)
    page.set_content(render_foreign_page(root, SCOPED))
    ink = page.evaluate("getComputedStyle(document.querySelector('.paper')).color")
    assert ink == "rgb(28, 27, 25)"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (":root b { top: 0; }", ":scope b { top: 0; }"),
        ("html, body { color-scheme: dark; }", ""),
        ("[data-big] .page { top: 0; }", ":scope[data-big] { top: 0; }"),
        (":root:has(i) body { page: a; top: 0; }", ":scope:has(i) { top: 0; }"),
        ("[data-big] tbody { top: 0; }", ":where(:scope, :scope *)[data-big] tbody { top: 0; }"),
        (".a, .page .menu a { top: 0; }", ".a { top: 0; }"),
        ("@page a { size: A4; @top-left { top: 0; } }", ""),
        ("b::before { content: '} /* html'; } /* { */", "b::before { content: '} /* html'; }"),
        ("@media print { body { scroll-padding: 0; } }", ""),
    ],
)
def test_a_rule_for_a_document_is_rewritten_for_a_root(ours, theirs):
    written = scope_style(ours).split("all: revert;\n}")[1]
    assert written.removesuffix("}").strip() == theirs


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ("a { top: 0;", "never closed"),
        ("a { top: 0; } { top: 0; }", "no selector"),
        ("a { top: 0; } }", "not opened"),
        ("@import 'b.css';", "without braces"),
        ("@layer a { b { top: 0; } }", "cannot have @layer"),
    ],
)
def test_a_rule_that_cannot_be_scoped_is_refused(sheet, why):
    with pytest.raises(ValueError, match=why):
        scope_style(sheet)


def test_global_css_names_are_prefixed():
    names = re.findall(r"@(?:keyframes|property) +(\S+)", SCOPED)
    assert names
    assert [name for name in names if not name.startswith(("ndcg-", "--ndcg-"))] == []
    assert "@page" not in SCOPED


CUT = """() => [...document.querySelectorAll(".ndcg .steps :is(th, td)")].filter((cell) => {
    const place = cell.closest(".exhibit-column").getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(cell);
    const { width, right } = text.getBoundingClientRect();
    const room = cell.getBoundingClientRect();
    return width && (right > place.right + 0.5 || width > room.width + 0.5);
}).map((cell) => cell.outerHTML)"""
"""The parts of a table that overflow their cell or column."""


@pytest.mark.parametrize("width", [850, 600, 390])
def test_no_table_is_cut_off_in_a_narrow_part_of_a_wide_window(page, width):
    root = div(
        render_page_exhibit("playground"), css="ndcg", data_theme="light", style=f"width: {width}px"
    )
    page.set_content(render_foreign_page(root, SCOPED))
    assert page.locator(".steps td").count() > 20
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.querySelector('.exhibit').scrollWidth") <= width
