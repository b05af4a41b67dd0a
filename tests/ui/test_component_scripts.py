"""A component's script is what its modules are, in one file."""

import re

import pytest

from ndcg_core.content import beside
from ndcg_ui import scripts
from ndcg_ui.scripts import COMPONENTS, script
from tests.ui.scenes import needs_node, scenes

CASES = beside(__file__, "cases.toml")["component_scripts"]

IMPORT = 'import one from "./one/one.js";\n'


@pytest.fixture
def components(tmp_path, monkeypatch):
    """Write modules, by name, to a folder in our components' place."""
    monkeypatch.setattr(scripts, "COMPONENTS", tmp_path)

    def written(modules: dict[str, str]):
        for name, text in modules.items():
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)

    return written


def result(to, modules):
    to.mkdir()
    return scenes(to, modules, IMPORT)("const result = await one();")


@needs_node
def test_a_script_does_what_its_modules_do_each_fetched_for_itself(components, tmp_path):
    apart = CASES["modules"]
    components(apart)
    expected = ["mine", 4, "name 2", "name 3", "return { theirs };", 2]
    assert result(tmp_path / "apart", apart) == expected
    joined = {"one/one.js": script("one").decode()}
    assert result(tmp_path / "joined", joined) == expected


def test_a_script_holds_all_that_it_imports_each_module_once():
    for name in ("ask", "board", "drop", "exhibit", "figure", "lab", "markup", "player", "sheet"):
        text = script(name).decode()
        assert "\nimport " not in text
        modules = re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.MULTILINE)
        assert len(modules) == len(set(modules))
        assert "$markup_places" in modules
        assert text.endswith((COMPONENTS / name / f"{name}.js").read_text("utf-8")[-200:])


def test_modules_that_import_each_other_are_refused_by_name(components):
    components(
        {
            "one/one.js": 'import { a } from "./a.js";\nexport default function () {}\n',
            "one/a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
            "one/b.js": 'import { a } from "./a.js";\nexport const b = 2;\n',
        }
    )
    with pytest.raises(ValueError, match=r"one: a\.js imports itself"):
        script("one")


@pytest.mark.parametrize("line", CASES["imports"])
def test_an_import_or_export_of_another_kind_is_refused_with_what_works(components, line):
    components(
        {
            "one/one.js": 'import { a } from "./a.js";\nexport default function () {}\n',
            "one/a.js": f"const a = 1;\n{line}\n",
            "one/b.js": "export const b = 2;\n",
        }
    )
    with pytest.raises(ValueError, match=r"one/a\.js: .* cannot be joined; what works is"):
        script("one")
