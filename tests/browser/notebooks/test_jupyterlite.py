"""The notebook of docs/notebooks in JupyterLite, which is a folder of files without a server."""

import runpy

import pytest
from playwright.sync_api import expect

from benchmarks._jupyter import choose_menu_entry
from benchmarks._server import REPOSITORY
from benchmarks.site import serve_folder
from tests.browser.notebooks.pages import BoardPart
from tests.browser.visits import Watch

MISSING = ("404", "doc/workspaces")  # of a folder it asks for a file that may be there


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder with JupyterLite, which is written once."""
    pytest.importorskip("jupyterlite_core", reason='it needs `pip install -e ".[lite]"`')
    out = tmp_path_factory.mktemp("lite") / "site"
    write = runpy.run_path(str(REPOSITORY / "docs" / "notebooks" / "lite.py"))["write_folder"]
    try:
        write(out)
    except ValueError as error:  # no npm, or no network
        pytest.skip(str(error))
    return out


def test_the_notebook_runs_in_the_browser_without_files_from_other_hosts(chromium, folder):
    page, watch = chromium.new_page(), Watch()
    with serve_folder(folder) as place:
        watch.over(page, place.url, tolerate=MISSING)
        page.goto(f"{place.url}/lab/index.html?path=ndcg.ipynb")
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        expect(cells).to_have_count(5)
        expect(page.get_by_text("Python (Pyodide) | Idle")).to_be_visible()
        choose_menu_entry(page, "Run", "Run All Cells")
        board = BoardPart(page, cells.nth(2))
        board.drag("E", to="A")
        expect(page.get_by_text("183 of 225 rankings").first).to_be_visible()
        cells.nth(3).locator(".jp-InputPrompt").click()
        page.keyboard.press("Control+Enter")
        expect(cells.nth(3)).to_contain_text("= 0.819933")
        page.close()
    watch.end()
    assert not watch.troubles, "\n".join(watch.troubles)
