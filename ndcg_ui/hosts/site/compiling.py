"""A site's Python, compiled by the browser's own interpreter (`compile.mjs`).

The files hold bytecode of the modules that pages need, and the parsed lessons.
"""

import io
import os
import pickle
import py_compile
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ndcg_core.lessons import load_lessons
from ndcg_ui.hosts.site.everything import request_every_answer

LESSONS_FILE = "lessons.pickle"
UNCHECKED_MODE = py_compile.PycInvalidationMode.UNCHECKED_HASH
OUR_ARCHIVE = "tutor.zip"
LIBRARY_ARCHIVE = "python_stdlib.zip"
"""The names of the ZIPs of our modules and of Python's own."""
PYTHON_FOLDER = Path(os.__file__).parent
"""The folder of Python's own modules. In a browser it is a ZIP."""


def compile_modules(our_folder: str, library_folder: str) -> list[tuple[str, bytes]]:
    """Compile our modules and those of Python's library. Return two ZIPs with their names.

    Only modules that an answer loads are included. The first ZIP also has the parsed lessons.

    our_folder: the folder of our modules, whose sources are deleted
    library_folder: an empty folder for the modules of Python's library
    """
    Path(__file__).with_name(LESSONS_FILE).write_bytes(pickle.dumps(load_lessons()))
    request_every_answer()
    loaded = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    zipfile.ZipFile(PYTHON_FOLDER).extractall(library_folder)
    library = {path.replace(str(PYTHON_FOLDER), library_folder, 1) for path in loaded}
    return [
        (OUR_ARCHIVE, _compile_folder(our_folder, set(loaded))),
        (LIBRARY_ARCHIVE, _compile_folder(library_folder, library)),
    ]


def _compile_folder(top: str, wanted: set[str]) -> bytes:
    for path in Path(top).rglob("*.py"):
        if str(path) in wanted:
            compiled = str(path.with_suffix(".pyc"))
            py_compile.compile(str(path), compiled, optimize=2, invalidation_mode=UNCHECKED_MODE)
        path.unlink()
    files = (path for path in Path(top).rglob("*") if path.is_file())
    return pack_files({path.relative_to(top).as_posix(): path.read_bytes() for path in files}, 0)


def pack_files(files: Mapping[str, bytes], level: int = 9) -> bytes:
    """Return files as a reproducible ZIP.

    level: the compression level; 0 for a ZIP that is compressed again

    >>> pack_files({"b": b"1", "a": b""}) == pack_files({"a": b"", "b": b"1"})
    True
    """
    packed = io.BytesIO()
    how = zipfile.ZIP_DEFLATED if level else zipfile.ZIP_STORED
    with zipfile.ZipFile(packed, "w") as out:
        for name in sorted(files):
            out.writestr(zipfile.ZipInfo(name), files[name], how, compresslevel=level)
    return packed.getvalue()
