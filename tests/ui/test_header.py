"""The header: every page in a group of the menu, and the page and group that a visitor is at."""

import re

import pytest

from ndcg_ui.components.menu.header import render_header
from ndcg_ui.exhibit.page import MenuEntry
from ndcg_ui.pages.menu import GROUPS, IN_MENU, MENU, OWN_PAGES, add_own_group

LINK = re.compile(r'<a href="\./([\w-]*)"( aria-current="page")?>([^<]*)<')


def list_links(html, start, end):
    """Return the links in a part of the header: address, True for the current page, title."""
    part = html.partition(start)[2].partition(end)[0]
    return [(path, bool(here), title) for path, here, title in LINK.findall(part)]


def test_every_page_is_in_one_of_four_groups_and_has_a_sentence():
    assert list(GROUPS) == ["Learn", "Tools", "Teach", "About"]
    assert sorted(page.path for page in IN_MENU) == sorted(MENU)
    for page in IN_MENU:
        assert page.purpose, page.name
        assert not page.purpose.endswith("."), page.name
        assert len(page.purpose) < 50, page.name  # one line of the panel
    assert len(set(MENU.values())) == len(MENU)


@pytest.mark.parametrize("current", MENU)
def test_groups_and_sheet_have_the_same_links_and_say_where_the_visitor_is(current):
    html = render_header(GROUPS, current)
    wide, sheet = (
        list_links(html, "menu-groups", "</nav>"),
        list_links(html, "menu-sheet", "</nav>"),
    )
    assert wide == sheet == [(path, path == current, title) for path, title in MENU.items()]
    (group,) = (
        name for name, entries in GROUPS.items() for entry in entries if entry[0] == current
    )
    assert re.findall(r"<summary data-current>(.*?)</summary>", html) == [group]


def test_own_pages_form_a_fifth_group():
    assert add_own_group(()) == GROUPS
    groups = add_own_group((MenuEntry("mine", "Mine", "My runs"),))
    assert list(groups) == [*GROUPS, OWN_PAGES]
    assert "<summary data-current>Your pages</summary>" in render_header(groups, "mine")
