"""The wheel, installed in an empty environment and used from another folder."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

import ndcg_core as nc
from benchmarks._server import Server, find_free_port
from ndcg_core.lessons.loader import load_lessons

ROOT = Path(__file__).parents[2]
NOT_BUILT_FROM = {"tests", "benchmarks", "docs", "build", "dist"}
OURS = ("ndcg_tutor", "__editable__")
BARE = ("markdown_it", "mdurl")
"""All packages of an installation without extras."""
pytestmark = pytest.mark.thorough("a wheel is built and installed in an empty environment")


def list_left_out(place: str, names: list[str]) -> set[str]:
    hidden = {name for name in names if name[0] == "." and name != ".streamlit"}
    egg = {name for name in names if name.endswith(".egg-info")}
    return {"__pycache__", *(hidden | egg | NOT_BUILT_FROM if Path(place) == ROOT else ())}


def run_pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "-q", "--no-input", "--disable-pip-version-check"]
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    done = subprocess.run(
        [*command, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@dataclass(frozen=True)
class Environment:
    """An environment with the wheel, whose dependencies are in the folder `libraries`."""

    folder: Path
    home: Path
    libraries: Path

    @property
    def variables(self) -> dict[str, str]:
        """Return the variables of a process, without those about the checkout."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.home), "PYTHONPATH": str(self.libraries)}

    def command(self, line: str, *arguments: str) -> list[str]:
        """Return a shell line as words, with the environment's program and more arguments."""
        program, *words = shlex.split(line)
        return [str(self.folder / "bin" / program), *words, *arguments]

    def run(self, line: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a shell line in a folder outside the checkout."""
        return subprocess.run(
            self.command(line, *arguments),
            cwd=self.home,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy of the checkout, without network access."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=list_left_out)
    run_pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(folder / "source"))
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def folder(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    run_pip("--python", str(folder / "bin" / "python"), "install", "--no-deps", str(wheel))
    return folder


@pytest.fixture(scope="module")
def bare(folder, tmp_path_factory):
    """Return the wheel with its own dependencies and no extra: `pip install ndcg-tutor`."""
    home = tmp_path_factory.mktemp("home")
    (home / "libraries").mkdir()
    for name in BARE:
        (home / "libraries" / name).symlink_to(Path(find_spec(name).origin).parent)
    return Environment(folder, home, home / "libraries")


@pytest.fixture(scope="module")
def full(folder, tmp_path_factory):
    """Return the wheel with the extra `app` and all installed packages but this project.

    Streamlit is in development mode unless it lives in a folder called site-packages.
    """
    home = tmp_path_factory.mktemp("home")
    libraries = home / "site-packages"
    libraries.mkdir()
    for place in map(Path, sys.path):
        for entry in place.iterdir() if place.name == "site-packages" else ():
            link = libraries / entry.name
            if not (entry.name.startswith(OURS) or entry.suffix == ".pth" or link.is_symlink()):
                link.symlink_to(entry)
    return Environment(folder, home, libraries)


# --- What is in it ---------------------------------------------------------------------------


def test_the_wheel_contains_every_file_and_no_tests(wheel):
    with ZipFile(wheel) as archive:
        inside = set(archive.namelist())
        for name in ("app.py", ".streamlit/config.toml"):
            assert archive.read(f"ndcg_ui/app_carried/{name}") == (ROOT / name).read_bytes()
        (metadata,) = (name for name in inside if name.endswith("/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
    for package in ("ndcg_core", "ndcg_ui"):
        files = (path for path in (ROOT / package).rglob("*") if path.is_file())
        wanted = {str(f.relative_to(ROOT)) for f in files if f.parent.name != "__pycache__"}
        assert wanted <= inside
    lessons = {path.relative_to(ROOT / "lessons") for path in (ROOT / "lessons").rglob("*.*")}
    assert {f"ndcg_core/lessons_carried/{path}" for path in lessons} <= inside
    assert "ndcg_core/py.typed" in inside
    tops = {name.split("/")[0] for name in inside}
    assert tops == {"ndcg_core", "ndcg_ui", f"ndcg_tutor-{nc.__version__}.dist-info"}
    needed = [line for line in lines if line.startswith("Requires-Dist: ")]
    own = [line for line in needed if "extra ==" not in line]
    assert [line.partition("<")[0] for line in own] == ["Requires-Dist: markdown-it-py"]


# --- The core alone --------------------------------------------------------------------------


def test_the_command_scores_a_ranking_from_any_folder(bare):
    done = bare.run("ndcg 3 2 3 0 1 --k 5 --convention lightgbm")
    assert done.stderr == ""
    assert "NDCG@5 = 12.780 / 13.347 = 0.957478" in done.stdout
    as_module = bare.run("python -m ndcg_core 3 2 3 0 1 --k 5 --convention LightGBM")
    assert as_module.stdout == done.stdout


USE = """
import json, sys
import ndcg_core as nc
from ndcg_core.lessons.loader import load_lessons
print(json.dumps({
    "file": nc.__file__,
    "version": nc.__version__,
    "examples": [example.slug for example in nc.load_examples()],
    "lessons": [lesson.slug for lesson in load_lessons()],
    "shown": nc.trace([3, 2])._repr_html_(),
    "heavy": sorted({"numpy", "pandas", "streamlit", "plotly", "ndcg_ui"} & set(sys.modules)),
}))
"""


def test_the_wheel_has_the_lessons_their_check_and_the_examples(bare):
    done = bare.run("python -c", USE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["file"]).is_relative_to(bare.folder)
    assert found["version"] == nc.__version__
    assert found["examples"] == [example.slug for example in nc.load_examples()]
    assert found["lessons"] == [lesson.slug for lesson in load_lessons()]
    assert found["shown"] == nc.trace([3, 2])._repr_html_()
    assert found["heavy"] == []
    done = bare.run("python -m ndcg_core.lessons")
    assert done.returncode == 0, done.stdout + done.stderr


# --- The app ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def app(full):
    """Start `ndcg app` in an empty folder, and return its address."""
    port = find_free_port()
    command = full.command(f"ndcg app --port {port} --server.headless true")
    server = Server(port, full.home / "log", command, full.home, full.variables)
    server.start()
    yield server.url
    server.stop()


@pytest.mark.browser
def test_pages_from_the_wheel_have_components_lessons_and_colours(app, chromium):
    page = chromium.new_page(color_scheme="light")
    served: list[tuple[int, str]] = []
    page.on("response", lambda answer: served.append((answer.status, answer.url)))
    page.goto(f"{app}/playground?r=3,2,3,0,1")
    page.wait_for_selector('[data-testid="card"]')
    value = page.locator('[data-testid="value-ndcg"]').first.get_attribute("data-value")
    assert value == nc.exact(nc.ndcg([3, 2, 3, 0, 1]))
    page.goto(app)
    page.wait_for_selector('[data-testid="lesson"]')
    page.goto(f"{app}/evaluate")
    page.wait_for_selector("#cover", state="detached")
    background = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    page.close()
    assert background == "rgb(251, 250, 247)"  # theme.light in .streamlit/config.toml
    components = [url for _, url in served if "/bidi-components/ndcg-tutor." in url]
    assert any("/exhibit" in url for url in components)
    assert [(status, url) for status, url in served if status >= 400] == []
