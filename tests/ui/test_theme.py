"""The theme of Streamlit's settings on our own pages: what it changes, costs, and breaks."""

import gzip
import re
import tomllib
from pathlib import Path

import pytest
from streamlit import config

from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import documents, startup, theme
from ndcg_ui.hosts.server.refusals import render_small_page
from ndcg_ui.hosts.site.documents import render_documents as site_documents
from ndcg_ui.pages.menu import PAGES
from ndcg_ui.style.colours import compute_contrast
from ndcg_ui.style.theme import build_theme_css, list_contrast_warnings, read_theme
from tests.ui.test_web_refused import make_client

SHIPPED = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text("utf-8"))
CREAM = {
    "backgroundColor": "#fdf6e3",
    "secondaryBackgroundColor": "#fffdf5",
    "textColor": "rgb(43, 33, 24)",
    "primaryColor": "rebeccapurple",
}
NIGHT = {"backgroundColor": "#0b1020", "textColor": "#e8ecff"}


def make_option_reader(settings):
    """Return a function that reads options of the table [theme], as Streamlit does."""

    def option(name):
        value = {"theme": settings}
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    return option


def render_css(**settings):
    return build_theme_css(read_theme(make_option_reader(settings)))


def find_low_contrasts(**settings):
    return list_contrast_warnings(read_theme(make_option_reader(settings)))


def clear_caches():
    """Read the settings and make the pages again."""
    for cached in (
        theme.read_theme_settings,
        theme.build_settings_css,
        documents._render_cached_page,
    ):
        cached.cache_clear()


@pytest.fixture
def themed(monkeypatch):
    """Return a function that sets the table [theme] of Streamlit's settings."""
    real = config.get_option

    def use(**settings):
        chosen = make_option_reader(settings)
        monkeypatch.setattr(
            theme.config,
            "get_option",
            lambda name: chosen(name) if name.startswith("theme.") else real(name),
        )
        clear_caches()

    yield use
    monkeypatch.undo()
    clear_caches()


# --- What it changes ---------------------------------------------------------------------------


def test_the_default_theme_equals_the_tokens_and_adds_no_css():
    assert render_css(**SHIPPED["theme"]) == ""
    assert find_low_contrasts(**SHIPPED["theme"]) == []
    assert SHIPPED["theme"].keys() > {"light", "dark", "font", "headingFont", "codeFont"}
    assert render_css() == ""


def test_only_differences_are_set_for_each_mode():
    light = render_css(light=SHIPPED["theme"]["light"] | {"borderColor": "#abcdef"})
    assert light == ":root{--line:light-dark(#abcdef,#37342e)}"
    dark = render_css(
        **SHIPPED["theme"] | {"dark": SHIPPED["theme"]["dark"] | {"borderColor": "teal"}}
    )
    assert dark == ":root{--line:light-dark(#e3dfd6,#008080)}"


def test_colours_derived_from_a_background_are_readable():
    read = read_theme(make_option_reader({"light": CREAM, "dark": NIGHT}))
    for mode in ("light", "dark"):
        colours = read.resolve_colours(mode)
        for ground in ("paper", "card"):
            assert compute_contrast(colours["mute"], colours[ground]) >= 4.5
            assert compute_contrast(colours["edge"], colours[ground]) >= 3
        for name in ("actual", "ideal", "ok", "bad", "carry"):
            soft = colours[f"{name}-soft"]
            assert soft != colours["paper"]
            assert compute_contrast(colours["ink"], soft) >= 4.5
            assert compute_contrast(colours[name], soft) >= 4.5
    written = build_theme_css(read)
    assert "--paper:light-dark(#fdf6e3,#0b1020)" in written
    assert "--ink:light-dark(#2b2118,#e8ecff)" in written
    for derived in ("mute", "edge", "line", "actual-soft", "bad-soft"):
        assert f"--{derived}:light-dark(" in written
    assert "color-scheme" not in written


def test_the_primary_colour_sets_controls_and_the_actual_order_stays_blue():
    written = render_css(light={"primaryColor": "#6a1b9a"})
    (root,) = re.findall(r"^(:is\(a,[^{]*)\{--actual:light-dark\(#6a1b9a,#6bb6f0\)", written)
    assert "button" in root
    assert ":root" not in written
    links = render_css(light={"primaryColor": "#6a1b9a", "linkColor": "#0b62a4"})
    assert links.endswith("a{--actual:light-dark(#0b62a4,#6bb6f0)}")


@pytest.mark.parametrize(
    ("settings", "scheme"),
    [
        ({"backgroundColor": "#fdf6e3"}, "light"),
        ({"backgroundColor": "#101010"}, "dark"),
        ({"backgroundColor": "#101010", "base": "light"}, "light"),
        ({"base": "dark"}, "dark"),
        ({"primaryColor": "purple"}, "light"),
        ({"font": "Inter"}, ""),
        ({"backgroundColor": "#101010", "light": {"textColor": "black"}}, ""),
    ],
)
def test_settings_without_sections_give_one_theme(settings, scheme):
    written = render_css(**settings)
    assert written.startswith(f":root{{color-scheme:{scheme}}}") == bool(scheme)
    assert ("color-scheme" in written) == bool(scheme)


def test_configured_fonts_come_first_and_streamlits_names_mean_ours():
    assert render_css(font="Inter:https://x.test/i.css").endswith(
        ":root,:root body,:root .page{--sans:Inter}"
    )
    assert render_css(headingFont="sans-serif").endswith("{--serif:var(--sans)}")
    assert render_css(dark={"font": "Inter, serif"}).startswith(
        "@media (prefers-color-scheme:dark){"
    )


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"primaryColor": "purpel"}, "theme.primaryColor"),
        ({"light": {"textColor": "#12345"}}, "theme.light.textColor"),
        ({"dark": {"backgroundColor": "red;}</style>"}}, "theme.dark.backgroundColor"),
        ({"dark": {"borderColor": "rgb(1, 2)"}}, "theme.dark.borderColor"),
        ({"font": "Inter}</style>"}, "theme.font"),
    ],
)
def test_a_bad_colour_or_font_stops_the_server_with_a_sentence(themed, settings, where):
    themed(**settings)
    with pytest.raises(
        SystemExit, match=f"^The app does not start: {where} in Streamlit's .*Write"
    ):
        server.check_settings()


# --- Where it goes -----------------------------------------------------------------------------


def list_heads(client):
    """Yield the HTML of each page before its body."""
    for page in PAGES:
        written = gzip.decompress(documents.render_page(page)).decode()
        yield page.path, written.partition("<body")[0]
    for path in ("/join", "/class", "/class/wall", "/class/desk", "/class/review"):
        plain = {"Accept-Encoding": "identity"}  # a compressed document is cached
        yield path, client.get(path, headers=plain).text.partition("<body")[0]
    yield "404", render_small_page("./", "x").partition("<body")[0]
    for name, written in site_documents().items():
        yield f"a site's {name}", written.partition("<body")[0]


def test_every_page_has_the_theme_after_the_style_if_it_differs(themed):
    themed(**SHIPPED["theme"])
    client = make_client(*server.list_routes())
    before = dict(list_heads(client))
    themed(light=CREAM)
    after = dict(list_heads(client))
    assert after.keys() == before.keys()
    for path, head in after.items():
        own = theme.build_settings_css()
        assert "#fdf6e3" in own
        assert own in head, path
        assert "#fdf6e3" not in before[path], path
        at_once = f"<style>{own}</style>" if "/" not in path or "site" in path else own
        assert at_once in head, path
        assert head.replace(f"<style>{own}</style>", "").replace(own, "") == before[path], path
        assert re.search('--paper: ?light-dark|rel="stylesheet"', head.partition(own)[0]), path


# --- What is hard to see -----------------------------------------------------------------------


def test_low_contrast_is_reported_with_its_pair_ratio_and_advice():
    (sentence,) = find_low_contrasts(light={"textColor": "#888888"})
    assert sentence == (
        "The theme in light mode: textColor #888888 on backgroundColor #fbfaf7 has a contrast of "
        "3.40:1; WCAG asks for 4.5:1. textColor #737373 would meet this."
    )
    assert find_low_contrasts(light={"textColor": "#737373"}) == []
    (sentence,) = find_low_contrasts(dark={"primaryColor": "#444", "linkColor": "#6bb6f0"})
    assert "primaryColor #444444 on secondaryBackgroundColor #1f1e1b" in sentence


def test_sentences_about_two_low_contrasts_are_separated(themed):
    themed(light={"textColor": "#888888"}, dark={"textColor": "#777777"})
    said = theme.describe_low_contrast()
    assert " would meet this. The theme in dark mode: " in said


def test_an_unreadable_background_is_reported_with_a_better_one():
    sentences = find_low_contrasts(
        light={"backgroundColor": "#d8b4fe", "secondaryBackgroundColor": "#d8b4fe"}
    )
    (first, second) = [sentence for sentence in sentences if "the amber" in sentence]
    assert "on backgroundColor #d8b4fe" in first
    assert "on secondaryBackgroundColor #d8b4fe" in second
    (good,) = re.findall(r"backgroundColor (#\w+) would meet this", first)
    assert (
        find_low_contrasts(light={"backgroundColor": good, "secondaryBackgroundColor": good}) == []
    )


def test_warnings_appear_once_at_the_start(themed, caplog):
    themed(light={"textColor": "#888888"})
    startup.warn_of_low_contrast()
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert "3.40:1" in record.getMessage()
    caplog.clear()
    themed(**SHIPPED["theme"])
    startup.warn_of_low_contrast()
    assert caplog.records == []
