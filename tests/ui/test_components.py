"""Streamlit finds our components wherever it is started from, and their files are all there."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPONENTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["streamlit"][
    "component"
]["components"]

FIND = """
from streamlit.components.v2.component_manager import BidiComponentManager
manager = BidiComponentManager()
manager.discover_and_register_components(start_file_watching=False)
for name in {names!r}:
    print(name, manager.get_component_asset_root(f"ndcg-tutor.{{name}}"))
"""


def test_streamlit_finds_every_component_from_any_working_directory(tmp_path):
    names = [component["name"] for component in COMPONENTS]
    done = subprocess.run(
        [sys.executable, "-c", FIND.format(names=names)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    found = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    expected = {c["name"]: str((ROOT / c["asset_dir"]).resolve()) for c in COMPONENTS}
    assert found == expected


def test_a_component_has_its_script_and_no_file_names_another_host():
    for component in COMPONENTS:
        assert (ROOT / component["asset_dir"] / f"{component['name']}.js").is_file()
    for file in (ROOT / "ndcg_ui" / "parts").glob("*/*.[cj]s*"):
        text = file.read_text("utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, file
        assert "https://" not in text, file
