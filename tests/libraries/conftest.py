"""Every test of libraries and of the command stands in a folder of its own."""

import io
import sys

import pytest


@pytest.fixture(autouse=True)
def no_file_is_called_like_a_grade(tmp_path, monkeypatch):
    """Every command runs in a folder of its own, and nothing is piped in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
