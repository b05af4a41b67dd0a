"""A component's script as it is sent: one file, with all the modules that it imports.

A component is written in small modules, its own and others' that it shares, and each that is
fetched costs the browser some milliseconds before the board can be there. So a module becomes a
part of each script that needs it, with its names for itself:

    export const HALF = 0.5;             const $board_sums = (() => {
    export function worth(gain) {...}      const HALF = 0.5;
                                           function worth(gain) {...}
                                           return { HALF, worth };
                                         })();

    import { worth } from "./sums.js";   const { worth } = $board_sums;

Two scripts on a page have a part each: what has to be one for all is kept on the document.
"""

import re
from functools import cache
from pathlib import Path

COMPONENTS = Path(__file__).parents[1] / "components"
COMPONENT_ROOM = "/_stcore/bidi-components"
_IMPORT = re.compile(r'^import (\w+)?(?:, )?(?:\{(.+)\})? ?from "(.+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (default )?((?:async )?function|const|class) (\w*)", re.MULTILINE)
_OTHER = re.compile(
    r'^import (?!.+ from ".+";$).*'
    r"|^export (?!(?:default )?(?:async )?function\b|const\b|class\b).*",
    re.MULTILINE,
)
_ROOM = "../ndcg-tutor."


def address(component: str) -> str:
    """Return where the browser finds a component's script."""
    return f"{COMPONENT_ROOM}/ndcg-tutor.{component}/{component}.js"


@cache
def script(component: str) -> bytes:
    """Return a component's script."""
    file, parts = COMPONENTS / component / f"{component}.js", dict[Path, str]()
    _bring(file, parts, ())
    exported = [name for _, _, name in _EXPORT.findall(file.read_text("utf-8")) if name]
    ends = f"export default {_variable(file)}.$default;"
    if exported:
        ends += f"\nexport const {{ {', '.join(exported)} }} = {_variable(file)};"
    return "\n".join((*parts.values(), ends, "")).encode()


def _bring(file: Path, parts: dict[Path, str], under_way: tuple[Path, ...]) -> None:
    """Put a module, and before it what it imports, among the parts."""
    if file in under_way:
        raise ValueError(f"{file.parent.name}: {file.name} imports itself, by way of others")
    text, exported = _module(file), list[str]()

    def imported(found: re.Match[str]) -> str:
        default, names, address = found.groups("")
        other = COMPONENTS / address.removeprefix(_ROOM)
        other = other if address.startswith(_ROOM) else file.parent / address.removeprefix("./")
        if other not in parts:
            _bring(other, parts, (*under_way, file))
        every = [f"$default: {default}"] * bool(default) + [names.replace(" as ", ": ")]
        return f"const {{ {', '.join(every)} }} = {_variable(other)};"

    def kept(found: re.Match[str]) -> str:
        default, kind, name = found.groups("")
        exported.append("$default" if default else name)
        return f"{kind} {exported[-1]}"

    body = _EXPORT.sub(kept, _IMPORT.sub(imported, text))
    begin = f"const {_variable(file)} = (() => {{"
    parts[file] = f"{begin}\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _module(file: Path) -> str:
    """The text of a module; ValueError for an import or export that is not read here."""
    text = file.read_text("utf-8")
    if line := _OTHER.search(text):
        raise ValueError(
            f"{file.parent.name}/{file.name}: “{line[0]}” cannot be joined; what works is an "
            "import of one line, and export before a function, a class or a const"
        )
    return text


def _variable(file: Path) -> str:
    """The name under which a module's own names are.

    >>> _variable(COMPONENTS / "board" / "sums.js")
    '$board_sums'
    """
    return f"${file.parent.name}_{file.stem}"
