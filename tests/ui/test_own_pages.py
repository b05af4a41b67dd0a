"""Pages of one's own: found, named, refused, drawn in our frame, and their errors."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from ndcg_core.content import load_toml
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import connections
from ndcg_ui.pages.own import (
    check_own_pages,
    describe_refused_files,
    find_own_page,
    is_own_page_error,
    list_own_entries,
    list_own_pages,
    map_own_page_titles,
    read_purpose,
    read_title,
)
from tests.clock import PATIENCE
from tests.ui.conftest import MAIN
from tests.ui.test_web_refused import make_client

REFUSED = load_toml(__file__, "cases.toml")["own_pages_refused"]
REFUNDS = """import streamlit as st

import ndcg_core as nc

st.title("Refund queries")
st.metric("NDCG", f"{nc.ndcg([3, 2, 3, 0, 1]):.3f}")
st.page_link("menu/playground.py")
if st.button("Fail"):
    raise RuntimeError("a mistake of its author")
"""
BROWSER = {"accept": "text/html"}


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """Return the folder of own pages, with one page."""
    monkeypatch.setenv("NDCG_PAGES", str(tmp_path))
    (tmp_path / "refunds.py").write_text(REFUNDS)
    return tmp_path


@pytest.fixture
def client():
    """Return a client of our server."""
    app = Starlette(routes=server.list_routes(), middleware=server.list_middleware())
    return TestClient(app, base_url="http://localhost", follow_redirects=False)


def open_script(script) -> AppTest:
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE).run()
    return app.switch_page(str(script)).run()


# --- Found and named ---------------------------------------------------------------------------


def test_an_own_page_opens_and_shows_its_elements(pages):
    app = open_script(pages / "refunds.py")
    assert not app.exception
    assert app.title[0].value == "Refund queries"
    assert app.metric[0].value == "0.972"


def test_there_are_no_own_pages_without_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert map_own_page_titles() == {}
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "mine.py").write_text("")
    assert map_own_page_titles() == {"mine": "Mine"}  # that of the working folder


def test_a_number_orders_pages_and_an_underscore_hides_a_module(pages):
    for name in ("10_last.py", "2_second.py", "_helper.py", ".draft.py", "notes.txt"):
        (pages / name).write_text("")
    assert list(map_own_page_titles()) == ["second", "last", "refunds"]
    check_own_pages()


def test_new_titles_and_removed_files_take_effect_at_once(pages):
    assert map_own_page_titles() == {"refunds": "Refund queries"}
    (pages / "refunds.py").write_text('import streamlit\nstreamlit.title("Another title")')
    assert map_own_page_titles() == {"refunds": "Another title"}
    (pages / "refunds.py").unlink()
    assert find_own_page("refunds") is None


@pytest.mark.parametrize(
    "source", ["x = (", "\0", "import streamlit as st\nst.title('')", "st.title('of nobody')"]
)
def test_a_script_without_a_title_has_none(source):
    assert read_title(source) == ""


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("import os, streamlit\nstreamlit.title('  One\\n two ')", "One two"),
        ("import streamlit as s\ns.title(body='By name')", "By name"),
        ("import streamlit as s\ns.title('Second')\ns.set_page_config('First')", "First"),
        ("import streamlit as s\ns.title(name)\ns.title(5)\ns.title('Third')", "Third"),
        (
            "import streamlit as s\ndef f():\n    if x:\n        s.title('Early')\ns.title('Late')",
            "Early",
        ),
        ("import streamlit as s; s.title('a'); s.title('b')", "a"),
        ("import streamlit as s\ns.set_page_config(layout='wide')\ns.title('Shown')", "Shown"),
        ("import streamlit as s\ns.header('Head')\ns.title(label='no')", ""),
        ("import pandas as s\ns.title('of another')", ""),
        ("from streamlit import title\ntitle('alone')", ""),
    ],
)
def test_a_title_is_read_from_a_script(source, title):
    assert read_title(source) == title


@pytest.mark.parametrize(
    ("source", "purpose"),
    [
        ('"""\n  One. Two.  \n\nThree."""', "One. Two"),
        ("x = 1\n'no docstring'", ""),
        ("'unfinished", ""),
        ("\0", ""),
        (f"'{'a ' * 60}'", f"{'a ' * 44}a…"),
    ],
)
def test_a_purpose_is_the_first_line_of_the_docstring(source, purpose):
    assert read_purpose(source) == purpose


def test_file_names_give_positions_addresses_and_titles(pages):
    names = ("3-late.py", "03_again.py", "12 - the_end.py", "1_one-two.py", "Zed.py")
    for name in names:
        (pages / name).write_text("")
    (pages / "folder.py").mkdir()
    (pages / "4_refunds.py").write_text('"""Twin."""')
    (pages / "5_9lives.py").write_text("")
    (pages / "6_é.py").write_text("")
    found = [(page.position, page.name, page.title, page.purpose) for page in list_own_pages()]
    assert found == [
        (1, "one-two", "One-two", ""),
        (3, "again", "Again", ""),
        (3, "late", "Late", ""),
        (4, "refunds", "Refunds", "Twin"),
        (12, "the_end", "The end", ""),
        (float("inf"), "Zed", "Zed", ""),
    ]
    assert list_own_entries()[3] == ("refunds", "Refunds", "Twin")
    bad, first, twin = sorted(describe_refused_files(), key=lambda text: "already" in text)
    assert f"{pages.name}/6_é.py cannot be a page: “é” is not an address" in bad + first
    assert f"{pages.name}/5_9lives.py cannot be a page: “5_9lives” is not an" in bad + first
    assert twin.startswith(
        f"{pages.name}/refunds.py cannot be a page: 4_refunds.py has the address"
    )
    with pytest.raises(ValueError, match="cannot be a page"):
        check_own_pages()
    assert find_own_page("refunds").script.name == "4_refunds.py"
    assert [find_own_page(name) for name in ("code", "é", "missing", "a/b")] == [None] * 4


def test_an_error_belongs_to_an_own_page_if_its_script_is_in_the_folder(pages):
    def find_error(source, file):
        try:
            exec(compile(source, str(file), "exec"), {})
        except Exception as error:
            return error

    assert is_own_page_error(find_error("1 / 0", pages / "refunds.py"))
    assert is_own_page_error(find_error("x = (", pages / "refunds.py"))
    assert is_own_page_error(find_error("import json; json.loads('')", pages / "refunds.py"))
    assert not is_own_page_error(find_error("1 / 0", pages / "sub" / "refunds.py"))
    assert not is_own_page_error(find_error("x = (", pages.parent / "refunds.py"))


def test_a_long_title_is_cut():
    title = read_title(f"import streamlit as st\nst.title('{'a ' * 100}')")
    assert len(title) == 40
    assert title.endswith("…")


# --- Refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sentence"), REFUSED.items())
def test_a_bad_file_is_refused_at_start_and_in_no_menu(pages, name, sentence):
    (pages / name).write_text("")
    with pytest.raises(SystemExit) as refused:
        server.check_settings()
    assert sentence in str(refused.value)
    assert list(map_own_page_titles()) == ["refunds"]


def test_a_bad_file_is_logged_once(pages, caplog):
    (pages / "class.py").write_text("")
    for _ in range(2):
        map_own_page_titles()
    assert [record.getMessage() for record in caplog.records] == [
        f"{pages.name}/class.py cannot be a page: the app has something else at /class. Rename the "
        "file, for example to my_class.py."
    ]


def test_a_missing_folder_is_refused(monkeypatch):
    monkeypatch.setenv("NDCG_PAGES", "/nowhere/at/all")
    with pytest.raises(ValueError, match=r"NDCG_PAGES is '/nowhere/at/all', which is not a folder"):
        check_own_pages()


def test_an_own_page_cannot_have_an_address_of_the_server(pages):
    names = {route.path[1:] for route in server.list_routes() if route.path[1:].isidentifier()}
    assert {"playground", "version"} <= names
    for name in names:
        (pages / f"{name}.py").write_text("")
    assert map_own_page_titles() == {"refunds": "Refund queries"}


# --- In our frame ------------------------------------------------------------------------------


def test_an_own_page_has_our_header_and_every_header_links_to_it(pages, client):
    page = client.get("/refunds", headers=BROWSER)
    assert page.status_code == 200
    assert "<title>Refund queries · NDCG, step by step</title>" in page.text
    assert '<a href="./refunds" aria-current="page">Refund queries<' in page.text
    assert '<div id="root">' in page.text
    for path in ("/", "/playground", "/evaluate", "/class"):
        assert '<a href="./refunds">Refund queries</a>' in client.get(path).text


def test_the_menu_has_a_group_for_own_pages_with_the_first_line_of_their_docstrings(pages, client):
    said = '"""NDCG of the refund queries.\n\nWeek by week.\n"""\n'
    (pages / "refunds.py").write_text(said + REFUNDS)
    text = client.get("/playground").text
    assert "<small>NDCG of the refund queries</small>" in text
    assert "<summary>Your pages</summary>" in text
    (pages / "refunds.py").unlink()
    assert "Your pages" not in client.get("/playground").text


def test_an_own_page_exists_as_long_as_its_file(pages, client):
    assert client.get("/another").status_code == 404
    (pages / "another.py").write_text("")
    assert client.get("/another").status_code == 200
    assert 'href="./another"' in client.get("/class").text
    (pages / "another.py").unlink()
    assert client.get("/another").status_code == 404
    assert 'href="./another"' not in client.get("/class").text


def test_only_pages_that_streamlit_draws_need_a_free_seat(pages, monkeypatch):
    monkeypatch.setattr(connections, "compute_seats", lambda files: 0)
    client = make_client(*server.list_routes())
    statuses = [client.get(path).status_code for path in ("/refunds", "/evaluate", "/glossary")]
    assert statuses == [503, 503, 200]


# --- Errors ------------------------------------------------------------------------------------


def test_an_own_pages_error_is_shown_to_its_author(pages):
    app = open_script(pages / "refunds.py")
    app.button[0].click().run()
    (error,) = app.exception
    assert error.message == "a mistake of its author"
    assert any("refunds.py" in line for line in error.stack_trace)


def test_a_syntax_error_appears_only_on_its_page(pages):
    (pages / "broken.py").write_text("x = (")
    (error,) = open_script(pages / "broken.py").exception
    assert "never closed" in error.message
    assert not open_script(pages / "refunds.py").exception


def test_our_errors_keep_their_details_on_the_server(pages):
    def page():
        from ndcg_ui.hosts.server import show_friendly_error

        is_shown = False
        try:
            raise RuntimeError("secret detail")
        except RuntimeError as error:
            is_shown = show_friendly_error(error)
        assert is_shown, "Streamlit would show a traceback"

    app = AppTest.from_function(page, default_timeout=PATIENCE).run()
    assert not app.exception
    assert "our fault" in app.error[0].value
