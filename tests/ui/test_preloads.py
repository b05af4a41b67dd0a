"""The scripts a page is told of are there, and are all that its chain of imports leads to."""

import re

import pytest

from ndcg_ui.web.assets import STREAMLIT_STATIC
from ndcg_ui.web.preloads import preloads

OURS = re.compile(r"/_stcore/bidi-components/ndcg-tutor\.(\w+)/(\w+)\.js")


def test_an_exhibit_brings_the_scripts_of_its_parts_and_what_they_import():
    addresses = {match.groups() for one in preloads(("exhibit",), ()) if (match := OURS.match(one))}
    assert {(part, part) for part in ("exhibit", "board", "figure", "sheet")} <= addresses
    assert {("markup", "places"), ("markup", "buttons")} <= addresses  # shared with others
    assert ("board", "view") not in addresses  # a part of the board's script
    assert not {part for part, _ in addresses} & {"lab", "drop", "take"}


@pytest.mark.parametrize("widget", ["TextInput", "NumberInput", "Selectbox", "ButtonGroup", "Html"])
def test_a_piece_of_streamlits_brings_what_it_imports(widget):
    addresses = preloads((), (widget,))
    assert any(f"/{widget}." in address for address in addresses)
    shell = (STREAMLIT_STATIC / "index.html").read_text("utf-8")
    for address in addresses:
        file = STREAMLIT_STATIC / address.removeprefix("/")
        assert file.is_file()
        for name in re.findall(r"""from["'`]\./([\w.-]+\.js)""", file.read_text("utf-8")):
            assert f"/static/js/{name}" in addresses or name in shell


def test_each_is_told_once():
    addresses = preloads(("exhibit", "markup", "board"), ("TextInput", "Selectbox"))
    assert len(addresses) == len(set(addresses))
