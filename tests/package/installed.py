"""A wheel of this repository, and an environment that holds it and nothing of the checkout."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
NOT_BUILT_FROM = {"tests", "benchmarks", "docs", "build", "dist"}
OURS = ("ndcg_tutor", "__editable__")


def build(folder: Path) -> Path:
    """Build the wheel from a copy of the checkout, without asking the network for anything."""
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=_not_built_from)
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source))
    (wheel,) = folder.glob("*.whl")
    return wheel


def _not_built_from(place: str, names: list[str]) -> set[str]:
    hidden = {name for name in names if name[0] == "." and name != ".streamlit"}
    egg = {name for name in names if name.endswith(".egg-info")}
    return {"__pycache__", *(hidden | egg | NOT_BUILT_FROM if Path(place) == ROOT else ())}


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "-q", "--no-input", "--disable-pip-version-check"]
    done = subprocess.run(
        [*command, *arguments],
        env={**os.environ, "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


@dataclass(frozen=True)
class Environment:
    """An environment with the wheel; `libraries` is the folder that holds what it depends on."""

    folder: Path
    home: Path
    libraries: Path

    @property
    def packages(self) -> Path:
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    @property
    def variables(self) -> dict[str, str]:
        """What a process sees; nothing that is said about the checkout."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        own = {"HOME": str(self.home), "PYTHONPATH": str(self.libraries)}
        return {"PATH": path, **own}

    def command(self, line: str, *arguments: str) -> list[str]:
        """A line of a shell, its program the environment's, and further arguments."""
        program, *words = shlex.split(line)
        return [str(self.folder / "bin" / program), *words, *arguments]

    def run(self, line: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run such a line, from a folder that is not the checkout."""
        return subprocess.run(
            self.command(line, *arguments),
            cwd=self.home,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


def install(wheel: Path, folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip("--python", str(folder / "bin" / "python"), "install", "--no-deps", str(wheel))
    return folder


def needed(requirements: Iterable[str]) -> dict[str, Distribution]:
    """The distributions that these requirements bring, extras left out, as installed here."""
    found: dict[str, Distribution] = {}
    for text in requirements:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            one = distribution(requirement.name)
            found |= {requirement.name: one, **needed(one.requires or [])}
    return found


def only(distributions: Iterable[Distribution], folder: Path) -> Path:
    """A folder with links to the files of these distributions."""
    folder.mkdir()
    for one in distributions:
        for top in {Path(file).parts[0] for file in one.files or []} - {".."}:
            (folder / top).symlink_to(Path(str(one.locate_file(top))))
    return folder


def everything_but_ours(folder: Path) -> Path:
    """A folder with links to all that is installed here, this project excepted.

    Streamlit is in development mode unless it lives in a folder called site-packages.
    """
    folder.mkdir()
    for place in map(Path, sys.path):
        for entry in place.iterdir() if place.name == "site-packages" else ():
            link = folder / entry.name
            if not (entry.name.startswith(OURS) or entry.suffix == ".pth" or link.is_symlink()):
                link.symlink_to(entry)
    return folder
