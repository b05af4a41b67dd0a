"""Write ndcg.ipynb with JupyterLite as a folder of files: `python docs/notebooks/lite.py OUT`.

Any web server can serve the folder, and nothing in it comes from another host: Python (Pyodide,
from npm) and all wheels are files of the folder. It needs the extra `lite`, npm, and a network
while it is written.

Pyodide has no wheels of Polars and numpy on package indexes, so the notebook of the folder has no
part about two systems.
"""

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from ndcg_ui.hosts.site.writing import fetch_pyodide

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
INSTALLER = ("micropip", "packaging")
"""What Pyodide loads itself, to install everything else from wheels."""
KERNEL_NEEDS = ("ipython", "jedi", "comm", *INSTALLER)
PURE = ("--only-binary=:all:", "--platform", "any", "--implementation", "py", "--abi", "none")
PYTHON = "3.14"  # that of Pyodide
INSTALL = '%pip install -q "ndcg-tutor[notebook]"'
TWO_SYSTEMS, NEXT = "## Two systems", "## A function of your own"


def write_folder(out: Path, pyodide: Path | None = None) -> None:
    """Write the folder. pyodide: the folder of npm's package; without it, npm fetches it."""
    with TemporaryDirectory() as scratch:
        lite = Path(scratch) / "lite"
        wheels, python = lite / "pypi", lite / "static" / "pyodide"
        for folder in (wheels, python, lite / "files"):
            folder.mkdir(parents=True)
        get_wheels(wheels)
        copy_pyodide(pyodide or fetch_pyodide(Path(scratch)), python, wheels)
        notebook = json.loads((HERE / "ndcg.ipynb").read_text("utf-8"))
        write(lite / "files" / "ndcg.ipynb", for_pyodide(notebook))
        plugin = {"litePluginSettings": {KERNEL: {"disablePyPIFallback": True}}}
        settings = {"jupyter-lite-schema-version": 0, "jupyter-config-data": plugin}
        write(lite / "jupyter-lite.json", settings)
        command = ["-m", "jupyterlite_core.app", "build", "--no-sourcemaps"]
        run(*command, "--lite-dir", str(lite), "--output-dir", str(out.resolve()), cwd=lite)


def get_wheels(folder: Path) -> None:
    """Fetch our wheel and all wheels that it needs, each for any platform."""
    run("-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT))
    (ours,) = folder.glob("ndcg_tutor-*.whl")
    how = ("-q", "--python-version", PYTHON, *PURE, "-d", str(folder))
    run("-m", "pip", "download", *how, f"{ours}[notebook]", *KERNEL_NEEDS)


def copy_pyodide(source: Path, target: Path, wheels: Path) -> None:
    """Copy Pyodide, and have it load its installer from the folder."""
    for name in PYODIDE:
        copyfile(source / name, target / name)
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    packages = {}
    for name in INSTALLER:
        (wheel,) = wheels.glob(f"{name}-*.whl")
        copyfile(wheel, target / wheel.name)
        depends = [one for one in lock["packages"][name]["depends"] if one in INSTALLER]
        packages[name] = lock["packages"][name] | {
            "file_name": wheel.name,
            "version": wheel.name.split("-")[1],
            "sha256": sha256(wheel.read_bytes()).hexdigest(),
            "depends": depends,
        }
    write(target / "pyodide-lock.json", lock | {"packages": packages})


def for_pyodide(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with a cell that installs, and without its part about two systems."""
    cells = [cell | {"source": "".join(cell["source"])} for cell in notebook["cells"]]
    starts = [cell["source"].partition("\n")[0] for cell in cells]
    first, last = starts.index(TWO_SYSTEMS), starts.index(NEXT)
    kept = [*cells[:first], *cells[last:]]
    for cell in kept:
        cell["source"] = "\n".join(
            line for line in cell["source"].splitlines() if "ndcg_core.evaluation" not in line
        )
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    install = kept[1] | {"id": "install", "source": INSTALL}
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    metadata = {"kernelspec": kernel}
    return notebook | {"cells": [kept[0], install, *kept[1:]], "metadata": metadata}


def write(file: Path, data: object) -> None:
    """Write data as JSON."""
    file.write_text(json.dumps(data), encoding="utf-8")


def run(*arguments: str, cwd: Path | None = None) -> None:
    """Run this Python with some arguments. Raise an error with its output if it fails."""
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments[:3])} failed:\n{done.stdout}{done.stderr}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the folder that is named."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("out", metavar="OUT", type=Path, help="a folder that is new or empty")
    parser.add_argument("--pyodide", metavar="FOLDER", type=Path, help="npm's pyodide")
    options = parser.parse_args(arguments)
    write_folder(options.out, options.pyodide)


if __name__ == "__main__":
    main()
