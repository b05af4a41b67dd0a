"""Our Python as one ZIP, compiled by that of a browser (`compile.mjs`), and lessons that were read
already.
"""

import io
import pickle
import py_compile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ndcg_core.lessons import load_lessons

LESSONS = "lessons.pickle"
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH


def compile_all(top: str) -> bytes:
    """Return a ZIP of what is below a folder, with each module's bytecode in its place."""
    for path in Path(top).rglob("*.py"):
        compiled = str(path.with_suffix(".pyc"))
        py_compile.compile(str(path), compiled, optimize=2, invalidation_mode=UNCHECKED)
        path.unlink()
    Path(__file__).with_name(LESSONS).write_bytes(pickle.dumps(load_lessons()))
    files = (path for path in Path(top).rglob("*") if path.is_file())
    return pack({path.relative_to(top).as_posix(): path.read_bytes() for path in files})


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP, which is the same for the same files.

    >>> pack({"b": b"1", "a": b""}) == pack({"a": b"", "b": b"1"})
    True
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)
            out.writestr(info, files[name], zipfile.ZIP_DEFLATED, compresslevel=9)
    return packed.getvalue()
