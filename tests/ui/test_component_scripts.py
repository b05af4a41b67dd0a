"""A component's script is what its modules are, in one file."""

import pytest

from ndcg_core.content import beside
from ndcg_ui import scripts
from ndcg_ui.scripts import script
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
