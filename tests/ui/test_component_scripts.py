"""A component's script contains its modules in one file."""

import pytest

from ndcg_core.content import load_toml
from ndcg_ui.exhibit import scripts
from ndcg_ui.exhibit.scripts import build_script
from tests.ui.scenes import make_scene_runner, needs_node

CASES = load_toml(__file__, "cases.toml")["component_scripts"]

IMPORT = 'import one from "./one/one.js";\n'


@pytest.fixture
def components(tmp_path, monkeypatch):
    """Return a function that writes modules to a folder in place of our components."""
    monkeypatch.setitem(scripts.ENTRY_MODULES, "one", tmp_path / "one" / "one.js")

    def written(modules: dict[str, str]):
        for name, text in modules.items():
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)

    return written


def run_script(to, modules):
    to.mkdir()
    return make_scene_runner(to, modules, IMPORT)("const result = await one();")


@needs_node
def test_a_joined_script_behaves_like_its_modules(components, tmp_path):
    apart = CASES["modules"]
    components(apart)
    expected = ["mine", 4, "name 2", "name 3", "return { theirs };", 2]
    assert run_script(tmp_path / "apart", apart) == expected
    joined = {"one/one.js": build_script("one").decode()}
    assert run_script(tmp_path / "joined", joined) == expected


def test_comments_are_removed_but_similar_strings_are_not(components):
    lines = ("export const ONE = 1; // why", 'const NAME = "a; // b";', "go(NAME); // it's here")
    components({"one/one.js": "\n".join(lines)})
    text = build_script("one").decode()
    assert "// why" not in text
    assert lines[1] in text
    assert lines[2] in text


def test_no_removed_comment_is_inside_a_string():
    for file in scripts.UI.rglob("*.js"):
        if "built" in file.parts:
            continue
        text = scripts._COMMENT.sub("", file.read_text("utf-8"))
        for found in scripts._END_COMMENT.finditer(text):
            before = scripts._END_COMMENT.sub("", text[: found.start()])
            line = before.rpartition("\n")[2]
            assert line.count('"') % 2 == 0, f"{file.name}: {line}{found[0]}"
            if "/*" not in before:  # a comment of several lines may contain one backtick
                assert before.count("`") % 2 == 0, f"{file.name}: {line}{found[0]}"
