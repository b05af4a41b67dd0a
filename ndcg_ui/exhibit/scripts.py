"""A component's script as one file, joined with all modules that it imports.

Scripts consist of small modules, some of which they share. Each request for a module would cost
some milliseconds and could fail. So a module becomes a part of each script that needs it, with its
names in its own scope:

    export const HALF = 0.5;             const $board_sums = (() => {
    export function worth(gain) {...}      const HALF = 0.5;
                                           function worth(gain) {...}
                                           return { HALF, worth };
                                         })();

    import { worth } from "./sums.js";   const { worth } = $board_sums;

Two scripts on a page each have their own copy of a module. State that they must share is kept on
the document.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

UI = Path(__file__).parents[1]
COMPONENTS = UI / "components"
HOSTS = UI / "hosts"
ENTRY_MODULES = {
    "drop": COMPONENTS / "drop" / "drop.js",
    "exhibit": HOSTS / "streamlit" / "component.js",
    "page": HOSTS / "page.js",
    "lab": COMPONENTS / "lab" / "lab.js",
}
"""The scripts that browsers load: Streamlit's components ("drop", "exhibit"), our own pages' script
("page"), and the code lab, which is large and loaded only when needed."""
COMPONENT_ROOM = "/_stcore/bidi-components"
VERSION_HEADER = "NDCG-Version"
"""The header of an answer that names the version of our scripts, as `version.js` reads it."""
_IMPORT = re.compile(r'^import (\w+)?(?:, )?(?:\{(.+)\})? ?from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (default )?((?:async )?function|const|class) (\w*)", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*\* @.*\*/)\n", re.MULTILINE)
"""A comment line, which browsers do not need. No string in our scripts has such a line."""
_END_COMMENT = re.compile(r"""(?<=[;,{}()\[\]>]) +// [^"'`\n]*$""", re.MULTILINE)
"""A comment at the end of a line of code. A comment with quotation marks is left."""
_OTHER = re.compile(
    r'^import (?!.+ from ".+";$).*'
    r"|^export (?!(?:default )?(?:async )?function\b|const\b|class\b).*",
    re.MULTILINE,
)


def hash_inline_script(text: str) -> str:
    """Return the Content-Security-Policy source that allows an inline script with this text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def build_component_address(component: str, kind: str = "js") -> str:
    """Return the path of a component's script ("js") or style sheet ("css") on the server."""
    return f"{COMPONENT_ROOM}/ndcg-tutor.{component}/{component}.{kind}"


@cache
def compute_asset_version() -> str:
    """Return a digest of all JavaScript, CSS and HTML files of this package.

    An open page compares the digest in each answer with that of its own scripts (`version.js`).
    """
    files = sorted(file for file in UI.rglob("*.*") if file.suffix in (".js", ".css", ".html"))
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(UI).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def build_script(component: str) -> bytes:
    """Return a component's script with all modules that it imports.

    component: a key of `ENTRY_MODULES`
    """
    return join_modules(ENTRY_MODULES[component])


@cache
def join_modules(file: Path) -> bytes:
    """Return the text of a JavaScript module, preceded by the modules that it imports.

    Raises ValueError for a statement that cannot be joined.
    """
    modules: dict[Path, str] = {}
    text = _resolve_imports(file, modules, ())
    return "\n".join((*modules.values(), text)).encode()


def _resolve_imports(file: Path, modules: dict[Path, str], importers: tuple[Path, ...]) -> str:
    """Return a module's text with its imports as variables. Add imported modules to `modules`.

    Raises ValueError if a module imports itself through others.

    importers: the chain of modules through which this one is imported.
    """
    if file in importers:
        raise ValueError(f"{file.parent.name}: {file.name} imports itself through other files")

    def replace_import(match: re.Match[str]) -> str:
        default, names, address = match.groups("")
        other = (file.parent / address).resolve()
        if other not in modules:
            inner = _resolve_imports(other, modules, (*importers, file))
            modules[other] = _wrap_module(other, inner)
        bindings = [names.replace(" as ", ": ")]
        if default:
            bindings.insert(0, f"$default: {default}")
        return f"const {{ {', '.join(bindings)} }} = {_name_variable(other)};"

    return _IMPORT.sub(replace_import, _read_module(file))


def _wrap_module(file: Path, text: str) -> str:
    """Return a module as a JavaScript constant that holds the module's exports."""
    exported = []

    def record_export(match: re.Match[str]) -> str:
        default, kind, name = match.groups("")
        exported.append("$default" if default else name)
        return f"{kind} {exported[-1]}"

    body = _EXPORT.sub(record_export, text)
    begin = f"const {_name_variable(file)} = (() => {{"
    return f"{begin}\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _read_module(file: Path) -> str:
    """Return a module without most comments. Raise ValueError for an unsupported statement."""
    text = _END_COMMENT.sub("", _COMMENT.sub("", file.read_text("utf-8")))
    if line := _OTHER.search(text):
        raise ValueError(
            f"{file.parent.name}/{file.name}: “{line[0]}” cannot be joined. Write an import on one "
            "line, and put export before a function, a class or a const"
        )
    return text


def _name_variable(file: Path) -> str:
    """Return the name of the JavaScript constant that holds a module's exports.

    >>> _name_variable(COMPONENTS / "board" / "sums.js")
    '$board_sums'
    """
    return f"${file.parent.name}_{file.stem}"
