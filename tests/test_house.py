"""Architecture: few calls per action, ordered packages, only public APIs of other packages."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from ndcg_ui.pages.menu import PAGES as ALL_PAGES
from tests.acts.shown import Shown

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`((?:\w[\w.-]*/)+[\w.-]*|app\.py|pyproject\.toml)`", MAP)))
PAGES = tuple(page.name for page in ALL_PAGES)
LAYERS = (
    *(("pages",), ("limits",), ("exhibit",), ("style",), ("components",)),
    *(("figures",), ("lesson_blocks",)),
    *(tuple(f"pages.{name}" for name in PAGES), ("pages.menu",), ("pages.own",), ("pages.search",)),
    *(
        ("classroom",),
        ("hosts", "hosts.building", "hosts.previews"),
        ("hosts.embed",),
        ("hosts.server",),
        ("hosts.site",),
        ("hosts.messages", "hosts.arguments"),
        ("hosts.streamlit", "hosts.notebook"),
    ),
    *(("streamlit", "notebook"), ("__main__",)),
)
"""Rooms of ndcg_ui and the modules beside them: each imports of the layers before its own, and of
its own layer itself alone: a page does not import a page. The room of the pages itself holds their
names alone."""

PUBLIC = {
    *("streamlit", "streamlit.config", "streamlit.components.v2", "streamlit.web.cli"),
    *("uvicorn", "plotly", "plotly.offline", "plotly.graph_objects"),
}
"""The public modules of Streamlit, uvicorn and Plotly; all others are internal."""


@cache
def find_modules(package: str) -> dict[str, Path]:
    """Map the names of a package's modules to their files."""
    files = (ROOT / package).rglob("*.py")
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
        if "_carried" not in path.parent.name
    }


def list_imports(path: Path, own: str, later: bool = True) -> Iterator[str]:
    """Yield the names that a file imports, if `later` also inside functions."""
    nodes: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = own if path.name == "__init__.py" else own.rpartition(".")[0]
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)
        elif later or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes += ast.iter_child_nodes(node)


@cache
def map_imports(package: str) -> dict[str, set[str]]:
    """Map each module of a package to the modules of the package that it imports.

    The core imports the code that shows a result in a notebook only when it is shown.
    """
    known = find_modules(package)

    def module_of(name: str) -> str:
        return name if name in known else name.rpartition(".")[0]

    return {
        own: {module_of(name) for name in list_imports(path, own, package != "ndcg_core")}
        & set(known) - {own}
        for own, path in known.items()
    }


WAITING = ".wait_for_function("
FUNCTION = re.compile(r"\s*(async\s*)?(\([^)]*\)|\w+)\s*=>")


def test_a_condition_for_a_browser_is_a_function():
    """A text would be evaluated by `eval`, which the policy of our pages refuses."""
    sources = [path.read_text("utf-8") for path in ROOT.glob("[tb]e[sn]*/**/*.py")]
    trees = {text: ast.parse(text) for text in sources if "=>" in text or WAITING in text}
    waiting = [tree for text, tree in trees.items() if WAITING in text]
    nodes = [node for tree in waiting for node in ast.walk(tree)]
    texts = (ast.Constant, ast.JoinedStr)
    named = {
        one.targets[0].id: one.value
        for one in [*nodes, *(one for tree in trees.values() for one in tree.body)]
        if isinstance(one, ast.Assign) and isinstance(one.value, texts)
        if isinstance(one.targets[0], ast.Name)
    }
    calls = [one for one in nodes if isinstance(one, ast.Call) and one.args]
    methods = [one for one in calls if isinstance(one.func, ast.Attribute)]
    waited = [one.args[0] for one in methods if one.func.attr == "wait_for_function"]
    found = [named.get(ast.unparse(one), one) for one in waited]
    pieces = [one.values[0] if isinstance(one, ast.JoinedStr) else one for one in found]
    assert len(pieces) > 20
    assert [
        ast.unparse(one) for one in pieces if not FUNCTION.match(getattr(one, "value", ""))
    ] == []


@pytest.mark.parametrize("package", ["ndcg_core", "ndcg_ui"])
def test_modules_do_not_import_each_other_in_a_circle(package):
    TopologicalSorter(map_imports(package)).prepare()  # which raises, with the circle


def find_room(module: str) -> str:
    """Return the folder of ndcg_ui that a module is in, or "" for the package itself.

    Each page and each host is a room of its own.
    """
    inside = module.split(".")[1:]
    return ".".join(inside[: 2 if inside and inside[0] in ("pages", "hosts") else 1])


def test_imports_follow_the_layers_and_no_page_imports_a_page():
    layers = {room: place for place, layer in enumerate(LAYERS) for room in layer}
    wrong = sorted(
        f"{own} -> {other}"
        for own, others in map_imports("ndcg_ui").items()
        for other in others
        if (one := find_room(own)) and (two := find_room(other)) and one != two
        if layers[two] >= layers[one]
    )
    assert wrong == []


def test_only_public_modules_of_other_packages_are_imported():
    theirs = {one.partition(".")[0] for one in PUBLIC}
    taken = sorted(
        f"{own}: {name}"
        for own, path in find_modules("ndcg_ui").items()
        for name in list_imports(path, own)
        if name.partition(".")[0] in theirs and not {name, name.rpartition(".")[0]} & PUBLIC
    )
    assert taken == []


BUILT = re.compile("_carried|/built/")
"""Files made of other files, which are checked."""
INSIDE = {
    "index.html": r'"index\.html"',
    "__streamlit": r"\b__streamlit\b",
    "history.pushState": r"history\.pushState =",
    "testid=st": r"testid=\"?st[A-Z]",
    ".stApp": r"\.st[A-Z]",
    "#root": r"#root\b",
    "_stcore": r"/_stcore/",
}
"""Parts of Streamlit outside its public API, as ARCHITECTURE.md lists them and code uses them."""


def test_the_map_lists_the_files_that_use_streamlits_internals():
    table = MAP.partition("## Streamlit internals")[2].partition("## ")[0]
    said: dict[str, set[str]] = {}
    for names, what in re.findall(r"^\| (`.+?) \| (.+) \|$", table, re.MULTILINE):
        for name in re.findall("`(.+?)`", names):
            said[name] = set(re.findall("`(.+?)`", what)) & set(INSIDE)
    found = {}
    for path in (ROOT / "ndcg_ui").rglob("*.*"):
        if path.suffix in (".py", ".js", ".css", ".html") and not BUILT.search(str(path)):
            source = path.read_text("utf-8")
            here = {what for what, written in INSIDE.items() if re.search(written, source)}
            found |= {str(path.relative_to(ROOT)): here} if here else {}
    assert found == said


@pytest.mark.parametrize("path", NAMED)
def test_every_path_on_the_map_exists(path):
    assert (ROOT / path).exists()


CELLS = [
    cell
    for line in MAP.splitlines()
    if line.startswith("| ")
    for cell in line.strip("| ").split(" | ")
]
MOST_WORDS = 25


def test_a_cell_of_the_map_is_one_short_sentence():
    assert [cell for cell in CELLS if len(cell.split()) > MOST_WORDS] == []
    assert [cell for cell in CELLS if re.search(r"[a-z`)]\. [A-Z]", cell)] == []


@pytest.mark.parametrize("package", ["ndcg_core", "ndcg_ui"])
def test_every_room_is_on_the_map(package):
    here, drawn = ROOT / package, MAP.split(f"\n{package}/\n")[1]
    listed = re.findall(r"^  (\w+)/ ", re.split(r"\n\w", drawn)[0], re.M)
    rooms = (path.parent.name for kind in ("py", "css") for path in here.glob(f"[!_]*/*.{kind}"))
    there = {name for name in rooms if not name.endswith("_carried")}  # by a wheel
    missing, gone = sorted(there.difference(listed)), sorted(set(listed) - there)
    assert not missing, f"ARCHITECTURE.md lacks these folders of {package}: {', '.join(missing)}"
    assert not gone, f"ARCHITECTURE.md names folders that {package} lacks: {', '.join(gone)}"


def list_modules_with(pattern: str) -> list[str]:
    """Return the names of our modules that contain a pattern."""
    ours = find_modules("ndcg_core") | find_modules("ndcg_ui")
    return [own for own, path in ours.items() if re.search(pattern, path.read_text("utf-8"), re.M)]


def test_only_one_module_escapes_html():
    assert list_modules_with(r"^(?:from html import|import html$)") == ["ndcg_core.html_builder"]


BROWSERS_STORES = re.compile(
    r"^(?! *//).*\b(localStorage|sessionStorage|indexedDB|cookie(?:Store)?)\b", re.M
)


def test_everything_in_a_browsers_storage_is_on_the_list_of_what_forgetting_deletes():
    """Scripts store values through `KINDS` of exhibit/storage.js. The exceptions are few.

    A host stores only records, embed.js deletes all that it stores, and the images are those of a
    teacher's plans.
    """
    ui = ROOT / "ndcg_ui"
    files = {str(file.relative_to(ui)): file.read_text("utf-8") for file in ui.rglob("*.js")}
    found = {name for name, text in files.items() if BROWSERS_STORES.search(text)}
    found = {name for name in found if not BUILT.search(name)}
    sandbox = "components/lab/sandbox_files/worker.js"  # takes the storage from programs
    exceptions = {"exhibit/host.js", "hosts/embed/embed.js", "classroom/images.js", sandbox}
    assert found == {"exhibit/storage.js", *exceptions}


IN_ONE_MEMORY = "download_button|image|logo|audio|video|pdf|file_uploader|camera_input|audio_input"
"""Things that Streamlit keeps in a page's process. A request may reach another process."""


def test_our_server_never_keeps_files_in_one_process():
    """tests/ui/test_menu.py checks that only plain Streamlit uses the named module."""
    without_server = "ndcg_ui.pages.evaluate.without_server"
    assert list_modules_with(rf"\b\w+\.({IN_ONE_MEMORY})\(") == [without_server]


def count_calls(do: Callable[[], object]) -> int:
    """Return the number of calls of our functions during a call."""
    calls = 0

    def called(frame, event, argument):
        nonlocal calls
        calls += event == "call" and frame.f_code.co_filename.startswith(f"{ROOT}/ndcg_")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        do()
    finally:
        sys.setprofile(before)
    return calls


def make_drop(ranking: str = "3,2,3,0,1", **link: str) -> Callable[[], object]:
    """Return a function that drops the last card at rank 1, for a new order each time."""
    page = Shown("playground", r=ranking, **link)
    *others, last = range(page.board["retrieved"])
    return lambda: page.act(do="arrange", order=[last, *others])


def make_marking() -> Callable[[], object]:
    """Return a function that marks a sheet with a wrong number."""
    page = Shown("practice", skill="ndcg", r="3,2,3,0,1")
    return lambda: page.write("sheet", "check", {"dcg": "5"}, "dcg")


def make_request(page: str, **link: str) -> Callable[[], object]:
    """Return a function that requests all parts of a page."""
    there = Shown(page, **link)
    return lambda: there.act("nothing")


LONG = [rank * 7 % 20 / 4 for rank in range(200)]
NAMED = ",".join(f"a name {rank % 9}:{grade}" for rank, grade in enumerate(LONG))
ACTS = {
    "a drop": (make_drop, 1_560),
    "of 200": (lambda: make_drop(NAMED), 24_000),
    "a wrong number": (make_marking, 9_200),
    "the course page": (lambda: make_request("learn"), 13_800),
    "a lesson": (lambda: make_request("learn", lesson="ndcg-at-k", unlock="all", step="30"), 5_400),
    "examples": (lambda: make_request("examples"), 34_800),
}
"""Actions, and the largest number of calls for each."""


@pytest.mark.parametrize(("begin", "most"), ACTS.values(), ids=ACTS)
def test_an_action_takes_few_calls(begin, most):
    act = begin()
    act()  # work that is done only once is not counted
    assert count_calls(act) <= most
