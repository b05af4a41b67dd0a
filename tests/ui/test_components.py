"""All files of our components exist."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPONENTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["streamlit"][
    "component"
]["components"]


def test_a_component_has_its_script_and_names_no_other_host():
    for component in COMPONENTS:
        assert (ROOT / component["asset_dir"] / f"{component['name']}.js").is_file()
    for file in (ROOT / "ndcg_ui" / "components").glob("*/*.[cj]s*"):
        text = file.read_text("utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, file
        assert "https://" not in text, file
