"""README and the publishing files: the two commands, versions, and links of an index."""

import json
import re
import runpy
import shlex
import shutil
import subprocess
import tomllib

import pytest

import ndcg_core as nc
from ndcg_core.terminal import main
from ndcg_ui.hosts import server
from ndcg_ui.pages.menu import GROUPS, MENU
from tests.package.documents import OTHERS, PAGES, README, ROOT, list_blocks

RECIPE = (ROOT / "Dockerfile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COMMANDS = [text.strip() for text in list_blocks("sh", "README.md")]


def test_the_two_commands_install_their_needs_and_run_in_ci():
    app, test = COMMANDS
    assert '-e ".[app]" && .venv/bin/streamlit run app.py' in app
    assert '-e ".[test]" && .venv/bin/pytest' in test
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert COMMANDS[1] in script.splitlines()
    assert "\nexport NDCG_REQUIRE_BROWSER=1 NDCG_TESTS=all\n" in script.partition("/pytest")[0]
    assert '-e ".[test,browsers]" && .venv/bin/pytest tests/browser/others' in script
    assert '-e ".[test,hosts,lite]" && .venv/bin/pytest tests/browser/notebooks' in script
    assert '-e ".[test,boosters,ranx]" && .venv/bin/pytest tests/conformance' in script
    assert '-e ".[test,docs]" && .venv/bin/pytest tests/package/test_docs.py' in script
    assert "- run: .ci/run" in (ROOT / ".github/workflows/tests.yml").read_text("utf-8")


def test_every_named_extra_exists_and_its_packages_are_pinned():
    extras = PROJECT["optional-dependencies"]
    texts = "".join([*PAGES.values(), *OTHERS.values()])
    found = re.findall(r'"\.\[([a-z,]+)\]"', texts)
    assert {name for names in found for name in names.split(",")} == set(extras)
    assert "ndcg-tutor[app]" in extras["test"]
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in pins if "==" in line}
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    names = {re.split(r"[\[<>=]", text)[0] for wanted in lists for text in wanted} - {"ndcg-tutor"}
    assert names <= pinned


def test_readmes_terminal_shows_the_real_output(capsys):
    (text,) = list_blocks("console", "README.md")
    command, *lines = text.splitlines()
    assert main(shlex.split(command.removeprefix("$ ndcg "))) == 0
    assert capsys.readouterr().out.splitlines()[: len(lines) - 1] == lines[:-1]


def test_readme_fits_one_screen():
    assert len(README.splitlines()) < 95


def test_readmes_table_and_picture_show_the_navigation():
    picture = json.loads((ROOT / "docs" / "drag.json").read_text("utf-8"))
    assert picture["navigation"] == list(GROUPS)
    rows = re.findall(r"^\| ([^|`]+) `/([\w-]*)` \|", README, re.M)
    assert [(path, title) for title, path in rows] == list(MENU.items())


def test_the_guide_names_each_page_as_the_menu_does():
    guide = (ROOT / "docs" / "start.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|`]+) `/([\w-]*)` \|", guide, re.M)
    assert [(path, title) for title, path in rows] == [one for one in MENU.items() if one[0]]


def test_host_instructions_match_the_server_and_the_image(monkeypatch):
    for name, value in tomllib.loads(*list_blocks("toml", "docs/online/free-hosts.md")).items():
        monkeypatch.setenv(name, value.replace("NAME", "ndcg"))
    server.check_settings()
    (port,) = re.findall(r"app_port: (\d+)", *list_blocks("yaml", "docs/online/free-hosts.md"))
    assert f"EXPOSE {port}\n" in RECIPE


def test_the_version_is_the_same_everywhere_and_index_links_are_absolute():
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {nc.__version__}\n" in citation
    assert f"\n## {nc.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    made = runpy.run_path(str(ROOT / "setup.py"))["for_an_index"]
    assert not re.search(r"\]\((?!https?:|#)", made(README, ""))
    assert "](https://x.test/raw/HEAD/docs/drag.gif)" in made(README, "https://x.test")


def test_an_older_python_is_refused_with_a_sentence():
    old = shutil.which("python3.10")
    if not old or subprocess.run([old, "-c", ""], capture_output=True).returncode:
        pytest.skip("There is no Python 3.10 here.")
    command = [old, "-m", "ndcg_core", "3", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert re.fullmatch(
        r"NDCG, .* needs Python 3.11 or newer\. This is 3\.10\.\d+\.\n", done.stderr
    )
