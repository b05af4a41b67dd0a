"""A site's files, and the core's and the pages' Python where nothing else is installed."""

import json
import re
import subprocess
import sys
from html import unescape
from io import BytesIO
from urllib.parse import parse_qsl
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

import ndcg_core as nc
from ndcg_core.lessons import load_lessons
from ndcg_core.terminal import main
from ndcg_ui import limits
from ndcg_ui.components.board.link import Settings, read_state
from ndcg_ui.hosts.embed.writing import build_embed_script
from ndcg_ui.hosts.site import command, documents, headers, tables, writing
from tests.package.documents import ROOT

BLOCKED = (
    *("streamlit", "plotly", "starlette", "uvicorn", "anyio", "brython", "pyarrow"),
    *("polars", "narwhals", "numpy", "scipy", "pandas", "sklearn"),
)
ANSWER_WITH_OTHERS_BLOCKED = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {BLOCKED!r}:
            raise ImportError(name + " is blocked")

sys.meta_path.insert(0, Blocked())
import ndcg_core
import ndcg_core.evaluation, ndcg_core.terminal, ndcg_core.lessons.loader
from ndcg_ui.pages.menu import EXHIBITS
from ndcg_ui.hosts.site.answering import answer_request

assert len(ndcg_core.delta_ndcg([3, 0, 2])) == 3
for name in EXHIBITS:
    answer = answer_request("acts/" + name, '{{"link": {{}}, "act": {{}}}}')
    assert answer.startswith('{{"link":'), name
assert answer_request("take-along/ndcg-quiz.zip", "number=1").startswith(b"PK")
"""


def test_the_core_and_every_page_answer_without_any_library():
    done = subprocess.run(
        [sys.executable, "-c", ANSWER_WITH_OTHERS_BLOCKED], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_a_page_has_its_policy_and_no_foreign_address():
    pages = documents.render_documents("https://ndcg.example.edu/")
    assert {"index.html", "playground/index.html", "class/index.html"} <= set(pages)
    for page in pages.values():
        assert 'http-equiv="Content-Security-Policy" content="default-src \'self\';' in page
        assert "_stcore" not in page
        assert "<style>\n[data-leaves] body" in page  # hides the screen of another link
        assert '<main id="main" tabindex="-1">' in page
    assert 'href="https://ndcg.example.edu/class"' in pages["class/index.html"]
    assert "starts a server" not in pages["class/index.html"]


def test_a_page_links_its_picture_at_the_sites_address(monkeypatch, tmp_path):
    pages = documents.render_documents(address="https://example.edu/ndcg")
    for name, path in (("learn", ""), ("playground", "playground/"), ("one_page", "one-page/")):
        picture = f'property="og:image" content="https://example.edu/ndcg/previews/{name}.png"'
        assert picture in pages[f"{path}index.html"]
        assert f"previews/{name}.png" in documents.render_previews()
    pages = documents.render_documents()
    assert "og:image" not in pages["index.html"]
    said = "<code>ndcg app</code> starts a server, and this page is its /class.</p>"
    assert said in pages["class/index.html"]
    asked = []
    monkeypatch.setattr(command, "build_site", lambda *given: asked.append(given[-1]) or {})
    out = str(tmp_path / "out")
    main(["site", out, "--pyodide", out, "--address", "https://example.edu/ndcg/"])
    assert asked == ["https://example.edu/ndcg"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--address", "example.edu"], "It must be an address such as"),
        (["--address", "https://x.test", "--scorm"], "a package has no address of its own"),
    ],
)
def test_an_impossible_address_is_refused(tmp_path, capsys, options, sentence):
    with pytest.raises(SystemExit):
        main(["site", str(tmp_path / "out"), *options])
    said = capsys.readouterr().err
    assert sentence in said
    assert said.startswith("usage: ndcg site ")


@pytest.fixture
def without_python(monkeypatch):
    """Let a site be built without Python for the browser."""
    monkeypatch.setattr(writing, "_read_pyodide", lambda folder: ())
    monkeypatch.setattr(
        writing,
        "build_archives",
        lambda folder: dict.fromkeys([writing.OUR_ARCHIVE, writing.LIBRARY_ARCHIVE], b""),
    )
    monkeypatch.setattr(writing, "COMPRESSED_FILES", ())


@pytest.mark.usefixtures("without_python")
def test_the_browser_stores_no_pictures(monkeypatch, tmp_path):
    made = writing.build_site(tmp_path, address="https://example.edu")
    assert made["previews/playground.png"].startswith(b"\x89PNG")
    assert b"previews/" not in made[documents.KEEPING_SCRIPT]
    monkeypatch.setattr(writing, "has_pillow", lambda: False)
    assert "previews/playground.png" not in writing.build_site(
        tmp_path, address="https://example.edu"
    )


@pytest.mark.usefixtures("without_python")
def test_a_package_has_all_pages_at_the_top_and_stores_none_in_the_browser(tmp_path):
    made = writing.build_site(tmp_path, scorm_version="1.2")
    pages = {name for name in made if name.endswith(".html") and "/" not in name}
    assert {"index.html", "playground.html", "class.html", "scorm.html"} <= pages
    others = {name for name in made if name.endswith(".html")} - pages
    assert {name.partition("/")[0] for name in others} == {"sandbox"}
    assert not {writing.EMBED, documents.KEEPING_SCRIPT} & made.keys()
    for name in pages:
        assert b" data-keep=" not in made[name]
        assert b"<base " not in made[name]
    manifest = ElementTree.fromstring(made["imsmanifest.xml"])
    files = {each.get("href") for each in manifest.iter() if each.tag.endswith("}file")}
    assert files == made.keys() - {"imsmanifest.xml"}
    assert b'data-scorm="1.2"' in made["scorm.html"]
    assert made["scorm.js"]


def test_a_missing_requirement_is_reported_with_advice(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(writing, "FETCH_COMMAND", ("no-such-npm", "pack"))
    assert main(["site", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "no-such-npm" in said
    assert "--pyodide FOLDER" in said
    assert main(["site", str(tmp_path / "out"), "--pyodide", str(tmp_path)]) == 2
    assert "pyodide.mjs" in capsys.readouterr().err


def test_a_site_has_the_servers_lessons(tmp_path, monkeypatch):
    (tmp_path / "glossary.toml").touch()
    monkeypatch.setenv("NDCG_LESSONS", str(tmp_path))
    monkeypatch.setattr(writing.shutil, "which", lambda name: None)  # as they are: not compiled
    names = ZipFile(BytesIO(writing.build_archives(tmp_path)[writing.OUR_ARCHIVE])).namelist()
    assert [name for name in names if name.startswith("lessons/")] == ["lessons/glossary.toml"]
    assert "ndcg_ui/components/lab/sandbox_files/harness.brython" in names
    assert "markdown_it/__init__.py" in names
    assert "ndcg_ui/style/1-tokens.css" in names  # pictures of rankings have these colours


def test_a_package_of_each_version_names_its_schema_and_its_api(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(command, "build_site", lambda *given: asked.append(given[2]) or {})
    for option in ("--scorm", "--scorm2004"):
        main(["site", str(tmp_path / "out.zip"), "--pyodide", str(tmp_path), option])
    assert asked == ["1.2", "2004"]
    assert "<schemaversion>1.2<" in documents.build_manifest(["scorm.html"], "1.2")
    newer = documents.build_manifest(["scorm.html"], "2004")
    assert "<schemaversion>2004 4th Edition<" in newer
    for version in asked:
        manifest = ElementTree.fromstring(
            documents.build_manifest(["a&b.html", "scorm.html"], version)
        )
        files = [each.get("href") for each in manifest.iter() if each.tag.endswith("}file")]
        assert files == ["a&b.html", "scorm.html"]
        frame = documents.render_package_frame(version)
        assert f'data-scorm="{version}"' in frame
        assert 'content="width=device-width, initial-scale=1"' in frame
        assert re.search(r'<iframe title="NDCG[^"]*" [^>]*data-first="index.html"', frame)
        slugs = " ".join(lesson.slug for lesson in load_lessons())
        assert f'data-lessons="{slugs}"' in frame


def test_a_package_is_a_zip_of_its_files(tmp_path):
    files = {"index.html": b"<p>" * 1000, "assets/a.js": b"1"}
    writing.write_package(files, tmp_path / "out.zip")
    with ZipFile(tmp_path / "out.zip") as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == files
        assert packed.getinfo("index.html").compress_size < 100
    with ZipFile(BytesIO(writing.pack_files(files, 0))) as packed:
        assert packed.getinfo("index.html").compress_size == 3000


NPM = """#!{python}
import sys, tarfile
from pathlib import Path
Path("package").mkdir()
Path("package/pyodide.mjs").write_text(" ".join(sys.argv[1:]))
if {fails}:
    sys.exit("npm error network\\nnpm error 404 no such package")
with tarfile.open("pyodide-1.tgz", "w:gz") as packed:
    packed.add("package")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no script by its first line")
@pytest.mark.parametrize("fails", [False, True])
def test_pyodide_is_fetched_with_npm_or_its_last_message_is_reported(monkeypatch, tmp_path, fails):
    (tmp_path / "npm").write_text(NPM.format(python=sys.executable, fails=fails))
    (tmp_path / "npm").chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "scratch").mkdir()
    if fails:
        with pytest.raises(ValueError, match="npm pack --silent pyodide”: npm error 404 no such"):
            writing.fetch_pyodide(tmp_path / "scratch")
    else:
        fetched = writing.fetch_pyodide(tmp_path / "scratch")
        assert (fetched / "pyodide.mjs").read_text() == "pack --silent pyodide"


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not empty and contains no site"):
        writing.write_folder({"index.html": b""}, tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"


# --- Headers for hosts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "name"), [("netlify", "_headers"), ("nginx", "nginx-headers.conf")]
)
def test_the_site_has_a_file_with_headers_for_a_host(monkeypatch, tmp_path, capsys, host, name):
    monkeypatch.setattr(
        command, "build_site", lambda *how: {"index.html": b"", "assets/worker.js": b""}
    )
    out = tmp_path / "out"
    assert main(["site", str(out), "--pyodide", str(tmp_path), "--headers", host]) == 0
    said = f"{out}: 3 files, 0.0 MB.\nUpload the folder to any web server. To try it here: python "
    assert capsys.readouterr().out == f"{said}-m http.server --directory {out}\n"
    written = (out / name).read_text()
    for header, value in (*headers.COMMON_HEADERS.items(), *headers.NOT_EMBEDDED_HEADERS.items()):
        assert f"{header}: {value}" in written or f'{header} "{value}"' in written
    assert headers.WORKER_PATH in written
    assert headers.WORKER_HEADERS["Content-Security-Policy"] in written


def test_a_package_has_no_headers(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["site", str(tmp_path / "out.zip"), "--scorm", "--headers", "nginx"])
    assert "an LMS sends its own headers" in capsys.readouterr().err


def test_nginx_repeats_all_headers_if_it_adds_one():
    written = headers.format_nginx_headers()
    first, *locations = written.split("location")
    paths = [location.split()[1] for location in locations]
    assert paths == ["/assets/worker.js$", f"/({'|'.join(headers.NOT_EMBEDDED)})/"]
    assert len(locations) == 2
    for location in locations:
        assert location.count("add_header") == len({**headers.COMMON_HEADERS, headers.CSP: ""})
    assert "frame-ancestors" not in first  # any site may embed the other pages


def test_the_documentation_lists_every_header():
    page = (ROOT / "docs" / "online" / "static-files.md").read_text("utf-8")
    kinds = (headers.COMMON_HEADERS, headers.WORKER_HEADERS, headers.NOT_EMBEDDED_HEADERS)
    for header, value in (one for kind in kinds for one in kind.items()):
        assert f"| `{header}` | `{value}` |" in page


# --- Links that are prepared -------------------------------------------------------------------


def test_the_site_has_files_for_lessons_examples_and_common_rankings():
    pages = documents.render_documents()
    for lesson in load_lessons():
        page = pages[f"learn/{lesson.slug}/index.html"]
        assert f"<h1>{lesson.title}" in page
        assert '<base href="../../">' in page
        assert f'data-link="lesson={lesson.slug}"' in page
    assert len([name for name in pages if name.startswith("examples/")]) > 10
    prepared = documents.map_prepared_files("playground")
    assert prepared == {
        "r=3,2,3,0,1": "playground/1/",
        "r=3,2,3,0,1&k=3": "playground/2/",
        "r=3,2,3,0,1&gain=exponential": "playground/3/",
        "r=3,2,3,0,1&discount=logb(i)": "playground/4/",
    }
    playground = unescape(pages["playground/index.html"])
    assert f'data-prepared="{json.dumps(prepared, separators=(",", ":"))}"' in playground
    assert 'data-tables="assets/tables.json"' in playground
    assert "data-prepared" not in pages["playground/1/index.html"]
    for link, path in prepared.items():
        expected = nc.exact(read_state(dict(parse_qsl(link))).trace.ndcg)
        assert f'data-value="{expected}"' in pages[f"{path}index.html"]
    assert not any("/" in name for name in documents.render_documents(is_stored=False))


def test_the_script_for_other_peoples_pages_names_each_page_and_prepared_file():
    script = build_embed_script(
        has_folders=True, find_prepared_files=documents.map_prepared_files
    ).decode()
    assert '"playground":"playground/"' in script
    assert '"learn":"",' in script
    assert '"lesson=discount":"learn/discount/"' in script
    assert '"evaluate"' not in script
    assert '"class"' not in script
    assert script.startswith("(() => {")  # it may run twice on a page


def test_the_tables_have_pythons_numbers():
    read = json.loads(tables.build_tables())
    for gain, grades in read["gains"].items():
        for grade, (number, _) in grades.items():
            assert number == nc.cg([float(grade)], convention=Settings(gain=gain).convention)
    for name, columns in read["discounts"].items():
        discount, _, base = name.partition(" ")
        convention = Settings(discount=discount, base=float(base or 2)).convention
        divisors = convention.divisors(limits.MOST_DOCUMENTS)[: limits.MOST_DOCUMENTS]
        assert columns["divisors"] == list(divisors)
        assert len(columns["works"]) == limits.MOST_DOCUMENTS
