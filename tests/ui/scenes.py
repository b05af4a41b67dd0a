"""Scenes in JavaScript, run by Node: some of our modules, and what happens to them."""

import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

UI = Path(__file__).parents[2] / "ndcg_ui"
_CLOCK_FILE = (Path(__file__).parent / "clock.js").as_uri()
CLOCK = f"import {{ clock, pass, settled }} from {json.dumps(_CLOCK_FILE)};"
"""The line of a scene whose clock goes on when the scene says so."""
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node: apt install nodejs")


def make_scene_runner(
    folder: Path, modules: Mapping[str, str], before: str
) -> Callable[[str], Any]:
    """Return a function that runs a scene in Node and returns its `result`.

    before: the code that runs before each scene.
    """

    def run(scene: str) -> Any:
        for name, source in modules.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(source)
        (folder / "package.json").write_text('{"type": "module"}')
        end = "process.stdout.write(JSON.stringify(result), () => process.exit(0));"
        (folder / "scene.js").write_text(f"{before}{scene}\n{end}")
        done = subprocess.run(["node", "scene.js"], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def read_module(name: str) -> str:
    return (UI / name).read_text("utf-8")
