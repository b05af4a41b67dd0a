"""Our Python, compiled by that of a browser (`compile.mjs`), and lessons that were read already."""

import pickle
import py_compile
from pathlib import Path

from ndcg_core.lessons import load_lessons
from ndcg_ui.site.packing import pack

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
