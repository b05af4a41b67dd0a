"""The files of a site: pages, scripts and Python, in a folder or a ZIP."""

import gzip
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import ndcg_core
import ndcg_ui
from ndcg_core.content import find_lessons_folder
from ndcg_ui.components.figure.base import PLOTLY_URL
from ndcg_ui.components.lab.engine import build_engine_script, build_frame
from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL
from ndcg_ui.exhibit.scripts import build_script, join_modules
from ndcg_ui.hosts.embed.writing import EMBED_FILE as EMBED
from ndcg_ui.hosts.embed.writing import build_embed_script
from ndcg_ui.hosts.previews import has_pillow
from ndcg_ui.hosts.server.assets import STYLE, STYLE_URL, map_files
from ndcg_ui.hosts.site.compiling import LIBRARY_ARCHIVE, OUR_ARCHIVE, pack_files
from ndcg_ui.hosts.site.documents import (
    KEEPING_SCRIPT,
    build_manifest,
    map_prepared_files,
    render_documents,
    render_package_frame,
    render_previews,
)
from ndcg_ui.hosts.site.tables import TABLES_FILE as TABLES
from ndcg_ui.hosts.site.tables import build_tables
from ndcg_ui.pages.search import INDEX_FILE, build_search_index
from ndcg_ui.style.tokens import TOKENS

HERE = Path(__file__).parent
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY_ARCHIVE)
LOCK_FILE = "pyodide-lock.json"
COMPRESSED_FILES = (
    ENGINE_URL[1:],
    *(f"python/{name}" for name in ("pyodide.asm.wasm", LIBRARY_ARCHIVE, OUR_ARCHIVE)),
)
"""Large files that a browser unpacks, because some web servers do not compress files."""
FETCH_COMMAND = ("npm", "pack", "--silent", "pyodide")
NO_PYODIDE = (
    "Python for the browser could not be downloaded with “{}”: {}. Install npm and check the "
    "network, or name a folder that contains Pyodide: --pyodide FOLDER."
)
NOT_COMPILED = "Python for the browser could not compile our modules: {}"
BUNDLED_PACKAGES = ("markdown_it", "mdurl", "segno")
"""The third-party Python packages that the pages import."""
VERSION_ONLY_PACKAGES = ("plotly", "brython")
"""Packages of which the pages need only the version."""
Files = dict[str, bytes]


def build_site(
    pyodide: Path, server: str = "", scorm_version: str = "", address: str = ""
) -> Files:
    """Return the files of a site by path. Without Pillow or an address, there are no previews.

    pyodide: the folder of Pyodide, which is Python for the browser
    server: the address of a server for pages that need one
    scorm_version: "1.2" or "2004" for a SCORM package, or ""
    address: the site's own address, for the previews
    """
    texts = render_documents(server, is_stored=not scorm_version, address=address)
    texts[FRAME_URL[1:]] = build_frame(has_policy=True)
    texts[ENGINE_URL[1:]] = build_engine_script()
    made: Files = {name: text.encode() for name, text in texts.items()}
    made["assets/worker.js"] = join_modules(HERE / "worker.js")
    made |= {
        f"assets/ndcg-tutor.{component}/{component}.js": build_script(component)
        for component in ("page", "lab")
    }
    made |= {STYLE_URL[1:]: STYLE, PLOTLY_URL[1:]: map_files()[PLOTLY_URL]()}
    made |= dict(_read_pyodide(pyodide))
    made |= {f"python/{name}": content for name, content in build_archives(pyodide).items()}
    made |= {
        f"{name}.packed": gzip.compress(made.pop(name), 9, mtime=0) for name in COMPRESSED_FILES
    }
    made[INDEX_FILE] = build_search_index()
    made[TABLES] = build_tables()
    if scorm_version:
        made["scorm.js"] = join_modules(HERE / "scorm.js")
        made["scorm.html"] = render_package_frame(scorm_version).encode()
        made["imsmanifest.xml"] = build_manifest(sorted(made), scorm_version).encode()
    else:
        made[EMBED] = build_embed_script(has_folders=True, find_prepared_files=map_prepared_files)
        digest = sha256(b"".join(made[name] for name in sorted(made))).hexdigest()[:12]
        known = f"self.VERSION = {json.dumps(digest)};\nself.FILES = {json.dumps(sorted(made))};\n"
        made[KEEPING_SCRIPT] = known.encode() + join_modules(HERE / KEEPING_SCRIPT)
    if address and has_pillow():  # last, because no browser needs to store them
        made |= render_previews()
    return made


def _read_pyodide(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path on the site, and the content, of each file of Pyodide.

    Modules are renamed to .js, a type that every server knows. Raises ValueError if `folder` does
    not contain all of the files.
    """
    if missing := next(
        (name for name in (*PYODIDE_FILES, LOCK_FILE) if not (folder / name).is_file()), ""
    ):
        raise ValueError(f"{folder} has no {missing}, so it is not npm's pyodide package.")
    for name in PYODIDE_FILES:
        content = (folder / name).read_bytes()
        if name.endswith(".mjs"):
            content = content.replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        yield f"python/{name.replace('.mjs', '.js')}", content
    lock = json.loads((folder / LOCK_FILE).read_text("utf-8"))
    yield f"python/{LOCK_FILE}", json.dumps(lock | {"packages": {}}).encode()


def fetch_pyodide(scratch: Path) -> Path:
    """Download Pyodide with npm to `scratch`, and return its folder there.

    Raises ValueError if that fails.
    """
    try:
        subprocess.run(FETCH_COMMAND, cwd=scratch, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        why = getattr(error, "stderr", "").strip().splitlines() or [str(error)]
        raise ValueError(NO_PYODIDE.format(" ".join(FETCH_COMMAND), why[-1])) from None
    (packed,) = scratch.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "package"


def build_archives(pyodide: Path) -> Files:
    """Return the ZIP of our packages, and with Node also that of Python's library, by name.

    With Node, the modules are compiled, which saves some seconds in each browser. Without Node,
    there is only the ZIP of our packages. Raises ValueError if compiling fails.
    """
    written = pack_files(_read_python_files(), 0)
    node = shutil.which("node")
    if not node:
        return {OUR_ARCHIVE: written}
    with TemporaryDirectory() as scratch:
        before = Path(scratch) / "written"
        before.write_bytes(written)
        command = (node, str(HERE / "compile.mjs"), str(pyodide.resolve()), str(before))
        done = subprocess.run(command, capture_output=True)
        if done.returncode:
            raise ValueError(NOT_COMPILED.format(done.stderr.decode().strip()[-300:]))
        return {
            name: (Path(scratch) / name).read_bytes() for name in (OUR_ARCHIVE, LIBRARY_ARCHIVE)
        }


def _read_python_files() -> Files:
    found: Files = {}
    for package in (ndcg_core, ndcg_ui, *map(import_module, BUNDLED_PACKAGES)):
        top = Path(str(package.__file__)).parent
        for path in top.rglob("*"):
            is_read = path.suffix in (".py", ".toml") or path == TOKENS
            if is_read or path.parent.name == "sandbox_files":
                found[path.relative_to(top.parent).as_posix()] = path.read_bytes()
    lessons = find_lessons_folder()
    for path in (path for path in lessons.rglob("*") if path.suffix in (".md", ".toml")):
        found[f"lessons/{path.relative_to(lessons).as_posix()}"] = path.read_bytes()
    for name in VERSION_ONLY_PACKAGES:
        said = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version(name)}\n"
        found[f"{name}-{version(name)}.dist-info/METADATA"] = said.encode()
    return found


def write_folder(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a site to a new or empty folder or over an earlier site, else raise ValueError.

    Files of the earlier site that the new one does not have are left in the folder.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / KEEPING_SCRIPT).exists():
        raise ValueError(f"{folder} is not empty and contains no site. Name another folder.")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def write_package(files: Mapping[str, bytes], file: Path) -> None:
    """Write the files of a SCORM package into a ZIP."""
    file.write_bytes(pack_files(files))
