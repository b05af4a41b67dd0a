"""The tutorial as a folder of files, on a web space that only sends files."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ndcg_ui.hosts.site.writing import Files, build_site, fetch_pyodide

WHY = "Python starts anew in each page of a site"
on_a_site_too = pytest.mark.parametrize(
    "place", ["server", pytest.param("site", marks=pytest.mark.thorough(WHY))], indirect=True
)
"""For tests of what a page does, whether a server answers or Python in the browser."""


def make_site(**how) -> Files:
    """Return a static site, or skip the test if Pyodide cannot be fetched."""
    with TemporaryDirectory() as scratch:
        try:
            pyodide = fetch_pyodide(Path(scratch))
        except ValueError as error:
            pytest.skip(str(error))
        return build_site(pyodide, **how)  # a site that cannot be written fails the test
