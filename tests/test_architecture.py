"""The map: what ARCHITECTURE.md names is there, and every room is on it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`((?:\w[\w.-]*/)+[\w.-]*|app\.py|pyproject\.toml)`", MAP)))


@pytest.mark.parametrize("path", NAMED)
def test_what_the_map_names_is_there(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("package", ["ndcg_core", "ndcg_ui"])
def test_every_room_is_on_the_map(package):
    here, drawn = ROOT / package, MAP.split(f"\n{package}/\n")[1]
    listed = re.findall(r"^  (\w+)/ ", re.split(r"\n\w", drawn)[0], re.M)
    rooms = (path.parent.name for kind in ("py", "css") for path in here.glob(f"[!_]*/*.{kind}"))
    assert set(listed) == {name for name in rooms if not name.endswith("_carried")}  # by a wheel


def with_text(pattern):
    """The files of ours in which something stands."""
    paths = [*(ROOT / "ndcg_core").rglob("*.py"), *(ROOT / "ndcg_ui").rglob("*.py")]
    found = (path for path in paths if re.search(pattern, path.read_text("utf-8"), re.M))
    return [str(path.relative_to(ROOT)) for path in found]


def test_html_is_escaped_in_one_place():
    assert with_text(r"^(?:from html import|import html$)") == ["ndcg_core/html_builder.py"]


IN_ONE_MEMORY = "download_button|image|logo|audio|video|pdf|file_uploader|camera_input|audio_input"
"""What Streamlit keeps in the process of a page, where a request may reach another."""


def test_no_file_is_given_or_taken_by_the_memory_of_one_process():
    assert with_text(rf"\bst\.({IN_ONE_MEMORY})\(") == []
