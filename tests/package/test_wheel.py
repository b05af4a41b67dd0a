"""The wheel, installed in an empty environment and used from another folder."""

import json
from pathlib import Path

import pytest

import ndcg_core as nc
from benchmarks._server import Server, free_port
from ndcg_core.lessons.loader import load_lessons
from tests.package import installed
from tests.package.installed import ROOT, Environment

pytestmark = pytest.mark.thorough("a wheel is built and installed in an empty environment")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return installed.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def requirements(wheel):
    (metadata,) = (name for name in installed.names(wheel) if name.endswith("/METADATA"))
    with installed.ZipFile(wheel) as archive:
        lines = archive.read(metadata).decode().splitlines()
    return [line.partition(": ")[2] for line in lines if line.startswith("Requires-Dist: ")]


@pytest.fixture(scope="module")
def folder(wheel, tmp_path_factory):
    return installed.install(wheel, tmp_path_factory.mktemp("environment") / "venv")


@pytest.fixture(scope="module")
def bare(folder, requirements, tmp_path_factory):
    """The wheel with its own dependencies and no extra: `pip install ndcg-tutor`."""
    home = tmp_path_factory.mktemp("home")
    libraries = installed.only(installed.needed(requirements).values(), home / "libraries")
    return Environment(folder, home, libraries)


@pytest.fixture(scope="module")
def full(folder, tmp_path_factory):
    """The wheel with the extra `app`: `pip install "ndcg-tutor[app]"`."""
    home = tmp_path_factory.mktemp("home")
    return Environment(folder, home, installed.everything_but_ours(home / "site-packages"))


# --- What is in it ---------------------------------------------------------------------------


def test_it_carries_every_file_of_packages_lessons_and_app_and_no_tests(wheel):
    inside = installed.names(wheel)
    for package in ("ndcg_core", "ndcg_ui"):
        files = (path for path in (ROOT / package).rglob("*") if path.is_file())
        wanted = {str(f.relative_to(ROOT)) for f in files if f.parent.name != "__pycache__"}
        assert wanted <= inside
    lessons = {path.relative_to(ROOT / "lessons") for path in (ROOT / "lessons").rglob("*.*")}
    assert {f"ndcg_core/lessons_carried/{path}" for path in lessons} <= inside
    assert "ndcg_core/py.typed" in inside
    tops = {name.split("/")[0] for name in inside}
    assert tops == {"ndcg_core", "ndcg_ui", f"ndcg_tutor-{nc.__version__}.dist-info"}
    with installed.ZipFile(wheel) as archive:
        for name in ("app.py", ".streamlit/config.toml"):
            assert archive.read(f"ndcg_ui/app_carried/{name}") == (ROOT / name).read_bytes()


def test_without_an_extra_it_needs_a_markdown_parser_and_nothing_else(requirements):
    own = [line for line in requirements if "extra ==" not in line]
    assert [line.partition("<")[0] for line in own] == ["markdown-it-py"]


# --- The core alone --------------------------------------------------------------------------


def test_the_bare_package_takes_less_than_ten_megabytes(bare, requirements):
    files = [Path(path) for path in bare.packages.rglob("*")]
    for one in installed.needed(requirements).values():
        files += [Path(str(one.locate_file(file))) for file in one.files or []]
    assert 500_000 < sum(file.stat().st_size for file in files if file.is_file()) < 10_000_000


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


def test_the_lessons_their_check_and_the_examples_travel_with_it(bare):
    done = bare.run("python -c", USE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["file"]).is_relative_to(bare.packages)
    assert found["version"] == nc.__version__
    assert found["examples"] == [example.slug for example in nc.load_examples()]
    assert found["lessons"] == [lesson.slug for lesson in load_lessons()]
    assert found["shown"] == nc.trace([3, 2])._repr_html_()
    assert found["heavy"] == []
    done = bare.run("python -m ndcg_core.lessons")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("ndcg app", "The app needs streamlit, plotly, brython, polars, "),
        ("ndcg evaluate --example", "Many queries need polars, narwhals, numpy, not installed "),
    ],
)
def test_a_command_without_its_extra_is_a_sentence_and_no_traceback(bare, command, sentence):
    done = bare.run(command)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr


# --- The app ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def app(full):
    """`ndcg app`, started in a folder that holds nothing; the address where it answers."""
    port = free_port()
    command = full.command(f"ndcg app --port {port} --server.headless true")
    server = Server(port, full.home / "log", command, full.home, full.variables)
    server.start()
    yield server.url
    server.stop()


def test_the_bundled_queries_travel_with_it(full):
    done = full.run("ndcg evaluate --example --json")
    assert done.returncode == 0, done.stderr
    assert [row["queries"] for row in json.loads(done.stdout)["systems"]] == [60, 60, 60]


@pytest.mark.browser
def test_its_pages_have_their_components_lessons_and_colours(app, chromium):
    page = chromium.new_page(color_scheme="light")
    served: list[tuple[int, str]] = []
    page.on("response", lambda answer: served.append((answer.status, answer.url)))
    page.goto(f"{app}/playground?r=3,2,3,0,1")
    page.wait_for_selector('[data-testid="card"]')
    value = page.locator('[data-testid="value-ndcg"]').first.get_attribute("data-value")
    assert value == nc.exact(nc.ndcg([3, 2, 3, 0, 1]))
    page.wait_for_selector("#first-screen", state="detached")
    background = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    page.goto(app)
    page.wait_for_selector('[data-testid="lesson"]')
    page.close()
    assert background == "rgb(251, 250, 247)"  # theme.light in .streamlit/config.toml
    components = [url for _, url in served if "/bidi-components/ndcg-tutor." in url]
    assert any("/exhibit" in url for url in components)
    assert [(status, url) for status, url in served if status >= 400] == []
