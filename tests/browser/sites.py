"""The tutorial as a folder of files, on a web space that only sends files."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ndcg_ui.hosts.site.writing import Files, get_pyodide, site

WHY = "Python starts anew in each page of a site"
on_a_site_too = pytest.mark.parametrize(
    "place", ["server", pytest.param("site", marks=pytest.mark.thorough(WHY))], indirect=True
)
"""For tests of what a page does, whether a server answers or Python in the browser."""


def make_site(**how) -> Files:
    """The files of a site; the test is skipped where Python for the browser cannot be had."""
    with TemporaryDirectory() as scratch:
        try:
            return site(get_pyodide(Path(scratch)), **how)
        except ValueError as error:
            pytest.skip(str(error))
