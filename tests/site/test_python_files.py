"""The Python of a site: its compiled modules, Pyodide's files, and the answers of its worker."""

import importlib.util
import json
import os
import pickle
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from types import ModuleType, SimpleNamespace
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

import ndcg_core as nc
from ndcg_core.quizzes.formats import QUIZ_FORMATS
from ndcg_ui.components.board.downloads import FILES
from ndcg_ui.hosts.site import answering, compiling, everything, files, writing
from ndcg_ui.pages.menu import EXHIBITS


def read_zip(content):
    """Return the files of a ZIP by name."""
    with ZipFile(BytesIO(content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def load_bytecode(content, tmp_path):
    """Return the module in a compiled file."""
    path = tmp_path / "loaded.pyc"
    path.write_bytes(content)
    loader = importlib.machinery.SourcelessFileLoader("loaded", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("loaded", loader))
    loader.exec_module(module)
    return module


def test_only_loaded_modules_are_compiled_without_docstrings_and_next_to_other_files(
    tmp_path, monkeypatch
):
    ours, library = tmp_path / "ours", tmp_path / "library"
    (ours / "pages").mkdir(parents=True)
    library.mkdir()
    used = ours / "pages" / "used.py"
    used.write_text('"""Words."""\nassert False, "is left out"\nVALUE = 7\n')
    (ours / "unused.py").write_text("VALUE = 8\n")
    (ours / "pages" / "names.toml").write_text("a = 1\n")
    monkeypatch.setattr(compiling, "__file__", str(ours / "pages" / "compiling.py"))
    python = tmp_path / "python.zip"
    with ZipFile(python, "w") as packed:
        packed.writestr("json/__init__.py", "VALUE = 9\n")
        packed.writestr("sched.py", "VALUE = 10\n")
    monkeypatch.setattr(compiling, "PYTHON_FOLDER", python)
    monkeypatch.setattr(compiling, "load_lessons", lambda: ["a lesson"])

    def load_modules():
        for name, file in (("used", used), ("a library", python / "json/__init__.py"), ("", None)):
            module = ModuleType(name)
            module.__file__ = file and str(file)
            monkeypatch.setitem(sys.modules, f"loaded {name}", module)

    monkeypatch.setattr(compiling, "request_every_answer", load_modules)
    (our_name, our_zip), (library_name, library_zip) = compiling.compile_modules(
        str(ours), str(library)
    )
    assert (our_name, library_name) == ("tutor.zip", "python_stdlib.zip")
    made = read_zip(our_zip)
    assert sorted(made) == ["pages/lessons.pickle", "pages/names.toml", "pages/used.pyc"]
    assert pickle.loads(made["pages/lessons.pickle"]) == ["a lesson"]
    assert made["pages/names.toml"] == b"a = 1\n"
    module = load_bytecode(made["pages/used.pyc"], tmp_path)
    assert (module.VALUE, module.__doc__) == (7, None)
    assert made["pages/used.pyc"][4:8] == b"\x01\0\0\0", "valid without its source"
    theirs = read_zip(library_zip)
    assert list(theirs) == ["json/__init__.pyc"]
    assert load_bytecode(theirs["json/__init__.pyc"], tmp_path).VALUE == 9
    for content in (our_zip, library_zip):
        with ZipFile(BytesIO(content)) as packed:
            assert {one.compress_type for one in packed.infolist()} == {ZIP_STORED}


def test_packed_files_are_sorted_compressed_and_reproducible():
    content = compiling.pack_files({"b": b"1" * 999, "a": b"2"})
    with ZipFile(BytesIO(content)) as packed:
        assert packed.namelist() == ["a", "b"]
        assert {one.compress_type for one in packed.infolist()} == {ZIP_DEFLATED}
        assert packed.infolist()[1].date_time == (1980, 1, 1, 0, 0, 0)
    assert read_zip(content) == {"a": b"2", "b": b"1" * 999}
    assert len(content) < 400


def test_pyodide_is_read_with_names_that_every_web_server_knows(tmp_path):
    for name in writing.PYODIDE_FILES:
        (tmp_path / name).write_text(f'import "./pyodide.asm.mjs" // {name}')
    with pytest.raises(ValueError, match=r"has no pyodide-lock\.json, so it is not npm's"):
        list(writing._read_pyodide(tmp_path))
    lock = {"info": {"python": "3.13"}, "packages": {"numpy": {}}}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps(lock))
    found = dict(writing._read_pyodide(tmp_path))
    assert found == {
        "python/pyodide.js": b'import "./pyodide.asm.js" // pyodide.mjs',
        "python/pyodide.asm.js": b'import "./pyodide.asm.js" // pyodide.asm.js',
        "python/pyodide.asm.wasm": b'import "./pyodide.asm.mjs" // pyodide.asm.wasm',
        "python/python_stdlib.zip": b'import "./pyodide.asm.mjs" // python_stdlib.zip',
        "python/pyodide-lock.json": json.dumps(lock | {"packages": {}}).encode(),
    }


def test_modules_are_compiled_with_node_and_a_failure_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "_read_python_files", lambda: {"a.py": b"a = 1\n"})
    monkeypatch.setattr(writing.shutil, "which", lambda name: None)
    written = writing.build_archives(tmp_path)
    assert {name: read_zip(content) for name, content in written.items()} == {
        "tutor.zip": {"a.py": b"a = 1\n"}
    }
    monkeypatch.setattr(writing.shutil, "which", lambda name: f"/bin/{name}")

    def compile_them(command, **options):
        node, script, pyodide, before = command
        assert (node, os.path.basename(script), pyodide) == (
            *("/bin/node", "compile.mjs"),
            str(tmp_path.resolve()),
        )
        assert read_zip(Path(before).read_bytes()) == {"a.py": b"a = 1\n"}
        for name in ("tutor.zip", "python_stdlib.zip"):
            Path(before).with_name(name).write_text(f"compiled {name}")
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setattr(writing.subprocess, "run", compile_them)
    monkeypatch.chdir(tmp_path)
    assert writing.build_archives(Path()) == {
        "tutor.zip": b"compiled tutor.zip",
        "python_stdlib.zip": b"compiled python_stdlib.zip",
    }

    def fail(command, **options):
        return subprocess.CompletedProcess(command, 1, b"", b"x" * 400 + b" no memory\n")

    monkeypatch.setattr(writing.subprocess, "run", fail)
    with pytest.raises(ValueError, match=r"could not compile our modules: x+ no memory$") as told:
        writing.build_archives(tmp_path)
    assert len(str(told.value)) < 400


def test_every_page_and_download_is_requested_to_load_its_modules(monkeypatch):
    asked = []
    monkeypatch.setattr(everything, "answer_request", lambda *given: asked.append(given))
    everything.request_every_answer()
    pages = {address for address, _ in asked if address.startswith("acts/")}
    assert pages == {f"acts/{page}" for page in EXHIBITS}
    downloads = {address for address, _ in asked} - pages
    quizzes = {quiz["name"] for quiz in QUIZ_FORMATS.values()}
    assert downloads == {f"take-along/{name}" for name in {*FILES, *quizzes}}


def test_a_worker_answers_acts_and_downloads_and_refuses_unknown_names(monkeypatch):
    body = json.dumps({"link": {"r": "3,0,2"}, "act": {}})
    answer = json.loads(answering.answer_request("acts/playground", body))
    assert f"{nc.ndcg([3, 0, 2]):.3f}" in json.dumps(answer)
    with pytest.raises(ValueError, match=r"^There is no page “secrets”\.$"):
        answering.answer_request("acts/secrets", body)
    sheet = SimpleNamespace(seed=7, exercises=["an exercise"])
    read = {"seed": "7"}, (SimpleNamespace(worksheet=sheet), [])
    monkeypatch.setattr(files, "read_link", lambda link: read[1] if link == read[0] else None)
    monkeypatch.setattr(files, "format_quiz", lambda *given: given)
    for key, quiz in QUIZ_FORMATS.items():
        made = answering.answer_request(f"take-along/{quiz['name']}", "seed=7")
        assert made == (key, "NDCG worksheet 7", ["an exercise"])
    with pytest.raises(ValueError, match=r"^There is no download “x{79}…”\.$"):
        files.build_download("x" * 90, "")
