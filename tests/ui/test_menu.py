"""The app as Streamlit pages: every page of main.py opens, and a page that is added does too."""

import json
import os
import re
import sys
from pathlib import Path
from shutil import copytree
from subprocess import run

import pytest
from streamlit.testing.v1 import AppTest

from ndcg_ui.hosts.streamlit.menu import SCRIPTS
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.menu import EXHIBITS, MENU
from tests.acts.shown import Words
from tests.clock import PATIENCE
from tests.ui.conftest import MAIN, read_markup
from tests.ui.evaluations import QRELS, RUN

ROOT = Path(__file__).parents[2]
EXHIBITS_BY_PATH = {page.path: page for page in EXHIBITS.values()}


def open_page(script: str, **query: str) -> AppTest:
    """Open a page of main.py in plain Streamlit."""
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE).run()
    for name, text in query.items():
        app.query_params[name] = text
    app.switch_page(script).run()
    assert not app.exception, app.exception
    return app


def test_every_page_of_the_menu_has_a_script():
    assert set(SCRIPTS) == set(MENU)
    scripts = {f"menu/{path.name}" for path in (MAIN.parent / "menu").glob("[!_]*.py")}
    assert set(SCRIPTS.values()) == scripts


@pytest.mark.parametrize(("path", "script"), SCRIPTS.items())
def test_a_page_of_the_menu_opens_without_an_exception(path, script):
    app = open_page(script)
    assert len(app.main) > 0
    if path in EXHIBITS_BY_PATH:
        (component,) = (one for one in app.main if one.type == "bidi_component")
        begun = json.loads(component.proto.json)["now"]
        assert begun["page"] == EXHIBITS_BY_PATH[path].name
        assert begun["rows"]


def test_the_class_page_explains_how_to_start_the_server():
    (text,) = open_page("menu/classes.py").markdown
    assert "`ndcg app`" in text.value
    assert "`streamlit run app.py`" in text.value


def test_files_use_streamlits_fields_without_our_server(common, at_once):
    left = folders.make_visitor_folder()  # of a session that ended
    os.utime(left, (0, 0))
    app = open_page("menu/evaluate.py", data="own")
    assert not left.exists()
    qrels, run_field = app.file_uploader
    assert (qrels.label, run_field.label) == ("Drop the judgments here", "Drop runs here, up to 5")
    assert qrels.help.endswith("Files can be compressed; up to 200 MB a file")
    assert run_field.help == "the same kinds of files; up to 200 MB a file"
    assert {field.proto.max_upload_size_mb for field in (qrels, run_field)} == {200}
    qrels.set_value([("qrels.txt", QRELS.encode(), "text/plain")])
    run_field.set_value([("mine.run", RUN.encode(), "text/plain")])
    app.run()
    assert not app.exception
    assert [field.value for field in app.file_uploader] == [None, []]  # they lie in the folder now
    names = sorted(file.name for file in app.session_state["evaluate.own"].files.all_files)
    assert names == ["mine.run", "qrels.txt"]
    assert [button.label for button in app.download_button] == [
        "Download results by query (CSV)",
        "Download results by query (Parquet)",
    ]


def test_without_our_server_a_refused_file_is_named_until_the_next_upload(
    common, at_once, monkeypatch
):
    app = open_page("menu/evaluate.py", data="own")
    names = ("a.run", "b.run")
    app.file_uploader[1].set_value([(name, RUN.encode(), "text/plain") for name in names])
    with monkeypatch.context() as full:
        full.setattr(folders, "count_stored_bytes", lambda: 10**12)
        app.run()
    assert Words(read_markup(app.main)).problems == [
        " ".join(f"{name}: {folders.SERVER_FULL}" for name in names)
    ]
    app.file_uploader[0].set_value([("qrels.txt", QRELS.encode(), "text/plain")])
    app.run()
    assert Words(read_markup(app.main)).problems == []


def test_files_use_requests_on_our_server(visit):
    page = visit("evaluate", data="own").app
    assert len(page.file_uploader) == 0
    assert len(page.download_button) == 0


# --- A page that a maintainer adds -------------------------------------------------------------

MAP = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
(PAGE,) = re.findall(r"^```python\n(.*?)^```$", MAP, re.M | re.S)
"""The example of a page, under "How a page works"."""
SCRIPT = """from ndcg_ui.hosts.streamlit.menu import draw_menu_page

draw_menu_page("swap")
"""
OPENING = """
import gzip, sys
from streamlit.testing.v1 import AppTest
from ndcg_ui.hosts.server import documents
from ndcg_ui.pages.menu import EXHIBITS

app = AppTest.from_file(sys.argv[1], default_timeout=60).run()
app.switch_page("menu/swap.py").run()
assert not app.exception, app.exception
assert len(app.main) > 0
document = gzip.decompress(documents.render_page(EXHIBITS["swap"])).decode()
assert '<a href="./swap" aria-current="page">Swap<small>Swap two documents</small></a>' in document
assert "<h1>NDCG is 0.679.</h1>" in document
"""


def test_the_example_page_of_the_map_is_short_and_works():
    names = {}
    exec(PAGE, names)
    act = names["PAGE"].answer_action
    before, after = act({}, None, {}, {}), act({}, None, {}, {"act": "swap"})
    assert len(PAGE.splitlines()) <= 45
    assert before.link == {}
    assert after.link == {"r": "3,0,2"}
    assert "NDCG is 0.939." in after.rows[1][0][0].data["html"]
    assert act(after.link, None, {}, {"act": "swap"}).link == before.link


def test_an_added_page_opens_in_streamlit_and_as_a_document(tmp_path):
    package = tmp_path / "ndcg_ui"
    copytree(ROOT / "ndcg_ui", package)  # with the compiled modules, which stay valid
    folder = package / "pages" / "swap"
    folder.mkdir()
    (folder / "__init__.py").write_text(PAGE)
    folders = package / "pages" / "__init__.py"
    last = '    "glossary",\n'
    folders.write_text(folders.read_text().replace(last, f'{last}    "swap",\n'))
    host = package / "hosts" / "streamlit"
    (host / "menu" / "swap.py").write_text(SCRIPT)
    paths = os.pathsep.join(map(str, (tmp_path, ROOT)))
    command = [sys.executable, "-c", OPENING, str(host / "main.py")]
    done = run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
